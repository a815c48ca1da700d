"""OpenRLHF loads its reward from a file: --reward.remote_url examples/openrlhf/reward.py."""

from voi.openrlhf import reward_func

__all__ = ["reward_func"]
