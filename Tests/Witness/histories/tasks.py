"""Nodes of tasks in both dialects, and of actions that no task knows."""

import dataclasses

from . import sharing
from .sharing import any_case
from .steps import Ref, TodoOf, certified_id

ACTIONS = {
    "CREATE": 2, "UPDATE": 6, "CREATE_TODO": 3, "ADD_TODO": 2, "COMPLETE_TODO": 3,
    "COMPLETE": 1, "SNOOZE": 2, "ARCHIVE": 1, "UNARCHIVE": 1, "DELETE": 1, "MERGE": 2,
    "CLAIM": 1, "RELEASE": 1, "SAY": 1, "ATTACH": 1,
}  # fmt: skip
KINDS = ("UPDATE", "CREATE", "COMPLETE_TODO", "MERGE")
PAYLOAD = {
    "UPDATE": 8, "CREATE_TODO": 3, "COMPLETE_TODO": 2, "SNOOZE": 2, "ARCHIVE": 1,
    "UNARCHIVE": 1, "DELETE": 1, "MERGE": 8,
}  # fmt: skip
DEADLINES = ("2025-02-01T09:00:00.000Z", "2025-02-03T23:59:59.9999+05:30")
STRATEGIES = ("ours", "theirs", "lww", "union", "max", "min", "manual")


@dataclasses.dataclass(frozen=True)
class Task:
    """A task: by an id that certifies a device's key, or by one that says nothing."""

    id: str
    key: int | None
    nonce: str
    is_closed: object
    is_payload: bool


def drawn_tasks(dice, devices):
    """A few tasks."""
    result = []
    for number in range(dice.choice((1, 1, 1, 2))):
        nonce = f"{number:032x}"
        key = dice.randrange(devices) if dice.random() < 0.7 else None
        id = f"c0ffee11-1111-4111-8111-11111111111{number}"
        if key is not None:
            id = certified_id("task", key, nonce)
        closed = dice.choice((None, None, True, True, "true", 1))
        result.append(Task(id, key, nonce, closed, dice.random() < 0.4))
    return result


def begin(world):
    """Tasks are often there at first, and shared."""
    for task in world.tasks:
        if world.dice.random() < 0.2:
            continue
        # Some are made twice, of which one only can be the original.
        for _ in range(world.dice.choice((1, 1, 1, 2))):
            device = world.dice.randrange(world.devices)
            create(world, device if task.key is None else task.key, task)
        sharing.begin(world, task, task=task.id)


def write(world, device, kind=None):
    """A node of a task."""
    dice = world.dice
    task = dice.choice(world.tasks)
    is_there = any(
        s.task and s.task.lower() == task.id for s in world.seen(device, "CREATE")
    )
    if not is_there and dice.random() < 0.7:
        create(world, device, task)
    elif task.is_payload and is_there and dice.random() < 0.7:
        write_payload(world, device, task, kind)
    else:
        (action,) = dice.choices(tuple(ACTIONS), tuple(ACTIONS.values()))
        action = kind or action
        if action == "CREATE":
            create(world, device, task)
            return
        fields = fields_of(world, device, task, action)
        if fields is not None:
            id = any_case(dice, task.id)
            if dice.random() < 0.01:
                id = None
            parents = {}
            if action == "MERGE":
                heads = world.heads(device, task.id)
                if len(heads) < 2:
                    return
                parents = {"parents": tuple(heads)}
            world.add(device, action, fields, task=id, **parents)


def create(world, device, task):
    """A CREATE, mostly by whom it should be by."""
    dice = world.dice
    fields = {"title": dice.choice(("a", "b"))}
    if dice.random() < 0.8:
        fields["ownerNonce"] = task.nonce
    if task.is_closed is not None and dice.random() < 0.8:
        fields["closed"] = task.is_closed
    if task.key is not None and dice.random() < 0.8:
        device = task.key
    if dice.random() < 0.1:
        fields["ownerNonce"] = dice.choice(("x", None, "F" * 32, 1))
    heads = () if dice.random() < 0.5 else tuple(world.heads(device, task.id))
    world.add(device, "CREATE", fields, task=any_case(dice, task.id), parents=heads)


def todo(world, device, task):
    """The id of a to-do that may be there."""
    dice = world.dice
    made = [
        s
        for s in world.seen(device, "CREATE_TODO", "ADD_TODO")
        if s.task and s.task.lower() == task.id
    ]
    if made and dice.random() < 0.9:
        step = dice.choice(made)
        return step.fields.get("todoTaskId", TodoOf(step.number))
    return f"bbbbbbbb-0000-4000-8000-00000000000{dice.randrange(3)}"


def new_todo(world):
    """The id of a new to-do, sometimes one that is there."""
    number = world.dice.choice((len(world.steps), world.dice.randrange(3)))
    return f"bbbbbbbb-0000-4000-8000-{number:012}"


