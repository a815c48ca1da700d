"""What voi raises. A completion that is merely bad raises nothing; its result says so."""

from __future__ import annotations


class VoiError(RuntimeError):
    """The base of all that voi raises by itself."""


class ConfigError(VoiError):
    """The configuration makes no sense: no binary, an unknown profile, no shards there.

    Training on nothing must not start, so this is raised and never a row of zeros.
    """


class UnknownSampleError(ConfigError, LookupError):
    """A sample id that the data does not hold, or ids where no data was given."""


class ServerError(VoiError):
    """The reward server could not be kept alive, did not come up, or was closed."""
