"""Prints the facts and the open questions of a search after each step: notes.py FILE RUN."""

import json
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    step = json.loads(line)
    if step["trajectory_id"] == sys.argv[2]:
        notes = json.loads(step["notes"])
        print(step["step"], "known:", *(f"{n['text']} (message {n['message']})" for n in notes["facts"]))
        print("  open:", *(n["text"] for n in notes["open"]))
