"""Nodes through Google's emulator of Firestore, beside the same requests alone."""

import dataclasses
import itertools
from statistics import median

import budgets
from bench import Bench
from logs.signed import kept_log
from measuring.command import measured, output_of
from measuring.figures import memory as in_bytes
from measuring.figures import rate, seconds
from measuring.peak_memory import peak_memory
from measuring.table import Row
from peers.firestore import EmulatorMissing, emulator, memory, recorder, replayed
from peers.store import Store

NODES = 1000
# The emulator gets faster while it is used, and gets no faster after this many rounds.
WARMING_ROUNDS = 4
ROUNDS = 5
# The list of a user's nodes takes one of the 500 writes that a commit may have.
NODES_A_COMMIT = 499
NODES_A_PAGE = 1000


def rows(bench: Bench) -> list[Row]:
    """Push and fetch of a thousand nodes, and the memory that many take."""
    try:
        with emulator() as port:
            replica = Replica(bench, port)
            times = _rows_of_times(replica)
    except EmulatorMissing as missing:
        times = [Row(f"not measured: {missing}", "")]
    return times + _rows_of_memory(bench)


class Replica:
    """An emulator, and stores that exchange nodes through it."""

    def __init__(self, bench: Bench, port: int):
        """Nothing is stored yet."""
        self._bench = bench
        self._port = port
        self._numbers = itertools.count(10_000)

    def new_project(self) -> str:
        """A name that was not used before, of the same length as all others."""
        return f"bench-{next(self._numbers)}"

    def empty_store(self, project: str) -> Store:
        """A store that knows a replica as its remote."""
        store = self._bench.new_store(f"store-{next(self._numbers)}")
        store.make_anew()
        return self._with_remote(store, project)

    def full_store(self, project: str, nodes: int) -> Store:
        """The same with nodes in it."""
        store = self._bench.new_store(f"store-{next(self._numbers)}")
        log = kept_log(self._bench.logs_folder, nodes)
        output_of(store.importing(log))
        return self._with_remote(store, project)

    @staticmethod
    def _with_remote(store, project):
        url = f"firestore:{project}?uid=alice"
        output_of(store.command("redo-remote", "add", "origin", url))
        return store

    def command(self, verb: str, store: Store, port: int | None = None):
        """redo push or fetch, with the emulator or what stands before it."""
        command = store.command(f"redo-{verb}", "origin")
        host = {"FIRESTORE_EMULATOR_HOST": f"127.0.0.1:{port or self._port}"}
        return dataclasses.replace(command, environment=command.environment | host)

    def recorded(self, verb: str, store: Store):
        """The requests of a command."""
        with recorder(self._port) as (port, requests):
            output_of(self.command(verb, store, port))
        return requests

    def replayed(self, requests, project: str, other: str) -> float:
        """Seconds for requests of one project, sent to another."""
        requests = [request.of_project(project, other) for request in requests]
        return replayed(self._port, requests)


def _rows_of_times(replica):
    """Each in turn with its own requests."""
    project = replica.new_project()
    pushes = replica.recorded("push", replica.full_store(project, NODES))
    fetches = replica.recorded("fetch", replica.empty_store(project))
    samples = [
        _round(replica, project, pushes, fetches)
        for _ in range(WARMING_ROUNDS + ROUNDS)
    ]
    push, fetch, push_limit, fetch_limit, push_processor, fetch_processor = (
        median(column) for column in zip(*samples[WARMING_ROUNDS:])
    )
    least_pushes = -(-NODES // NODES_A_COMMIT)
    least_fetches = NODES // NODES_A_PAGE + 1
    return [
        _row("push", push, push_limit, push_processor),
        _row("fetch", fetch, fetch_limit, fetch_processor),
        Row(
            f"push and fetch of {NODES} nodes",
            seconds(push + fetch),
            "the same requests alone",
            seconds(push_limit + fetch_limit),
            (push + fetch) / (push_limit + fetch_limit),
            budgets.FIRESTORE.verdict(push + fetch),
        ),
        _requests_row("push", len(pushes), least_pushes),
        _requests_row("fetch", len(fetches), least_fetches),
    ]


def _round(replica, project, pushes, fetches):
    """Seconds for push, fetch, the requests of each, and the suite's processor time."""
    one, other = replica.new_project(), replica.new_project()
    push = measured(replica.command("push", replica.full_store(one, NODES)))
    push_limit = replica.replayed(pushes, project, other)
    fetch = measured(replica.command("fetch", replica.empty_store(one)))
    fetch_limit = replica.replayed(fetches, project, other)
    walls = (push.wall, fetch.wall, push_limit, fetch_limit)
    return walls + (push.processor, fetch.processor)


def _row(verb, wall, limit, processor):
    return Row(
        f"{verb} of {NODES} nodes, {rate(NODES / wall, 'nodes')}, "
        f"of it processor time of redo's {seconds(processor)}",
        seconds(wall),
        "the same requests alone",
        seconds(limit),
        wall / limit,
    )


def _requests_row(verb, made, least):
    verdict = budgets.FIRESTORE_REQUESTS.verdict(made / least)
    return Row(
        f"requests of the {verb}",
        str(made),
        "the least",
        str(least),
        made / least,
        verdict,
    )


def _rows_of_memory(bench):
    """Peak memory with few and with many nodes. The emulator would take hours."""
    figures = {}
    with memory() as port:
        replica = Replica(bench, port)
        for nodes in (NODES, bench.nodes):
            project = replica.new_project()
            store = replica.full_store(project, nodes)
            figures["push", nodes] = peak_memory(replica.command("push", store))
            store = replica.empty_store(project)
            figures["fetch", nodes] = peak_memory(replica.command("fetch", store))
    return [
        Row(
            f"{verb} of {bench.nodes} nodes, peak memory",
            in_bytes(figures[verb, bench.nodes]),
            f"of {NODES}",
            in_bytes(figures[verb, NODES]),
            figures[verb, bench.nodes] / figures[verb, NODES],
        )
        for verb in ("push", "fetch")
    ]
