"""A log with one room in which two participants speak in turn."""

import hashlib
import json
import pathlib

import nacl.signing

from .canonical import canonical, identified

NAMES = ("ana", "eve")
WORDS = "It is what you would expect of a conversation by turns: a sentence or two."


def write_room(path: pathlib.Path, messages: int) -> str:
    """Writes the log, and returns the id of the room."""
    speakers = [_Speaker(name) for name in NAMES]
    nodes = _Chain()
    room = nodes.add(
        speakers[0],
        "OPEN_ROOM",
        {
            "originator": NAMES[0],
            "participants": [speaker.entry for speaker in speakers],
            "tier": 10,
        },
    )
    nodes.add(speakers[0], "PAY", {"receipt": "promised", "room": room})
    nodes.add(speakers[1], "SIGNAL", {"room": room})
    for number in range(messages):
        text = f"{number}. {WORDS}"
        nodes.add(speakers[number % 2], "SAY", {"room": room, "text": text})
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in nodes.lines)
    return room


class _Speaker:
    """A participant with a key."""

    def __init__(self, name):
        self._key = nacl.signing.SigningKey(hashlib.sha256(name.encode()).digest())
        public_key = bytes(self._key.verify_key).hex()
        self.author = {
            "deviceId": name,
            "publicKey": public_key,
            "userId": public_key[:32],
        }
        self.entry = {
            "id": name,
            "identifier": {"kind": "key", "value": public_key},
            "nickname": name.capitalize(),
            "principal": public_key[:32],
        }

    def signature(self, body):
        return self._key.sign(canonical(body).encode()).signature.hex()


class _Chain:
    """Nodes, each of which follows the one before."""

    def __init__(self):
        self.lines = []
        self._last = None

    def add(self, speaker, action, fields):
        """Adds a node, and returns its id."""
        number = len(self.lines)
        seconds = f"{number // 60 % 60:02}:{number % 60:02}"
        body = {
            "action": action,
            "author": speaker.author,
            "data": {"fields": fields},
            "parents": [self._last] if self._last else [],
            "timestamp": {
                "lamport": number + 1,
                "wall": f"2025-11-16T{number // 3600:02}:{seconds}.000Z",
            },
            "version": 1,
        }
        node = identified(body) | {"signature": speaker.signature(body)}
        self._last = node["id"]
        self.lines.append(json.dumps(node, sort_keys=True, separators=(",", ":")))
        return node["id"]
