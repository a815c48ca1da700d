"""Prints the value of acting before each step (v_now), the policy's choice, and the EVPI of the question asked."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    s = json.loads(line)
    if s["v_now"] is None:
        continue
    asked = f"asks {s['asked']}, EVPI {s['asked_evpi']:.2f}, regret {s['regret']:.2f}" if s["asked"] else ""
    print(s["trajectory_id"], s["step"], s["action"], f"v_now {s['v_now']:.2f}", s["policy_action"], s["best_question"], asked)
