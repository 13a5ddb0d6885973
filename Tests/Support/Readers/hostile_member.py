#!/usr/bin/env python3
"""Puts a slot into the folder of an encrypted remote as a member who lies, by docs/encrypted-remotes.md.

    hostile_member.py FOLDER KEY-FILE LIE

The lie is one of: statement (the statement is noise), piece (the piece is noise), pack (the piece has no pack), kind (a
piece is sealed as a statement), key (the statement is signed by another key), clear (nothing is sealed).
"""

import hashlib
import json
import os
import pathlib
import re
import sys

import nacl.signing

import checkpoints
import encrypted_remote


def main(folder, key_file, lie):
    folder = pathlib.Path(folder)
    keys = checkpoints.Keys(key_file)
    keys.learn({path.name: path.read_bytes() for path in folder.glob("epochs/*")})
    seed = re.search("^seed ([0-9a-f]{64})", pathlib.Path(key_file).read_text(), re.M).group(1)
    # The last epoch is the one that no other one has in its past.
    epoch, key = keys.last()

    def seal(content, kind):
        return content if lie == "clear" else encrypted_remote.seal(content, epoch, key, kind)

    def put(path, data):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    key_name = nacl.signing.SigningKey(bytes.fromhex(seed)).verify_key.encode().hex()
    nonce = os.urandom(16).hex()
    slot = checkpoints.slot_name(key_name, nonce)
    noise = os.urandom(5000)
    piece = noise if lie == "piece" else seal(noise, "statement" if lie == "kind" else "piece")
    name = hashlib.sha256(piece).hexdigest()
    put(folder / "data" / name, piece)
    signer = nacl.signing.SigningKey(os.urandom(32) if lie == "key" else bytes.fromhex(seed))
    statement = {
        "heads": {"count": 1, "root": "0" * 64},
        "key": key_name,
        "nodes": 1,
        "nonce": nonce,
        "packs": [{"name": "1" * 64, "pieces": [name], "size": len(noise)}],
        "retired": [],
        "seen": [],
        "sequence": 1,
        "slot": slot,
        "time": "2026-01-01T00:00:00.000Z",
    }
    text = json.dumps(statement, sort_keys=True, separators=(",", ":")).encode()
    signature = signer.sign(b"redo-statement-1\n" + text).signature.hex().encode()
    file = seal(noise if lie == "statement" else text + b"\n" + signature + b"\n", "statement")
    put(folder / "slots" / slot / f"{1:016x}-{hashlib.sha256(file).hexdigest()}", file)
    print(slot)


main(*sys.argv[1:])
