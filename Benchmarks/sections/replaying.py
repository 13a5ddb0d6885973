"""How long it takes to compute the state of all tasks."""

import shutil

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.budget import verdict_of
from measuring.command import output_of
from measuring.figures import memory, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row

REPLAY = ("redo-replay", "--hash", "--full")
RESUMED = ("redo-replay", "--hash")
ONE_MORE = ("redo-add", "--draft", "One more task")


def rows(bench: Bench) -> list[Row]:
    """Replay of the whole log, what it takes after one more node, and the first tasks by rank."""
    usage, listed = alternated(
        bench.store.command(*REPLAY), bench.store.command("redo-list", "-n", "20")
    )
    budget = budgets.replay(bench.nodes)
    verdict = verdict_of(budget, usage.wall)
    return [
        _beside_decompression(bench, "wall", usage.wall, verdict),
        _beside_decompression(bench, "processor", usage.processor),
        _memory_row(bench),
        _resumed_row(bench, usage.wall),
        Row("redo-list -n 20, wall", seconds(listed.wall)),
    ]


def _beside_decompression(bench, which, time, verdict=None):
    """A time of replay; that of a packed log cannot be below its decompression."""
    limit = bench.zstandard.size / bench.zstandard.decompression
    return Row(
        f"redo-replay --hash --full, {which}",
        seconds(time),
        "zstd decompression of the log's text, a core",
        seconds(limit),
        time / limit,
        verdict,
    )


def _resumed_row(bench, whole):
    """The hash after one more node, by what is kept of the others, beside that of all."""
    store = bench.store.copied(bench.folder / "one-more")
    output_of(store.command(*ONE_MORE))
    full = output_of(store.command(*REPLAY))
    # The first one keeps the hash of the packs, the second one is resumed from it.
    if any(output_of(store.command(*RESUMED)) != full for _ in range(2)):
        raise ValueError("the hash that is resumed is not that of all nodes")
    (resumed,) = alternated(store.command(*RESUMED))
    shutil.rmtree(store.path)
    return Row(
        "redo-replay --hash after one more node, wall",
        seconds(resumed.wall),
        "redo-replay --hash --full, wall",
        seconds(whole),
        resumed.wall / whole,
    )


def _memory_row(bench):
    """The peak memory of replay, which has a budget."""
    peak = peak_memory(bench.store.command(*REPLAY))
    return Row(
        "redo-replay --hash --full, peak memory",
        memory(peak),
        verdict=budgets.REPLAY_MEMORY.verdict(peak),
    )
