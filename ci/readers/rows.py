"""Checks that must hold for every row, computed from the row alone."""

import json

import columns


def check(report, where, layout, row):
    """One row of any layout."""
    for name in sorted(columns.CONVERSATIONS & set(row)):
        check_messages(report, where, name, row[name])
    values = check_json(report, where, row)
    if layout in ("generic", "trl"):
        check_labels(report, where, row, values)
    if layout in columns.LABELS:
        check_label(report, where, layout, row)


def check_messages(report, where, name, messages):
    if not report.check(bool(messages), where, f"{name} is empty"):
        return
    for i, message in enumerate(messages):
        ok = message and message["role"] in ("system", "user", "assistant", "tool")
        report.check(ok, where, f"{name}[{i}] has no role")
        ok = message and message["content"] is not None
        report.check(ok, where, f"{name}[{i}] has no content")
    if name in ("prompt", "input", "messages"):
        report.check(messages[0]["role"] == "system", where, f"{name} has no system message first")


def check_conversation(report, where, texts, label):
    """A label holds the conversation after voi's system message, and before it the source's own
    system text, which voi's message also holds.
    """
    said = list(label["messages"])
    while said and said[0]["role"] == "system" and said[0]["content"] in texts[0]:
        said = said[1:]
    report.check(texts[1:] == [m["content"] for m in said], where, "label has other messages")


def check_label(report, where, layout, row):
    """The label is one JSON text with the whole sample, and the columns beside it are those that the trainer reads."""
    label = json.loads(columns.LABELS[layout](row))
    report.check(list(label) == columns.LABEL_KEYS, where, f"label has keys {list(label)}")
    report.check(label["sample_id"] == row["sample_id"], where, "label is of another sample")
    report.check(bool(label["reference"]["action"]), where, "label has no reference action")
    for key in ("belief_source", "candidates", "v_now", "missing", "provenance"):
        report.check(key in label["labels"], where, f"labels lack {key}")
    if layout == "nemo-gym":
        check_task(report, where, row, label)
    else:
        messages = row["input"] if layout == "openrlhf" else row["prompt"]
        check_conversation(report, where, [m["content"] for m in messages], label)
    if layout == "slime":
        report.check(json.loads(row["tools"]) == label["tools"], where, "tools are not the label's")
        report.check("## Tools" not in row["prompt"][0]["content"], where, "tools in the prompt, too")
        report.check("rm_type" not in row["metadata"], where, "metadata chooses a reward")
    if layout == "verl":
        report.check(row["reward_model"]["style"] == "rule", where, "style is not rule")
        reserved = sorted(columns.VERL_RESERVED & set(row["extra_info"]))
        report.check(not reserved, where, f"extra_info has {reserved}")


# The items of a conversation that NeMo Gym's converter knows, with their keys.
ITEM_KEYS = {
    "message": ["type", "role", "content"],
    "function_call_output": ["type", "call_id", "output"],
}


def check_task(report, where, row, label):
    """responses_create_params is a request of the Responses API: tools are flat."""
    params = row["responses_create_params"]
    report.check(list(params) == ["input", "tools"], where, f"request has keys {list(params)}")
    for item in params["input"]:
        keys = list(item)
        report.check(keys == ITEM_KEYS.get(item["type"]), where, f"item has keys {keys}")
        role = item.get("role", "assistant")
        report.check(role in ("system", "user", "assistant"), where, f"item has the role {role}")
    texts = [item.get("content", item.get("output")) for item in params["input"]]
    check_conversation(report, where, texts, label)
    flat = [{"type": "function", **t["function"], "strict": False} for t in label["tools"]]
    report.check(params["tools"] == flat, where, "tools are not the label's, flat")


def check_json(report, where, row):
    """Parse the row's JSON columns that are not null."""
    values = {}
    for name, kind in columns.JSON_COLUMNS.items():
        if row.get(name) is None:
            report.check(name == "answers" or name not in row, where, f"{name} is null")
            continue
        try:
            values[name] = json.loads(row[name])
        except ValueError as err:
            report.check(False, where, f"{name} is not JSON: {err}")
            continue
        report.check(isinstance(values[name], kind), where, f"{name} is no {kind.__name__}")
    for tool, domains in values.get("domains", {}).items():
        for parameter, domain in domains.items():
            keys = list(domain)
            fixed = len(columns.DOMAIN_KEYS)
            ok = keys[:fixed] == columns.DOMAIN_KEYS and set(keys[fixed:]) <= set(columns.BOUND_KEYS)
            report.check(ok, where, f"domain of {tool}.{parameter} has keys {list(domain)}")
    return values


def check_labels(report, where, row, values):
    for name, kind, nullable in columns.GENERIC:
        if name in row and not nullable:
            report.check(row[name] is not None, where, f"{name} is null")
    report.check(row["sample_id"], where, "sample_id is empty")
    report.check(row["action"] in columns.ACTIONS, where, f"action {row['action']}")
    source = row["action_source"]
    report.check(source in columns.ACTION_SOURCES, where, f"action_source {source}")
    source = row["belief_source"]
    report.check(source in columns.BELIEF_SOURCES, where, f"belief_source {source}")
    chars = sum(len(message["content"] or "") for message in row["prompt"] or [])
    report.check(row["prompt_chars"] == chars, where, f"prompt_chars is not {chars}")
    reference = values.get("reference", {})
    keys = list(reference)
    report.check(keys == ["action", "tool_calls", "question"], where, f"reference has keys {keys}")
    report.check(reference.get("action") == row["action"], where, "reference has another action")
    check_belief(report, where, row, values)


def check_belief(report, where, row, values):
    """F12: no belief, or numbers within their bounds and questions best first."""
    none = row["belief_source"] == "none"
    report.check(none == (row["v_now"] is None), where, "v_now is null just where no belief is")
    report.check(none == (row["policy_action"] == "none"), where, f"policy {row['policy_action']}")
    decided = not none and row["action"] in ("TOOLCALL", "ASK")
    agrees = (row["policy_action"] == "ask") == (row["action"] == "ASK") if decided else None
    report.check(row["agrees"] is agrees, where, f"agrees is {row['agrees']}, not {agrees}")
    if none or row["v_now"] is None:
        return
    report.check(0 <= row["v_now"] <= 1, where, f"v_now is {row['v_now']}")
    questions = values.get("evpi", [])
    best = max((q["evpi"] for q in questions), default=0.0)
    report.check(row["evpi_max"] == best, where, f"evpi_max is {row['evpi_max']}, not {best}")
    scores = [q["score"] for q in questions]
    falling = all(a >= b - 1e-12 for a, b in zip(scores, scores[1:]))
    report.check(falling, where, "evpi is not ordered by score")
    names = []
    if questions:
        names = [f"{questions[0]['tool']}.{aspect}" for aspect in questions[0]["aspects"]]
    report.check(row["best_question"] == ",".join(names), where, f"best_question is not {names}")
