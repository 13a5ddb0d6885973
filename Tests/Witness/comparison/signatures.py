"""Checks with PyNaCl what the executables sign."""

from protocol import canonical
from protocol.text import read
from protocol.verdict import ACCEPTED, Judge

TODO = "aaaaaaaa-0000-4000-8000-000000000001"
TIME = "2025-01-05T09:00:00Z"
# Each follows the one before it.
STEPS = (
    ("CREATE", ["title=Water the plants 😀", "frequencyDays:=7"]),
    ("UPDATE", ["title=Water all plants", "priority:=5"]),
    ("CREATE_TODO", [f"todoTaskId={TODO}", f"deadline={TIME}"]),
    ("SNOOZE", [f"todoTaskId={TODO}", "daysToExtend:=2"]),
    ("COMPLETE_TODO", [f"todoTaskId={TODO}", f"completed={TIME}"]),
    ("ARCHIVE", []),
    ("UNARCHIVE", []),
)
ONLY_FIELDS = (
    ("ADD_TODO", ["title=Buy soil"]),
    ("COMPLETE", []),
    ("ADD_COMMENT", ["a:=1.50"]),
)


def failures(executables):
    """The nodes that redo signed and the second reading refuses, in words."""
    executables.run("redo-init")
    executables.run("redo-keygen", "--no-passphrase", "--name", "Zoé")
    for number, dialect in enumerate(("fields", "payload")):
        task = f"c0ffee11-1111-4111-8111-00000000000{number}"
        for action, fields in STEPS + (ONLY_FIELDS if dialect == "fields" else ()):
            options = [f"--field={field}" for field in fields]
            arguments = ["--dialect", dialect, "--task", task, *options, action]
            executables.run("redo-commit-node", *arguments)
    judge = Judge()
    for line in executables.run("redo-export").splitlines():
        verdict = judge.verdict(line, signature_required=True)
        if (verdict.code, verdict.signed_over) != (ACCEPTED, "body"):
            yield f"redo wrote {line!r}, which is {verdict}"
        if canonical.canonical(read(line)) != line:
            yield f"redo wrote {line!r}, which is not canonical"
