"""The member `data` of good nodes."""

from .identifiers import random_id, random_uuid
from .values import good_json

GOOD_TIMES = (
    "2025-01-05T09:00:00.000Z", "2025-01-05T09:00:00Z", "2024-02-29T10:20:30.5+05:30",
    "1999-12-31T23:59:59.123456789-23:59", "0000-01-01T00:00:00Z",
)  # fmt: skip
STRATEGIES = ("ours", "theirs", "lww", "union", "max", "min", "manual")


class Fields:
    """The member `data` of good nodes in one dialect."""

    def __init__(self, dice, parents, is_payload):
        """The parents are for a MERGE."""
        self._dice, self._parents, self._is_payload = dice, parents, is_payload

    def data(self, action):
        """The member `data` of an action."""
        maker = getattr(self, "_" + action.lower(), dict)
        fields = maker()
        if self._is_payload:
            return {"payload": fields}
        if self._dice.random() < 0.3:
            fields["extra"] = good_json(self._dice)
        data = {"fields": fields}
        if action == "MERGE" and self._maybe():
            data["conflictResolution"] = good_json(self._dice)
        return data

    def _maybe(self):
        return self._dice.random() < 0.5

    def _optional(self, **makers):
        return {name: maker() for name, maker in makers.items() if self._maybe()}

    def _time(self):
        return self._dice.choice(GOOD_TIMES)

    def _text(self):
        return self._dice.choice(("", "Notes", "zwei\nZeilen", "😀"))

    def _todo(self):
        return random_uuid(self._dice, self._is_payload)

    def _task_fields(self):
        choice = self._dice.choice
        points = (0, 3, 2**53 - 1) if self._is_payload else (0, 0.5, 3)
        return self._optional(
            title=lambda: choice(("Water the plants", "x", "é")),
            description=self._text,
            privacy=lambda: choice((True, False)),
            storyPoints=lambda: choice(points),
            priority=lambda: choice((1, 3, 5)),
            frequencyDays=lambda: choice((1, 7) if self._is_payload else (0, 7)),
        )

    def _create(self):
        return self._task_fields() | {"title": "Title"}

    def _update(self):
        return self._task_fields() or {"priority": 5}

    def _create_todo(self):
        fields = self._optional(notes=self._text)
        if self._is_payload or self._maybe():
            fields |= {"todoTaskId": self._todo(), "deadline": self._time()}
        if not self._is_payload:
            fields |= self._optional(title=self._text)
        return fields

    _add_todo = _create_todo

    def _complete_todo(self):
        required = {"todoTaskId": self._todo(), "completed": self._time()}
        return required | self._optional(notes=self._text)

    def _complete(self):
        return self._optional(completedAt=self._time)

    def _snooze(self):
        if not self._is_payload and self._maybe():
            return {"snoozeUntil": self._time()}
        if self._maybe():
            return {"todoTaskId": self._todo(), "newDeadline": self._time()}
        return {"todoTaskId": self._todo(), "daysToExtend": self._dice.choice((1, 30))}

    def _delete(self):
        if not self._is_payload and self._maybe():
            return {}
        chain = [random_id(self._dice) for _ in range(self._dice.choice((1, 2, 5)))]
        return {"deletedChain": chain + chain[: self._dice.randrange(2)]}

    def _merge(self):
        if not self._is_payload:
            return self._task_fields() | self._optional(
                completedAt=self._time, archived=self._text, guid=self._todo
            )
        policy = self._optional(
            defaultStrategy=lambda: self._dice.choice(STRATEGIES),
            arrayStrategy=lambda: self._dice.choice(("union", "lww")),
            lwwTiebreakers=lambda: self._dice.choices(
                ("lamport", "wall", "author"), k=self._dice.randrange(4)
            ),
        )
        resolutions = self._optional(
            task=self._entries,
            todos=lambda: [{"todoTaskId": self._todo(), "fields": self._entries()}],
        )
        fields = {"base": random_id(self._dice)}
        return fields | self._optional(
            policy=lambda: policy, resolutions=lambda: resolutions
        )

    def _entries(self):
        return [self._entry() for _ in range(self._dice.randrange(4))]

    def _entry(self):
        strategy = self._dice.choice(STRATEGIES)
        entry = {
            "path": self._dice.choice(("title", "meta.b", "")),
            "strategy": strategy,
        }
        if strategy in ("ours", "theirs") or self._maybe():
            entry["chosenParent"] = self._dice.choice(self._parents)
        if strategy == "manual" or self._maybe():
            entry["value"] = good_json(self._dice)
        return entry | self._optional(notes=self._text)
