"""Commands that are compared, timed in turn.

A machine gets slower and faster while it measures. In turn, A B A B, that meets all
commands alike, and the ratio of their medians holds although the times do not.
"""

import statistics
import time

from .command import Command, Usage, measured, warmed_up

# Each command is run this many times, or fewer if all of that takes longer than the
# patience, in seconds.
MOST = 9
LEAST = 3
PATIENCE = 10.0


def alternated(*commands: Command, most=MOST, patience=PATIENCE) -> list[Usage]:
    """The median usage of each command, after a run of each that does not count."""
    for command in commands:
        warmed_up(command)
    samples = [[] for _ in commands]
    start = time.perf_counter()
    for number in range(most):
        if number >= LEAST and time.perf_counter() - start > patience:
            break
        for command, usages in zip(commands, samples):
            usages.append(measured(command))
    return [median(usages) for usages in samples]


def median(usages: list[Usage]) -> Usage:
    """The median of the wall times, and that of the processor times."""
    return Usage(
        statistics.median(usage.wall for usage in usages),
        statistics.median(usage.processor for usage in usages),
    )
