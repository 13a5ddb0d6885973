"""Whether one author can make the work grow with the square of a log.

Each log is measured in two sizes: where time is linear, the time a node is the same.
"""

import shutil

from bench import Bench
from logs.hostile import TASK, write_heads, write_merges
from measuring.alternation import LEAST, alternated
from measuring.command import output_of
from measuring.figures import seconds
from measuring.table import Row

# Three nodes a merge, and the larger a hundred times what was slow once.
MERGES = (3_000, 300_000)
HEADS = (20_000, 200_000)


def rows(bench: Bench) -> list[Row]:
    """Replays of merges, and edits that join heads."""
    return [_merges(bench, count) for count in MERGES] + [
        _heads(bench, count) for count in HEADS
    ]


def _merges(bench, count):
    """Replay beside export, which reads the same and replays nothing."""
    store = _store(bench, write_merges, count)
    replay, export = alternated(
        store.command("redo-replay", "--hash"),
        store.command("redo-export"),
        most=LEAST,
    )
    shutil.rmtree(store.path)
    return Row(
        f"redo-replay of {count} merges of two edits, processor time a merge",
        seconds(replay.processor / count),
        "redo-export of the same",
        seconds(export.processor / count),
        replay.processor / export.processor,
    )


def _heads(bench, count):
    """One edit that joins all heads, of a store that has them again before each run."""
    kept = _store(bench, write_heads, count)
    kept.configure("core.fsync", "none")
    bench.suite.make_key()
    store = bench.new_store("joined")

    def restore():
        shutil.rmtree(store.path, ignore_errors=True)
        kept.copied(store.path)

    edit = ("redo-commit-node", "UPDATE", "--task", TASK, "-f", "priority:=5")
    (usage,) = alternated(store.command(*edit, before=restore), most=LEAST)
    for path in (kept.path, store.path):
        shutil.rmtree(path)
    return Row(
        f"redo-commit-node that joins {count} heads, processor time a head",
        seconds(usage.processor / count),
    )


def _store(bench, write, count):
    """A packed store with a log."""
    log, store = bench.folder / "hostile.jsonl", bench.new_store("hostile")
    write(log, count)
    output_of(store.importing(log))
    log.unlink()
    store.pack()
    return store
