"""What it costs that the log decides who may do what: with no task that is shared, and with a thousand."""

import json

import budgets
from bench import Bench
from logs.shared import write_shares
from logs.signed import SEED
from measuring.alternation import alternated
from measuring.command import CommandFailed, output_of
from measuring.comparison import time_row
from measuring.table import Row

SHARED = 1_000


def rows(bench: Bench) -> list[Row]:
    """Lists and states, each beside the same without a shared task, or without a look at who may do what."""
    plain, shared = bench.store, _shared(bench)
    shared_list, plain_list, protocol, effective, shared_effective = alternated(
        shared.command("redo-list"),
        plain.command("redo-list"),
        plain.command("redo-replay", "--hash", "--full"),
        plain.command("redo-replay", "--family", "effective", "--hash", "--full"),
        shared.command("redo-replay", "--family", "effective", "--hash", "--full"),
    )
    return [
        time_row(
            f"redo-list, {bench.nodes} nodes, {SHARED} shared tasks, wall",
            shared_list.wall,
            "without any, wall",
            plain_list.wall,
            budgets.LIST_WITH_SHARED_TASKS,
        ),
        time_row(
            "redo-replay --family effective, none shared, wall",
            effective.wall,
            "redo-replay, which knows no permissions, wall",
            protocol.wall,
            budgets.EFFECTIVE_WITHOUT_SHARED_TASKS,
        ),
        time_row(
            f"redo-replay --family effective, {SHARED} shared tasks, wall",
            shared_effective.wall,
            "none shared, wall",
            effective.wall,
        ),
    ]


def _shared(bench):
    """The log with shared tasks, packed, and all that a list keeps of it."""
    store = bench.store.copied(bench.folder / "shared")
    shares = bench.folder / "shares.jsonl"
    write_shares(bench.log, SEED, SHARED, shares)
    output_of(store.command("redo-import", shares))
    shares.unlink()
    output_of(store.command("redo-gc", "--all", "-q"))
    for each in (bench.store, store):
        output_of(each.command("redo-list"))
    listing = store.command("redo-shares", "--json")
    found = [json.loads(line) for line in output_of(listing).splitlines()]
    if len(found) != SHARED:
        raise CommandFailed(f"{listing}\nfound {len(found)} instead of {SHARED}")
    void = output_of(store.command("redo-replay", "--family", "effective", "--void"))
    if void:
        raise CommandFailed("a SHARE or an edit has no effect")
    return store
