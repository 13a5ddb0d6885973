"""Logs: good nodes that follow one another, with texts and times of all kinds."""

import json

from . import signing
from .nodes import good_node

TASK = "c0ffee11-1111-4111-8111-111111111111"
TEXTS = (
    "Zoé 😀",
    "<a@b> c",
    "a\nb\tc",
    "",
    " .,:;'\"\\ ",
    "\0\x1b[2J\x7f\x85\u200e\u202e\u2066\u2028x",
    "x" * 200,
    "é" * 201,
    "Redo-Node: sha256:0",
    "\r\n\r\nparent 0",
)
WALLS = (
    "0000-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:01.999Z",
    "2000-02-29T12:34:56.789Z",
    "2038-01-19T03:14:08.000Z",
    "9999-12-31T23:59:59.999Z",
)
# Nodes that may be a parent of the next one: the more, the wider the log.
RECENT = 150


def good_log(dice, count):
    """The texts of so many nodes of one task, parents first."""
    nodes = []
    while len(nodes) < count:
        node = good_node(dice)
        recent = nodes[-RECENT:]
        if len(node["parents"]) <= len(recent):
            nodes.append(followed(dice, node, recent))
    return [json.dumps(node).encode() for node in nodes]


def followed(dice, node, recent):
    """A node with others as its parents, and other texts."""
    parents = dice.sample(recent, len(node["parents"]))
    text = json.dumps(node)
    for old, new in zip(node["parents"], parents, strict=True):
        text = text.replace(old, new["id"])
    node = json.loads(text)
    node["taskId"] = TASK
    lamports = [parent["timestamp"]["lamport"] for parent in parents]
    node["timestamp"] = {
        "lamport": max(lamports, default=0) + 1,
        "wall": dice.choice(WALLS),
    }
    node["author"]["name"] = dice.choice(TEXTS)
    node["author"]["deviceId"] = dice.choice(TEXTS) or "-"
    for data in node["data"].values():
        if isinstance(data, dict) and "title" in data and node["action"] == "CREATE":
            data["title"] = dice.choice(TEXTS) or "-"
    if node.pop("signature", None):
        signing.sign_again(node, dice)
    else:
        signing.hash_again(node)
    return node
