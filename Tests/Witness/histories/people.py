"""What devices say about persons: pairing, revoking, recovering, and mistakes."""

from . import tasks
from .steps import COMMITMENTS, KEYS, PUBLIC_KEYS, Ref

KINDS = (
    "CREATE_PERSON", "ADD_DEVICE", "JOIN_PERSON", "UPDATE_PERSON", "REVOKE_DEVICE",
    "KEEP_NODES", "RECOVER",
)  # fmt: skip
BELONGING = ("CREATE_PERSON", "JOIN_PERSON")
NAMES = ("Ana", "Bo", "Cy", "Dé")
# The recovery keys: two of no device, and what the dice make of the devices' own.
RECOVERY_KEYS = (len(KEYS) - 1, len(KEYS) - 2)


def begin(world):
    """Most worlds begin with a person of some devices, one added by another."""
    dice = world.dice
    person = Ref(create_person(world, 0).number)
    members, is_chain = [0], dice.random() < 0.5
    for device in range(1, dice.randrange(1, world.devices)):
        adders = [members[-1] if is_chain else dice.choice(members)]
        if dice.random() < 0.2:
            # Of two that let it in, one may be deeper.
            adders.append(dice.choice(members))
        for adder in adders:
            let_in(world, adder, person, device)
        if dice.random() < 0.1:
            world.receive_all(device)
            recover(world, device, key=PUBLIC_KEYS[device])
        accept(world, device, person)
        members.append(device)
    if len(members) > 1 and dice.random() < 0.1:
        # Even the first device can be let in.
        let_in(world, members[-1], person, 0)
        accept(world, 0, person)


def let_in(world, adder, person, device):
    """A device adds another one."""
    world.receive_all(adder)
    world.add(adder, "ADD_DEVICE", {"person": person, "key": PUBLIC_KEYS[device]})


def accept(world, device, person):
    """A device joins, having seen all."""
    world.receive_all(device)
    heads = world.heads_of(world.views[device])
    return world.add(device, "JOIN_PERSON", {"person": person}, parents=heads)


def write(world, device, kind=None):
    """A statement that a device makes."""
    weights = (1, 4, 4, 2, 5, 4, 2)
    (action,) = world.dice.choices(KINDS, weights)
    WRITERS[kind or action](world, device)


def scene(world):
    """Devices revoke one another or recover their person side by side, and go on."""
    dice = world.dice
    if dice.random() < 0.3 and world.devices > 3:
        undermined(world)
        return
    world.scene_steps = []
    members = sorted({s.key for s in world.steps if s.action in BELONGING})
    members = [key for key in members if key < world.devices] or [0]
    authors = [dice.choice(members) for _ in range(dice.choice((2, 2, 3)))]
    write_first = dice.choice((revoke_device, revoke_device, recover))
    if write_first is revoke_device and dice.random() < 0.5:
        # One above another one, which revokes one below it.
        authors[0] = dice.choice(members)
        authors += sorted(juniors(world, authors[0], range(len(world.steps))))[:2]
    for device in authors:
        if dice.random() < 0.6:
            world.receive_all(device)
    before = {device: set(world.views[device]) for device in authors}
    for device in authors:
        if dice.random() < 0.3:
            # Two stores with one key.
            world.views[device] = set(before[device])
        if dice.random() < 0.4:
            go_on(world, device)
        write_first(world, device)
    acted = list(world.scene_steps)
    for device in dice.sample((*authors, *members), 2):
        world.receive_some(device, acted)
        go_on(world, device)
        if dice.random() < 0.5:
            keep_nodes(world, device)
    acted = list(world.scene_steps)
    for device in dice.sample((*authors, *members), 2):
        world.receive_some(device, acted)
        dice.choice((go_on, keep_nodes, join_person, add_device))(world, device)


