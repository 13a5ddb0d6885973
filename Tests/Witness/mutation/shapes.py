"""Changes of what kind of node it is, and of its size."""

import copy

from protocol import canonical
from protocol.verdict import GREATEST_NODE, GREATEST_PAYLOAD

from .identifiers import random_id, random_uuid
from .nodes import good_data
from .places import contents, pick
from .spelling import Spelled
from .values import ACTIONS, NUMBERS, OTHER_ACTIONS


def other_action(dice, tree):
    """Another action, known or not, over the same data."""
    tree["action"] = dice.choice(ACTIONS if dice.random() < 0.6 else OTHER_ACTIONS)


def other_dialect(dice, tree):
    """The same fields in the other dialect, in both, or in none."""
    fields, name = contents(tree)
    if fields is None:
        return
    other = "fields" if name == "payload" else "payload"
    data = tree["data"]
    if dice.random() < 0.7:
        del data[name]
    if dice.random() < 0.8:
        data[other] = copy.deepcopy(fields)


def other_data(dice, tree):
    """The data of another node."""
    tree["data"] = good_data(dice)
    if dice.random() < 0.3:
        tree["data"]["conflictResolution"] = None


def other_parents(dice, tree):
    """Another number of parents, of which some may be equal or none."""
    parents = tree.get("parents")
    known = (
        [p for p in parents if isinstance(p, str)] if isinstance(parents, list) else []
    )
    count = dice.choice((0, 1, 2, 2, 9, 10, 11, 12))
    parents = (known + [random_id(dice) for _ in range(count)])[:count]
    if parents and dice.random() < 0.3:
        parents[dice.randrange(len(parents))] = parents[0]
    if parents and dice.random() < 0.3:
        bad = (
            parents[0].upper(),
            parents[0][7:],
            "QmYwAPJzv5CZsnA6",
            "",
            5,
            None,
            [],
            {},
        )
        for _ in range(dice.choice((1, 2))):
            parents[dice.randrange(len(parents))] = dice.choice(bad)
    tree["parents"] = parents


def other_lamport(dice, tree):
    """A lamport at a border."""
    if isinstance(tree.get("timestamp"), dict):
        tree["timestamp"]["lamport"] = dice.choice(NUMBERS)


def other_field(dice, tree):
    """A field of another node of the same action, good or not in this one's dialect."""
    fields, _ = contents(tree)
    if fields is None:
        return
    for _ in range(8):
        others, _ = contents({"data": good_data(dice)})
        if others:
            name = dice.choice(list(others))
            fields[name] = others[name]
            return


def mix_snoozes(dice, tree):
    """A SNOOZE with some of the fields of its three forms."""
    fields, name = contents(tree)
    if fields is None:
        return
    tree["action"] = "SNOOZE"
    if name == "payload":
        tree["parents"] = [random_id(dice)]
    fields.clear()
    time = "2025-01-05T09:00:00Z"
    forms = {
        "todoTaskId": random_uuid(dice, is_payload=True),
        "daysToExtend": dice.choice((0, 1, 1, 2.5, 30)),
        "newDeadline": time,
        "snoozeUntil": time,
    }
    chosen = dice.sample(list(forms), dice.randrange(5))
    fields.update((name, forms[name]) for name in chosen)


def nest(dice, tree):
    """So many nested arrays or objects that 64 are open at once, or one more."""
    where = dice.choice(("createdAt", "data"))
    fields, _ = contents(tree)
    # The node is one; `data` and the object in it are two more.
    outer = 1 if where == "createdAt" or fields is None else 3
    count = 64 - outer + dice.choice((-1, 0, 0, 1, 1, 500))
    opening = dice.choice(("[", '{"a":'))
    closing = {"[": "]"}.get(opening, "}")
    # Around nothing: the last of the brackets is the deepest value.
    deep = Spelled(opening * count + "0" + closing * count)
    if outer == 1:
        tree["createdAt"] = deep
    else:
        fields["tags"] = deep


def fill(dice, tree, excess):
    """Makes a good node so many bytes longer than a limit allows, or none."""
    fields, author = contents(tree)[0], tree["author"]
    name = "description" if tree["action"] in ("CREATE", "UPDATE") else "notes"
    if dice.random() < 0.5:
        fields[name] = ""
        length = len(canonical.canonical(fields))
        fields[name] = "x" * (GREATEST_PAYLOAD + excess - length)
    else:
        tree["signature"] = "0" * 128
        author["name"] = ""
        length = len(canonical.without_replica_members(tree))
        author["name"] = "x" * (GREATEST_NODE + excess - length)


def exchange(dice, tree):
    """Two values have changed places."""
    first, second = pick(dice, tree), pick(dice, tree)
    if first and second:
        (a, i), (b, j) = first, second
        values = copy.deepcopy(a[i]), copy.deepcopy(b[j])
        b[j], a[i] = values


CHANGES = (
    (other_action, 4), (other_dialect, 3), (other_data, 3), (other_parents, 4),
    (other_lamport, 2), (other_field, 3), (mix_snoozes, 2), (nest, 1), (exchange, 1),
)  # fmt: skip
