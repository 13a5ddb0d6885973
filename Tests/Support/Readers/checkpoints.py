#!/usr/bin/env python3
"""Restores a log from a remote of packs by docs/checkpoints.md, with git, zstd, PyNaCl and nothing of the suite.

    checkpoints.py REPOSITORY|FOLDER

Prints each node once, as JSON Lines in the order of their ids. Ends with an assertion where the remote is not as the
page has it.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

import nacl.signing

PIECE = 8 << 20
REFERENCES = ("refs/redo/slots/", "refs/heads/redo/")
DIGITS = re.compile("[0-9a-f]+")


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Repository:
    """The slots of a bare repository."""

    def __init__(self, path):
        self._path = path

    def _git(self, *words):
        return subprocess.run(
            ("git", "-C", self._path) + words, check=True, capture_output=True
        ).stdout

    def slots(self):
        """Each slot, its statement, and what reads a piece."""
        found = {}
        for prefix in REFERENCES:
            names = self._git("for-each-ref", "--format=%(refname)", prefix).decode().split()
            for name in names:
                found.setdefault(name.removeprefix(prefix), name)
        for slot, name in found.items():
            self._check_commit(name)
            statement = self._git("cat-file", "blob", f"{name}:statement")
            yield slot, statement, lambda piece, name=name: self._git(
                "cat-file", "blob", f"{name}:data/{piece}"
            )

    def _check_commit(self, name):
        text = self._git("cat-file", "commit", name).decode()
        sequence = json.loads(self._git("cat-file", "blob", f"{name}:statement").split(b"\n")[0])[
            "sequence"
        ]
        header, _, message = text.partition("\n\n")
        people = [line for line in header.split("\n") if not line.startswith(("tree ", "parent "))]
        person = f"redo <redo@redo> {sequence} +0000"
        assert people == [f"author {person}", f"committer {person}"], people
        assert message == "redo\n", message


class Folder:
    """The slots of a folder."""

    def __init__(self, path):
        self._path = pathlib.Path(path)

    def slots(self):
        """Each slot, its last statement, and what reads a piece."""
        for slot in sorted((self._path / "slots").iterdir()):
            last = max(slot.iterdir(), key=lambda path: path.name)
            statement = last.read_bytes()
            sequence, _, name = last.name.partition("-")
            assert name == digest(statement) and len(sequence) == 16
            assert int(sequence, 16) == json.loads(statement.split(b"\n")[0])["sequence"]
            yield slot.name, statement, lambda piece: (self._path / "data" / piece).read_bytes()


def read_statement(slot, file):
    """What a statement says, if its signature holds."""
    text, signature, rest = file.split(b"\n")
    assert rest == b"" and len(signature) == 128
    statement = json.loads(text)
    canonical = json.dumps(statement, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert canonical.encode() == text, "the JSON is not canonical"
    assert statement["slot"] == slot
    key = nacl.signing.VerifyKey(bytes.fromhex(statement["key"]))
    key.verify(b"redo-statement-1\n" + text, bytes.fromhex(signature.decode()))
    for position in statement["seen"] + statement["retired"]:
        assert sorted(position) == ["digest", "sequence", "slot"] and position["slot"] != slot
    return statement


def read_pack(pack, piece_of):
    """The lines of a pack."""
    pieces = [piece_of(name) for name in pack["pieces"]]
    for name, piece in zip(pack["pieces"], pieces):
        assert DIGITS.fullmatch(name) and digest(piece) == name and len(piece) <= PIECE
    data = b"".join(pieces)
    assert len(data) == pack["size"]
    trailer = 8 + 8 + 8 + 8 + 32
    assert digest(data[:-trailer]) == pack["name"] == data[-32:].hex()
    lines = b"".join(
        subprocess.run(("zstd", "-dc"), input=piece, check=True, capture_output=True).stdout
        for piece in pieces
    )
    return lines.decode().splitlines()


def tree_root(leaves):
    """RFC 6962, section 2.1."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(
        b"\1" + tree_root(leaves[:split]) + tree_root(leaves[split:])
    ).digest()


def main(path):
    """Reads all slots."""
    place = Folder(path) if (pathlib.Path(path) / "slots").is_dir() else Repository(path)
    log = {}
    for slot, file, piece_of in place.slots():
        statement = read_statement(slot, file)
        nodes = {}
        for pack in statement["packs"]:
            for line in read_pack(pack, piece_of):
                nodes[json.loads(line)["id"]] = line
        assert len(nodes) == statement["nodes"], (len(nodes), statement["nodes"])
        parents = {parent for line in nodes.values() for parent in json.loads(line)["parents"]}
        heads = sorted(bytes.fromhex(name.removeprefix("sha256:")) for name in set(nodes) - parents)
        assert len(heads) == statement["heads"]["count"]
        assert tree_root(heads).hex() == statement["heads"]["root"]
        log.update(nodes)
    for name in sorted(log):
        print(log[name])


main(sys.argv[1])
