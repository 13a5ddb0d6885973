"""What a long conversation costs: to show it, and to fold it."""

import json

import budgets
from bench import Bench
from logs.room import write_room
from measuring.alternation import alternated
from measuring.command import output_of
from measuring.figures import seconds
from measuring.replaying import packed
from measuring.table import Row

MESSAGES = 10_000


def rows(bench: Bench) -> list[Row]:
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
