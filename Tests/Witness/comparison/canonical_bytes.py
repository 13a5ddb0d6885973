"""Compares canonical bytes with those of the package rfc8785."""

import hashlib
import random

from mutation.documents import document
from mutation.spelling import Spelling
from protocol import canonical
from protocol.text import read

# So many files are named in one command line.
GROUP = 200


def failures(executables, folder, seed, count, nodes):
    """What `redo-hash-object --canonical` prints otherwise, in words.

    The texts are random documents, in random spellings, and the given nodes.
    """
    dice = random.Random(f"{seed}/documents")
    texts = [Spelling(dice).text(document(dice)) for _ in range(count)]
    yield from ids_that_differ(executables, texts)
    texts += nodes
    for start in range(0, len(texts), GROUP):
        group = texts[start : start + GROUP]
        files = [folder / f"document-{number}" for number in range(len(group))]
        for file, text in zip(files, group, strict=True):
            file.write_bytes(text)
        expected = [canonical.canonical(read(text)) for text in group]
        if printed(executables, files) == b"".join(expected):
            continue
        for file, text, right in zip(files, group, expected, strict=True):
            if (wrong := printed(executables, [file])) != right:
                yield f"canonical bytes of {text!r}: {wrong!r} instead of {right!r}"


def printed(executables, files):
    """What is printed as the canonical bytes of files, one after the other."""
    return executables.run("redo-hash-object", "--canonical", *files, statuses=(0, 1))


def ids_that_differ(executables, texts):
    """The hash of an object that holds each document, in words where it is wrong."""
    objects = [b'{"value":' + text.replace(b"\n", b" ") + b"}" for text in texts]
    lines = executables.answers(
        "redo-hash-object", "--batch", "--literally", texts=objects
    )
    for text, line in zip(objects, lines, strict=True):
        digest = hashlib.sha256(canonical.canonical(read(text))).hexdigest()
        if line != f"sha256:{digest}":
            yield f"hash of {text!r}: {line}, where sha256:{digest} is right"
