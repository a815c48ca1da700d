"""Whole episodes of tasks for verifiers' configurations: the taskset, and the harness that plays it."""

from voi.verifiers import EpisodeHarness, EpisodeTaskset

__all__ = ["EpisodeHarness", "EpisodeTaskset"]
