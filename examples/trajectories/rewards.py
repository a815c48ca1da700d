"""Prints the reward, the return to go and the advantage of each step."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    s = json.loads(line)
    parts = " ".join(f"{k} {v:+.2f}" for k, v in json.loads(s["components"]).items() if v)
    if s["reward"] is None:
        print(s["trajectory_id"], s["step"], "unscored:", parts)
    else:
        print(s["trajectory_id"], s["step"], f"reward {s['reward']:+.3f} to go {s['return_to_go']:.3f} advantage {s['advantage']:+.3f}:", parts)
