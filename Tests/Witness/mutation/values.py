"""Values on both sides of the protocol's borders, and values of all kinds."""

from .spelling import Spelled

TIMES = (
    "2025-01-01T08:00:00.000Z", "2025-01-01T08:00:00Z", "2024-02-29T23:59:59.999Z",
    "2025-02-29T00:00:00.000Z", "2025-02-30T00:00:00Z", "2100-02-29T00:00:00.000Z",
    "2000-02-29T00:00:00.000Z", "0000-02-29T00:00:00.000Z", "0000-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-23:59", "10000-01-01T00:00:00Z",
    "2025-04-31T00:00:00.000Z", "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z",
    "2025-01-00T00:00:00Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.000Z",
    "2025-01-01T24:00:00Z", "2025-01-01T24:00:00.000Z", "2025-01-01T23:60:00Z",
    "2025-01-01T08:00:00+00:00", "2025-01-01T08:00:00-00:00",
    "2025-01-01T08:00:00+23:59", "2025-01-01T08:00:00-23:59",
    "2025-01-01T08:00:00+24:00", "2025-01-01T08:00:00+01:60",
    "2025-01-01T08:00:00+0100", "2025-01-01T08:00:00+01", "2025-01-01T08:00:00.1Z",
    "2025-01-01T08:00:00.123456789Z", "2025-01-01T08:00:00.1234567890Z",
    "2025-01-01T08:00:00.123456789+05:30", "2025-01-01T08:00:00.Z", "2025-01-01T08:00Z",
    "2025-01-01", "2025-01-01T08:00:00", "2025-01-01t08:00:00.000z",
    "2025-01-01 08:00:00Z", "2025-1-1T08:00:00Z", "2025-W01-1T08:00:00Z",
    "+2025-01-01T08:00:00Z", "-001-01-01T08:00:00Z", "2025-01-01T08:00:00,000Z",
    "2025-01-01T08:00:00.000Z\n", " 2025-01-01T08:00:00.000Z",
    "２０25-01-01T08:00:00.000Z", "2025-01-01T08:00:00.000\u00a0Z",
)  # fmt: skip

NUMBERS = (
    "0", "1", "-1", "2", "5", "6", "1.0", "1e0", "10E-1", "0.1e1", "100e-2", "1.5",
    "0.5", "-0", "-0.0", "0e5", "-1e0", "-0.5", "1e-400", "-1e-400", "5e-324", "1e2",
    "1E+2", "9007199254740991", "9007199254740991.0", "9007199254740992",
    "9007199254740993", "9.007199254740991e15", "-9007199254740991",
    "-9007199254740992", "1e20", "1e21", "1.7976931348623157e308", "1e308", "1e309",
    "1e400", "-1e400", "4294967296", "2147483648", "-2147483649", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "0.99999999999999999999",
    "4.9999999999999999999999", "1.0000000000000001", "1.0000000000000002",
    "3.0000000000000000000000000000000001", "1" + "0" * 300, "1" + "0" * 309,
    "0." + "0" * 400 + "1",
)  # fmt: skip
NUMBERS = tuple(map(Spelled, NUMBERS))

# What some field may be and others may not.
BORDERS = (
    None, True, False, -1, 0, 1, 2.5, 5, 6, 2**53, "", "x", "2025-01-01T08:00:00Z", [],
    {}, [""], [1], ["sha256:" + "0" * 64],
)  # fmt: skip

# The same for fields that are numbers.
NUMBER_FIELDS = {"storyPoints", "priority", "frequencyDays", "daysToExtend"}
NUMBER_BORDERS = (-1, -0.5, 0, 0.5, 1, 5, 6, 2**53 - 1, 2**53, "1", None)

TEXTS = (
    "", " ", "a", "Title", "\u0000", "\n", "\x7f", "\u2028", "é", "e\u0301", "\ufeff",
    "\uffff", "😀", "\U0010ffff", "\ud800", "\udc00", "\udc00\ud800", "a\ud83d",
    "ß" * 70, "null", "true", "0", "{}", "ours", "lww", "lamport", "\u202eabc", "\\",
    '"', "/", "__proto__", "\u00a0",
)  # fmt: skip

# Names that mean something somewhere, and names that never do.
NAMES = (
    "id", "version", "parents", "timestamp", "author", "action", "taskId", "data",
    "signature", "accessList", "createdAt", "lamport", "wall", "userId", "deviceId",
    "publicKey", "name", "email", "deviceName", "payload", "fields",
    "conflictResolution", "title", "description", "privacy", "storyPoints", "priority",
    "frequencyDays", "timeEstimate", "tags", "todoTaskId", "deadline", "notes",
    "completed", "completedAt", "daysToExtend", "newDeadline", "snoozeUntil",
    "deletedChain", "base", "policy", "resolutions", "defaultStrategy", "arrayStrategy",
    "lwwTiebreakers", "task", "todos", "path", "strategy", "chosenParent", "value",
    "guid", "todoTasks", "created", "archived", "archive", "deleted", "snoozedUntil",
    "lastUpdated", "x", "", "X-1", "accesslist", "ID", "Title", "é", "😀", "\uffff",
    "__proto__", "$ref", "a.b", "title ", "\ud800", "\u0000",
)  # fmt: skip

RESERVED = (
    "guid", "todoTasks", "created", "archived", "archive", "deleted", "id", "version",
    "parents", "timestamp", "author", "action", "taskId", "data", "signature",
)  # fmt: skip

ACTIONS = (
    "CREATE", "UPDATE", "CREATE_TODO", "ADD_TODO", "COMPLETE_TODO", "COMPLETE",
    "SNOOZE", "ARCHIVE", "UNARCHIVE", "DELETE", "MERGE",
)  # fmt: skip
OTHER_ACTIONS = (
    "ADD_COMMENT", "X", "A_", "A__B", "A" * 64, "A" * 65, "_A", "A1", "create",
    "Create", "", " CREATE", "CREATE\n", "CRÉATE", "CREATE-TODO", "DELETE_TODO", "А",
    "MERGE ",
)  # fmt: skip


def any_json(dice, depth=2):
    """A value of any kind."""
    kind = dice.randrange(8 if depth else 6)
    if kind == 0:
        return dice.choice((None, True, False))
    if kind == 1:
        return dice.choice(NUMBERS)
    if kind == 2:
        return dice.choice(TEXTS)
    if kind == 3:
        return dice.choice(TIMES)
    if kind == 4:
        return dice.choice(([], {}, [[]], [{}], [None], [""], {"": None}))
    if kind == 5:
        return dice.uniform(-1e6, 1e6)
    if kind == 6:
        return [any_json(dice, depth - 1) for _ in range(dice.randrange(4))]
    names = dice.sample(NAMES, dice.randrange(4))
    return {name: any_json(dice, depth - 1) for name in names}


def good_json(dice, depth=2):
    """A value of any kind that is I-JSON."""
    if depth and dice.random() < 0.4:
        values = [good_json(dice, depth - 1) for _ in range(dice.randrange(4))]
        if dice.random() < 0.5:
            return values
        names = (f"{dice.choice('aéﬃ😀')}{place}" for place in range(len(values)))
        return dict(zip(names, values, strict=True))
    return dice.choice(
        (
            None,
            True,
            False,
            0,
            7,
            -2.5,
            1e21,
            1e-7,
            "",
            "text",
            "tränen 😀",
            "\u0007",
            [],
            {},
        )
    )
