"""The verdict of stage 1: one code, or none. Section 4."""

import dataclasses

from . import canonical
from .form import PAYLOAD_TOO_LARGE, SCHEMA_MISMATCH, NodeForm
from .text import Refused, read

TABLE = (
    SCHEMA_MISMATCH,
    "E_ENCODING_VIOLATION",
    "E_FORBIDDEN_FIELD",
    "E_MISSING_DELETED_CHAIN",
    PAYLOAD_TOO_LARGE,
    "E_HASH_MISMATCH",
    "E_INVALID_SIGNATURE",
)
ACCEPTED = "OK"
GREATEST_PAYLOAD = 1_048_576
GREATEST_NODE = 2_097_152


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What stage 1 says of a text."""

    code: str
    # The id that any I-JSON object would have as a node, valid or not.
    id: str | None = None
    signed_over: str | None = None
    # What is wrong with the form, as pairs of a member and a code.
    mistakes: tuple = ()
    # Whether it is rejected only because a signature is demanded.
    is_only_unsigned: bool = False


class Judge:
    """Judges texts as the protocol demands."""

    def __init__(self):
        """Reads the schema."""
        self._form = NodeForm()

    def verdict(self, text: bytes, signature_required: bool):
        """What stage 1 says of a text."""
        try:
            node = read(text)
        except Refused:
            return Verdict(SCHEMA_MISMATCH)
        mistakes = self._form.mistakes(node)
        if not isinstance(node, dict):
            return Verdict(SCHEMA_MISMATCH, mistakes=tuple(mistakes))
        mistakes += too_large(node)
        node_id = canonical.id_of(node)
        if mistakes:
            return Verdict(first_code(mistakes), node_id, mistakes=tuple(mistakes))
        # Both have a form now that can be compared with what it should be.
        if node["id"] != node_id:
            return Verdict("E_HASH_MISMATCH", node_id)
        if "signature" in node:
            has_key = "publicKey" in node["author"]
            signed_over = canonical.signed_over(node) if has_key else None
            code = ACCEPTED if signed_over else "E_INVALID_SIGNATURE"
            return Verdict(code, node_id, signed_over)
        if signature_required:
            return Verdict("E_INVALID_SIGNATURE", node_id, is_only_unsigned=True)
        return Verdict(ACCEPTED, node_id)


def first_code(mistakes):
    """The first code of the table, after more precise ones have taken their place."""
    precise = {member for member, code in mistakes if code != SCHEMA_MISMATCH}
    standing = {
        code
        for member, code in mistakes
        if code != SCHEMA_MISMATCH or member not in precise
    }
    return min(standing, key=TABLE.index)


def too_large(node):
    """What goes beyond the limits of section 1.

    The member is the size itself: that a payload is too large replaces nothing that is
    wrong inside it.
    """
    data = node.get("data")
    for name in ("payload", "fields"):
        value = data.get(name) if isinstance(data, dict) else None
        # Of another type it has a mistake that comes before its size.
        if (
            isinstance(value, dict)
            and len(canonical.canonical(value)) > GREATEST_PAYLOAD
        ):
            yield ("size", name), PAYLOAD_TOO_LARGE
    if len(canonical.without_replica_members(node)) > GREATEST_NODE:
        yield ("size", "node"), PAYLOAD_TOO_LARGE
