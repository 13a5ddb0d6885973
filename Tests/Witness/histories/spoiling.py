"""Mistakes in form, missing signatures, and nodes that never enter a store."""

from .steps import Ref

WRONG = (
    None, "", 0, True, [], {}, "A" * 64, "0" * 32, "0" * 63, "sha256:" + "A" * 64,
    "2025-02-30T00:00:00Z", "C0FFEE11-1111-4111-8111-111111111111", [""], [None],
)  # fmt: skip


def spoil(world, step):
    """Spoils a step, more or less often."""
    dice = world.dice
    if dice.random() < world.mistakes:
        mistaken(world, step)
    chance = dice.random()
    if chance < 0.02 + world.mistakes / 5:
        step.is_signed = step.has_key = False
    elif chance < 0.02 + world.mistakes / 3:
        step.is_signed = False
    if step.is_payload:
        step.has_key = True
    if dice.random() < world.mistakes / 4:
        step.spoiled = dice.choice(("signature", "forged", "id", "parent", "lamport"))
        if step.spoiled == "lamport":
            step.lamport = dice.choice((1, 2_000_000))
        elif step.spoiled != "parent":
            step.is_signed = step.has_key = True


def mistaken(world, step):
    """Makes one mistake in the form of a step that only a family judges."""
    dice = world.dice
    if step.action in TASK_ACTIONS:
        return
    fields = step.fields = dict(step.fields)
    kind = dice.randrange(6)
    if kind == 0 and fields:
        del fields[dice.choice(sorted(fields))]
    elif kind == 1:
        fields[dice.choice(("x", "name", "nonce", "at", "person", "closed"))] = "x"
    elif kind == 2:
        step.task = None if step.task else dice.choice(world.tasks).id
    elif kind == 3 and fields:
        fields[dice.choice(sorted(fields))] = dice.choice(WRONG)
    elif kind == 4 and fields:
        name = dice.choice(sorted(fields))
        value = fields[name]
        if isinstance(value, list):
            # Twice the same, none, or too many.
            fields[name] = dice.choice((value + value, [], value * 51))
            if value and isinstance(value[0], dict):
                fields[name] = [*value, value[0] | {"x": 1}]
        elif isinstance(value, Ref):
            fields[name] = Ref(dice.randrange(len(world.steps) + 1))
        elif isinstance(value, str):
            fields[name] = dice.choice((value.upper(), value[:-1], value + "0"))
    else:
        fields["categoryId"] = dice.choice(world.things["category"]).id


TASK_ACTIONS = frozenset(
    "CREATE UPDATE CREATE_TODO ADD_TODO COMPLETE_TODO COMPLETE SNOOZE ARCHIVE UNARCHIVE"
    " DELETE MERGE".split()
)
