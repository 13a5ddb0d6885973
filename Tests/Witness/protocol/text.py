"""From text to a value: I-JSON, as section 2 refuses everything else."""

import json
import math
import re

GREATEST_DEPTH = 64
STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Refused(Exception):
    """The text is not I-JSON."""


def read(text: bytes):
    """The value that a text stands for. All its numbers are floats.

    Raises Refused.
    """
    try:
        characters = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("invalid UTF-8") from error
    if depth(characters) > GREATEST_DEPTH:
        raise Refused("nested too deep")
    try:
        value = json.loads(
            characters,
            object_pairs_hook=distinct,
            parse_float=double,
            parse_int=double,
            parse_constant=no_number,
        )
    except json.JSONDecodeError as error:
        raise Refused(str(error)) from error
    if ESCAPED_SURROGATE.search(characters):
        refuse_lone_surrogates(value)
    return value


def depth(characters):
    """How many arrays and objects are open at once, at most."""
    open_now = greatest = 0
    for match in STRING_OR_BRACKET.finditer(characters):
        if match[0] in "[{":
            open_now += 1
            greatest = max(greatest, open_now)
        elif match[0] in "]}":
            open_now -= 1
    return greatest


def distinct(members):
    """An object, if its names differ."""
    result = dict(members)
    if len(result) < len(members):
        raise Refused("a name occurs twice")
    return result


def double(digits):
    """The IEEE 754 double that stands for a number."""
    value = float(digits)
    if math.isinf(value):
        raise Refused("a number overflows")
    return value


def no_number(name):
    """Python would read NaN and Infinity."""
    raise Refused(f"{name} is not a number")


def refuse_lone_surrogates(value):
    """Python would read half of a pair as a character."""
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise Refused("a lone surrogate")
    elif isinstance(value, dict):
        for name, member in value.items():
            refuse_lone_surrogates(name)
            refuse_lone_surrogates(member)
    elif isinstance(value, list):
        for element in value:
            refuse_lone_surrogates(element)
