"""Rows that set what one command used beside what another used for the same."""

from .budget import Budget, verdict_of
from .command import Usage
from .figures import rate, seconds
from .table import Row


def time_row(what, time, beside, its_time, budget: Budget | None = None) -> Row:
    """Two times, in seconds; the budget is for their ratio."""
    ratio = time / its_time
    verdict = verdict_of(budget, ratio)
    return Row(what, seconds(time), beside, seconds(its_time), ratio, verdict)


def wall_and_processor_rows(
    what, usage: Usage, beside, other: Usage, budget: Budget | None = None
) -> list[Row]:
    """Wall times, with the budget, and processor times.

    Both matter where one of the two works on several processors, or waits for the disk.
    """
    return [
        time_row(f"{what}, wall", usage.wall, f"{beside}, wall", other.wall, budget),
        time_row(
            f"{what}, processor",
            usage.processor,
            f"{beside}, processor",
            other.processor,
        ),
    ]


def rate_row(what, nodes, beside, others, unit="nodes", budget=None) -> Row:
    """Two rates; the budget is for their ratio."""
    ratio = nodes / others
    verdict = verdict_of(budget, ratio)
    return Row(what, rate(nodes, "nodes"), beside, rate(others, unit), ratio, verdict)
