"""What a run found, as text."""

import collections
import dataclasses

from modules import Module
from running.verdict import Fate

HEADING = ("module", "mutants", "killed", "timed out", "survived", "explained", "rate")
ROW = "{:<12}{:>9}{:>9}{:>11}{:>10}{:>11}{:>8}"


@dataclasses.dataclass(frozen=True)
class Result:
    """A module, its mutants by their numbers, and what became of each."""

    module: Module
    mutants: dict
    verdicts: dict

    @property
    def survivors(self):
        """The mutants that no test notices, with what became of them."""
        return [
            (self.mutants[number], verdict)
            for number, verdict in sorted(self.verdicts.items())
            if not verdict.is_killed
        ]


def print_report(results, explanations):
    """Prints the table and the survivors. Returns the exit status: 1 if one of them is not explained."""
    print()
    print(ROW.format(*HEADING))
    total = collections.Counter()
    unexplained = []
    for result in results:
        counts = collections.Counter(verdict.fate for verdict in result.verdicts.values())
        for mutation, verdict in result.survivors:
            if explanations.reason(mutation) is None:
                unexplained.append((mutation, verdict))
            else:
                counts["explained"] += 1
        print_row(result.module.name, counts)
        total += counts
    print_row("all", total)
    for mutation, verdict in unexplained:
        print(
            f"\n{mutation.file}:{mutation.line}: {mutation.kind.value}, {verdict.fate.value}\n"
            f"  {mutation.context}\n  - {mutation.original}\n  + {mutation.mutated}"
        )
    return 1 if unexplained else 0


def print_row(name, counts):
    """One line of the table."""
    count = sum(counts[fate] for fate in Fate)
    killed = counts[Fate.KILLED] + counts[Fate.TIMED_OUT]
    print(
        ROW.format(
            name,
            count,
            counts[Fate.KILLED],
            counts[Fate.TIMED_OUT],
            count - killed,
            counts["explained"],
            f"{100 * killed / max(count, 1):.1f} %",
        )
    )
