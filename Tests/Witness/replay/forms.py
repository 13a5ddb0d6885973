"""The forms that families judge. E 1, 2, 3, 4."""

import re

SCHEMA_MISMATCH = "E_SCHEMA_MISMATCH"
INVALID_SIGNATURE = "E_INVALID_SIGNATURE"
MOST_KEEPS = 10_000
MOST_GRANTS = 50
PERMISSIONS = ("none", "read", "write", "admin")

HEX_32 = re.compile(r"[0-9a-f]{32}")
HEX_64 = re.compile(r"[0-9a-f]{64}")
NODE_ID = re.compile(r"sha256:[0-9a-f]{64}")
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
COLOR = re.compile(r"#[0-9a-fA-F]{6}")
TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})"
    r"(?:\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def matching(pattern):
    """Whether a value is a string of a form."""
    return lambda value: isinstance(value, str) and bool(pattern.fullmatch(value))


def is_text(value):
    """Texts are not empty."""
    return isinstance(value, str) and value != ""


def is_time(value):
    """An ISO 8601 time of P 1."""
    match = TIME.fullmatch(value) if isinstance(value, str) else None
    if not match:
        return False
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= MONTHS[month - 1] + (
        is_leap and month == 2
    ):
        return False
    offset = match[8] is None or (int(match[9]) < 24 and int(match[10]) < 60)
    return hour < 24 and minute < 60 and second < 60 and offset


is_key = matching(HEX_64)
is_node_id = matching(NODE_ID)
is_nonce = matching(HEX_32)
is_uuid = matching(UUID)
is_color = matching(COLOR)


def is_principal(value):
    """32 hexadecimal digits, or an id of a node."""
    return is_nonce(value) or is_node_id(value)


def is_uuid_or_null(value):
    """A UUID, or null where the table says so."""
    return value is None or is_uuid(value)


def is_time_or_null(value):
    """A time, or null where the table says so."""
    return value is None or is_time(value)


def is_keeps(value):
    """Ids of nodes, of which one node has a limited number."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_KEEPS
        and all(map(is_node_id, value))
    )


def is_filled_keeps(value):
    """The same, and not empty."""
    return is_keeps(value) and value != []


def is_revokes(value):
    """Entries of a RECOVER: each key once; the limit of ids is that of all together."""
    if not isinstance(value, list):
        return False
    if not all(is_object(entry, {"key": is_key, "keeps": is_keeps}) for entry in value):
        return False
    keys = [entry["key"] for entry in value]
    return (
        len(set(keys)) == len(keys)
        and sum(len(entry["keeps"]) for entry in value) <= MOST_KEEPS
    )


def is_object(value, required, optional=()):
    """A closed object."""
    optional = dict(optional)
    return (
        isinstance(value, dict)
        and set(required) <= set(value) <= set(required) | set(optional)
        and all((required.get(name) or optional[name])(value[name]) for name in value)
    )


def is_grants(value):
    """1 to 50 grants."""
    members = {"grantee": is_principal, "permission": lambda v: v in PERMISSIONS[1:]}
    return (
        isinstance(value, list)
        and 1 <= len(value) <= MOST_GRANTS
        and all(is_object(grant, members) for grant in value)
    )


def is_grantees(value):
    """1 to 50 principals."""
    return (
        isinstance(value, list)
        and 1 <= len(value) <= MOST_GRANTS
        and all(map(is_principal, value))
    )


# Of each action: required and optional members, and those of which one is required.
CATEGORIES = {
    "CREATE_CATEGORY": (
        {"categoryId": is_uuid, "name": is_text, "color": is_color},
        {"parentCategory": is_uuid_or_null, "nonce": is_nonce},
        (),
    ),
    "UPDATE_CATEGORY": (
        {"categoryId": is_uuid},
        {"name": is_text, "color": is_color, "parentCategory": is_uuid_or_null},
        ("name", "color", "parentCategory"),
    ),
    "DELETE_CATEGORY": ({"categoryId": is_uuid}, {}, ()),
}
COMMENTS_AND_WORK = {
    "ADD_COMMENT": ({"commentId": is_uuid, "text": is_text}, {"nonce": is_nonce}, ()),
    "EDIT_COMMENT": ({"commentId": is_uuid, "text": is_text}, {}, ()),
    "DELETE_COMMENT": ({"commentId": is_uuid}, {}, ()),
    "START_WORK": ({"workId": is_uuid}, {"at": is_time, "nonce": is_nonce}, ()),
    "STOP_WORK": ({"workId": is_uuid}, {"at": is_time}, ()),
    "EDIT_WORK": (
        {"workId": is_uuid},
        {"start": is_time, "end": is_time_or_null},
        ("start", "end"),
    ),
    "DELETE_WORK": ({"workId": is_uuid}, {}, ()),
}
PEOPLE = {
    "CREATE_PERSON": ({"name": is_text, "recovery": is_key}, {"email": is_text}, ()),
    "ADD_DEVICE": ({"person": is_node_id, "key": is_key}, {"name": is_text}, ()),
    "JOIN_PERSON": ({"person": is_node_id}, {}, ()),
    "UPDATE_PERSON": (
        {"person": is_node_id},
        {"name": is_text, "email": is_text},
        ("name", "email"),
    ),
    "REVOKE_DEVICE": ({"person": is_node_id, "key": is_key, "keeps": is_keeps}, {}, ()),
    "KEEP_NODES": ({"revocation": is_node_id, "keeps": is_filled_keeps}, {}, ()),
    "RECOVER": (
        {
            "person": is_node_id,
            "recovery": is_key,
            "key": is_key,
            "revokes": is_revokes,
        },
        {},
        (),
    ),
}
SHARING = {
    "SHARE": ({"grants": is_grants}, {"categoryId": is_uuid}, ()),
    "UNSHARE": ({"grantees": is_grantees}, {"categoryId": is_uuid}, ()),
}
ALL = CATEGORIES | COMMENTS_AND_WORK | PEOPLE | SHARING


def form_code(node):
    """The code of a wrong form, or of a key or signature that is missing."""
    required, optional, some = ALL[node.action]
    if (
        not is_object(node.fields, required, optional)
        or (some and not any(name in node.fields for name in some))
        or not is_about_right(node)
    ):
        return SCHEMA_MISMATCH
    if needs_signature(node) and (node.key is None or not node.is_signed):
        return INVALID_SIGNATURE
    return None


def needs_signature(node):
    """Whether a node is void without a key and a signature."""
    return node.action in PEOPLE or node.action in SHARING


def is_about_right(node):
    """Whether `taskId` is there exactly if it has to be."""
    if node.action in SHARING:
        return (node.task is None) == ("categoryId" in node.fields)
    return (node.task is not None) == (node.action in COMMENTS_AND_WORK)
