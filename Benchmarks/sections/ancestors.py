"""Whether replay depends on the shape of the log.

If ancestors were searched for along a chain through all tasks, the time for each node
would grow with the log.
"""

import shutil

from bench import Bench
from logs.chains import write_chains
from measuring.alternation import LEAST, alternated
from measuring.command import output_of
from measuring.figures import seconds
from measuring.table import Row

SHAPES = ((False, "a chain for each task"), (True, "one chain through all tasks"))


def rows(bench: Bench) -> list[Row]:
    """Logs of two shapes and two sizes."""
    return [
        _row(bench, is_global, f"{count} nodes, {shape}", count)
        for is_global, shape in SHAPES
        for count in (bench.nodes // 4, bench.nodes)
    ]


def _row(bench, is_global, what, count):
    """Replay beside export, which reads the same and replays nothing."""
    log, store = bench.folder / "chains.jsonl", bench.new_store("chains")
    write_chains(log, count, is_global)
    output_of(store.importing(log))
    store.pack()
    replay, export = alternated(
        store.command("redo-replay", "--hash"),
        store.command("redo-export"),
        most=LEAST,
    )
    shutil.rmtree(store.path)
    return Row(
        f"redo-replay of {what}, processor time a node",
        seconds(replay.processor / count),
        "redo-export of the same",
        seconds(export.processor / count),
        replay.processor / export.processor,
    )
