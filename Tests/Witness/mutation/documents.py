"""Random JSON documents, with what makes canonical bytes hard."""

import struct

CHARACTERS = (
    'aZ09_ /\\"\b\f\n\r\t\u0000\u001f\u007f\u0080éßﬃ'
    "\u2028\ud7ff\ue000דּ\uffff😀𝄞\U0010ffff"
)
NUMBERS = (
    0.0, -0.0, 1.0, -1.0, 0.1, 1e21, 1e20, 999999999999999900000.0, 1e-6, 1e-7, 123e-20,
    5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 9007199254740991.0,
    9007199254740992.0, 9007199254740994.0, 4.35, 333333333.33333329, 1e23, 4.5, 2e-3,
)  # fmt: skip


def document(dice, depth=4):
    """A value of any kind; numbers are floats, names and texts any Unicode."""
    kind = dice.randrange(8 if depth else 6)
    if kind <= 1:
        return text(dice)
    if kind <= 3:
        return number(dice)
    if kind == 4:
        return dice.choice((None, True, False, [], {}))
    if kind == 5:
        return dice.choice(NUMBERS)
    if kind == 6:
        return [document(dice, depth - 1) for _ in range(dice.randrange(6))]
    return {text(dice): document(dice, depth - 1) for _ in range(dice.randrange(8))}


def text(dice):
    """A text of difficult characters, or of any."""
    if dice.random() < 0.7:
        return "".join(dice.choices(CHARACTERS, k=dice.randrange(6)))
    points = (dice.randrange(0x110000) for _ in range(dice.randrange(4)))
    return "".join(chr(p) for p in points if not 0xD800 <= p <= 0xDFFF)


def number(dice):
    """Any finite double."""
    value = struct.unpack("<d", dice.getrandbits(64).to_bytes(8, "little"))[0]
    return (
        value if abs(value) < float("inf") else float(dice.randrange(-(2**53), 2**53))
    )
