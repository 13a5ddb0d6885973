"""How long one change takes on a log that is there already."""

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.command import output_of
from measuring.figures import seconds
from measuring.table import Row
from peers.store import Store

ADD = ("redo-add", "Wash the car", "--every", "7")


def rows(bench: Bench) -> list[Row]:
    """add and done, with and without waiting for the disk."""
    synced = _signing_copy(bench, "synced")
    unsynced = _signing_copy(bench, "unsynced")
    unsynced.configure("core.fsync", "none")
    add, synced_add, done, synced_done = alternated(
        unsynced.command(*ADD),
        synced.command(*ADD),
        _done(unsynced),
        _done(synced),
    )
    return [
        _row("redo-add of a task with its first to-do", add, synced_add),
        _row("redo-done of a recurring task", done, synced_done),
    ]


def _signing_copy(bench, name) -> Store:
    """A copy of the store, for a user who has a key."""
    bench.suite.make_key()
    return bench.store.copied(bench.folder / name)


def _done(store):
    """The end of one occurrence after the other, of a task that is added for it."""
    # added 8a75 Wash the car
    task = output_of(store.command(*ADD)).split()[1].decode()
    return store.command("redo-done", task)


def _row(what, usage, synced):
    """A time beside that with syncing; the budget is for the first one."""
    return Row(
        f"{what}, core.fsync = none, wall",
        seconds(usage.wall),
        "the same, synced",
        seconds(synced.wall),
        usage.wall / synced.wall,
        budgets.ADD_OR_DONE.verdict(usage.wall),
    )
