"""What a user does with one task, from its creation on, as signed nodes."""

import datetime
import hashlib
import random
import uuid

from . import titles
from .author import DEVICES, Author
from .canonical import canonical

# The times of all nodes lie between this one and two years later.
FIRST = datetime.datetime(2023, 1, 1, tzinfo=datetime.UTC)
DAYS = 680


class History:
    """The nodes of one task: a function of seed, number of the task, and length."""

    def __init__(self, author: Author, seed: str, number: int, length: int):
        """Makes all nodes; (lamport, wall, id, text) of each, parents first."""
        self._author = author
        self._dice = random.Random(f"{seed}/{number}")
        self._number = number
        self._task = self._uuid()
        self._time = FIRST + datetime.timedelta(days=self._dice.random() * DAYS)
        self._heads = []
        self._todo = None
        self._next_todo = None
        self._days = self._dice.choice((None, None, 1, 7, 30))
        self.nodes = []
        self._create()
        while len(self.nodes) < length:
            self._go_on(length - len(self.nodes))

    def _go_on(self, remaining):
        """One thing that the user does next: one node, or three where it forks."""
        if self._todo is None:
            self._create_todo()
        elif remaining == 1 and self._dice.random() < 0.15:
            self._write("ARCHIVE", {})
        elif remaining >= 3 and self._dice.random() < 0.02:
            self._fork()
        else:
            actions = (self._update, self._complete_todo, self._snooze)
            self._dice.choices(actions, (40, 35, 25))[0]()

    def _create(self):
        """The task itself."""
        payload = {
            "title": titles.title(self._dice, self._number),
            "description": titles.text(self._dice),
            "priority": self._dice.randint(1, 5),
            "storyPoints": self._dice.choice((1, 2, 3, 5, 8)),
            "privacy": self._dice.random() < 0.1,
        }
        if self._days:
            payload["frequencyDays"] = self._days
        self._write("CREATE", payload)

    def _create_todo(self):
        """The first to-do of a task, or the next one."""
        self._todo = self._next_todo or self._uuid()
        deadline = self._time_after(self._days or self._dice.randint(1, 30))
        payload = {"todoTaskId": self._todo, "deadline": deadline}
        if self._dice.random() < 0.3:
            payload["notes"] = titles.text(self._dice)
        self._write("CREATE_TODO", payload)

    def _update(self):
        """An edit of one field."""
        changes = (
            {"title": titles.title(self._dice, self._number)},
            {"description": titles.text(self._dice)},
            {"priority": self._dice.randint(1, 5)},
        )
        self._write("UPDATE", self._dice.choice(changes))

    def _complete_todo(self):
        """The end of the current to-do; the next one's id follows from it."""
        payload = {"todoTaskId": self._todo, "completed": self._time_after(0)}
        self._write("COMPLETE_TODO", payload)
        self._next_todo = self._occurrence_after(self._todo) if self._days else None
        self._todo = None

    def _snooze(self):
        """A delay of the current to-do, in one of the two forms."""
        days = self._dice.randint(1, 14)
        forms = ({"daysToExtend": days}, {"newDeadline": self._time_after(days)})
        self._write("SNOOZE", {"todoTaskId": self._todo} | self._dice.choice(forms))

    def _fork(self):
        """Two devices change the task at once; a fields-dialect node joins them."""
        start = self._heads
        self._write("UPDATE", {"priority": self._dice.randint(1, 5)}, device=0)
        mine = self._heads
        self._heads = start
        self._write("UPDATE", {"description": titles.text(self._dice)}, device=1)
        self._heads = sorted(mine + self._heads)
        self._write("UPDATE", {"tags": ["home", "shared"]}, dialect="fields")

    def _write(self, action, values, dialect="payload", device=None):
        """Makes a node after the heads, which is then the only head."""
        if device is None:
            device = self._dice.randrange(len(DEVICES))
        lamport = max((lamport for _, lamport in self._heads), default=0) + 1
        wall = self._time_after(0)
        body = {
            "action": action,
            "data": {dialect: values},
            "parents": [identifier for identifier, _ in self._heads],
            "taskId": self._task,
            "timestamp": {"lamport": lamport, "wall": wall},
            "version": 1,
        }
        node = self._author.signed(body, device)
        self.nodes.append((lamport, wall, node["id"], canonical(node)))
        self._heads = [(node["id"], lamport)]
        self._time += datetime.timedelta(days=self._dice.expovariate(1))

    def _time_after(self, days):
        """The present time or a later one, as the protocol writes it."""
        time = self._time + datetime.timedelta(days=days)
        return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"

    def _uuid(self):
        """A random UUID."""
        return str(uuid.UUID(int=self._dice.getrandbits(128), version=4))

    def _occurrence_after(self, todo):
        """The id of the occurrence that follows a to-do (protocol, section 3)."""
        text = f"redo:next:{self._task}:{todo}"
        digest = hashlib.sha256(text.encode()).digest()
        return str(uuid.UUID(bytes=digest[:16], version=4))
