#!/usr/bin/env python3
"""Restores a log from a remote of packs by docs/checkpoints.md, with git, zstd, PyNaCl and nothing of the suite.

    checkpoints.py REPOSITORY|FOLDER [KEY-FILE]

With a key file the remote is encrypted, as docs/encrypted-remotes.md has it. Prints each node once, as JSON Lines in the order of their ids. Ends with an assertion where the remote is not as the
page has it.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

import nacl.signing

import encrypted_remote

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
        """Each slot, the file of its statement, what reads a piece, and the files of epochs."""
        found = {}
        for prefix in REFERENCES:
            names = self._git("for-each-ref", "--format=%(refname)", prefix).decode().split()
            for name in names:
                found.setdefault(name.removeprefix(prefix), name)
        for slot, name in found.items():
            statement = self._git("cat-file", "blob", f"{name}:statement")
            epochs = self._git("ls-tree", "--name-only", name, "epochs/").decode().split()
            yield slot, statement, lambda piece, name=name: self._git(
                "cat-file", "blob", f"{name}:data/{piece}"
            ), {
                path.removeprefix("epochs/"): self._git("cat-file", "blob", f"{name}:{path}")
                for path in epochs
            }

    def check(self, slot, sequence):
        """The commit of a slot is as the page has it."""
        names = [prefix + slot for prefix in REFERENCES]
        name = self._git("for-each-ref", "--format=%(refname)", *names).decode().split()[0]
        text = self._git("cat-file", "commit", name).decode()
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
        """Each slot, the file of its last statement, what reads a piece, and the files of epochs."""
        epochs = {path.name: path.read_bytes() for path in self._path.glob("epochs/*")}
        for slot in sorted((self._path / "slots").iterdir()):
            last = max(slot.iterdir(), key=lambda path: path.name)
            statement = last.read_bytes()
            sequence, _, name = last.name.partition("-")
            assert name == digest(statement) and len(sequence) == 16
            yield slot.name, statement, lambda piece: (
                self._path / "data" / piece
            ).read_bytes(), epochs

    def check(self, slot, sequence):
        """The name of a slot's last statement is as the page has it."""
        last = max(path.name for path in (self._path / "slots" / slot).iterdir())
        assert last.startswith(f"{sequence:016x}-")


class Keys:
    """The keys of all epochs that one signing key opens."""

    def __init__(self, key_file):
        text = pathlib.Path(key_file).read_text()
        seed = re.search("^seed ([0-9a-f]{64})", text, re.MULTILINE).group(1)
        self._pair = encrypted_remote.box_pair(bytes.fromhex(seed))
        self._keys = {}
        self._followed = set()

    def last(self):
        """An epoch that no other one has in its past, and its key."""
        return next(item for item in self._keys.items() if item[0] not in self._followed)

    def learn(self, epochs):
        """Opens what can be opened."""
        for name, file in epochs.items():
            assert digest(file) == name
            try:
                epoch, key, body, _ = encrypted_remote.open_epoch(file, *self._pair)
            except AssertionError:
                continue  # From before the key was let in: a later body has it.
            self._keys[epoch] = key
            for entry in body["past"]:
                self._keys[bytes.fromhex(entry["id"])] = bytes.fromhex(entry["key"])
                self._followed.add(bytes.fromhex(entry["id"]))

    def open(self, file, kind):
        """What a sealed file holds."""
        epoch = file[8:40]
        return encrypted_remote.unseal(file, epoch, self._keys[epoch], kind)


def slot_name(key, nonce):
    """The slot of a key."""
    assert re.fullmatch("[0-9a-f]{64}", key) and re.fullmatch("[0-9a-f]{32}", nonce)
    return digest(f"redo:slot:{key}:{nonce}".encode())[:32]


def read_statement(slot, file):
    """What a statement says, if its signature holds."""
    text, signature, rest = file.split(b"\n")
    assert rest == b"" and len(signature) == 128
    statement = json.loads(text)
    canonical = json.dumps(statement, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert canonical.encode() == text, "the JSON is not canonical"
    assert statement["slot"] == slot == slot_name(statement["key"], statement["nonce"])
    key = nacl.signing.VerifyKey(bytes.fromhex(statement["key"]))
    key.verify(b"redo-statement-1\n" + text, bytes.fromhex(signature.decode()))
    for mention in statement["seen"] + statement["retired"]:
        assert sorted(mention) == ["digest", "key", "nonce", "sequence", "slot"]
        assert mention["slot"] == slot_name(mention["key"], mention["nonce"]) != slot
    return statement


def read_pack(pack, piece_of, keys):
    """The lines of a pack."""
    pieces = [piece_of(name) for name in pack["pieces"]]
    for name, piece in zip(pack["pieces"], pieces):
        assert DIGITS.fullmatch(name) and digest(piece) == name
    if keys:
        pieces = [keys.open(piece, "piece") for piece in pieces]
    assert all(len(piece) <= PIECE for piece in pieces)
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


def main(path, key_file=None):
    """Reads all slots."""
    keys = Keys(key_file) if key_file else None
    place = Folder(path) if (pathlib.Path(path) / "slots").is_dir() else Repository(path)
    log = {}
    for slot, file, piece_of, epochs in place.slots():
        assert bool(keys) == bool(epochs)
        if keys:
            keys.learn(epochs)
            file = keys.open(file, "statement")
        statement = read_statement(slot, file)
        place.check(slot, statement["sequence"])
        nodes = {}
        for pack in statement["packs"]:
            for line in read_pack(pack, piece_of, keys):
                nodes[json.loads(line)["id"]] = line
        assert len(nodes) == statement["nodes"], (len(nodes), statement["nodes"])
        parents = {parent for line in nodes.values() for parent in json.loads(line)["parents"]}
        heads = sorted(bytes.fromhex(name.removeprefix("sha256:")) for name in set(nodes) - parents)
        assert len(heads) == statement["heads"]["count"]
        assert tree_root(heads).hex() == statement["heads"]["root"]
        log.update(nodes)
    for name in sorted(log):
        print(log[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
