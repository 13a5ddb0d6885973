#!/usr/bin/env python3
"""Checks a proof by docs/proofs.md, with PyNaCl and nothing of the suite.

    proof.py FILE

Prints the id of each node of the task, and the keys of the two statements. Ends with an assertion where something does
not hold.
"""

import hashlib
import json
import sys

import nacl.signing

GREATEST = 64 << 20
MEMBERS = ["heads", "keys", "nodes", "redoProof", "statement", "task"]


def canonical(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


def sha256(data):
    return hashlib.sha256(data).digest()


def octets(text, count):
    """The bytes of lower-case hexadecimal; `bytes.fromhex` would take capitals and spaces, too."""
    data = bytes.fromhex(text)
    assert data.hex() == text and len(data) == count, "not hexadecimal"
    return data


def check_node(node):
    """The id and the signature of a node."""
    body = canonical({name: node[name] for name in node if name not in ("id", "signature")})
    assert node["id"] == "sha256:" + sha256(body).hex(), node["id"]
    key = nacl.signing.VerifyKey(octets(node["author"]["publicKey"], 32))
    signature = octets(node["signature"], 64)
    try:
        key.verify(body, signature)
    except nacl.exceptions.BadSignatureError:
        key.verify(sha256(body), signature)


def check_statement(signed):
    """What a statement says, and what others say that they have seen of it."""
    assert sorted(signed) == ["signature", "statement"]
    text = canonical(signed["statement"])
    key = nacl.signing.VerifyKey(octets(signed["statement"]["key"], 32))
    key.verify(b"redo-statement-1\n" + text, octets(signed["signature"], 64))
    statement = signed["statement"]
    return statement, {
        "digest": sha256(text).hex(),
        "key": statement["key"],
        "nonce": statement["nonce"],
        "sequence": statement["sequence"],
        "slot": statement["slot"],
    }


def root_of(leaf, index, count, path):
    """RFC 6962, section 2.1.1, from the top: the last digest of a path is beside the highest node."""
    assert 0 <= index < count
    if count == 1:
        assert not path
        return sha256(b"\0" + leaf)
    split = 1 << (count - 1).bit_length() - 1
    *rest, other = path
    if index < split:
        return sha256(b"\1" + root_of(leaf, index, split, rest) + other)
    return sha256(b"\1" + other + root_of(leaf, index - split, count - split, rest))


def main(path):
    data = open(path, "rb").read()
    assert len(data) <= GREATEST
    proof = json.loads(data)
    assert canonical(proof) + b"\n" == data, "not canonical"
    assert sorted(proof) == sorted(MEMBERS + ["countersignature"] * ("countersignature" in proof))
    assert proof["redoProof"] == 1
    nodes = {node["id"]: node for node in proof["nodes"]}
    assert len(nodes) == len(proof["nodes"]) and sorted(nodes) == [n["id"] for n in proof["nodes"]]
    for node in nodes.values():
        check_node(node)
    assert proof["keys"] == sorted({node["author"]["publicKey"] for node in nodes.values()})
    wanted = [name for name, node in nodes.items() if node.get("taskId") == proof["task"]]
    assert wanted
    statement, mention = check_statement(proof["statement"])
    heads = statement["heads"]
    indexes = [head["index"] for head in proof["heads"]]
    assert indexes == sorted(set(indexes))
    for head in proof["heads"]:
        leaf = octets(head["node"].removeprefix("sha256:"), 32)
        path = [octets(digest, 32) for digest in head["path"]]
        assert root_of(leaf, head["index"], heads["count"], path).hex() == heads["root"]
    reached, waiting = set(), [head["node"] for head in proof["heads"]]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in nodes:
            continue
        reached.add(name)
        waiting += nodes[name]["parents"]
    assert reached == set(nodes), "a node is not reached"
    print("\n".join(wanted))
    print("statement", statement["key"])
    if "countersignature" in proof:
        other, _ = check_statement(proof["countersignature"])
        assert other["key"] != statement["key"] and mention in other["seen"]
        print("countersignature", other["key"])


main(sys.argv[1])
