"""Whether one author can make the work grow with the square of a log.

Each log is measured in two sizes: where time is linear, the time a node is the same.
"""

import shutil

from bench import Bench
from logs.hostile import TASK, write_heads, write_merges
from measuring.alternation import LEAST, alternated
from measuring.figures import seconds
from measuring.replaying import beside_export, packed
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
    store = packed(bench, "hostile", lambda log: write_merges(log, count))
    return beside_export(store, f"{count} merges of two edits", "merge", count)


def _heads(bench, count):
    """One edit that joins all heads, of a store that has them again before each run."""
    kept = packed(bench, "hostile", lambda log: write_heads(log, count))
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
