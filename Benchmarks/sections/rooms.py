"""What a long conversation costs to show and to fold, and how long a message takes."""

import json
import os
import statistics
import subprocess
import threading
import time

import budgets
from bench import Bench
from logs.room import write_room
from measuring.alternation import alternated
from measuring.command import Command, output_of
from measuring.figures import seconds
from measuring.replaying import packed
from measuring.table import Row
from peers.store import Store

MESSAGES = 10_000
# Messages that are sent, one after the other.
ROUNDS = 7
# In seconds: how long a line may take to come.
PATIENCE = 60


def rows(bench: Bench) -> list[Row]:
    """Both."""
    return [*_long_rows(bench), _delivery_row(bench)]


def _long_rows(bench):
    """A packed room, beside the start of a command at the same store."""
    found = []
    store = packed(
        bench, "room", lambda path: found.append(write_room(path, MESSAGES))
    )
    (room,) = found
    shown = json.loads(output_of(store.command("redo-room", "show", "--json", room)))
    if len(shown["messages"]) != MESSAGES:
        raise RuntimeError("the room lacks messages")
    show, fold, count = alternated(
        store.command("redo-room", "show", room),
        store.command("redo-replay", "--family", "rooms", "--hash"),
        store.command("redo-log", "--count"),
    )
    measured = (
        ("redo-room show", show.wall, budgets.ROOM_SHOW),
        ("redo-replay --family rooms", fold.wall, budgets.ROOM_FOLD),
    )
    return [
        Row(
            f"{what}, {MESSAGES} messages, wall",
            seconds(time),
            "redo-log --count of the same store, wall",
            seconds(count.wall),
            time / count.wall,
            budget.verdict(time),
        )
        for what, time, budget in measured
    ]


class _Person:
    """Somebody with a key and a store on a device of their own."""

    def __init__(self, bench, name, remote):
        suite = bench.suite.at_home(bench.folder / f"room-{name}")
        self.user = suite.make_key()
        self.name = name
        self._store = Store(suite, bench.folder / f"room-{name}-store")
        self._store.make_anew()
        self.run("redo-remote", "add", "origin", remote)

    @property
    def entry(self):
        """How a roster has them."""
        return {
            "id": self.name,
            "identifier": {"kind": "key", "value": self.user},
            "nickname": self.name.capitalize(),
            "principal": self.user,
        }

    def command(self, name, *arguments):
        """A command on their device."""
        return self._store.command(name, *arguments)

    def run(self, name, *arguments):
        """Runs it, and returns what it printed."""
        return output_of(self.command(name, *arguments)).decode().strip()


class _Follower:
    """`redo room join --plain`, while it runs."""

    def __init__(self, command: Command):
        self._process = subprocess.Popen(
            [str(word) for word in command.arguments],
            env=command.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def say(self, text):
        """Types a line."""
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()

    def time_of(self, line):
        """When a line comes."""
        timer = threading.Timer(PATIENCE, self._process.kill)
        timer.start()
        found = any(read == f"{line}\n".encode() for read in self._process.stdout)
        moment = time.perf_counter()
        timer.cancel()
        if not found:
            raise RuntimeError(f"a message did not come: {line}")
        return moment


def _delivery_row(bench):
    """From the start of `redo room say` to the line on a device that follows the room."""
    remote = bench.folder / "room.git"
    output_of(Command(("git", "init", "-q", "--bare", remote), os.environ))
    ana, eve = (_Person(bench, name, remote) for name in ("ana", "eve"))
    roster = json.dumps([ana.entry, eve.entry])
    fields = ("-f", "originator=ana", "-f", "tier:=1", "-f", f"participants:={roster}")
    room = ana.run("redo-commit-node", "OPEN_ROOM", *fields)
    about = ("--room", room)
    ana.run("redo-commit-node", "PAY", *about, "-f", "receipt=promised")
    ana.run("redo-push")
    eve.run("redo-fetch")
    eve.run("redo-commit-node", "SIGNAL", *about)
    eve.run("redo-push")
    delays = []
    with _Follower(eve.command("redo-room", "join", "--plain", room)) as follower:
        follower.time_of("-- it is Ana's turn")
        for number in range(ROUNDS):
            # At different moments between two looks at the remote.
            time.sleep(number / ROUNDS)
            ana.run("redo-fetch")
            said = ana.command("redo-room", "say", room, f"Message {number}")
            start = time.perf_counter()
            sender = threading.Thread(target=output_of, args=(said,))
            sender.start()
            delays.append(follower.time_of(f"Ana: Message {number}") - start)
            sender.join()
            follower.say(f"Answer {number}")
            follower.time_of("-- it is Ana's turn")
            _await_answer(ana, room, number)
    delay = statistics.median(delays)
    return Row(
        "redo-room say, to the line of redo-room join elsewhere, wall",
        seconds(delay),
        "the slowest",
        seconds(max(delays)),
        delay / max(delays),
        budgets.ROOM_DELIVERY.verdict(max(delays)),
    )


def _await_answer(person, room, number):
    """Fetches until an answer has come."""
    end = time.monotonic() + PATIENCE
    while f"Answer {number}" not in person.run("redo-room", "show", room):
        if time.monotonic() > end:
            raise RuntimeError("an answer did not come")
        person.run("redo-fetch")
