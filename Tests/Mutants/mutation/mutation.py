"""A change of one place of a file, and how both texts stand in one program."""

import dataclasses
import enum
import hashlib


class Kind(enum.Enum):
    """The usual mutations."""

    NEGATED_CONDITION = "negated condition"
    OFF_BY_ONE = "off by one"
    REMOVED_STATEMENT = "removed statement"
    SWAPPED_OPERANDS = "swapped operands"
    OTHER_OPERATOR = "other operator"
    CONSTANT = "constant"


class Form(enum.Enum):
    """How a mutation is compiled behind the switch."""

    EXPRESSION = "(mutant({number}) ? {mutated} : {original})"
    CONDITION = "(mutant({number}) != ({original}))"
    STATEMENT = "if !mutant({number}) {{ {original} }}"
    OTHER_STATEMENT = "if mutant({number}) {{ {mutated} }} else {{ {original} }}"


@dataclasses.dataclass(frozen=True)
class Mutation:
    """One change: offsets are in bytes, lines count from one."""

    file: str
    start: int
    end: int
    line: int
    kind: Kind
    form: Form
    original: str
    mutated: str
    # The text of the line, without the white space around it.
    context: str
    # Which of the same changes of equal lines of the file it is, from one.
    occurrence: int

    @property
    def identity(self):
        """What tells it from all others while lines move."""
        return (self.file, self.context, self.original, self.mutated, self.occurrence)

    def rank(self, seed):
        """Its place in the order of a seed."""
        return hashlib.sha256(repr((seed, self.identity)).encode()).digest()

    def switched(self, number):
        """The text with which both are compiled."""
        return self.form.value.format(
            number=number, mutated=self.mutated, original=self.original
        )