def undermined(world):
    """A chain of devices, two of which revoke the next one side by side."""
    dice = world.dice
    chain = dice.sample(range(world.devices), min(5, world.devices))
    persons = [s for s in world.steps if s.action == "CREATE_PERSON" and not s.spoiled]
    person = dice.choice(persons[:1] or [create_person(world, chain[0])])
    chain[0] = person.key if person.key < world.devices else chain[0]
    joins, views = {}, {}
    for adder, device in zip(chain, chain[1:], strict=False):
        adders = {adder, chain[0]} if dice.random() < 0.5 else {adder}
        for one in sorted(adders):
            let_in(world, one, Ref(person.number), device)
        joins[device] = accept(world, device, Ref(person.number))
        for one in chain:
            views.setdefault(one, set(world.views[one]))
    first = dice.randrange(len(chain) - 2)
    for place in (first, first + dice.choice((1, 2))):
        if place + 1 < len(chain):
            # What the device let in is kept, or was seen, or neither.
            device, revoked = chain[place], chain[place + 1]
            if dice.random() < 0.5:
                world.views[device] = set(views[device]) | world.own(device)
            fields = {
                "person": Ref(person.number),
                "key": PUBLIC_KEYS[revoked],
                "keeps": [Ref(joins[revoked].number)],
            }
            heads = world.heads_of(
                world.views[device] | joins_of(world, joins, revoked)
            )
            world.add(device, "REVOKE_DEVICE", fields, parents=heads)
            update_person(world, revoked)


def joins_of(world, joins, device):
    """The JOIN_PERSON of a device with its past."""
    return world.pasts[joins[device].number] | {joins[device].number}


def go_on(world, device):
    """Something that a device of a person does, or a task that it makes."""
    if world.dice.random() < 0.2:
        tasks.create(world, device, world.dice.choice(world.tasks))
        return
    writers = (update_person, update_person, add_device, join_person, keep_nodes)
    world.dice.choice(writers)(world, device)


def recovery_key(world):
    """A recovery key: rarely a device's own."""
    dice = world.dice
    return dice.choice(RECOVERY_KEYS if dice.random() < 0.8 else range(world.devices))


def create_person(world, device):
    """A person with this device."""
    dice = world.dice
    commitment = COMMITMENTS[recovery_key(world)]
    fields = {"name": dice.choice(NAMES), "recovery": commitment}
    if dice.random() < 0.3:
        fields["email"] = "a@example.org"
    return world.add(device, "CREATE_PERSON", fields)


def person_for(world, device):
    """A person, mostly one that the device is of; None without any."""
    persons = world.seen(device, "CREATE_PERSON")
    own = [s.fields.get("person") for s in joins(world, device)]
    mine = [p for p in persons if p.key == device or Ref(p.number) in own]
    if mine and world.dice.random() < 0.9:
        return world.pick(mine)
    return world.pick(persons)


def joins(world, device):
    """The JOIN_PERSONs of a device that it has."""
    return [s for s in world.seen(device, "JOIN_PERSON") if s.key == device]


def add_device(world, device):
    """Lets a key in."""
    if person := person_for(world, device):
        fields = {
            "person": Ref(person.number),
            "key": PUBLIC_KEYS[world.dice.randrange(world.devices)],
        }
        if world.dice.random() < 0.5:
            fields["name"] = world.dice.choice(("phone", "laptop"))
        world.add(device, "ADD_DEVICE", fields)


def join_person(world, device):
    """Joins what it was added to, or anything."""
    invitations = [
        step.fields.get("person")
        for step in world.seen(device, "ADD_DEVICE", "RECOVER")
        if step.fields.get("key") == PUBLIC_KEYS[device]
    ]
    if invitations and world.dice.random() < 0.9:
        world.add(device, "JOIN_PERSON", {"person": world.dice.choice(invitations)})
    elif person := world.pick(world.seen(device, "CREATE_PERSON")):
        world.add(device, "JOIN_PERSON", {"person": Ref(person.number)})


def update_person(world, device):
    """Another name or address."""
    if person := person_for(world, device):
        fields = {"person": Ref(person.number)}
        if world.dice.random() < 0.9:
            fields[world.dice.choice(("name", "email"))] = world.dice.choice(NAMES)
        world.add(device, "UPDATE_PERSON", fields)


