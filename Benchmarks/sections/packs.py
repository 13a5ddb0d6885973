"""What remotes of packs cost: a git repository and a folder, for the whole log and for three nodes."""

import os
import shutil

import budgets
from bench import Bench
from measuring.alternation import LEAST, alternated
from measuring.budget import verdict_of
from measuring.command import Command, measured, output_of
from measuring.comparison import time_row
from measuring.figures import memory, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row
from peers.store import Store

NEW = ("one", "two", "three")
KINDS = ("git", "folder")


def rows(bench: Bench) -> list[Row]:
    """Both kinds of places."""
    bench.store.nodes_in_packs()
    return [row for kind in KINDS for row in _Place(bench, kind).rows()]


class _Place:
    """A remote, and the stores of two devices of one user."""

    def __init__(self, bench, kind):
        self._bench = bench
        self._kind = kind
        self._suite = bench.suite.at_home(bench.folder / f"packs-{kind}")
        self._suite.make_key()
        self._path = bench.folder / f"packs-{kind}-remote"
        self._first = self._store("first")
        self._second = self._store("second")

    @property
    def _url(self):
        return self._path if self._kind == "git" else f"folder:{self._path}"

    def _store(self, name):
        """A copy of the store with the log, which knows the remote."""
        store = Store(self._suite, self._bench.folder / f"packs-{self._kind}-{name}")
        return store

    def _make_anew(self):
        """An empty remote."""
        shutil.rmtree(self._path, ignore_errors=True)
        if self._kind == "git":
            output_of(
                Command(("git", "init", "-q", "--bare", self._path), os.environ)
            )
        else:
            self._path.mkdir()

    def _begin(self):
        """An empty remote, and a store with the log that has never pushed."""
        self._make_anew()
        self._first.renewed(self._bench.store)()
        output_of(self._first.command("redo-remote", "add", "origin", self._url))

    def _forget_clone(self):
        shutil.rmtree(self._second.path, ignore_errors=True)

    def rows(self):
        """The whole log, then three nodes, then nothing."""
        return [*self._whole_rows(), *self._small_rows()]

    def _whole_rows(self):
        push = self._first.command("redo-push", before=self._begin)
        clone = Command(
            (self._suite.path("redo-clone"), self._url),
            self._second.command("redo-clone").environment,
            before=self._forget_clone,
        )
        verify = self._bench.store.command("redo-verify", "--all")
        pushed, cloned, verified = alternated(push, clone, verify, most=LEAST)
        size = sum(
            path.stat().st_size for path in self._path.rglob("*") if path.is_file()
        )
        nodes = self._bench.nodes
        return [
            Row(
                f"redo push of {nodes} nodes to a {self._kind}, wall",
                seconds(pushed.wall),
                verdict=verdict_of(budgets.packs_push(nodes), pushed.wall),
            ),
            time_row(
                f"redo clone of {nodes} nodes from a {self._kind}, wall",
                cloned.wall,
                "redo-verify --all of the same",
                verified.wall,
                budgets.PACKS_CLONE,
            ),
            Row(
                f"a {self._kind} with {nodes} nodes",
                memory(size),
                verdict=verdict_of(budgets.packs_size(nodes), size),
            ),
            *(
                Row(
                    f"redo {name} of {nodes} nodes, memory",
                    memory(peak),
                    verdict=verdict_of(budgets.packs_memory(nodes), peak),
                )
                for name, peak in (
                    ("push", peak_memory(push)),
                    ("clone", peak_memory(clone)),
                )
            ),
        ]

    def _small_rows(self):
        """Three nodes from one device to the other, and nothing."""
        self._begin()
        output_of(self._first.command("redo-push"))
        clone = Command(
            (self._suite.path("redo-clone"), self._url),
            self._second.command("redo-clone").environment,
            before=self._forget_clone,
        )
        output_of(clone)
        pushes, fetches, nothings = [], [], []
        for _ in range(2 * LEAST + 1):
            for title in NEW:
                output_of(self._first.command("redo-add", "--draft", title))
            os.sync()
            pushes.append(measured(self._first.command("redo-push")).wall)
            os.sync()
            fetches.append(measured(self._second.command("redo-fetch")).wall)
            nothings.append(measured(self._second.command("redo-fetch")).wall)
        small = budgets.packs_small(self._bench.nodes)
        whats = (
            ("push of 3 nodes to", pushes, small),
            ("fetch of 3 nodes from", fetches, small),
            ("fetch of nothing from", nothings, budgets.PACKS_NOTHING),
        )
        return [
            Row(
                f"redo {what} a {self._kind}, {self._bench.nodes} nodes, wall",
                seconds(sorted(walls)[len(walls) // 2]),
                verdict=verdict_of(budget, sorted(walls)[len(walls) // 2]),
            )
            for what, walls, budget in whats
        ]
