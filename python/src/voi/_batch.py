"""Scores batches of a table, for Ray Data and anything else that maps over tables."""

from __future__ import annotations

from typing import Any, Optional

from . import _table
from ._errors import ConfigError
from ._scorer import Path, Scorer


class BatchScorer:
    """Adds rewards to the tables that it is called with.

    For ``dataset.map_batches(voi.ray.BatchScorer, batch_format="pyarrow", concurrency=n,
    fn_constructor_kwargs=...)``: each of the n actors has its own server, which starts with the
    actor's first batch and ends with the actor.

    The added columns are those of `voi.Scorer.score_table`.

    Args:
        profile, data, workers: as of `voi.Scorer`.
        completion: the column with the completions, as texts.
        sample_id: the column with the ids of samples to look up in the data.
        label: instead of sample_id, the column with labels that hold the whole sample, as in the
            layouts for OpenRLHF and slime.
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
        """The pyarrow.Table with the reward columns after its own.

        Raises:
            ConfigError: the batch is no table, a column is missing, or as `Scorer.score` raises it.
        """
        if not hasattr(batch, "column_names"):
            raise ConfigError(f'a batch is a {type(batch).__name__}; give batch_format="pyarrow" to map_batches')
        names = {self._completion: "completion"}
        names[self._label or self._sample_id] = "sample_id" if self._label is None else "label"
        for name in names:
            if name not in batch.column_names:
                raise ConfigError(f"the table has no column {name!r}; it has {', '.join(batch.column_names)}")
        ours = batch.select(list(names)).rename_columns(list(names.values()))
        return _table.beside(batch, self._scorer._replies(ours))
