"""Changes of values where they stand."""

import base64

from .identifiers import random_uuid
from .places import contents, objects, pick
from .spelling import Spelled
from .values import (
    BORDERS,
    NUMBER_BORDERS,
    NUMBER_FIELDS,
    NUMBERS,
    TEXTS,
    TIMES,
    any_json,
)

HEXADECIMAL = {"id", "userId", "publicKey", "signature", "parents", "deletedChain",
               "base", "chosenParent"}  # fmt: skip
UUIDS = {"taskId", "todoTaskId"}
TIME_NAMES = {
    "wall",
    "deadline",
    "completed",
    "completedAt",
    "newDeadline",
    "snoozeUntil",
}
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def named(names):
    """Whether a text is the value, or in the array, of one of these names."""
    return lambda value, path: isinstance(value, str) and bool(names & set(path[-2:]))


def is_number(value, _):
    """Whether a value is a number, in any spelling."""
    return isinstance(value, (int, float, Spelled)) and not isinstance(value, bool)


def other_value(dice, tree):
    """Something else, of any type."""
    if place := pick(dice, tree):
        place[0][place[1]] = any_json(dice)


def nothing(dice, tree):
    """Null."""
    if place := pick(dice, tree):
        place[0][place[1]] = None


def other_number(dice, tree):
    """A number at a border, or spelled unusually."""
    if place := pick(dice, tree, is_number):
        place[0][place[1]] = dice.choice(NUMBERS)


def border(dice, tree):
    """A value at the borders of what a field may be, also deep in a MERGE."""
    fields, _ = contents(tree)
    filled = [o for o in objects(fields or {}) if o]
    if filled:
        # One that is there, so that there is a rule for it more often than not.
        container = dice.choice(filled)
        name = dice.choice(list(container))
        borders = NUMBER_BORDERS if name in NUMBER_FIELDS else BORDERS
        container[name] = dice.choice(borders)


def other_text(dice, tree):
    """Another text, or nearly the same."""
    if place := pick(dice, tree, lambda value, _: isinstance(value, str)):
        text = place[0][place[1]]
        near = (
            text + "\n",
            " " + text,
            text.upper(),
            text[:-1],
            text + "é",
            text * 2,
            "",
        )
        place[0][place[1]] = dice.choice(near if dice.random() < 0.5 else TEXTS)


def other_time(dice, tree):
    """A time that may not exist, or is written otherwise."""
    if place := pick(dice, tree, named(TIME_NAMES)):
        place[0][place[1]] = dice.choice(TIMES)


def other_uuid(dice, tree):
    """A UUID in another case, another, or none."""
    if place := pick(dice, tree, named(UUIDS)):
        text = place[0][place[1]]
        place[0][place[1]] = dice.choice(
            (
                text.upper(), text.lower(), text.title(), text.replace("-", ""),
                text.replace("-", "_"), text[:-1], text + "0", text[:-1] + "g",
                text + "\n", "{" + text + "}", "urn:uuid:" + text,
                text[9:] + "-" + text[:8], "0" * 8 + "-0000" * 3 + "-" + "0" * 12,
                random_uuid(dice, True),
            )
        )  # fmt: skip


def other_digits(dice, tree):
    """An id, key or signature that is encoded otherwise, or is another one."""
    if place := pick(dice, tree, named(HEXADECIMAL)):
        text = place[0][place[1]]
        prefix = "sha256:" if text.startswith("sha256:") else ""
        digits = text.removeprefix(prefix)
        place[0][place[1]] = dice.choice(ENCODINGS)(dice, prefix, digits)


def flip_digit(dice, prefix, digits):
    """Well formed, but another one."""
    if not digits:
        return prefix
    place = dice.randrange(len(digits))
    return (
        prefix + digits[:place] + dice.choice("0123456789abcdef") + digits[place + 1 :]
    )


def in_base64(_, prefix, digits):
    """The bytes in Base64."""
    return prefix + base64.b64encode(digits.encode()[: len(digits) // 2]).decode()


def in_base58(dice, prefix, digits):
    """As long as Base58 would be."""
    return prefix + "".join(dice.choice(BASE58) for _ in range(len(digits) * 11 // 16))


ENCODINGS = (
    flip_digit, flip_digit, flip_digit, in_base64, in_base58,
    lambda _, prefix, digits: prefix + digits.upper(),
    lambda _, prefix, digits: prefix.upper() + digits,
    lambda _, prefix, digits: digits if prefix else "sha256:" + digits,
    lambda _, prefix, digits: prefix.replace("256:", "512:") + digits,
    lambda _, prefix, digits: prefix + digits[:-1],
    lambda _, prefix, digits: prefix + digits + "0",
    lambda _, prefix, digits: prefix + digits[:-1] + "g",
    lambda _, prefix, digits: prefix + digits + "\n",
    lambda _, prefix, digits: prefix + "0" * len(digits),
    lambda _, prefix, digits: prefix + "f" * len(digits),
    lambda _, prefix, digits: prefix + "01" + "0" * (len(digits) - 2),
    lambda _, prefix, digits: digits[: len(digits) // 2],
    lambda *_: "",
)  # fmt: skip

CHANGES = (
    (other_value, 2), (border, 14), (nothing, 1.5), (other_number, 4), (other_text, 3),
    (other_time, 5), (other_uuid, 4), (other_digits, 8),
)  # fmt: skip
