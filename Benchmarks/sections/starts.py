"""How long a command takes that has nothing to do."""

import os
import subprocess

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.command import Command
from measuring.figures import memory, seconds
from measuring.table import Row

RUNS = 150
SHOWN = ("redo", "redo-list")
# Commands that link one of these wait for it; the budget is for the others.
SLOW_LIBRARIES = ("libcurl", "libgit2")


def rows(bench: Bench) -> list[Row]:
    """Some commands and the slowest of all, and the sizes of the executables."""
    all_names = bench.suite.names()
    names = [name for name in all_names if not _is_slow(bench.suite.path(name))]
    git = Command(("git", "--version"), os.environ)
    commands = [bench.suite.command(name, "--version") for name in names]
    limit, *usages = alternated(git, *commands, most=RUNS, patience=30)
    times = dict(zip(names, (usage.wall for usage in usages)))
    slowest = max(times, key=times.get)
    shown = [("", name) for name in SHOWN] + [("slowest: ", slowest)]
    return [
        _start_row(f"{remark}{name} --version", times[name], limit.wall)
        for remark, name in shown
    ] + [_size_row(bench, all_names)]


def _is_slow(path):
    """Whether an executable links a library that takes long to load."""
    linked = subprocess.run(("ldd", path), capture_output=True, text=True, check=True)
    return any(library in linked.stdout for library in SLOW_LIBRARIES)


def _start_row(what, time, limit):
    """The start of a command beside git's."""
    return Row(
        what,
        seconds(time),
        "git --version",
        seconds(limit),
        time / limit,
        budgets.START.verdict(time / limit),
    )


def _size_row(bench, names):
    """The smallest and the largest executable."""
    sizes = [bench.suite.path(name).stat().st_size for name in names]
    return Row(
        f"size of the largest of {len(names)} executables",
        memory(max(sizes)),
        "the smallest",
        memory(min(sizes)),
        max(sizes) / min(sizes),
    )
