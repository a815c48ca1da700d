"""Prints the verdict on each critical call, and the conditions that it does not meet."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    step = json.loads(line)
    for call in json.loads(step["critical"]):
        print(step["trajectory_id"], call["tool"], call["verdicts"]["balanced"], *call["unmet"])
