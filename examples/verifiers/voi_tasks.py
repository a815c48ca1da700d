"""The taskset of verifiers' configurations: verifiers finds a taskset by the name of a module."""

from voi.verifiers import Taskset

__all__ = ["Taskset"]
