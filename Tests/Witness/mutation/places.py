"""Where something can be changed in a tree."""


def places(tree, where=()):
    """All members and elements, as (container, key, path)."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in list(items):
        path = (*where, key)
        yield tree, key, path
        if isinstance(value, (dict, list)):
            yield from places(value, path)


def objects(tree):
    """All objects, the tree itself included."""
    yield tree
    for container, key, _ in places(tree):
        if isinstance(container[key], dict):
            yield container[key]


def pick(dice, tree, is_suitable=lambda value, path: True):
    """A container and key of a suitable value; None if there is none.

    The first two levels, which have the strictest rules, and the fields of the action
    each get a third; the last third is anywhere.
    """
    found = [(c, k, p) for c, k, p in places(tree) if is_suitable(c[k], p)]
    levels = dice.choice(((1, 2), (3,), ()))
    found = [place for place in found if len(place[2]) in levels] or found
    return dice.choice(found)[:2] if found else None


def contents(tree):
    """The object in `data`, and the name it has there; two times None without one."""
    data = tree.get("data")
    if isinstance(data, dict):
        for name in ("payload", "fields"):
            if isinstance(data.get(name), dict):
                return data[name], name
    return None, None
