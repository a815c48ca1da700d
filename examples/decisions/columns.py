"""Prints some columns of the rows of runs: columns.py FILE COLUMN..."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    row = json.loads(line)
    print(row["trajectory_id"], *(f"{name}={row[name]}" for name in sys.argv[2:]))
