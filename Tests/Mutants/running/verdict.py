"""Runs tests with a mutant on until one fails."""

import dataclasses
import enum
import itertools

# The first runs are short: most mutants die early.
FIRST_BATCH = 1.0
BATCH_GROWTH = 6
# So many times as much processor time as without a mutant, and this much in addition; seconds.
TIME_FACTOR, EXTRA_TIME = 6, 8
# The machine may have other work: a test that waits forever is found a little later.
WALL_FACTOR, EXTRA_WALL = 60, 120


class Fate(enum.Enum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    UNREACHED = "not reached"


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and by which test."""

    fate: Fate
    by: str

    @property
    def is_killed(self):
        return self.fate in (Fate.KILLED, Fate.TIMED_OUT)


def batches(suites):
    """Suites in the order of their time, in groups that become longer."""
    group, seconds, limit = [], 0.0, FIRST_BATCH
    for suite in suites:
        if group and seconds + suite.seconds > limit:
            yield group
            group, seconds, limit = [], 0.0, limit * BATCH_GROWTH
        group.append(suite)
        seconds += suite.seconds
    if group:
        yield group


def judged(bundle, number, suites):
    """What becomes of a mutant in those suites of one target that reach it."""
    reaching = [suite for suite in suites if number in suite.reached]
    if not reaching:
        return Verdict(Fate.UNREACHED, "")
    for batch in batches(reaching):
        seconds = sum(suite.seconds for suite in batch)
        outcome = bundle.run(
            batch[0].target,
            [suite.name for suite in batch],
            {"REDO_MUTANT": str(number)},
            seconds * TIME_FACTOR + EXTRA_TIME,
            seconds * WALL_FACTOR + EXTRA_WALL,
        )
        names = ", ".join(itertools.islice((suite.name for suite in batch), 3))
        if outcome.is_timeout:
            return Verdict(Fate.TIMED_OUT, names)
        if outcome.failure:
            return Verdict(Fate.KILLED, outcome.failure.strip())
    return Verdict(Fate.SURVIVED, f"{len(reaching)} suites")
