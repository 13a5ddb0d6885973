"""Prints JSON in one of the many spellings that a value has.

A tree here may hold what no JSON value can: a number in a spelling of its own, and a
name that its object has already.
"""

import json
import re

import rfc8785

SURROGATE = re.compile("[\ud800-\udfff]")
# No line feeds: the executables read one node a line.
SPACES = ("", "", "", "", " ", "  ", "\t", "\r")


class Spelled(str):
    """A token that is printed as it is."""

    __slots__ = ()


class Again:
    """A name that its object has already: it is another key, and is printed alike."""

    def __init__(self, name: str):
        """The name that occurs twice."""
        self.name = name


class Spelling:
    """How a text is spelled: plain, or with chance."""

    def __init__(self, dice=None):
        """Without dice members keep their order and nothing is escaped needlessly."""
        self._dice = dice

    def text(self, value) -> bytes:
        """The text of a tree."""
        return (
            self._space().encode()
            + self._value(value).encode()
            + self._space().encode()
        )

    def _space(self):
        return self._dice.choice(SPACES) if self._dice else ""

    def _value(self, value):
        if isinstance(value, Spelled):
            return str(value)
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, dict):
            members = list(value.items())
            if self._dice:
                self._dice.shuffle(members)
            pairs = (
                f"{self._name(n)}{self._space()}:{self._padded(v)}" for n, v in members
            )
            return "{" + self._space() + ",".join(pairs) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(self._padded, value)) + self._space() + "]"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._number(float(value))
        return {True: "true", False: "false", None: "null"}[value]

    def _padded(self, value):
        return self._space() + self._value(value) + self._space()

    def _name(self, name):
        return self._string(name.name if isinstance(name, Again) else name)

    def _number(self, value):
        plain = rfc8785.dumps(value).decode()
        if not self._dice or self._dice.random() < 0.7:
            return plain
        others = [
            f"{value:.17e}",
            f"{value:.16E}",
            repr(value),
            plain + "e0",
            plain + "E-0",
        ]
        if plain.isdigit():
            others += [plain + ".0", plain + ".000e+0"]
        if plain.isdigit() and value:
            others += [plain + "0e-1", plain + "000E-003"]
        return self._dice.choice([o for o in others if as_double(o) == value])

    def _string(self, text):
        # A long text is spelled plainly: it is there for its size.
        dice = self._dice if len(text) < 1000 else None
        escape_rate = dice.choice((0, 0, 0, 0.05, 1)) if dice else 0
        if not escape_rate:
            return f'"{plainly(text)}"'
        return '"' + "".join(self._character(c, escape_rate) for c in text) + '"'

    def _character(self, character, escape_rate):
        if self._dice.random() < escape_rate:
            if character == "/" and self._dice.random() < 0.5:
                return "\\/"
            return escaped(character, self._dice.choice("xX"))
        return plainly(character)


def plainly(text):
    """A text without needless escapes; half of a surrogate pair cannot do without."""
    plain = json.dumps(text, ensure_ascii=False)[1:-1]
    return SURROGATE.sub(lambda match: escaped(match[0], "x"), plain)


def escaped(character, case):
    """A character as one escape, or two beyond the basic plane."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    units = units.upper() if case == "X" else units
    return "".join("\\u" + units[i : i + 4] for i in range(0, len(units), 4))


def as_double(digits):
    """A number's value; None where it is not a number of JSON."""
    try:
        return float(digits)
    except ValueError:
        return None
