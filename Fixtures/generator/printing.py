"""Prints JSON as Foundation's JSONEncoder does with the option prettyPrinted."""

import re

ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "/": "\\/",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def escaped(match):
    """The escape sequence of one character."""
    character = match.group()
    return ESCAPES.get(character) or f"\\u{ord(character):04x}"


def text_of_string(string):
    """A JSON string; all that need not be escaped stays as it is, but for `/`."""
    return '"' + re.sub(r'["\\/\x00-\x1f]', escaped, string) + '"'


def text_of(value, dice, indent=""):
    """The text of a JSON value, the members of objects in an order of chance.

    Without the option sortedKeys the encoder prints them as its hash table holds
    them.
    """
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [
            f"{inner}{text_of_string(name)} : {text_of(value[name], dice, inner)}"
            for name in dice.shuffled(value)
        ]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list):
        lines = [inner + text_of(element, dice, inner) for element in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    if isinstance(value, str):
        return text_of_string(value)
    if isinstance(value, (bool, type(None))):
        return {True: "true", False: "false", None: "null"}[value]
    return repr(value)
