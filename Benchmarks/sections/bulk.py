"""Many tasks in one command, and a change that a list follows, beside Taskwarrior.

Nothing waits for the disk: Taskwarrior does not either.
"""

import json

import budgets
from bench import Bench
from logs.log import Log
from logs.signed import kept_log_of_tasks
from measuring.alternation import alternated
from measuring.command import Command, CommandFailed, output_of
from measuring.comparison import time_row
from measuring.figures import seconds
from measuring.table import Row
from peers.store import Store
from peers.taskwarrior import Taskwarrior, write_tasks

TASKS = 10_000
EDITED = 1_000
DELETED = 100
OPERATIONS = 100
# In the project of the tasks that are edited; all others have none.
PROJECT = "edited"


def rows(bench: Bench) -> list[Row]:
    """The same tasks in both, a tenth of them in a project."""
    log = Log(kept_log_of_tasks(bench.logs_folder, TASKS))
    bench.suite.make_key()
    kept = bench.new_store("kept-tasks")
    output_of(kept.importing(log.path))
    kept.configure("core.fsync", "none")
    ids = _ids(kept)
    chosen = bench.folder / "chosen"
    chosen.write_text("".join(f"{task}\n" for task in ids[:EDITED]), encoding="utf-8")
    few = bench.folder / "few"
    few.write_text("".join(f"{task}\n" for task in ids[:DELETED]), encoding="utf-8")
    output_of(kept.command("redo-edit", "-", "--project", PROJECT, input=chosen))
    output_of(kept.command("redo-category", "add", "Other"))
    kept.pack()
    # What a list keeps of the packs is there in daily use.
    output_of(kept.command("redo-list"))
    peer = _peer(bench, log, ids[:EDITED])
    return (
        _change_rows(bench, kept, ids[0])
        + _edit_rows(bench, kept, peer)
        + _deletion_rows(bench, kept, few, peer)
        + _batch_rows(bench, kept)
        + _query_rows(bench)
    )


def _ids(store: Store) -> list[str]:
    """The ids of all tasks."""
    lines = output_of(store.command("redo-list", "--json")).splitlines()
    return [json.loads(line)["guid"] for line in lines]


def _peer(bench, log, chosen) -> Taskwarrior:
    """Taskwarrior with the same tasks, and the same ones in the project."""
    peer = Taskwarrior(bench.folder / "taskwarrior-bulk")
    peer.make_anew()
    tasks = bench.folder / "bulk-tasks.json"
    write_tasks(log, tasks)
    given = json.loads(tasks.read_text(encoding="utf-8"))
    for task in given:
        if task["uuid"] in set(chosen):
            task["project"] = PROJECT
    tasks.write_text(json.dumps(given), encoding="utf-8")
    output_of(peer.command("import", tasks))
    peer.keep()
    return peer


def _change_rows(bench, kept, task):
    """A change and then a list, beside the list alone."""
    store = bench.new_store("changed-tasks")
    environment = store.command("redo-list").environment

    def shell(line) -> Command:
        folder = bench.suite.path("redo").parent
        return Command(
            ("/bin/sh", "-c", line.replace("redo-", f"{folder}/redo-")),
            environment,
            before=store.renewed(kept),
        )

    add, edit, alone = alternated(
        shell("redo-add 'Wash the car' && redo-list"),
        shell(f"redo-edit {task} --priority 5 && redo-list"),
        shell("redo-list"),
    )
    return [
        Row(
            f"{what}, {TASKS} tasks, beyond the list",
            seconds(usage.wall - alone.wall),
            "redo-list alone, wall",
            seconds(alone.wall),
            verdict=budgets.CHANGE_BEFORE_LIST.verdict(usage.wall - alone.wall),
        )
        for what, usage in (
            ("redo-add and redo-list", add),
            ("redo-edit --priority and redo-list", edit),
        )
    ] + [
        Row(
            f"redo-list of {TASKS} tasks, with a category and projects",
            seconds(alone.wall),
            verdict=budgets.LOADING_10_000_TASKS.verdict(alone.wall),
        )
    ]


def _edit_rows(bench, kept, peer):
    """All tasks of a project into another category; Taskwarrior has projects alone."""
    store = bench.new_store("edited-tasks")
    query = f"project:{PROJECT}"
    usage, other = alternated(
        store.command(
            "redo-edit",
            "--query",
            query,
            "--category",
            "Other",
            before=store.renewed(kept),
        ),
        peer.command(
            "rc.bulk=0", query, "modify", "project:Other", before=peer.renew
        ),
    )
    _expect(store, "category:Other", EDITED)
    return _beside(
        f"redo-edit --query, {EDITED} tasks of {TASKS} into a category, wall",
        usage,
        budgets.EDIT_OF_1_000_TASKS,
        "task modify project, wall",
        other,
    )


def _deletion_rows(bench, kept, few, peer):
    """A hundred tasks, named on standard input."""
    store = bench.new_store("deleted-tasks")
    names = few.read_text(encoding="utf-8").split()
    usage, other = alternated(
        store.command("redo-delete", "-", input=few, before=store.renewed(kept)),
        peer.command("rc.bulk=0", *names, "delete", before=peer.renew),
    )
    _expect(store, "status:trash", DELETED)
    return _beside(
        f"redo-delete of {DELETED} tasks of {TASKS}, wall",
        usage,
        budgets.DELETION_OF_100_TASKS,
        "task delete, wall",
        other,
    )


def _beside(what, usage, budget, beside, other):
    """A time with a budget of its own, and with one for its ratio to Taskwarrior's."""
    return [
        Row(what, seconds(usage.wall), verdict=budget.verdict(usage.wall)),
        time_row("the same", usage.wall, beside, other.wall, budgets.BULK_EDIT),
    ]


def _batch_rows(bench, kept):
    """Operations that are submitted together."""
    store = bench.new_store("batch-tasks")
    lines = bench.folder / "operations"
    lines.write_text(
        "".join(
            json.dumps({"id": number, "op": "add", "fields": {"title": f"No. {number}"}})
            + "\n"
            for number in range(OPERATIONS)
        ),
        encoding="utf-8",
    )
    batch = store.command("redo-batch", input=lines, before=store.renewed(kept))
    (usage,) = alternated(batch)
    answers = [json.loads(line) for line in output_of(batch).splitlines()]
    if [answer["id"] for answer in answers if answer["ok"]] != list(range(OPERATIONS)):
        raise CommandFailed(f"{batch}\nlost operations, or answered in another order")
    return [Row(f"redo-batch of {OPERATIONS} operations, wall", seconds(usage.wall))]


def _query_rows(bench):
    """What reading a query takes: an empty store has nothing to ask it of."""
    store = bench.new_store("no-tasks")
    store.make_anew()
    words = " or ".join(f"tag:t{number}" for number in range(100))
    query = f"not ({words}) and priority:1.. and created:<2030-01-01"
    usage, other = alternated(
        store.command("redo-list", "--query", query),
        store.command("redo-list", "--query", "priority:1.."),
        most=101,
    )
    return [
        Row(
            "what a query of 102 terms adds to redo-list of no tasks",
            seconds(usage.wall - other.wall),
            "redo-list with a query of one term, wall",
            seconds(other.wall),
            verdict=budgets.QUERY.verdict(usage.wall - other.wall),
        )
    ]


def _expect(store, query, count):
    """Raises CommandFailed if a query matches another number of tasks."""
    command = store.command("redo-list", "--json", "--query", query)
    found = len(output_of(command).splitlines())
    if found != count:
        raise CommandFailed(f"{command}\nfound {found} instead of {count}")
