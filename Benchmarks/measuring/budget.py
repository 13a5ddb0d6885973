"""A limit that a figure is to keep to."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a budget."""

    text: str
    is_met: bool

    def __str__(self):
        """The limit, and whether it was missed."""
        return self.text if self.is_met else f"{self.text} MISSED"


@dataclasses.dataclass(frozen=True)
class Budget:
    """A limit, how it is written, and on which side of it is good."""

    limit: float
    text: str
    is_least: bool = False

    def verdict(self, value: float) -> Verdict:
        """Whether a value keeps to it."""
        is_met = value >= self.limit if self.is_least else value <= self.limit
        return Verdict(f"{'≥' if self.is_least else '≤'} {self.text}", is_met)


def verdict_of(budget: Budget | None, value: float) -> Verdict | None:
    """Whether a value keeps to a budget, if there is one."""
    return budget.verdict(value) if budget else None
