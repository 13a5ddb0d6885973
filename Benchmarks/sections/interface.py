"""What a person waits for in `redo ui`, on a terminal of its own."""

import statistics
import time

import budgets
from bench import Bench
from logs.log import Log
from logs.signed import kept_log_of_tasks
from measuring.command import output_of
from measuring.figures import memory, seconds, three_digits
from measuring.table import Row
from peers.terminal import Terminal

TASKS = 10_000
STARTS = 7
ROUNDS = 6
# What is not seen is prepared while nothing is typed, in seconds.
PAUSE = 2
# How long it is watched while nothing happens, in seconds.
IDLE = 3
# What is pressed in the list of tasks, in this order and again and again, and what it is called.
LIST_KEYS = (
    ("j", b"j"),
    ("G", b"G"),
    ("g", b"g"),
    ("Page Down", b"\x1b[6~"),
    ("/", b"/"),
    ("a first letter of a search", b"g"),
    ("a second letter of it", b"a"),
    ("a third letter of it", b"r"),
    ("Escape", b"\x1b"),
)
# In a log; the first one goes there.
LOG_KEYS = (("the tab of the log", b"5"), ("j in it", b"j"), ("Page Down in it", b"\x1b[6~"))
BACK = b"1"


def rows(bench: Bench) -> list[Row]:
    """The list of ten thousand tasks, and the whole log."""
    tasks = bench.new_store("interface-tasks")
    log = Log(kept_log_of_tasks(bench.logs_folder, TASKS))
    output_of(tasks.importing(log.path))
    tasks.pack()
    return _rows(tasks, f"{TASKS} tasks", LIST_KEYS) + _rows(
        bench.store, f"{bench.nodes} nodes", LIST_KEYS + LOG_KEYS, BACK
    )


def _rows(store, what, keys, back=None):
    """First screen, each key, memory and what is used while nothing happens."""
    command = store.command("redo-ui")
    # What is kept of the tasks is written by the first one.
    with Terminal(command) as terminal:
        terminal.first_screen()
    first = []
    for _ in range(STARTS):
        with Terminal(command) as terminal:
            first.append(terminal.first_screen())
    with Terminal(command) as terminal:
        terminal.first_screen()
        time.sleep(PAUSE)
        redraws = {name: [] for name, _ in keys}
        for _ in range(ROUNDS):
            for name, key in keys:
                redraws[name].append(terminal.redraw(key))
            if back:
                terminal.redraw(back)
        time.sleep(PAUSE)
        before = terminal.processor_time()
        time.sleep(IDLE)
        idle = terminal.processor_time() - before
        most = terminal.peak_memory()
    return (
        [_time_row(f"first screen, {what}", first, budgets.FIRST_SCREEN)]
        + [_key_row(f"{name}, {what}", redraws[name]) for name, _ in keys]
        + [
            Row(
                f"memory, {what}", memory(most), verdict=budgets.INTERFACE_MEMORY.verdict(most)
            ),
            Row(
                f"processor time in {IDLE} s without a key, {what}",
                seconds(idle) if idle else "none",
                verdict=budgets.IDLE.verdict(idle),
            ),
        ]
    )


def _time_row(what, times, budget):
    """The median, beside the slowest."""
    middle = statistics.median(times)
    return Row(
        what, seconds(middle), "the slowest", seconds(max(times)), verdict=budget.verdict(middle)
    )


def _key_row(what, redraws):
    """The median of a key's redraws, with the bytes that it wrote."""
    times = [wall for wall, _ in redraws]
    size = statistics.median(size for _, size in redraws)
    middle = statistics.median(times)
    return Row(
        f"redraw after {what}",
        seconds(middle),
        "the slowest; written",
        f"{seconds(max(times))}; {three_digits(size)} bytes",
        verdict=budgets.REDRAW.verdict(middle),
    )
