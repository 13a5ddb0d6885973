"""Good nodes: signed and unsigned ones of every action in both dialects."""

from protocol import canonical

from . import signing
from .fields import Fields
from .identifiers import random_id, random_uuid
from .values import ACTIONS, good_json

ONLY_FIELDS = {"ADD_TODO", "COMPLETE"}


def good_node(dice):
    """A node that passes stage 1."""
    is_payload = dice.random() < 0.5
    action = good_action(dice, is_payload)
    parents = [random_id(dice) for _ in range(parent_count(dice, action, is_payload))]
    node = {
        "version": 1,
        "parents": parents,
        "timestamp": {
            "lamport": 1 if action == "CREATE" else dice.choice((2, 3, 900, 2**53 - 1)),
            "wall": dice.choice(
                ("2025-01-01T08:00:00.000Z", "2024-02-29T23:59:59.999Z")
            ),
        },
        "author": author(dice, is_payload),
        "action": action,
        "data": Fields(dice, parents, is_payload).data(action),
    }
    if is_payload or dice.random() < 0.95:
        node["taskId"] = random_uuid(dice, is_payload)
    if "publicKey" in node["author"] and dice.random() < 0.8:
        node["signature"] = signing.signature(node["author"]["publicKey"], node, dice)
    node["id"] = canonical.id_of(node)
    if dice.random() < 0.2:
        node["accessList"] = ["105900000000000000042"][: dice.randrange(2)]
    if dice.random() < 0.2:
        node["createdAt"] = good_json(dice)
    return node


def good_action(dice, is_payload):
    """An action of a dialect. A MERGE comes more often: it has the most rules."""
    if is_payload:
        known = [action for action in ACTIONS if action not in ONLY_FIELDS]
        return dice.choice((*known, "MERGE", "MERGE"))
    return dice.choice((*ACTIONS, "ADD_COMMENT", "ATTACH"))


def good_data(dice):
    """The member `data` of any node."""
    is_payload = dice.random() < 0.5
    parents = [random_id(dice)]
    return Fields(dice, parents, is_payload).data(good_action(dice, is_payload))


def parent_count(dice, action, is_payload):
    """How many parents such a node may have."""
    if action == "MERGE":
        return dice.choice((2, 2, 3, 10))
    if is_payload:
        return 0 if action == "CREATE" else 1
    return dice.choice((0, 1, 1, 1, 2, 10))


def author(dice, is_payload):
    """An author with one of the test keys."""
    key = signing.public_key(dice.choice(signing.KEYS))
    result = {"userId": key[:32], "deviceId": dice.choice(("phone", "é", "3F2504E0"))}
    if is_payload or dice.random() < 0.9:
        result["publicKey"] = key
    for name in ("name", "email", "deviceName"):
        if dice.random() < 0.3:
            result[name] = dice.choice(("", "Zoé", "a@example.org"))
    return result
