"""Test keys, and hashing and signing a tree again after a change.

The keys' seeds are public: never trust a signature of theirs.
"""

import hashlib

import nacl.signing

from protocol import canonical
from protocol.text import Refused, read

from .spelling import Spelling

KEYS = tuple(
    nacl.signing.SigningKey(hashlib.sha256(f"redo witness key {n}".encode()).digest())
    for n in range(4)
)


def public_key(key):
    """The public key in hexadecimal."""
    return key.verify_key.encode().hex()


BY_PUBLIC_KEY = {public_key(key): key for key in KEYS}


def value_of(tree):
    """The object that the tree's text stands for; None if it is not an I-JSON object."""
    try:
        value = read(Spelling().text(tree))
    except Refused:
        return None
    return value if isinstance(value, dict) else None


def hash_again(tree):
    """Gives the tree the id that it should have, if it can have one."""
    value = value_of(tree)
    if value is not None:
        tree["id"] = canonical.id_of(value)


def sign_again(tree, dice):
    """Signs and hashes the tree, with its author's key if that is ours.

    Another author is replaced.
    """
    author = tree.get("author")
    if isinstance(author, dict) and str(author.get("publicKey")) not in BY_PUBLIC_KEY:
        author["publicKey"] = public_key(dice.choice(KEYS))
        author["userId"] = author["publicKey"][:32]
    value = value_of(tree)
    if value is not None:
        tree["id"] = canonical.id_of(value)
        if isinstance(author, dict):
            tree["signature"] = signature(author["publicKey"], value, dice)


def signature(public_key, node, dice):
    """A signature over a node's body or its digest, in hexadecimal."""
    message = canonical.body(node)
    if dice.random() < 0.2:
        message = hashlib.sha256(message).digest()
    return BY_PUBLIC_KEY[public_key].sign(message).signature.hex()
