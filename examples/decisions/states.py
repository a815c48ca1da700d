"""Prints the certified states of each run's plan, and the predicate that is still open."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    row = json.loads(line)
    plan = json.loads(row["certified_states"])
    print(f"{row['trajectory_id']}: {row['progress']:.2f} of {plan['n']}, {plan['replans']} replans")
    for state in plan["states"]:
        print(f"  step {state['step']} {state['action']}, attempt {state['attempts']}: {', '.join(state['predicates'])}")
    if "open" in plan:
        print(f"  open: {plan['open']}")
