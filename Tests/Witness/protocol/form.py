"""The form of a node: the schema, and beside it what no schema can say.

A mistake is a pair: the member that it is in, as a path, and its code.
"""

import json
import pathlib
import re

import jsonschema

SCHEMA_MISMATCH = "E_SCHEMA_MISMATCH"
PAYLOAD_TOO_LARGE = "E_PAYLOAD_TOO_LARGE"
SCHEMA_PATH = pathlib.Path(__file__).parents[3] / "docs" / "redo-node.schema.json"
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T", re.ASCII)


def is_day_of_calendar(text):
    """Whether a time with the form of one is on a day that exists.

    Python's own dates know no year 0.
    """
    match = isinstance(text, str) and DATE.match(text)
    if not match:
        return True  # The pattern beside the format refuses it.
    year, month, day = map(int, match.groups())
    if month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        return day <= 29
    return not 1 <= month <= 12 or day <= DAYS[month - 1]


def ecma_pattern(_, pattern, instance, __):
    """The keyword `pattern` as JSON Schema means it.

    Python's $ also matches before a last line feed.
    """
    if isinstance(instance, str):
        python = pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern
        if not re.search(python, instance):
            yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


class NodeForm:
    """The schema, ready to find mistakes."""

    def __init__(self, path: pathlib.Path = SCHEMA_PATH):
        """Reads the schema. Raises ValueError if it is none of draft 2020-12."""
        schema = json.loads(path.read_text(encoding="utf-8"))
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            # Alone: the error itself cannot go from one process to another.
            raise ValueError(
                f"{path} is not a schema: {error.message}, at {error.json_path}"
            ) from None
        formats = jsonschema.FormatChecker(formats=())
        formats.checkers = {"date-time": (is_day_of_calendar, ())}
        kind = jsonschema.validators.extend(
            jsonschema.Draft202012Validator, {"pattern": ecma_pattern}
        )
        self._validator = kind(schema, format_checker=formats)

    def mistakes(self, node):
        """All mistakes of a value, as pairs of a member and a code."""
        errors = self._validator.iter_errors(node)
        found = [mistake for error in errors for mistake in mistakes_of(error)]
        if isinstance(node, dict):
            found += mistakes_beside_schema(node)
        return found


def mistakes_of(error):
    """Which members a failed keyword is about, each with the keyword's code."""
    path = list(error.absolute_path)
    annotations = error.schema if isinstance(error.schema, dict) else {}
    code = annotations.get("x-code", {}).get(error.validator, SCHEMA_MISMATCH)
    if error.validator == "required":
        # What is missing is the member, not the object that lacks it.
        for name in error.validator_value:
            if name not in error.instance:
                yield member_of([*path, name]), code
    else:
        yield member_of(path), code


def member_of(path):
    """A member is taken as a whole: `parents` with all its elements, and so on."""
    depth = {"author": 2, "timestamp": 2, "data": 3}.get(path[0], 1) if path else 0
    return tuple(path[:depth])


def mistakes_beside_schema(node):
    """What compares one member with another."""
    author = node.get("author")
    if isinstance(author, dict):
        user, key = author.get("userId"), author.get("publicKey")
        if is_hexadecimal(user, 32) and is_hexadecimal(key, 64) and key[:32] != user:
            yield ("author", "userId"), SCHEMA_MISMATCH
    parents = node.get("parents")
    if node.get("action") == "MERGE" and isinstance(parents, list):
        for entry in entries_of_merge(node):
            if "chosenParent" in entry and entry["chosenParent"] not in parents:
                yield ("data", "payload", "resolutions"), SCHEMA_MISMATCH


def is_hexadecimal(value, length):
    """Whether a value is so many lower-case digits."""
    return isinstance(value, str) and bool(re.fullmatch(f"[0-9a-f]{{{length}}}", value))


def entries_of_merge(node):
    """The well-formed entries of a MERGE in the payload dialect."""
    value = node.get("data")
    for name in ("payload", "resolutions"):
        value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        return
    todos = [t for t in elements(value.get("todos")) if isinstance(t, dict)]
    lists = [value.get("task"), *(todo.get("fields") for todo in todos)]
    for entries in lists:
        yield from (e for e in elements(entries) if isinstance(e, dict))


def elements(value):
    """The elements of an array; none of anything else."""
    return value if isinstance(value, list) else []
