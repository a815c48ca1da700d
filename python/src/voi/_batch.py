"""Scores batches of a table, for Ray Data and whatever else maps over tables."""

from __future__ import annotations

import importlib
from typing import Any, Optional

from ._errors import ConfigError
from ._scorer import Path, Scorer


class BatchScorer:
    """Adds rewards to the tables that it is called with.

    For ``dataset.map_batches(voi.ray.BatchScorer, batch_format="pyarrow", concurrency=n,
    fn_constructor_kwargs=...)``: each of the n actors has a server of its own, which is
    started by its first batch and ends with the actor.

    The columns added are ``reward`` (double, null where there is none), every component
    (double), ``action`` (string) and ``error`` (the code, null where there is a reward).
    A column of the table that has one of these names becomes ``input.NAME``. There is no
    advantage: a batch does not hold whole groups.

    Args:
        profile, data, workers: as of `voi.Scorer`.
        completion: the column with the completions, texts or lists of messages.
        sample_id: the column with the ids of samples to look up in the data.
        label: in its place, the column with labels that hold the whole sample, as the
            layouts for OpenRLHF and slime have it.
    """

    def __init__(
        self,
        profile: Optional[Path] = None,
        data: Optional[Path] = None,
        workers: Optional[int] = None,
        completion: str = "completion",
        sample_id: str = "sample_id",
        label: Optional[str] = None,
    ) -> None:
        self._scorer = Scorer(profile=profile, data=data, workers=workers)
        self._completion, self._sample_id, self._label = completion, sample_id, label

    def __call__(self, batch: Any) -> Any:
        """The pyarrow.Table with the columns of the rewards behind its own.

        Raises:
            ConfigError: a column is missing, or what `Scorer.score` raises it for.
        """
        pa: Any = importlib.import_module("pyarrow")
        completions = self._column(batch, self._completion)
        if self._label is not None:
            result = self._scorer.score(completions, samples=self._column(batch, self._label))
        else:
            result = self._scorer.score(completions, sample_ids=self._column(batch, self._sample_id))
        double, text = pa.float64(), pa.string()
        columns = {"reward": pa.array(result.rewards, double)}
        for name, values in result.components.items():
            columns[name] = pa.array(values, double)
        columns["action"] = pa.array(result.actions, text)
        columns["error"] = pa.array([None if error is None else error["code"] for error in result.errors], text)
        batch = batch.rename_columns([f"input.{name}" if name in columns else name for name in batch.column_names])
        for name, values in columns.items():
            batch = batch.append_column(name, values)
        return batch

    def _column(self, batch: Any, name: str) -> list[Any]:
        if name not in batch.column_names:
            raise ConfigError(f"the table has no column {name!r}; it has {', '.join(batch.column_names)}")
        values: list[Any] = batch.column(name).to_pylist()
        return values
