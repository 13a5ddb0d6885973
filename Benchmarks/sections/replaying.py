"""How long it takes to compute the state of all tasks."""

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.figures import memory, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row

REPLAY = ("redo-replay", "--hash")


def rows(bench: Bench) -> list[Row]:
    """Replay of the whole log, and the first tasks by rank."""
    usage, listed = alternated(
        bench.store.command(*REPLAY), bench.store.command("redo-list", "-n", "20")
    )
    budget = budgets.replay(bench.nodes)
    verdict = budget.verdict(usage.wall) if budget else None
    return [
        _beside_decompression(bench, "wall", usage.wall, verdict),
        _beside_decompression(bench, "processor", usage.processor),
        _memory_row(bench),
        Row("redo-list -n 20, wall", seconds(listed.wall)),
    ]


def _beside_decompression(bench, which, time, verdict=None):
    """A time of replay; that of a packed log cannot be below its decompression."""
    limit = bench.zstandard.size / bench.zstandard.decompression
    return Row(
        f"redo-replay --hash, {which}",
        seconds(time),
        "zstd decompression of the log's text, a core",
        seconds(limit),
        time / limit,
        verdict,
    )


def _memory_row(bench):
    """The peak memory of replay, which has a budget."""
    peak = peak_memory(bench.store.command(*REPLAY))
    return Row(
        "redo-replay --hash, peak memory",
        memory(peak),
        verdict=budgets.REPLAY_MEMORY.verdict(peak),
    )