def some_keeps(world, device, key, none=0.35):
    """Ids of nodes: none, with some probability, some by a key, or any."""
    dice = world.dice
    view = sorted(world.views[device])
    mine = [n for n in view if world.steps[n].key == key]
    mode = dice.random()
    if mode < none:
        return []
    if mode < 0.7 and mine:
        count = dice.randrange(1, min(len(mine), 3) + 1)
        return [Ref(n) for n in dice.sample(mine, count)]
    if mode < 0.8 and mine:
        older = set().union(*(world.pasts[n] for n in mine))
        return [Ref(n) for n in mine if n not in older]
    # A node that is not here yet, or never will be.
    count = dice.choice((1, 2))
    return [Ref(dice.randrange(len(world.steps) + 4)) for _ in range(count)]


def juniors(world, device, numbers):
    """The devices that a device let in, that these let in, and so on, in some steps."""
    below = {device}
    for number in sorted(numbers):
        add = world.steps[number]
        if add.action != "ADD_DEVICE":
            continue
        if add.key in below and add.fields.get("key") in PUBLIC_KEYS:
            below.add(PUBLIC_KEYS.index(add.fields["key"]))
    return below - {device}


def revoke_device(world, device):
    """Revokes itself, a device that it knows, or a stranger."""
    dice = world.dice
    person = person_for(world, device)
    if not person:
        return
    below = juniors(world, device, world.views[device])
    if below and dice.random() < 0.6:
        key = dice.choice(sorted(below))
    else:
        key = dice.choice((device, *range(world.devices)))
    fields = {
        "person": Ref(person.number),
        "key": PUBLIC_KEYS[key],
        "keeps": some_keeps(world, device, key),
    }
    world.add(device, "REVOKE_DEVICE", fields)


def keep_nodes(world, device):
    """Keeps more of a revoked key, mostly by who revoked it."""
    dice = world.dice
    revocations = world.seen(device, "REVOKE_DEVICE", "RECOVER")
    if not revocations:
        return
    revocation = dice.choice(revocations)
    signer = revocation.key if dice.random() < 0.7 else device
    revoked = revocation.fields.get("key")
    key = PUBLIC_KEYS.index(revoked) if revoked in PUBLIC_KEYS else device
    fields = {
        "revocation": Ref(revocation.number),
        "keeps": some_keeps(world, device, key, none=0.05),
    }
    world.add(device, "KEEP_NODES", fields, key=signer)


def recover(world, device, key=None):
    """Recovers a person, by a key that somebody named, or by another one."""
    dice = world.dice
    commitments = world.seen(device, "CREATE_PERSON", "RECOVER")
    if not commitments:
        return
    last = dice.choice(commitments[-2:])
    commitment = last.fields.get("recovery")
    if commitment in COMMITMENTS and dice.random() < 0.95:
        signer = COMMITMENTS.index(commitment)
    else:
        signer = recovery_key(world)
    is_first = last.action == "CREATE_PERSON"
    person = Ref(last.number) if is_first else last.fields.get("person")
    revoked = dice.sample(range(world.devices), dice.choice((0, 0, 1, 2)))
    fields = {
        "person": person,
        "recovery": COMMITMENTS[recovery_key(world)],
        "key": key or PUBLIC_KEYS[dice.choice((device, dice.randrange(world.devices)))],
        "revokes": [
            {"key": PUBLIC_KEYS[k], "keeps": some_keeps(world, device, k)}
            for k in revoked
        ],
    }
    world.add(device, "RECOVER", fields, key=signer)


WRITERS = {
    "CREATE_PERSON": create_person,
    "ADD_DEVICE": add_device,
    "JOIN_PERSON": join_person,
    "UPDATE_PERSON": update_person,
    "REVOKE_DEVICE": revoke_device,
    "KEEP_NODES": keep_nodes,
    "RECOVER": recover,
}