def chain(world, device, task):
    """What a tombstone names."""
    dice = world.dice
    mine = [
        n
        for n in sorted(world.views[device])
        if str(world.steps[n].task).lower() == task.id
    ]
    if not mine:
        return [Ref(-1)]
    if dice.random() < 0.5:
        return [Ref(n) for n in mine]
    return [Ref(n) for n in dice.sample(mine, dice.randrange(len(mine)) + 1)]


def fields_of(world, device, task, action):
    """The fields of an action in the fields dialect."""
    dice = world.dice
    match action:
        case "UPDATE" | "MERGE":
            values = {
                "title": dice.choice(("c", "d")),
                "priority": dice.randrange(1, 6),
                "tags": [dice.choice("xyz")],
                "closed": True,
                "custom": {"a": dice.randrange(3)},
            }
            names = dice.sample(sorted(values), dice.choice((1, 1, 2)))
            fields = {name: values[name] for name in names}
            if action == "MERGE" and dice.random() < 0.2:
                fields["completedAt"] = DEADLINES[0]
            return fields
        case "CREATE_TODO" | "ADD_TODO":
            fields = {}
            if dice.random() < 0.7:
                fields["todoTaskId"] = any_case(dice, new_todo(world))
            if dice.random() < 0.7:
                fields["deadline"] = dice.choice(DEADLINES)
            return fields
        case "COMPLETE_TODO":
            fields = {
                "todoTaskId": todo(world, device, task),
                "completed": DEADLINES[0],
            }
            return fields | dice.choice(({}, {"notes": "n"}))
        case "COMPLETE":
            return dice.choice(({}, {"completedAt": DEADLINES[1]}))
        case "SNOOZE":
            if dice.random() < 0.3:
                return {"snoozeUntil": DEADLINES[1]}
            how = dice.choice(({"daysToExtend": 3}, {"newDeadline": DEADLINES[1]}))
            return {"todoTaskId": todo(world, device, task)} | how
        case "DELETE":
            return dice.choice(({}, {"deletedChain": chain(world, device, task)}))
        case "CLAIM":
            claim = "ccccCCCC-0000-4000-8000-000000000000"
            return {"claimId": claim, "until": DEADLINES[0]}
    return {}


def write_payload(world, device, task, kind):
    """A node of the payload dialect: its parents are of the same task."""
    dice = world.dice
    (action,) = dice.choices(tuple(PAYLOAD), tuple(PAYLOAD.values()))
    if kind in ("UPDATE", "MERGE"):
        action = kind
    mine = {
        n
        for n in world.views[device]
        if world.steps[n].task is not None and world.steps[n].task.lower() == task.id
    }
    if dice.random() < 0.8:
        # Below a tombstone nothing has an effect.
        ends = {n for n in mine if world.steps[n].action == "DELETE"}
        mine = {n for n in mine - ends if not ends & world.pasts[n]}
    older = set().union(*(world.pasts[n] for n in mine))
    heads = sorted(mine - older)[:10]
    if not heads:
        return
    fields = None
    if action == "MERGE":
        if len(heads) < 2:
            return
        fields = merge_fields(world, heads, mine)
    else:
        heads = [dice.choice(heads)]
        fields = fields_of(world, device, task, action)
        match action:
            case "UPDATE":
                fields = {"title": "e", "priority": dice.randrange(1, 6)}
            case "CREATE_TODO":
                fields = {"todoTaskId": new_todo(world), "deadline": DEADLINES[0]}
            case "DELETE":
                fields = {"deletedChain": chain(world, device, task)}
            case "SNOOZE":
                id = todo(world, device, task)
                fields = {"todoTaskId": id, "daysToExtend": 2}
    if isinstance(id := fields.get("todoTaskId"), str):
        fields["todoTaskId"] = id.lower()
    world.add(
        device, action, fields, task=task.id, parents=tuple(heads), is_payload=True
    )


def keep_to_dialect(world, step):
    """The payload dialect knows no taskId in upper case, and needs a key."""
    step.task = step.task.lower()
    step.has_key = True


def merge_fields(world, heads, mine):
    """A MERGE of some heads: from a common ancestor, sometimes from none."""
    dice = world.dice
    common = set.intersection(*(world.pasts[n] for n in heads)) & mine
    base = dice.choice(sorted(common or mine))
    fields = {"base": Ref(base)}
    if dice.random() < 0.5:
        fields["policy"] = {"defaultStrategy": dice.choice(STRATEGIES)}
    if dice.random() < 0.8:
        entries = []
        for path in dice.sample(("title", "priority", "tags", "custom.a"), 2):
            fitting = ("max", "min") if path == "priority" else ("ours", "theirs")
            strategy = dice.choice((*STRATEGIES, *fitting * 2))
            entry = {"path": path, "strategy": strategy}
            if strategy in ("ours", "theirs"):
                entry["chosenParent"] = Ref(dice.choice(heads))
            elif strategy == "manual":
                entry["value"] = dice.choice(("by hand", 2, None))
            entries.append(entry)
        fields["resolutions"] = {"task": entries}
    return fields
