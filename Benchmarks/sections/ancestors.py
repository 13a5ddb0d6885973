"""Whether replay depends on the shape of the log.

If ancestors were searched for along a chain through all tasks, the time for each node
would grow with the log.
"""

from bench import Bench
from logs.chains import write_chains
from measuring.replaying import beside_export, packed
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
    store = packed(bench, "chains", lambda log: write_chains(log, count, is_global))
    return beside_export(store, what, "node", count)
