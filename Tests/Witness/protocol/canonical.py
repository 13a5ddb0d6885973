"""Canonical bytes, ids and signatures: section 2."""

import hashlib

import nacl.exceptions
import nacl.signing
import rfc8785

REPLICA_MEMBERS = {"accessList", "createdAt"}
UNHASHED = {"id", "signature"} | REPLICA_MEMBERS


def canonical(value):
    """The canonical bytes of a JSON value."""
    return rfc8785.dumps(value)


def body(node):
    """The canonical bytes that are hashed and signed."""
    return canonical({k: v for k, v in node.items() if k not in UNHASHED})


def without_replica_members(node):
    """The canonical bytes whose number is limited."""
    return canonical({k: v for k, v in node.items() if k not in REPLICA_MEMBERS})


def id_of(node):
    """The id that the node should have."""
    return "sha256:" + hashlib.sha256(body(node)).hexdigest()


def signed_over(node):
    """What the signature is over, `body` or `digest`; None if it does not verify.

    The node's `signature` and `author.publicKey` have to be well formed.
    """
    message = body(node)
    messages = {"body": message, "digest": hashlib.sha256(message).digest()}
    key = nacl.signing.VerifyKey(bytes.fromhex(node["author"]["publicKey"]))
    signature = bytes.fromhex(node["signature"])
    for name, message in messages.items():
        try:
            key.verify(message, signature)
        except nacl.exceptions.BadSignatureError:
            continue
        return name
    return None
