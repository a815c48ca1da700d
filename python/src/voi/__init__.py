"""voi: rewards and training data for agents that know when to ask.

    import voi
    with voi.Scorer(data="shards") as scorer:
        result = scorer.score(completions, sample_ids=ids, group_ids=groups)

``voi.audit(fn)`` checks your own reward function: does it pay only for honest work?
``voi.testing.assert_sound(fn)`` is the same check as a test.

The rewards come from the binary ``voi serve``, which this package contains and runs. They equal
those of ``voi score`` to the last digit.
"""

from __future__ import annotations

from importlib import metadata as _metadata

from ._audit import Audit, audit
from ._episode import Episode
from ._errors import ConfigError, ServerError, UnknownSampleError, VoiError
from ._result import ItemError, Result
from ._scorer import Scorer

__all__ = ["Audit", "ConfigError", "Episode", "ItemError", "Result", "Scorer", "ServerError", "UnknownSampleError", "VoiError", "audit"]

try:
    __version__ = _metadata.version("voi")
except _metadata.PackageNotFoundError:  # the sources are on a path, not installed
    __version__ = "0+unknown"
