"""Rules of forms. E 1."""

from replay import forms

from .conditions import always, never

COMMENT = {"commentId": forms.is_uuid, "text": always}
WORK = {"workId": forms.is_uuid}

RULES = {
    "the limit of ids": (forms, "MOST_KEEPS", 20_000),
    "the limit of grants": (forms, "MOST_GRANTS", 100),
    "a text is not empty": (
        forms.ALL, "EDIT_COMMENT", (COMMENT, {}, ()),
    ),
    "null is a value only if the table says so": (
        forms.ALL, "STOP_WORK", (WORK, {"at": forms.is_time_or_null}, ()),
    ),
    "people and sharing need a signature": (forms, "needs_signature", never),
    "taskId is there exactly if it has to be": (forms, "is_about_right", always),
    "KEEP_NODES keeps something": (
        forms.ALL,
        "KEEP_NODES",
        ({"revocation": forms.is_node_id, "keeps": forms.is_keeps}, {}, ()),
    ),
    "UPDATE_PERSON sets something": (
        forms.ALL,
        "UPDATE_PERSON",
        (*forms.PEOPLE["UPDATE_PERSON"][:2], ()),
    ),
    "objects are closed": (
        forms,
        "is_object",
        lambda value, required, optional=(): isinstance(value, dict)
        and all(name in value and required[name](value[name]) for name in required)
        and all(optional[n](value[n]) for n in optional if n in value),
    ),
}  # fmt: skip
