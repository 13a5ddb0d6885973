"""Changes of the text, whatever it says."""

import re

NOT_JSON = (
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82", b"\x80",
    b"\x00", b"\xef\xbb\xbf", b"\xc2\xa0", b"\x0b", b"\x0c", b"\xe2\x80\xa8", b"//",
    b"/**/", b"#", b"'", b",", b"\\", b"\\x41", b"\\u12", b"\\u+123", b"\x1f", b"\x7f",
    b"NaN", b"-Infinity", b"+1", b"01", b".5", b"1.", b"1e", b"-", b"0x1", b"1_0",
    b"True", b"undefined", b"{", b"]", b"}",
)  # fmt: skip
WHOLE = (
    b"", b" ", b"{}", b"[]", b"null", b"1", b'""', b"[[]]", b'{"id":1}',
    b"\xef\xbb\xbf{}", b"[" * 65, b"[" * 64 + b"]" * 64, b"{", b"NaN",
)  # fmt: skip
TRAILERS = (
    b" x", b"{}", b"\x00", b",", b"]", b" ", b"\t", b"\r", b"\xef\xbb\xbf", b" \r\t ",
    b"//",
)  # fmt: skip
TOKEN_BORDER = re.compile(rb"(?<=[{}\[\],:])|(?=[{}\[\],:])")


def flip(dice, text):
    """One bit is wrong."""
    place = dice.randrange(len(text))
    return (
        text[:place] + bytes([text[place] ^ 1 << dice.randrange(8)]) + text[place + 1 :]
    )


def lose(dice, text):
    """A byte is missing, or some."""
    place = dice.randrange(len(text))
    return text[:place] + text[place + dice.choice((1, 1, 2, 10)) :]


def cut_off(dice, text):
    """The end is missing."""
    return text[
        : dice.choice((dice.randrange(len(text)), len(text) - 1, len(text) - 2))
    ]


def go_on(dice, text):
    """Something follows, which may be white space."""
    return text + dice.choice(TRAILERS)


def begin_earlier(dice, text):
    """Something comes before, which may be white space."""
    return (
        dice.choice((b"\xef\xbb\xbf", b" ", b"\t\r ", b"\xfe\xff", b"\x00", b",", b"["))
        + text
    )


def insert(dice, text):
    """Something stands where it may not, or is part of a string."""
    place = dice.randrange(len(text) + 1)
    return text[:place] + dice.choice(NOT_JSON) + text[place:]


def insert_between_tokens(dice, text):
    """Something stands near a bracket, comma or colon."""
    borders = [match.start() for match in TOKEN_BORDER.finditer(text)]
    place = dice.choice(borders) if borders else 0
    spaces = (b" ", b"\t", b"\r", b"  \t\r ", *NOT_JSON)
    return text[:place] + dice.choice(spaces) + text[place:]


def wrap(dice, text):
    """The node is inside something else."""
    before, after = dice.choice(
        ((b"[", b"]"), (b'"', b'"'), (b'{"node":', b"}"), (b"(", b")"))
    )
    return before + text + after


def something_else(dice, _):
    """No node at all."""
    return dice.choice(WHOLE)


CHANGES = (
    (flip, 4), (lose, 2), (cut_off, 2), (go_on, 2), (begin_earlier, 2), (insert, 3),
    (insert_between_tokens, 4), (wrap, 1), (something_else, 0.5),
)  # fmt: skip


def on_one_line(text: bytes) -> bytes:
    """The executables read one node a line."""
    return text.replace(b"\n", b"\r")
