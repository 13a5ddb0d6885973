"""Files of other programs: taking many tasks in, and a folder of calendar files where nothing has changed.

Nothing waits for the disk.
"""

import json
import random
import time
import uuid

import budgets
from bench import Bench
from measuring.alternation import alternated
from measuring.command import CommandFailed, output_of
from measuring.figures import seconds
from measuring.table import Row

TASKS = 10_000
# Of this many tasks one is completed, and every second one has a deadline.
COMPLETED_EACH = 5


def rows(bench: Bench) -> list[Row]:
    """The same tasks in each format into an empty store, and the folder."""
    folder = bench.folder / "interchange"
    folder.mkdir()
    bench.suite.make_key()
    return _import_rows(bench, folder) + _vdir_rows(bench, folder)


def _tasks():
    """Made-up tasks: number, id, and whether each is completed and has a deadline."""
    numbers = random.Random(1)
    for number in range(TASKS):
        name = str(uuid.UUID(int=numbers.getrandbits(128), version=4))
        yield number, name, number % COMPLETED_EACH == 0, number % 2 == 1


def _taskwarrior():
    tasks = []
    for number, name, is_completed, has_deadline in _tasks():
        task = {
            "uuid": name,
            "description": f"Task number {number}",
            "status": "completed" if is_completed else "pending",
            "entry": "20250101T000000Z",
            "project": f"p{number % 20}.sub",
            "tags": ["a", f"t{number % 7}"],
        }
        if is_completed:
            task["end"] = "20250201T000000Z"
        if has_deadline:
            task["due"] = "20251220T090000Z"
        tasks.append(json.dumps(task))
    return "[\n" + ",\n".join(tasks) + "\n]\n"


def _todotxt():
    lines = []
    for number, _, is_completed, has_deadline in _tasks():
        mark = "x 2025-02-01 2025-01-01" if is_completed else "2025-01-01"
        due = " due:2025-12-20" if has_deadline else ""
        lines.append(f"{mark} Task number {number} +p{number % 20} @t{number % 7}{due}\n")
    return "".join(lines)


def _icalendar():
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for number, name, is_completed, has_deadline in _tasks():
        lines += [
            "BEGIN:VTODO",
            f"UID:{name}",
            f"SUMMARY:Task number {number}",
            f"CATEGORIES:a,t{number % 7}",
            "CREATED:20250101T000000Z",
        ]
        if has_deadline:
            lines.append("DUE:20251220T090000Z")
        if is_completed:
            lines += ["STATUS:COMPLETED", "COMPLETED:20250201T000000Z"]
        lines.append("END:VTODO")
    return "\r\n".join(lines + ["END:VCALENDAR", ""])


def _csv():
    lines = ["uid,title,project,tags,due,status"]
    for number, name, is_completed, has_deadline in _tasks():
        due = "2025-12-20" if has_deadline else ""
        status = "completed" if is_completed else "open"
        tags = f'"a,t{number % 7}"'
        lines.append(f"{name},Task number {number},p{number % 20},{tags},{due},{status}")
    return "\r\n".join(lines) + "\r\n"


def _markdown():
    return "".join(
        f"- [{'x' if is_completed else ' '}] Task number {number}\n"
        for number, _, is_completed, _ in _tasks()
    )


FORMATS = {
    "taskwarrior": _taskwarrior,
    "todotxt": _todotxt,
    "icalendar": _icalendar,
    "csv": _csv,
    "markdown": _markdown,
}


def _import_rows(bench, folder):
    """Each format once a round, in turn."""
    commands = []
    for name, text in FORMATS.items():
        path = folder / name
        path.write_text(text(), encoding="utf-8", newline="")
        store = bench.new_store(f"import-{name}")

        def renew(store=store):
            store.make_anew()
            store.configure("core.fsync", "none")

        commands.append(
            store.command("redo-import", "--from", name, path, before=renew)
        )
    usages = alternated(*commands)
    for command in commands:
        if f"added {TASKS} tasks" not in output_of(command).decode():
            raise CommandFailed(f"{command}\nlost tasks")
    return [
        Row(
            f"redo-import --from {name}, {TASKS} tasks, wall",
            seconds(usage.wall),
            verdict=budgets.IMPORT_OF_10_000_TASKS.verdict(usage.wall),
        )
        for name, usage in zip(FORMATS, usages)
    ]


def _vdir_rows(bench, folder):
    """A file for each open task, twice in step: the first time files are too young to be trusted."""
    store = bench.new_store("vdir")
    store.make_anew()
    lines = folder / "titles"
    lines.write_text("".join(f"Task {number}\n" for number in range(TASKS)), encoding="utf-8")
    output_of(store.command("redo-add", "-", input=lines))
    calendar = folder / "calendar"
    calendar.mkdir()
    command = store.command("redo-vdir", calendar)
    output_of(command)
    if len(list(calendar.iterdir())) != TASKS:
        raise CommandFailed(f"{command}\nwrote other files")
    time.sleep(0.1)
    output_of(command)
    (usage,) = alternated(command)
    return [
        Row(
            f"redo-vdir, {TASKS} files, nothing changed, wall",
            seconds(usage.wall),
            verdict=budgets.VDIR_WITHOUT_CHANGES.verdict(usage.wall),
        )
    ]
