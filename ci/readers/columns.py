"""The columns that a shard must have, written down a second time.

voi's own definition is in Go. This one is copied by hand from the page on
shards, so that a change of one without the other is noticed.
"""

import pyarrow as pa

STRINGS = pa.list_(pa.string())
MESSAGES = pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))

# Name, Arrow type, nullable; in the order of the file.
GENERIC = [
    ("sample_id", pa.string(), False),
    ("source", pa.string(), False),
    ("split", pa.string(), False),
    ("prompt", MESSAGES, False),
    ("prompt_chars", pa.int64(), False),
    ("tools", pa.string(), False),
    ("domains", pa.string(), False),
    ("action", pa.string(), False),
    ("action_source", pa.string(), False),
    ("reference", pa.string(), False),
    ("answers", pa.string(), True),
    ("candidates", pa.string(), False),
    ("provenance", pa.string(), False),
    ("missing", STRINGS, False),
    ("belief_source", pa.string(), False),
    ("policy_action", pa.string(), False),
    ("best_question", pa.string(), False),
    ("v_now", pa.float64(), True),
    ("evpi_max", pa.float64(), True),
    ("evpi", pa.string(), False),
    ("agrees", pa.bool_(), True),
    ("flags", STRINGS, False),
]

# Layouts other than generic: columns that must be there, in any order. The trl
# layout holds all generic ones, `tools` under another name.
LAYOUTS = {
    "trl": [
        ("tool_schemas" if name == "tools" else name, kind, nullable)
        for name, kind, nullable in GENERIC
    ],
    "sft": [("messages", MESSAGES, False)],
    "pref": [
        ("prompt", MESSAGES, False),
        ("chosen", MESSAGES, False),
        ("rejected", MESSAGES, False),
    ],
}

# Columns of JSON text, and what stands at the top of it.
JSON_COLUMNS = {
    "tools": list,
    "tool_schemas": list,
    "domains": dict,
    "reference": dict,
    "answers": dict,
    "candidates": list,
    "provenance": dict,
    "evpi": list,
}

# Columns that hold a conversation.
CONVERSATIONS = {"prompt", "messages", "chosen", "rejected"}

ACTIONS = {"TOOLCALL", "ASK", "REFUSE", "DIRECTLY"}
ACTION_SOURCES = {"given", "tag", "heuristic"}
BELIEF_SOURCES = {"given", "held_out", "reference", "contrast", "llm", "schema", "none"}
DOMAIN_KEYS = ["type", "size", "values", "min", "max", "step", "data_dependent", "source"]

# Names that TRL's trainers pass to a reward function themselves: a column that
# has one would be hidden, or break the call.
TRL_RESERVED = {
    "prompts",
    "completion",
    "completions",
    "completion_ids",
    "trainer_state",
    "log_extra",
    "log_metric",
    "environments",
}
