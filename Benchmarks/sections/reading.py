"""How fast nodes are listed, counted and read, beside git with the same graph."""

import random

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.command import Command, CommandFailed, output_of
from measuring.comparison import rate_row, time_row, wall_and_processor_rows
from measuring.table import Row


def rows(bench: Bench) -> list[Row]:
    """log, rev-list, their counts and cat-node --batch."""
    return (
        _log_rows(bench)
        + _rev_list_rows(bench)
        + _count_rows(bench)
        + _cat_node_rows(bench)
    )


def _log_rows(bench):
    """All ids, the latest first."""
    redo = bench.store.command("redo-log", "--format", "%H")
    git = bench.repository.command("log", "--format=%H", "--all")
    _expect_lines(redo, bench.nodes)
    _expect_lines(git, bench.nodes + bench.stream.tie_count)
    usage, other = alternated(redo, git)
    return wall_and_processor_rows(
        "redo-log --format %H", usage, "git log --format=%H --all", other, budgets.LOG
    )


def _rev_list_rows(bench):
    """All ids, the last of a replay first."""
    redo = bench.store.command("redo-rev-list", "--all")
    git = bench.repository.command("rev-list", "--all")
    _expect_lines(redo, bench.nodes)
    _expect_lines(git, bench.nodes + bench.stream.tie_count)
    usage, other = alternated(redo, git)
    return wall_and_processor_rows(
        "redo-rev-list --all", usage, "git rev-list --all", other, budgets.REV_LIST
    )


def _count_rows(bench):
    """Their number alone."""
    usage, other = alternated(
        bench.store.command("redo-rev-list", "--all", "--count"),
        bench.repository.command("rev-list", "--count", "--all"),
    )
    return [
        time_row(
            "redo-rev-list --all --count, wall",
            usage.wall,
            "git rev-list --count --all, wall",
            other.wall,
        )
    ]


def _cat_node_rows(bench):
    """All nodes, in one random order for both."""
    order = list(range(bench.nodes))
    random.Random(0).shuffle(order)
    ids = _listed(bench, "ids", bench.stream.node_ids, order)
    blobs = _listed(bench, "blobs", bench.stream.blob_ids, order)
    git = ("cat-file", "--batch")
    usages = alternated(
        bench.store.command("redo-cat-node", "--batch", input=ids),
        bench.repository.command(*git, input=blobs),
        bench.repository.command(*git, "--buffer", input=blobs),
    )
    redo, git, buffered = (bench.nodes / usage.wall for usage in usages)
    what = "redo-cat-node --batch, random ids, wall"
    beside = "git cat-file --batch{}, the same order, wall"
    return [
        rate_row(what, redo, beside.format(""), git, "blobs", budgets.CAT_NODE),
        rate_row(what, redo, beside.format(" --buffer"), buffered, "blobs"),
    ]


def _listed(bench, name, texts, order):
    """A file of texts in some order, one a line."""
    path = bench.folder / name
    path.write_text("".join(f"{texts[place]}\n" for place in order), encoding="utf-8")
    return path


def _expect_lines(command: Command, count):
    """Raises CommandFailed if a command does not print this many lines."""
    printed = output_of(command).count(b"\n")
    if printed != count:
        raise CommandFailed(f"{command}\nprinted {printed} lines instead of {count}")
