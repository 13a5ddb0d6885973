"""A history for each action of a family, with values on both sides of its forms."""

from mutation.values import TIMES
from replay.forms import CATEGORIES, PEOPLE

from .steps import COMMITMENTS, PUBLIC_KEYS, Ref, Step, certified_id

NONCE = "0" * 32
ID = "a0000000-0000-4000-8000-000000000001"
TASK = certified_id("task", 0, NONCE)
WALL = "2025-01-01T08:00:00.000Z"
RECOVERY_KEY = len(PUBLIC_KEYS) - 1
SOME_ID = "sha256:" + "0" * 64
GRANT = {"grantee": "0" * 32, "permission": "read"}
ENTRY = {"key": "0" * 64, "keeps": []}
COUNT = 60

# What comes first: a person, a task, a revocation, and one of each kind of thing.
BEGINNING = (
    ("CREATE_PERSON", {"name": "A", "recovery": COMMITMENTS[RECOVERY_KEY]}, None),
    ("CREATE", {"title": "a", "ownerNonce": NONCE}, TASK),
    ("REVOKE_DEVICE", {"person": Ref(0), "key": PUBLIC_KEYS[4], "keeps": []}, None),
    ("CREATE_CATEGORY", {"categoryId": ID, "name": "n", "color": "#aabbcc"}, None),
    ("ADD_COMMENT", {"commentId": ID, "text": "x"}, TASK),
    ("START_WORK", {"workId": ID, "at": "2025-01-01T08:00:00Z"}, TASK),
)

# Fields of the right form, with all members.
GOOD = {
    "CREATE_CATEGORY": {
        "categoryId": ID,
        "name": "n",
        "color": "#aabbcc",
        "parentCategory": None,
        "nonce": NONCE,
    },
    "UPDATE_CATEGORY": {
        "categoryId": ID,
        "name": "n",
        "color": "#aabbcc",
        "parentCategory": ID,
    },
    "DELETE_CATEGORY": {"categoryId": ID},
    "ADD_COMMENT": {"commentId": ID, "text": "t", "nonce": NONCE},
    "EDIT_COMMENT": {"commentId": ID, "text": "t"},
    "DELETE_COMMENT": {"commentId": ID},
    "START_WORK": {"workId": ID, "at": "2025-01-01T08:00:00Z", "nonce": NONCE},
    "STOP_WORK": {"workId": ID, "at": "2025-01-01T09:00:00Z"},
    "EDIT_WORK": {"workId": ID, "start": "2025-01-01T08:00:00Z", "end": None},
    "DELETE_WORK": {"workId": ID},
    "CREATE_PERSON": {
        "name": "A",
        "email": "e",
        "recovery": COMMITMENTS[RECOVERY_KEY],
    },
    "ADD_DEVICE": {"person": Ref(0), "key": PUBLIC_KEYS[1], "name": "n"},
    "JOIN_PERSON": {"person": Ref(0)},
    "UPDATE_PERSON": {"person": Ref(0), "name": "x", "email": "y"},
    "REVOKE_DEVICE": {"person": Ref(0), "key": PUBLIC_KEYS[5], "keeps": [Ref(0)]},
    "KEEP_NODES": {"revocation": Ref(2), "keeps": [Ref(0)]},
    "RECOVER": {
        "person": Ref(0),
        "recovery": COMMITMENTS[RECOVERY_KEY],
        "key": PUBLIC_KEYS[1],
        "revokes": [{"key": PUBLIC_KEYS[2], "keeps": [Ref(0)]}],
    },
    "SHARE": {"grants": [GRANT]},
    "UNSHARE": {"grantees": ["0" * 32]},
}
VALUES = (
    None, True, False, 0, 1, 1.5, "", " ", "x", "\n", [], {}, [""], [None], ["x"],
    "0" * 31, "0" * 32, "0" * 33, "A" * 32, "0" * 63, "0" * 64, "0" * 65, "A" * 64,
    "g" * 64, SOME_ID, SOME_ID.upper(), SOME_ID[:-1], "sha256:" + "A" * 64,
    ID, ID.upper(), "{" + ID + "}", ID.replace("-", ""), ID + "\n",
    "00000000-0000-0000-0000-000000000000",
    "#AABBCC", "#abc", "aabbcc", "#aabbcg", "#aabbcc ", "#١٢٣٤٥٦",
    [SOME_ID], [SOME_ID] * 2, ["0" * 32], ["0" * 32] * 50, ["0" * 32] * 51,
    [["0" * 32]], [GRANT], [GRANT] * 50, [GRANT] * 51,
    [GRANT | {"permission": "none"}], [GRANT | {"permission": "Read"}],
    [{"grantee": "0" * 32}], [GRANT | {"grantee": SOME_ID}], [GRANT | {"x": 1}],
    [GRANT | {"grantee": "0" * 64}], [ENTRY], [ENTRY, ENTRY],
    [ENTRY, {"key": "1" * 64, "keeps": []}], [{"key": "0" * 64}], [ENTRY | {"x": 1}],
    [ENTRY | {"key": "A" * 64}], [ENTRY | {"keeps": ["x"]}],
)  # fmt: skip
# Those at the limit of ids are long, and mean something to these members alone.
MANY = {
    "keeps": ([SOME_ID] * 10_000, [SOME_ID] * 10_001),
    "revokes": tuple(
        [ENTRY | {"keeps": [SOME_ID] * 5_000}, ENTRY | {"key": "1" * 64, "keeps": rest}]
        for rest in ([SOME_ID] * 5_000, [SOME_ID] * 5_001)
    ),
}


def form_history(dice, action):
    """Nodes of an action, side by side, each with one mistake or none."""
    steps = []
    for number, (first, fields, task) in enumerate(BEGINNING):
        parents = (number - 1,) if number else ()
        steps.append(Step(number, 0, first, fields, parents, number + 1, WALL, task))
    good = GOOD[action]
    fields = [good, {}, good | {"x": 1}, good | {"categoryId": ID}]
    fields += [{n: v for n, v in good.items() if n != name} for name in good]
    fields += [{name: value} for name, value in good.items()]
    fields += [good | {name: None} for name in good]
    fields += [
        good | {name: many}
        for name in good
        if action in ("KEEP_NODES", "RECOVER")
        for many in MANY.get(name, ())
    ]
    for _ in range(COUNT):
        name = dice.choice(sorted(good))
        fields.append(good | {name: dice.choice((*VALUES, *TIMES))})
    has_task = action not in CATEGORIES and action not in PEOPLE
    for number, members in enumerate(fields, len(BEGINNING)):
        task = TASK if has_task != (dice.random() < 0.05) else None
        key = RECOVERY_KEY if action == "RECOVER" else 0
        order = len(BEGINNING)
        step = Step(number, key, action, members, (order - 1,), order + 1, WALL, task)
        step.is_signed = dice.random() < 0.95
        step.has_key = step.is_signed or dice.random() < 0.5
        steps.append(step)
    return steps
