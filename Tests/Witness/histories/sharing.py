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
    if thing.key is not None and world.dice.random() < 0.6:
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
    if dice.random() < 0.3:
        ladder(world, task)
        return
    if dice.random() < 0.15:
        launder(world, task)
        return
    world.scene_steps = []
    authors = [dice.choice(admins(world, task)) for _ in range(dice.choice((2, 2, 3)))]
    target = dice.randrange(world.devices)
    for device in {*authors, target}:
        world.receive_all(device)
    # All grant something to one device, or remove one another, or both.
    how = dice.choice((PERMISSIONS, ("none",), (None,)))
    before = {device: set(world.views[device]) for device in authors}
    for device in authors:
        if dice.random() < 0.5:
            # Two stores with one key.
            world.views[device] = set(before[device])
        named = dice.choice((target, target, *authors)) if None in how else target
        act(world, device, task, PUBLIC_KEYS[named][:32], dice.choice(how))
    acted = list(world.scene_steps)
    for device in dice.sample((*authors, target), 2):
        world.receive_some(device, acted)
        if dice.random() < 0.6:
            act(world, device, task, PUBLIC_KEYS[dice.randrange(world.devices)][:32])
        update(world, device, task)
    if dice.random() < 0.5:
        world.receive_all(target)
    acted = list(world.scene_steps)
    for device in (target, dice.randrange(world.devices)):
        world.receive_some(device, acted)
        update(world, device, task)


def launder(world, task):
    """One writes without permission; another one leaves, having seen it."""
    dice = world.dice
    writer, leaver = (dice.randrange(world.devices) for _ in range(2))
    owner = dice.choice(admins(world, task))
    act(world, owner, task, PUBLIC_KEYS[leaver][:32], dice.choice(("read", "admin")))
    update(world, writer, task)
    world.receive_all(leaver)
    act(world, leaver, task, PUBLIC_KEYS[leaver][:32], "none")


def ladder(world, task):
    """An admin lets in another one while it is removed, and that one goes on."""
    dice = world.dice
    owner = dice.choice(admins(world, task))
    admin, other, next_one, last = (dice.randrange(world.devices) for _ in range(4))
    world.receive_all(owner)
    act(world, owner, task, PUBLIC_KEYS[admin][:32], "admin")
    act(world, owner, task, PUBLIC_KEYS[other][:32], "admin")
    if dice.random() < 0.8:
        act(world, owner, task, PUBLIC_KEYS[last][:32], "write")
    for device in (owner, admin, other):
        world.receive_all(device)
    world.scene_steps = []
    remover = dice.choice((owner, other))
    act(world, remover, task, PUBLIC_KEYS[admin][:32], "none")
    removal = list(world.scene_steps)
    world.scene_steps = []
    act(world, admin, task, PUBLIC_KEYS[next_one][:32], "admin")
    for step in world.scene_steps:
        if not step.spoiled:
            world.views[next_one] |= world.pasts[step.number] | {step.number}
    if dice.random() < 0.5:
        world.receive_all(next_one)
    how = "none" if dice.random() < 0.7 else None
    act(world, next_one, task, PUBLIC_KEYS[last][:32], how)
    acted = removal + world.scene_steps
    for device in (next_one, last):
        world.receive_some(device, acted)
        update(world, device, task)


def admins(world, task):
    """The devices that may be able to share a task."""
    creators = [s.key for s in world.steps if s.action == "CREATE"]
    return granted(world, task.id) + creators or [0]


def granted(world, subject, permission="admin"):
    """The devices whose userId some SHARE of a subject grants a permission to."""
    named = set()
    for step in world.steps:
        grants = step.fields.get("grants")
        if world.subject(step) == subject and isinstance(grants, list):
            named.update(str(grant) for grant in grants if permission in str(grant))
    users = [PUBLIC_KEYS[n][:32] for n in range(world.devices)]
    return [n for n, user in enumerate(users) if any(user in g for g in named)]


def act(world, device, task, named, permission=None):
    """Grants something to a principal, or removes it."""
    permission = permission or world.dice.choice((*PERMISSIONS, *("none",) * 4))
    if permission != "none":
        grant = {"grantee": named, "permission": permission}
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
