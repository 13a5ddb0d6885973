"""Categories, comments and intervals of work."""

import dataclasses

from . import sharing
from .sharing import any_case
from .steps import certified_id

ACTIONS = {
    "category": ("CREATE_CATEGORY", "UPDATE_CATEGORY", "DELETE_CATEGORY"),
    "comment": ("ADD_COMMENT", "EDIT_COMMENT", "DELETE_COMMENT"),
    "work": ("START_WORK", "STOP_WORK", "EDIT_WORK", "DELETE_WORK"),
}
KINDS = tuple(ACTIONS)
TIMES = (
    "2025-01-01T08:00:01Z", "2025-01-01T09:00:01.0000001+01:00",
    "2025-01-01T07:00:03.5-01:00", "2025-01-01T08:00:04.000Z",
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Thing:
    """An id that several devices make or change."""

    kind: str
    id: str
    key: int | None
    nonce: str


def drawn_things(dice, devices):
    """A few ids of each kind, some of which certify a device's key."""
    result = {}
    for kind in ACTIONS:
        result[kind] = []
        for number in range(dice.choice((1, 2))):
            nonce = f"{number:032x}"
            if dice.random() < 0.6:
                key = dice.randrange(devices)
                thing = Thing(kind, certified_id(kind, key, nonce), key, nonce)
            else:
                # One id can name one of each kind.
                id = f"a0000000-0000-4000-8000-00000000000{number}"
                thing = Thing(kind, id, None, nonce)
            result[kind].append(thing)
    return result


def begin(world):
    """Categories are often there at first, and shared."""
    for thing in world.things["category"]:
        if thing.key is not None and world.dice.random() < 0.8:
            fields = {"categoryId": thing.id}
            fields |= members(world.dice, "CREATE_CATEGORY", thing)
            world.add(thing.key, "CREATE_CATEGORY", fields)
            sharing.begin(world, thing, category=thing.id)


def write(world, device, kind=None):
    """Makes or changes one of them."""
    dice = world.dice
    kind = kind or dice.choice(KINDS)
    thing = dice.choice(world.things[kind])
    making, *changing = ACTIONS[kind]
    is_there = any(
        thing.id == str(s.fields.get(kind + "Id")).lower()
        for s in world.seen(device, making)
    )
    action = making if dice.random() < (0.15 if is_there else 0.8) else None
    if action and thing.key is not None and dice.random() < 0.7:
        device = thing.key
    if not action:
        action = dice.choice((*changing, *changing[:-1]))
    if kind == "category" and dice.random() < 0.5:
        permission = dice.choice(("admin", "write"))
        device = dice.choice([*sharing.granted(world, thing.id, permission), device])
        if action != making and dice.random() < 0.5:
            action = "DELETE_CATEGORY"
    fields = {kind + "Id": any_case(dice, thing.id)} | members(dice, action, thing)
    task = None if kind == "category" else dice.choice(world.tasks).id
    if task and dice.random() < 0.7:
        task = world.tasks[0].id
    world.add(device, action, fields, task=task and any_case(dice, task))


def members(dice, action, thing):
    """The other fields of an action."""
    fields = {}
    if action in ("CREATE_CATEGORY", "ADD_COMMENT", "START_WORK"):
        if dice.random() < 0.8:
            fields["nonce"] = thing.nonce
    match action:
        case "CREATE_CATEGORY":
            fields |= {"name": "home", "color": dice.choice(("#00aAff", "#123456"))}
            if dice.random() < 0.3:
                fields["parentCategory"] = dice.choice((None, thing.id.upper()))
        case "UPDATE_CATEGORY":
            members = {"name": "x", "color": "#abcdef", "parentCategory": None}
            names = dice.sample(sorted(members), dice.choice((1, 1, 2)))
            fields |= {name: members[name] for name in names}
        case "ADD_COMMENT" | "EDIT_COMMENT":
            fields["text"] = dice.choice(("a", "é"))
        case "START_WORK" | "STOP_WORK":
            if dice.random() < 0.5:
                fields["at"] = dice.choice(TIMES)
        case "EDIT_WORK":
            if dice.random() < 0.5:
                fields["start"] = dice.choice(TIMES)
            if not fields or dice.random() < 0.6:
                fields["end"] = dice.choice((None, *TIMES))
    return fields
