"""Devices, and the tasks as each of them sees and changes them."""

import collections.abc
import copy
import dataclasses
import datetime
import hashlib
import random

import nacl.signing

from .canonical import (
    UTC,
    body,
    implied_todo_id,
    instant,
    next_todo_id,
    node_id,
    uuid_of_hash,
    wall_text,
)


class Dice:
    """Chance that falls the same way every time.

    It uses only `random()`, whose sequence for a seed Python guarantees.
    """

    def __init__(self, seed):
        """A seed gives one sequence."""
        self._source = random.Random(seed)

    def below(self, limit):
        """An integer from 0 to limit - 1."""
        return int(self._source.random() * limit)

    def pick(self, choices):
        """One of a sequence."""
        return choices[self.below(len(choices))]

    def shuffled(self, items):
        """The items in another order."""
        return sorted(items, key=lambda _: self._source.random())


def present(**fields):
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def moment(text):
    """A time of the story, `MM-DD HH:MM` in UTC, from September 2025 on."""
    year = 2025 if text >= "09" else 2026
    return datetime.datetime.strptime(f"{year}-{text}", "%Y-%m-%d %H:%M").replace(
        tzinfo=UTC
    )


# --- How each device writes a time ---------------------------------------------

SUMMER_TIME_ENDS = moment("10-26 01:00")
WINTER_TIME_ENDS = moment("03-29 01:00")


def whole_seconds(when):
    """As ISO8601DateFormatter writes a time when it is given no options."""
    return f"{when:%Y-%m-%dT%H:%M:%S}Z"


def local_time(when):
    """Central European time with its offset from UTC."""
    hours = 1 if SUMMER_TIME_ENDS <= when < WINTER_TIME_ENDS else 2
    local = when + datetime.timedelta(hours=hours)
    return f"{local:%Y-%m-%dT%H:%M:%S}+{hours:02d}:00"


@dataclasses.dataclass(frozen=True)
class Device:
    """One of Zoé's devices, with a key and habits of writing of its own.

    `introductions` says which optional members of `author` the device writes, each
    from some day on: people fill in their profile late and rename their telephones.
    """

    label: str
    device_id: str
    payload: bool
    upper_case: bool
    time_text: collections.abc.Callable
    introductions: tuple

    def key(self):
        """The device's test key. Its seed is public: never use it elsewhere."""
        seed = hashlib.sha256(f"redo test key: {self.label}".encode()).digest()
        return nacl.signing.SigningKey(seed)

    def uuid(self, value):
        """A UUID as this device prints it."""
        return value.upper() if self.upper_case else value

    def author(self, when):
        """The member `author` of a node that is written at a time."""
        public_key = self.key().verify_key.encode().hex()
        author = {
            "userId": public_key[:32],
            "deviceId": self.device_id,
            "publicKey": public_key,
        }
        for since, members in self.introductions:
            if moment(f"{since} 00:00") <= when:
                author |= members
        return author


PHONE = Device(
    label="phone",
    device_id="3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    payload=False,
    upper_case=True,
    time_text=whole_seconds,
    introductions=(
        ("09-01", {"name": "Zoé Krüger", "deviceName": "iPhone de Zoé"}),
        ("10-06", {"email": "zoe.krueger@example.org"}),
        ("11-01", {"deviceName": "Zoés iPhone 📱"}),
    ),
)
LAPTOP = Device(
    label="laptop",
    device_id="zoe-laptop",
    payload=False,
    upper_case=False,
    time_text=local_time,
    introductions=(
        ("09-01", {"name": "Zoé Krüger"}),
        ("10-20", {"email": "zoe.krueger@example.org", "deviceName": "Laptop (Büro)"}),
    ),
)
TABLET = Device(
    label="tablet",
    device_id="android-7f3a9c21d4",
    payload=True,
    upper_case=False,
    time_text=wall_text,
    introductions=(
        ("10-13", {"name": "Zoé"}),
        ("11-03", {"deviceName": "Zoés Tablet / Küche"}),
    ),
)

ACCOUNT = "105900000000000000042"


class History:
    """All nodes that were written, in the order in which they were."""

    def __init__(self, seed):
        """An empty history; the seed is for its dice."""
        self.nodes = []
        self.by_id = {}
        self.dice = Dice(seed)

    def task(self, label):
        """A task that does not exist yet. Its id is derived from the label."""
        digest = hashlib.sha256(f"redo test task: {label}".encode()).digest()
        return Task(self, uuid_of_hash(digest, 4))

    def write(self, device, task, action, when, fields):
        """Writes one signed node on top of what the device sees of the task."""
        parents = sorted(task.heads)
        lamports = [self.by_id[p]["timestamp"]["lamport"] for p in parents]
        node = {
            "version": 1,
            "parents": parents,
            "timestamp": {
                "lamport": max(lamports, default=0) + 1,
                "wall": wall_text(when),
            },
            "author": device.author(when),
            "action": action,
            "taskId": device.uuid(task.guid),
            "data": {"payload" if device.payload else "fields": fields},
        }
        node["id"] = node_id(node)
        node["signature"] = device.key().sign(body(node)).signature.hex()
        if device is not PHONE:
            node |= self._replica_metadata(when)
        self.nodes.append(node)
        self.by_id[node["id"]] = node
        return node["id"]

    def _replica_metadata(self, when):
        """What a node may still carry that came to the telephone by Firestore."""
        stored = when + datetime.timedelta(milliseconds=200 + self.dice.below(4000))
        seconds = int(stored.timestamp())
        return self.dice.pick(
            (
                {},
                {},
                {"accessList": [ACCOUNT]},
                {"accessList": [ACCOUNT], "createdAt": wall_text(stored)},
                {
                    "accessList": [ACCOUNT],
                    "createdAt": {
                        "seconds": seconds,
                        "nanoseconds": stored.microsecond * 1000,
                    },
                },
            )
        )


