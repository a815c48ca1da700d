"""The exceptions of voi. A bad completion raises nothing; its result shows it."""

from __future__ import annotations


class VoiError(RuntimeError):
    """The base of voi's own exceptions."""


class ConfigError(VoiError):
    """The configuration is invalid: no binary, an unknown profile, no shards.

    It is raised, and never a row of zeros returned, so that no training starts on nothing.
    """


class UnknownSampleError(ConfigError, LookupError):
    """A sample id that the data does not hold, or ids without any data."""


class ServerError(VoiError):
    """The reward server could not start, kept dying, or was closed."""
