"""Checks the second reading itself: the schema, the sample log, the vectors."""

import json

from mutation.cases import FIXTURES
from protocol.text import read
from protocol.verdict import ACCEPTED, Judge


def failures():
    """Everything that the second reading does not judge as it should, in words.

    Raises ValueError if the schema is none.
    """
    return [*failures_in_sample_log(Judge()), *failures_in_vectors(Judge())]


def failures_in_sample_log(judge):
    """Nodes of the sample log that are refused."""
    for node in read((FIXTURES / "redo_changes.json").read_bytes()):
        verdict = judge.verdict(json.dumps(node).encode(), signature_required=True)
        if verdict.code != ACCEPTED:
            yield f"{node['id']} of redo_changes.json is {verdict}"


def failures_in_vectors(judge):
    """Vectors that expect another code."""
    for line in (FIXTURES / "vectors" / "nodes.jsonl").read_text("utf-8").splitlines():
        vector = json.loads(line)
        verdict = judge.verdict(vector["node"].encode(), vector["requireSignature"])
        if verdict.code != vector["expect"]:
            yield (
                f"vector {vector['name']!r} is {verdict.code} to the witness,"
                f" not {vector['expect']}"
            )
