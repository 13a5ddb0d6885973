"""SHAREs and UNSHAREs of tasks and categories."""

from .steps import PUBLIC_KEYS, Ref

PERMISSIONS = ("read", "write", "admin", "admin")
KINDS = ("SHARE", "UNSHARE")


def write(world, device, kind=None):
    """Shares something, or takes it back."""
    dice = world.dice
    task = category = None
    if dice.random() < 0.2:
        category = dice.choice(world.things["category"]).id
    else:
        task = dice.choice(world.tasks).id
    share(world, device, task, category, kind or dice.choice(KINDS))


def begin(world, thing, task=None, category=None):
    """Many things are shared at first, by whom they certify."""
    if thing.key is not None and world.dice.random() < 0.5:
        world.receive_all(thing.key)
        share(world, thing.key, task, category, "SHARE")


def share(world, device, task, category, kind):
    """A SHARE or UNSHARE."""
    dice, fields = world.dice, {}
    if category:
        fields["categoryId"] = any_case(dice, category)
    if kind == "SHARE":
        fields["grants"] = [
            {
                "grantee": grantee(world, device),
                "permission": dice.choice(PERMISSIONS),
            }
            for _ in range(dice.choice((1, 1, 2, 3)))
        ]
        world.add(device, "SHARE", fields, task=task)
    else:
        fields["grantees"] = [
            grantee(world, device) for _ in range(dice.choice((1, 1, 2)))
        ]
        world.add(device, "UNSHARE", fields, task=task)


def scene(world):
    """Who may share a task acts side by side, and whom that concerns goes on."""
    dice = world.dice
    task = dice.choice(world.tasks)
    world.scene_steps = []
    authors = [dice.choice(admins(world, task)) for _ in range(dice.choice((2, 2, 3)))]
    target = dice.randrange(world.devices)
    for device in {*authors, target}:
        world.receive_all(device)
    for device in authors:
        named = PUBLIC_KEYS[dice.choice((target, target, *authors))][:32]
        act(world, device, task, named)
    acted = list(world.scene_steps)
    for device in dice.sample((*authors, target), 2):
        world.receive_some(device, acted)
        if dice.random() < 0.6:
            act(world, device, task, PUBLIC_KEYS[dice.randrange(world.devices)][:32])
        update(world, device, task)
    acted = list(world.scene_steps)
    for device in (target, dice.randrange(world.devices)):
        world.receive_some(device, acted)
        update(world, device, task)


def admins(world, task):
    """The devices that may be able to share a task."""
    named = set()
    for step in world.steps:
        grants = step.fields.get("grants")
        if step.task and step.task.lower() == task.id and isinstance(grants, list):
            named.update(str(grant) for grant in grants if "admin" in str(grant))
    granted = [
        n for n in range(world.devices) if any(PUBLIC_KEYS[n][:32] in g for g in named)
    ]
    creators = [s.key for s in world.steps if s.action == "CREATE"]
    return granted + creators or [0]


def act(world, device, task, named):
    """Grants something to a principal, or removes it."""
    dice = world.dice
    if dice.random() < 0.5:
        grant = {"grantee": named, "permission": dice.choice(PERMISSIONS)}
        world.add(device, "SHARE", {"grants": [grant]}, task=task.id)
    else:
        world.add(device, "UNSHARE", {"grantees": [named]}, task=task.id)


def update(world, device, task):
    """A node that shows who may write."""
    title = {"title": world.dice.choice("pqrs")}
    world.add(device, "UPDATE", title, task=task.id)


def grantee(world, device):
    """A principal: of a key, of a person, of itself, or of nobody."""
    dice = world.dice
    mode = dice.random()
    persons = world.seen(device, "CREATE_PERSON")
    if mode < 0.35 and persons:
        return Ref(dice.choice(persons).number)
    if mode < 0.45:
        return PUBLIC_KEYS[device][:32]
    if mode < 0.5:
        return Ref(len(world.steps) + dice.randrange(4))
    return PUBLIC_KEYS[dice.randrange(world.devices)][:32]


def any_case(dice, uuid):
    """A UUID in either case."""
    return dice.choice((uuid, uuid, uuid.upper()))
