"""Replay beside export, which reads the same and replays nothing."""

import shutil

from .alternation import LEAST, alternated
from .command import output_of
from .figures import seconds
from .table import Row


def beside_export(store, what, unit, count):
    """The row of a packed store of a number of units, which is removed."""
    replay, export = alternated(
        store.command("redo-replay", "--hash", "--full"),
        store.command("redo-export"),
        most=LEAST,
    )
    shutil.rmtree(store.path)
    return Row(
        f"redo-replay of {what}, processor time a {unit}",
        seconds(replay.processor / count),
        "redo-export of the same",
        seconds(export.processor / count),
        replay.processor / export.processor,
    )


def packed(bench, name, write):
    """A packed store with the log that a function writes to a path."""
    log, store = bench.folder / f"{name}.jsonl", bench.new_store(name)
    write(log)
    output_of(store.importing(log))
    log.unlink()
    store.pack()
    return store
