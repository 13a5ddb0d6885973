#!/usr/bin/env python3
"""Compares the suite's parser of I-JSON with Python's and jansson's, and its canonical bytes with rfc8785's.

    compare_json.py FUZZER SECONDS [FOLDER…]

Texts are those of the folders, and what becomes of them by random changes. The status is 1 if there is a
disagreement that no rule of KNOWN explains. It prints each one, and the counts.
"""

import ctypes
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import time

import rfc8785

GREATEST_DEPTH = 64
BATCH = 5000


class Refused(Exception):
    """A text is not I-JSON."""


def pairs(members):
    if len({name for name, _ in members}) < len(members):
        raise Refused("a name is there twice")
    return dict(members)


def number(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise Refused("beyond the range of a double")
    return value


def constant(text):
    raise Refused(text)


def check(value, depth=GREATEST_DEPTH):
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, (list, dict)):
        if depth == 0:
            raise Refused("nested too deeply")
        if isinstance(value, dict):
            for name in value:
                name.encode("utf-8")
            value = value.values()
        for element in value:
            check(element, depth - 1)


def python(text):
    """The value that Python reads; Refused if RFC 7493 or the protocol refuses it."""
    try:
        value = json.loads(
            text.decode("utf-8"), object_pairs_hook=pairs, parse_int=number, parse_float=number,
            parse_constant=constant)
        check(value)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from error
    return value


class Jansson:
    REJECT_DUPLICATES, DECODE_ANY, DECODE_INT_AS_REAL, ALLOW_NUL = 1, 4, 8, 16

    def __init__(self):
        self.library = ctypes.CDLL("libjansson.so.4")
        self.library.json_loadb.restype = ctypes.c_void_p
        self.library.json_loadb.argtypes = [
            ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p]
        self.library.json_delete.argtypes = [ctypes.c_void_p]
        self.error = ctypes.create_string_buffer(512)
        self.flags = (self.REJECT_DUPLICATES | self.DECODE_ANY | self.DECODE_INT_AS_REAL
                      | self.ALLOW_NUL)

    def accepts(self, text):
        value = self.library.json_loadb(text, len(text), self.flags, self.error)
        if value:
            self.library.json_delete(value)
        return bool(value)

    def reason(self):
        return self.error.raw[92:].split(b"\0")[0].decode("utf-8", "replace")


def accepts(text):
    try:
        python(text)
    except Refused:
        return False
    return True


def has_nul_name(value):
    if isinstance(value, list):
        return any(map(has_nul_name, value))
    if isinstance(value, dict):
        return any("\0" in name or has_nul_name(element) for name, element in value.items())
    return False


# Why jansson may say something else: a name of a rule, and whether it holds for a text and Python's value of it.
KNOWN = {
    "jansson takes no NUL in a name": lambda text, value: value is not None and has_nul_name(value),
    "jansson nests to 2048, the protocol to 64": lambda text, value:
        value is None and text.count(b"[") + text.count(b"{") > GREATEST_DEPTH,
    "jansson passes over a NUL behind a number or a word": lambda text, value:
        value is None and accepts(re.sub(rb"(?<=[0-9a-z])\0", b"", text)),
}


def compare(texts, answers, jansson, counts):
    offset = 0
    for text in texts:
        accepted, count = struct.unpack_from("<BI", answers, offset)
        canonical = answers[offset + 5:offset + 5 + count]
        offset += 5 + count
        try:
            value = python(text)
            refusal = None
        except Refused as error:
            value, refusal = None, error
        counts["texts"] += 1
        counts["accepted"] += accepted
        if bool(accepted) != (refusal is None):
            yield f"the suite {'accepts' if accepted else 'refuses'}, Python says {refusal}: {text!r}"
            continue
        if accepted and rfc8785.dumps(value) != canonical:
            yield f"canonical bytes differ: {text!r}: {canonical!r}, {rfc8785.dumps(value)!r}"
        if jansson.accepts(text) != bool(accepted):
            known = [name for name, holds in KNOWN.items() if holds(text, value)]
            if known:
                counts[known[0]] = counts.get(known[0], 0) + 1
            else:
                yield (f"the suite {'accepts' if accepted else 'refuses'}, jansson says "
                       f"{jansson.reason()!r}: {text!r}")


PIECES = [
    b'"', b"\\", b"\\u", b"\\ud800", b"\\udc00", b"\\u0000", b"\\ud83d\\ude00", b"{", b"}", b"[", b"]", b",", b":",
    b"0", b"-0", b"1e400", b"1e-400", b"9007199254740993", b"0.1", b"1E+2", b"-", b".", b"e", b"true", b"null",
    b"NaN", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\x00", b"\x1f", b" ", b"\n", b"\x7f",
    b'"a":1', b'{"a":1,"a":2}', b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", b"\\/", b"5e-324", b"1.7976931348623159e308",
    b"123456789012345678901234567890", b"[" * 65, b"]" * 65,
]


def spoiled(corpus, generator):
    text = bytearray(generator.choice(corpus))
    for _ in range(generator.randint(0, 3)):
        place = generator.randint(0, len(text))
        match generator.randrange(5):
            case 0:
                text[place:place] = generator.choice(PIECES)
            case 1:
                del text[place:place + generator.randint(1, 4)]
            case 2 if place < len(text):
                text[place] = generator.randrange(256)
            case 3:
                text[place:place + 1] = generator.choice(PIECES)
            case _:
                other = generator.choice(corpus)
                start = generator.randint(0, len(other))
                text[place:place] = other[start:start + generator.randint(1, 30)]
    return bytes(text[:4096])


def main():
    fuzzer, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(os.environ.get("REDO_SEED") or random.randrange(1 << 32))
    generator = random.Random(seed)
    corpus = [
        path.read_bytes() for folder in sys.argv[3:] for path in sorted(pathlib.Path(folder).rglob("*"))
        if path.is_file() and path.name != "log"]
    corpus = [text for text in corpus if len(text) <= 4096] or [b"{}"]
    jansson, counts, problems = Jansson(), {"texts": 0, "accepted": 0}, 0
    environment = os.environ | {"REDO_FUZZ_VERDICTS": "1", "ASAN_OPTIONS": "detect_leaks=0"}
    end = time.monotonic() + seconds
    texts = corpus
    while True:
        batch = b"".join(struct.pack("<I", len(text)) + text for text in texts)
        answers = subprocess.run(
            [fuzzer], input=batch, env=environment, stdout=subprocess.PIPE, check=True).stdout
        for problem in compare(texts, answers, jansson, counts):
            problems += 1
            if problems <= 20:
                print(problem)
        if time.monotonic() >= end:
            break
        texts = [spoiled(corpus, generator) for _ in range(BATCH)]
    print(f"json: {counts}, {problems} disagreements, REDO_SEED={seed}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
