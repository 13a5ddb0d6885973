"""SHAREs and UNSHAREs of tasks and categories."""

from .steps import PUBLIC_KEYS, Ref

PERMISSIONS = ("read", "write", "admin", "admin")


def write(world, device):
    """Shares something, or takes it back."""
    dice = world.dice
    fields, task = {}, None
    if dice.random() < 0.2:
        fields["categoryId"] = any_case(dice, dice.choice(world.things["category"]).id)
    else:
        task = dice.choice(world.tasks).id
    if dice.random() < 0.6:
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
