"""The columns that a shard must have, written down a second time.

voi's own definition is in Go. This one is copied by hand from the page on shards, so that a
change of only one of them is noticed.
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
    ("reading", pa.string(), False),
    ("flags", STRINGS, False),
]

# Layouts other than generic: columns that must be there, in any order. The trl layout has all
# generic ones, with another name for `tools`.
LAYOUTS = {
    "trl": [
        ("tool_schemas" if name == "tools" else name, kind, nullable)
        for name, kind, nullable in GENERIC
    ],
    "verl": [
        ("sample_id", pa.string(), False),
        ("data_source", pa.string(), False),
        ("prompt", MESSAGES, False),
        ("ability", pa.string(), False),
        ("reward_model", pa.struct([("style", pa.string()), ("ground_truth", pa.string())]), False),
        (
            "extra_info",
            pa.struct(
                [
                    ("split", pa.string()),
                    ("index", pa.int64()),
                    ("sample_id", pa.string()),
                    ("source", pa.string()),
                    ("action", pa.string()),
                ]
            ),
            False,
        ),
    ],
    "openrlhf": [
        ("sample_id", pa.string(), False),
        ("input", MESSAGES, False),
        ("label", pa.string(), False),
        ("datasource", pa.string(), False),
        ("split", pa.string(), False),
        ("action", pa.string(), False),
    ],
    "slime": [
        ("sample_id", pa.string(), False),
        ("prompt", MESSAGES, False),
        ("label", pa.string(), False),
        ("tools", pa.string(), False),
        (
            "metadata",
            pa.struct(
                [
                    ("sample_id", pa.string()),
                    ("source_name", pa.string()),
                    ("split", pa.string()),
                    ("action", pa.string()),
                ]
            ),
            False,
        ),
    ],
    "sft": [("messages", MESSAGES, False)],
    "pref": [
        ("prompt", MESSAGES, False),
        ("chosen", MESSAGES, False),
        ("rejected", MESSAGES, False),
    ],
}

# Layouts whose files are JSON lines, and the keys of a line.
JSON_LINES = {
    "nemo-gym": ["responses_create_params", "label", "sample_id", "source", "split", "action"],
}

# Layouts whose rows carry their sample as a label, and the place of the label.
LABELS = {
    "verl": lambda row: row["reward_model"]["ground_truth"],
    "openrlhf": lambda row: row["label"],
    "nemo-gym": lambda row: row["label"],
    "slime": lambda row: row["label"],
}
LABEL_KEYS = ["sample_id", "messages", "tools", "reference", "domains", "labels"]

# Names that verl reads from extra_info or sets there: verl would misread a column with such a
# name.
VERL_RESERVED = {
    "tools_kwargs",
    "interaction_kwargs",
    "need_tools_kwargs",
    "tool_selection",
    "num_turns",
    "rollout_reward_scores",
    "experiment_name",
}

# Columns of JSON text, and the type of their top level.
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
CONVERSATIONS = {"prompt", "input", "messages", "chosen", "rejected"}

ACTIONS = {"TOOLCALL", "ASK", "REFUSE", "DIRECTLY"}
ACTION_SOURCES = {"given", "tag", "heuristic"}
BELIEF_SOURCES = {"given", "held_out", "reference", "contrast", "llm", "question", "gold", "schema", "none"}
DOMAIN_KEYS = ["type", "size", "values", "min", "max", "step", "data_dependent", "source"]
BOUND_KEYS = ["min_source", "max_source", "step_source"]

# Layouts that a trainer of TRL reads.
TRL_LAYOUTS = {"trl", "sft", "pref"}

# Names that TRL's trainers pass to a reward function themselves: a column with such a name would
# be hidden, or break the call.
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
