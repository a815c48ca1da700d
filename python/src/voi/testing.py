"""A test that a reward is sound: ``assert_sound(my_reward)``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Callable, Union

from ._audit import Audit, audit

__all__ = ["assert_sound"]


def assert_sound(
    fn: Union[Callable[..., Any], str],
    data: Union[str, os.PathLike[str], None] = None,
    *,
    allow: Iterable[str] = (),
    **options: Any,
) -> Audit:
    """Assert that the audit of a reward function finds nothing.

    Args:
        fn: the function, or the name of a profile, as for ``voi.audit``.
        data: a folder of shards; default the embedded examples.
        allow: names of reviewed findings to accept.
        options: those of ``voi.audit``.

    Raises:
        AssertionError: there is a finding; the message names it and shows the samples where it is
            largest.
    """
    __tracebackhide__ = True
    result = audit(fn, data, reviewed=allow, **options)
    if result.findings:
        raise AssertionError(f"the audit of the reward found {', '.join(result.findings)}\n{result.text}")
    return result
