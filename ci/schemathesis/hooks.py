"""Constraints that the schemas of openapi.yaml cannot express: names and labels that this server knows."""

import json
import os

import schemathesis
from hypothesis import strategies as st

samples = json.loads(os.environ["VOI_SAMPLES"])
references = st.fixed_dictionaries(
    {"action": st.sampled_from(["TOOLCALL", "ASK", "REFUSE", "DIRECTLY"])},
    optional={"tool_calls": st.just([{"name": "t", "arguments": {}}])},
)
labels = st.one_of(
    references,
    st.fixed_dictionaries({"reference": references}),
    st.fixed_dictionaries({"sample_id": st.sampled_from(samples)}),
)

schemathesis.openapi.format("voi-profile", st.sampled_from(["baseline", "certainty", "guarded"]))
schemathesis.openapi.format("voi-sample", st.sampled_from(samples))
schemathesis.openapi.format("voi-label", labels.map(json.dumps))


@schemathesis.hook
def map_body(context, body):
    """OpenRLHF's lists have equal lengths."""
    keys = ["query", "prompts", "labels"]
    if context.operation.path == "/openrlhf" and isinstance(body, dict):
        lists = [body[k] for k in keys if isinstance(body.get(k), list)]
        least = min(map(len, lists), default=0)
        body = {k: v[:least] if k in keys and isinstance(v, list) else v for k, v in body.items()}
    return body
