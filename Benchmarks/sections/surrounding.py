"""What surrounds tasks: watching a log, being reminded, and opening links."""

import datetime
import statistics
import subprocess
import threading
import time

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.command import output_of
from measuring.figures import seconds
from measuring.table import Row

# Changes that are told, one after the other.
CHANGES = 20
REMINDERS = 5
# In seconds: how long a process may take to be ready, and between two moments.
PATIENCE = 60
PAUSE = 1.0


def rows(bench: Bench) -> list[Row]:
    """Each of the three on the large log."""
    bench.suite.make_key()
    return [_watch_row(bench), _reminder_row(bench), _open_row(bench)]


class _Reader:
    """A command that runs, and when each of its lines came."""

    def __init__(self, command, is_ready, **changes):
        """Starts it, and waits until it is ready."""
        environment = dict(command.environment) | changes
        self._process = subprocess.Popen(
            [str(word) for word in command.arguments],
            env={name: value for name, value in environment.items() if value},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        end = time.monotonic() + PATIENCE
        while not is_ready() and time.monotonic() < end:
            time.sleep(0.005)
        # What it does before it waits.
        time.sleep(0.5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()

    def line(self):
        """The next line, and when it came by both clocks."""
        timer = threading.Timer(PATIENCE, self._process.kill)
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        if not line:
            raise RuntimeError("a command that was to tell something told nothing")
        return line, time.perf_counter(), time.time()


def _watch_row(bench):
    """From the moment at which a node has its name to its line."""
    writer = bench.store.copied(bench.folder / "writer")
    writer.configure("gc.auto", "0")
    watched = bench.store.copied(bench.folder / "watched")
    before = set(_loose(writer))
    for number in range(CHANGES):
        output_of(writer.command("redo-add", f"Task {number}", "--draft"))
    files = [path for path in _loose(writer) if path not in before]
    delays = []
    command = watched.command("redo-watch")
    with _Reader(command, (watched.path / "watch" / "arrivals").exists) as reader:
        for path in files:
            target = watched.path / "objects" / path
            target.parent.mkdir(exist_ok=True)
            source = writer.path / "objects" / path
            source.rename(target)
            start = time.perf_counter()
            delays.append(reader.line()[1] - start)
    delay = statistics.median(delays)
    return Row(
        f"redo-watch, from a node's name to its line, {bench.nodes} nodes",
        seconds(delay),
        "the slowest",
        seconds(max(delays)),
        delay / max(delays),
        budgets.WATCH.verdict(delay),
    )


def _loose(store):
    """The files of loose nodes, relative to the folder of nodes."""
    folder = store.path / "objects"
    return sorted(path.relative_to(folder) for path in folder.glob("[0-9a-f][0-9a-f]/*"))


def _reminder_row(bench):
    """From the moment of a reminder to its line."""
    store = bench.store.copied(bench.folder / "reminded")
    delays = []
    command = store.command("redo-remind", "--print")
    with _Reader(
        command, (store.path / "reminders" / "told").exists, REDO_WALL=""
    ) as reader:
        for number in range(REMINDERS):
            # A whole second, since dates are written so.
            due = int(time.time() + PAUSE) + 1
            text = datetime.datetime.fromtimestamp(due, datetime.timezone.utc)
            when = text.strftime("%Y-%m-%dT%H:%M:%SZ")
            output_of(store.command("redo-add", f"Task {number}", "--due", when))
            delays.append(reader.line()[2] - due)
    delay = statistics.median(delays)
    return Row(
        f"redo-remind, from a moment to its line, {bench.nodes} nodes",
        seconds(max(delay, 0)),
        "the latest",
        seconds(max(delays)),
        delay / max(delays),
        budgets.REMINDER.verdict(max(delays)),
    )


def _open_row(bench):
    """A link to a task, beside the command that it stands for."""
    store = bench.store.copied(bench.folder / "opened")
    added = output_of(store.command("redo-add", "Milk", "--draft")).split()[1].decode()
    shown = output_of(store.command("redo-show", "--json", added)).decode()
    task = shown.partition('"guid":"')[2].partition('"')[0]
    show, opened = alternated(
        store.command("redo-show", task),
        store.command("redo-open", f"task://taskId/{task}"),
    )
    return Row(
        "redo-open of a link to a task, wall",
        seconds(opened.wall),
        "redo-show",
        seconds(show.wall),
        opened.wall / show.wall,
        budgets.OPEN.verdict(opened.wall),
    )
