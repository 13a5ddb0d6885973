"""Changes of which members there are."""

import copy

from .identifiers import random_id
from .places import contents, objects, pick
from .spelling import Again
from .values import NAMES, RESERVED, any_json, good_json


def drop(dice, tree):
    """One member or element is missing."""
    if place := pick(dice, tree):
        del place[0][place[1]]


def rename(dice, tree):
    """One member has another name."""
    if place := pick(dice, tree, lambda _, path: isinstance(path[-1], str)):
        container, name = place
        value = container.pop(name)
        near = (
            name.upper(),
            name.lower(),
            name + " ",
            name[:-1],
            name + "\u0000",
            name + "s",
        )
        container[dice.choice(near if dice.random() < 0.5 else NAMES)] = value


def repeat(dice, tree):
    """One name occurs twice, with the same value or another."""
    container = dice.choice(list(objects(tree)))
    names = [name for name in container if isinstance(name, str)]
    if names:
        name = dice.choice(names)
        same = copy.deepcopy(container[name])
        container[Again(name)] = same if dice.random() < 0.5 else any_json(dice)


def add(dice, tree):
    """One member more, somewhere."""
    container = dice.choice(list(objects(tree)))
    container[dice.choice(NAMES)] = any_json(dice)


def add_field(dice, tree):
    """One field more: the fields dialect keeps it, the payload dialect refuses it."""
    fields, _ = contents(tree)
    if fields is not None:
        names = [name for name in NAMES if name not in fields and name != "\ud800"]
        fields[dice.choice(names)] = good_json(dice)


def add_reserved(dice, tree):
    """An UPDATE that carries what it must not, beside its fields or alone."""
    fields, _ = contents(tree)
    if fields is not None:
        tree["action"] = "UPDATE"
        if dice.random() < 0.6:
            fields.clear()
        for _ in range(dice.choice((1, 1, 2))):
            fields[dice.choice(RESERVED)] = dice.choice((None, True, "x", {}))


def add_replica_member(dice, tree):
    """Metadata of a replica, at the top where it belongs."""
    if dice.random() < 0.5:
        tree["createdAt"] = good_json(dice)
    else:
        tree["accessList"] = dice.choice(
            ([], ["a"], ["a", "a"], [""], ["a", 1], "a", None, {})
        )


def move(dice, tree):
    """One member stands in another object."""
    if place := pick(dice, tree, lambda _, path: isinstance(path[-1], str)):
        container, name = place
        value = container.pop(name)
        targets = [o for o in objects(tree) if o is not container]
        if targets:
            dice.choice(targets)[name] = value


def drop_key_or_signature(dice, tree):
    """A node without signature, without public key, or without both."""
    names = dice.choice((("signature",), ("publicKey",), ("signature", "publicKey")))
    for name in names:
        tree.pop(name, None)
        if isinstance(tree.get("author"), dict):
            tree["author"].pop(name, None)


def drop_optional(dice, tree):
    """One field, or member of the author, is missing, and need not be there."""
    fields, _ = contents(tree)
    for container in (fields, tree.get("author")):
        if isinstance(container, dict) and container:
            container.pop(dice.choice(list(container)))


def empty(_, tree):
    """No field at all."""
    fields, _ = contents(tree)
    if fields is not None:
        fields.clear()


def unchained(dice, tree):
    """A DELETE that does not say what it deletes, though its dialect may demand it."""
    fields, _ = contents(tree)
    if fields is not None:
        tree["action"] = "DELETE"
        fields.clear()
        if not tree.get("parents"):
            tree["parents"] = [random_id(dice)]


CHANGES = (
    (drop, 3), (rename, 2), (repeat, 1.5), (add, 2), (add_field, 6), (add_reserved, 3),
    (add_replica_member, 3), (move, 2), (drop_key_or_signature, 2), (drop_optional, 2),
    (empty, 2), (unchained, 1),
)  # fmt: skip
