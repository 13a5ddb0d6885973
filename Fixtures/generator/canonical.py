"""Canonical bytes, ids, signatures, derived to-do ids and times.

These modules are a second reading of the specification of the change log, in
Python, to check the fixtures without the Swift code: canonical bytes come from the
package rfc8785, signatures from PyNaCl, everything else is written here from the
text. One thing is left out: the action MERGE, which the sample log does not use.

Section numbers are those of the specification. This module is sections 1 to 3.
"""

import datetime
import hashlib
import re
import uuid

import nacl.exceptions
import nacl.signing
import rfc8785

UTC = datetime.timezone.utc
MAX_INTEGER = 2**53 - 1

UNHASHED = {"id", "signature", "accessList", "createdAt"}


def body(node):
    """The canonical bytes that are hashed and signed."""
    return rfc8785.dumps({k: v for k, v in node.items() if k not in UNHASHED})


def node_id(node):
    """The id that the node should have."""
    return digest(body(node))


def digest(data):
    """SHA-256 of bytes, in the form that ids and state hashes have."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def signature_verifies(node):
    """Whether the node is signed, over its body, by the key that it names."""
    key = nacl.signing.VerifyKey(bytes.fromhex(node["author"]["publicKey"]))
    try:
        key.verify(body(node), bytes.fromhex(node["signature"]))
    except nacl.exceptions.BadSignatureError:
        return False
    return True


def uuid_of_hash(first_bytes, version):
    """A UUID of 16 bytes of a hash, with its version and variant set."""
    raw = bytearray(first_bytes[:16])
    raw[6] = raw[6] & 0x0F | version << 4
    raw[8] = raw[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(raw)))


def next_todo_id(task_id, todo_id):
    """The to-do that follows a completed one of a recurring task."""
    text = f"redo:next:{task_id.lower()}:{todo_id.lower()}"
    return uuid_of_hash(hashlib.sha256(text.encode()).digest(), 4)


def implied_todo_id(id_of_node):
    """The to-do that a node makes when it does not name one."""
    return uuid_of_hash(bytes.fromhex(id_of_node.removeprefix("sha256:")), 8)


WALL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
ISO_8601 = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))",
    re.ASCII,
)
LAST_INSTANT = "9999-12-31T23:59:59.999Z"


def instant(text):
    """The point in time that an ISO 8601 text names, to the millisecond.

    Raises ValueError if it names none.
    """
    match = ISO_8601.fullmatch(text)
    if not match:
        raise ValueError(f"not ISO 8601: {text}")
    seconds, fraction, sign, hours, minutes = match.groups()
    when = datetime.datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S")
    when += datetime.timedelta(milliseconds=int((fraction or "0").ljust(9, "0")[:3]))
    offset = datetime.timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    if int(hours or 0) > 23 or int(minutes or 0) > 59:
        raise ValueError(f"no such offset: {text}")
    return (when + offset if sign == "-" else when - offset).replace(tzinfo=UTC)


def wall_text(when):
    """An instant in the form of a node's wall time."""
    return f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z"


def deadline_after(start, days):
    """A deadline, that many days after the instant which `start` names."""
    try:
        return wall_text(instant(start) + datetime.timedelta(days=int(days)))
    except OverflowError:
        return LAST_INSTANT