class Task:
    """A task as one device sees it; every device that is in touch sees the same.

    Two devices that are out of touch have two of these: see `fork`.
    """

    def __init__(self, history, guid):
        """A task without nodes."""
        self.history = history
        self.guid = guid
        self.heads = set()
        self.seen = []
        self.todo_id = None
        self.frequency = 0
        self.last = moment("09-01 00:00")

    def fork(self):
        """The same task on a device that is offline from now on."""
        other = copy.copy(self)
        other.heads, other.seen = set(self.heads), list(self.seen)
        return other

    def join(self, other):
        """Sees what the other device did; the next node gets all heads as parents."""
        self.heads |= other.heads
        self.seen += [i for i in other.seen if i not in self.seen]
        self.last = max(self.last, other.last)

    def _clock(self, at):
        """A moment in the minute `at`, but after what the device has seen."""
        dice = self.history.dice
        when = moment(at) + datetime.timedelta(milliseconds=dice.below(60_000))
        soon = self.last + datetime.timedelta(milliseconds=400 + dice.below(9_000))
        return max(when, soon)

    def _write(self, device, action, when, fields):
        """Writes a node and sees it as the only head."""
        if "todoTaskId" in fields:
            fields["todoTaskId"] = device.uuid(fields["todoTaskId"])
        written = self.history.write(device, self, action, when, fields)
        self.heads = {written}
        self.seen.append(written)
        self.last = when
        return written

    def note(self, device, at, action, **fields):
        """Any action that needs no more than its fields."""
        self._write(device, action, self._clock(at), fields)

    def create(self, device, at, **fields):
        """CREATE."""
        self.frequency = fields.get("frequencyDays", 0)
        self.note(device, at, "CREATE", **fields)

    def update(self, device, at, **fields):
        """UPDATE."""
        self.frequency = fields.get("frequencyDays", self.frequency)
        self.note(device, at, "UPDATE", **fields)

    def fresh_todo_id(self):
        """Makes an id for a new to-do, which is the current one from now on."""
        text = f"redo test to-do: {self.guid} {len(self.seen)}"
        self.todo_id = uuid_of_hash(hashlib.sha256(text.encode()).digest(), 4)
        return self.todo_id

    def todo(self, device, at, due, notes=None, title=None):
        """CREATE_TODO with a fresh id."""
        self.fresh_todo_id()
        self._make_todo(device, self._clock(at), moment(due), notes, title)

    def _make_todo(self, device, when, due, notes=None, title=None):
        """CREATE_TODO with the id that is now the current one."""
        fields = {"todoTaskId": self.todo_id, "deadline": device.time_text(due)}
        fields |= present(notes=notes, title=title)
        self._write(device, "CREATE_TODO", when, fields)

    def todo_without_id(self, device, at, action, **fields):
        """A to-do whose id is left to the replay."""
        written = self._write(device, action, self._clock(at), fields)
        self.todo_id = implied_todo_id(written)

    def add_todo(self, device, at, title, due=None, notes=None):
        """ADD_TODO without an id."""
        deadline = due and device.time_text(moment(due))
        fields = present(title=title, deadline=deadline, notes=notes)
        self.todo_without_id(device, at, "ADD_TODO", **fields)

    def complete_todo(self, device, at, notes=None, todo_id=None):
        """COMPLETE_TODO; returns the written time of completion."""
        when = self._clock(at)
        completed = device.time_text(when)
        fields = {"todoTaskId": todo_id or self.todo_id, "completed": completed}
        fields |= present(notes=notes)
        self._write(device, "COMPLETE_TODO", when, fields)
        return completed

    def finish(self, device, at, notes=None):
        """Completes an occurrence of a recurring task and schedules the next."""
        completed = self.complete_todo(device, at, notes)
        due = instant(completed) + datetime.timedelta(days=self.frequency)
        self.todo_id = next_todo_id(self.guid, self.todo_id)
        self._make_todo(device, self._clock(at), due)

    def snooze_by(self, device, at, days):
        """SNOOZE of the current to-do by some days."""
        self.note(device, at, "SNOOZE", todoTaskId=self.todo_id, daysToExtend=days)

    def snooze_to(self, device, at, due):
        """SNOOZE of the current to-do to a new deadline."""
        deadline = device.time_text(moment(due))
        self.note(device, at, "SNOOZE", todoTaskId=self.todo_id, newDeadline=deadline)

    def hide_until(self, device, at, until):
        """SNOOZE of the whole task."""
        self.note(device, at, "SNOOZE", snoozeUntil=device.time_text(moment(until)))

    def comment(self, device, at, text):
        """ADD_COMMENT, an action that version 1 does not know."""
        name = f"redo test comment: {self.guid} {len(self.seen)}"
        comment_id = uuid_of_hash(hashlib.sha256(name.encode()).digest(), 4)
        self.note(
            device, at, "ADD_COMMENT", commentId=device.uuid(comment_id), text=text
        )

    def delete(self, device, at):
        """DELETE of the whole task, whose one head the device has seen."""
        if len(self.heads) != 1:
            raise ValueError("a DELETE here must bury everything")
        self.note(device, at, "DELETE", deletedChain=list(self.seen))
