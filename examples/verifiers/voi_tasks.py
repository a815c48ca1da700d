"""The taskset for configurations of verifiers, which finds a taskset by its module's name."""

from voi.verifiers import Taskset

__all__ = ["Taskset"]
