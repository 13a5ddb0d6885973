"""What a person waits for on a large log, and what memory reading all of it takes."""

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.budget import verdict_of
from measuring.command import output_of
from measuring.figures import memory, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row

# What a command prints, and the name of its budget.
ANSWERS = (
    (("redo-list", "-n", "20"), "list"),
    (("redo-list",), "list"),
    (("redo-heads",), "heads"),
    (("redo-status",), "status"),
)
CHECKS = (("redo-verify", "--all"), ("redo-fsck",))
TASK = "Wash the car"


def rows(bench: Bench) -> list[Row]:
    """Answers from caches, one change, and the memory of whoever reads everything."""
    return _answer_rows(bench) + [_done_row(bench)] + _memory_rows(bench)


def _answer_rows(bench):
    """The first run of each, which is not counted, makes the caches."""
    usages = alternated(*(bench.store.command(*words) for words, _ in ANSWERS))
    return [
        Row(
            f"{' '.join(words)}, from caches, wall",
            seconds(usage.wall),
            "processor",
            seconds(usage.processor),
            verdict=verdict_of(budgets.answer(name, bench.nodes), usage.wall),
        )
        for (words, name), usage in zip(ANSWERS, usages)
    ]


def _done_row(bench):
    """The end of one occurrence after the other, without waiting for the disk."""
    bench.suite.make_key()
    store = bench.store.copied(bench.folder / "large")
    store.configure("core.fsync", "none")
    # added 8a75 Wash the car
    added = output_of(store.command("redo-add", TASK, "--every", "7"))
    (usage,) = alternated(store.command("redo-done", added.split()[1].decode()))
    return Row(
        "redo-done of a recurring task, core.fsync = none, wall",
        seconds(usage.wall),
        "processor",
        seconds(usage.processor),
        verdict=verdict_of(budgets.answer("done", bench.nodes), usage.wall),
    )


def _memory_rows(bench):
    """Import of the whole log, and both checks of a store that has its caches."""
    commands = [
        ("redo-import", bench.new_store("imported").importing(bench.log.path)),
        *((" ".join(words), bench.store.command(*words)) for words in CHECKS),
    ]
    return [_memory_row(what, command, bench.nodes) for what, command in commands]


def _memory_row(what, command, nodes):
    """The peak memory of a command."""
    peak = peak_memory(command)
    return Row(
        f"{what}, peak memory",
        memory(peak),
        verdict=verdict_of(budgets.whole_log_memory(nodes), peak),
    )
