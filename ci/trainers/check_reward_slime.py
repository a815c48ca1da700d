"""slime's own rm_hub calls voi.slime: one sample, groups, a mix of tasks, an episode. slime is on
no package index: SLIME names a checkout of it; without one this reports that nothing was checked.

usage: check_reward_slime.py VOI
"""

import asyncio
import os
import sys
import types

import known

known.use(sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
if os.environ.get("SLIME"):
    sys.path.insert(0, os.environ["SLIME"])


async def theirs(args, sample, **kwargs):
    """The reward of another task."""
    return 1.0 if sample.response == sample.label else 0.0


async def main():
    try:
        from slime.rollout.rm_hub import async_rm, batched_async_rm
        from slime.utils.types import Sample
    except ImportError as err:
        print(f"slime's rewards: NOT checked ({err}); give SLIME=CHECKOUT")
        return
    import voi.slime

    # slime finds a reward by its path.
    sys.modules["my_rm"] = types.SimpleNamespace(custom_rm=voi.slime.mixed(theirs))
    args = types.SimpleNamespace(custom_rm_path="voi.slime.custom_rm", reward_key=None, eval_reward_key=None, group_rm=False, rm_type=None)
    mixed = types.SimpleNamespace(**{**vars(args), "custom_rm_path": "my_rm.custom_rm"})

    def sample(text, label, mask=None):
        return Sample(response=text, label=label, response_length=len(mask or text), loss_mask=mask, status=Sample.Status.COMPLETED)

    wanted = [reward for _, reward, _ in known.KNOWN]
    samples = [sample(text, known.LABEL) for text, _, _ in known.KNOWN]
    known.same([await async_rm(args, one) for one in samples], wanted, "rewards one by one")
    known.same(list(await batched_async_rm(args, samples)), wanted, "rewards of a group")
    known.same([await async_rm(mixed, one) for one in (samples[0], sample("42", "42"))], [wanted[0], 1.0], "the rewards of a mix")
    try:
        await async_rm(args, sample(known.KNOWN[0][0], known.LABEL, [1, 1, 0, 0, 1]))
    except Exception as error:
        known.same("loss_mask" in str(error), True, "what an episode raises")
    else:
        raise SystemExit("an episode of several turns scored")
    print("slime: its rm_hub, one by one and in a group, a mix of tasks, an episode refused")


if __name__ == "__main__":
    asyncio.run(main())
