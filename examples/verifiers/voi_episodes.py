"""Whole episodes of tasks for configurations of verifiers: the taskset, and the harness for its episodes."""

from voi.verifiers import EpisodeHarness, EpisodeTaskset

__all__ = ["EpisodeHarness", "EpisodeTaskset"]
