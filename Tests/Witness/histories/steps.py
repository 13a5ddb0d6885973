"""Steps of a history, which refer to one another, and the nodes that they become.

A step can be left out: what refers to it then refers to nothing, and its children
follow its parents. Ids and signatures are computed last.
"""

import dataclasses
import functools
import hashlib

import nacl.signing

from protocol import canonical
from replay.history import derived_id, uuid_8

UNKNOWN_ID = "sha256:" + "0" * 64
UNKNOWN_TODO = "dddddddd-0000-4000-8000-000000000000"
KEYS = tuple(
    nacl.signing.SigningKey(
        hashlib.sha256(f"redo witness history {n}".encode()).digest()
    )
    for n in range(16)
)
PUBLIC_KEYS = tuple(key.verify_key.encode().hex() for key in KEYS)
COMMITMENTS = tuple(hashlib.sha256(bytes.fromhex(k)).hexdigest() for k in PUBLIC_KEYS)


REFUSED_ALONE = ("signature", "forged", "id")


@dataclasses.dataclass(frozen=True)
class Ref:
    """The id of the node of another step."""

    step: int


@dataclasses.dataclass(frozen=True)
class TodoOf:
    """The derived id of the to-do that another step makes."""

    step: int


@dataclasses.dataclass
class Step:
    """One node before it has an id."""

    number: int
    key: int
    action: str
    fields: dict
    parents: tuple = ()
    lamport: int = 1
    wall: str = ""
    task: str | None = None
    is_payload: bool = False
    has_key: bool = True
    is_signed: bool = True
    # What makes stage 1 or 2 refuse it: one of these, `parent` or `lamport`.
    spoiled: str | None = None

    @property
    def described(self):
        """The step in one line, without what is as at most others."""
        members = dataclasses.fields(self)
        return ", ".join(
            f"{member.name} {value}"
            for member in members
            if (value := getattr(self, member.name)) != member.default
        )


@functools.cache
def certified_id(kind, key, nonce):
    """An id that certifies a key. E 1."""
    text = f"redo:{kind}:{PUBLIC_KEYS[key]}:{nonce}"
    return uuid_8(hashlib.sha256(text.encode()).hexdigest())


def left_out(steps, numbers):
    """The steps without some, whose children follow their parents."""
    parents, result = {}, []
    for step in steps:
        own = []
        for number in step.parents:
            own += parents[number] if number in parents else [number]
        own = tuple(dict.fromkeys(own))[:10]
        if step.number in numbers:
            parents[step.number] = own
        else:
            result.append(dataclasses.replace(step, parents=own))
    return result


def documents(steps):
    """The nodes of steps, by their numbers, each with its id."""
    result = {}
    for step in steps:
        result[step.number] = document(step, result)
    return result


def document(step, others):
    """The node of a step."""
    public_key = PUBLIC_KEYS[step.key]
    # No two nodes are the same.
    device = f"device-{step.key}-{step.number}"
    author = {"userId": public_key[:32], "deviceId": device}
    if step.has_key:
        author["publicKey"] = public_key
    parents = [others[number]["id"] for number in step.parents]
    if step.spoiled == "parent":
        parents.append(UNKNOWN_ID)
    data = "payload" if step.is_payload else "fields"
    node = {
        "version": 1,
        "parents": parents,
        "timestamp": {"lamport": step.lamport, "wall": step.wall},
        "author": author,
        "action": step.action,
        "data": {data: resolved(step.fields, others)},
    }
    if step.task is not None:
        node["taskId"] = step.task
    node["id"] = canonical.id_of(node)
    if step.is_signed and step.has_key:
        signer = KEYS[step.key - (step.spoiled == "forged")]
        signature = signer.sign(canonical.body(node)).signature.hex()
        if step.spoiled == "signature":
            signature = signature[:-1] + ("0" if signature[-1] != "0" else "1")
        node["signature"] = signature
    if step.spoiled == "id":
        node["id"] = node["id"][:-1] + ("0" if node["id"][-1] != "0" else "1")
    return node


def resolved(value, others):
    """A value with ids in the place of references."""
    match value:
        case Ref(step):
            return others[step]["id"] if step in others else UNKNOWN_ID
        case TodoOf(step):
            return derived_id(others[step]["id"]) if step in others else UNKNOWN_TODO
        case dict():
            return {name: resolved(member, others) for name, member in value.items()}
        case list():
            return [resolved(element, others) for element in value]
    return value
