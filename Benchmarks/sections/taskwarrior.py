"""What a person waits for with ten thousand tasks, beside Taskwarrior."""

import budgets
from bench import Bench
from logs.log import Log
from logs.signed import kept_log_of_tasks
from logs.titles import WORD
from measuring.alternation import alternated
from measuring.command import CommandFailed, output_of
from measuring.comparison import time_row
from measuring.figures import memory, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row
from peers.store import Store
from peers.taskwarrior import Taskwarrior, write_tasks

TASKS = 10_000


def rows(bench: Bench) -> list[Row]:
    """The same tasks in both: import, list, search and one task more."""
    log = Log(kept_log_of_tasks(bench.logs_folder, TASKS))
    store, peer = bench.new_store("tasks"), Taskwarrior(bench.folder / "taskwarrior")
    tasks = bench.folder / "tasks.json"
    write_tasks(log, tasks)
    imported = _import_row(store, peer, log, tasks)
    store.pack()
    _expect_tasks(peer)
    return (
        [imported]
        + _list_rows(store, peer)
        + _search_rows(bench, store, peer)
        + _add_rows(bench, store, peer)
    )


def _import_row(store, peer, log, tasks):
    """The import, which verifies signatures on one side."""
    usage, other = alternated(
        store.importing(log.path),
        peer.command("import", tasks, before=peer.make_anew),
    )
    what = f"redo-import of {TASKS} tasks as {2 * TASKS} signed nodes, synced, wall"
    return time_row(what, usage.wall, "task import, wall", other.wall)


def _expect_tasks(peer):
    """Raises CommandFailed if Taskwarrior has not got all tasks."""
    count = peer.command("rc.verbose=nothing", "count")
    answer = output_of(count).decode().strip()
    if answer != str(TASKS):
        raise CommandFailed(f"{count}\nprinted {answer} instead of {TASKS}")


def _list_rows(store, peer):
    """All tasks."""
    listing = store.command("redo-list")
    usage, other = alternated(listing, peer.command("list"))
    return _beside(
        f"redo-list, {TASKS} tasks by rank",
        usage,
        "task list",
        other,
        budgets.LIST_OF_10_000_TASKS,
    ) + [_memory_row("redo-list", listing)]


def _search_rows(bench, store, peer):
    """The tasks with a word in their title."""
    what, beside = f"redo-search {WORD}, {TASKS} tasks", f"task {WORD} list"
    listing = peer.command(WORD, "list")
    if not bench.suite.has("redo-search"):
        (other,) = alternated(listing)
        wall = f"{beside}, wall"
        return [Row(what, "not in this build", wall, seconds(other.wall))]
    search = store.command("redo-search", WORD)
    usage, other = alternated(search, listing)
    return _beside(what, usage, beside, other, budgets.SEARCH_IN_10_000_TASKS) + [
        _memory_row("redo-search", search)
    ]


def _add_rows(bench, store: Store, peer):
    """One task more; Taskwarrior does not wait for the disk."""
    bench.suite.make_key()
    unsynced = store.copied(bench.folder / "unsynced-tasks")
    unsynced.configure("core.fsync", "none")
    words = ("add", "Wash the car")
    redo = ("redo-add", "Wash the car")
    usage, other, synced = alternated(
        unsynced.command(*redo), peer.command(*words), store.command(*redo)
    )
    return [
        time_row(f"{what}, {TASKS} tasks, wall", time, "task add, wall", other.wall)
        for what, time in (
            ("redo-add, core.fsync = none", usage.wall),
            ("redo-add, synced", synced.wall),
        )
    ]


def _beside(what, usage, beside, other, budget):
    """Wall times, with a budget for the first one, and processor times."""
    return [
        Row(
            f"{what}, wall",
            seconds(usage.wall),
            f"{beside}, wall",
            seconds(other.wall),
            usage.wall / other.wall,
            budget.verdict(usage.wall),
        ),
        time_row(
            f"{what}, processor",
            usage.processor,
            f"{beside}, processor",
            other.processor,
        ),
    ]


def _memory_row(what, command):
    """The peak memory of a command, which has a budget."""
    peak = peak_memory(command)
    return Row(
        f"{what}, {TASKS} tasks, peak memory",
        memory(peak),
        verdict=budgets.MEMORY_WITH_10_000_TASKS.verdict(peak),
    )
