"""A world of devices, each with what it has received of the log."""

from . import organising, people, sharing, spoiling, tasks
from .steps import Step

# Few, so that clocks are often equal, and dates go back.
WALLS = tuple(f"2025-01-01T08:00:0{n}.000Z" for n in range(5))
MOST_PARENTS = 10


class World:
    """Devices that write and receive, by a seed."""

    def __init__(self, dice):
        """Draws the devices and what they mostly do."""
        self.dice = dice
        self.steps = []
        # The ancestors of each step, as a set of numbers.
        self.pasts = []
        self.devices = dice.randrange(3, 8)
        self.views = [set() for _ in range(self.devices)]
        self.tasks = tasks.drawn_tasks(dice, self.devices)
        self.things = organising.drawn_things(dice, self.devices)
        self.weights = [
            (people.write, dice.choice((0, 1, 3, 8))),
            (sharing.write, dice.choice((0, 1, 3, 8))),
            (organising.write, dice.choice((0, 1, 3))),
            (tasks.write, dice.choice((1, 2, 4))),
        ]
        self.mistakes = dice.choice((0, 0.02, 0.1))
        self.spread = dice.choice((0.1, 0.3, 0.6))

    def history(self):
        """The steps of a whole history."""
        dice = self.dice
        people.begin(self)
        count = dice.choice((15, 30, 50, 80))
        writers, weights = zip(*self.weights, strict=True)
        while len(self.steps) < count:
            (write,) = dice.choices(writers, weights)
            write(self, dice.randrange(self.devices))
            while dice.random() < self.spread:
                self.exchange()
        return self.steps

    def exchange(self):
        """A device receives what another one has, or a part of it."""
        dice = self.dice
        sender, receiver = dice.sample(range(self.devices), 2)
        missing = self.views[sender] - self.views[receiver]
        if missing and dice.random() < 0.5:
            some = dice.sample(sorted(missing), dice.randrange(len(missing)) + 1)
            missing = set(some).union(*(self.pasts[number] for number in some))
        self.views[receiver] |= missing

    def seen(self, device, *actions):
        """The steps of some actions that a device has."""
        return [
            self.steps[number]
            for number in sorted(self.views[device])
            if self.steps[number].action in actions
        ]

    def pick(self, steps):
        """One of some steps; None of none."""
        return self.dice.choice(steps) if steps else None

    def heads(self, device, subject):
        """What a new node may follow, as numbers of steps."""
        dice, view = self.dice, self.views[device]
        mode = dice.random()
        if mode < 0.35:
            candidates = {n for n in view if self.subject(self.steps[n]) == subject}
        elif mode < 0.85 or not view:
            candidates = view
        else:
            # A part of what it has: it looks as if it had been written earlier.
            some = dice.sample(sorted(view), dice.randrange(len(view)) + 1)
            candidates = set(some)
        older = set().union(*(self.pasts[number] for number in candidates))
        heads = sorted(candidates - older)
        return heads[-MOST_PARENTS:]

    @staticmethod
    def subject(step):
        """What a step is about, near enough."""
        fields = step.fields
        about = fields.get("categoryId") or fields.get("person")
        return step.task or about or fields.get("revocation") or step.number

    def add(self, device, action, fields, **members):
        """Adds a node that a device writes. Returns its step."""
        dice = self.dice
        step = Step(len(self.steps), members.pop("key", device), action, fields)
        for name, value in members.items():
            setattr(step, name, value)
        if "parents" not in members:
            step.parents = tuple(self.heads(device, self.subject(step)))
        if step.is_payload and step.task is not None:
            tasks.keep_to_dialect(self, step)
        step.lamport = 1 + max((self.steps[n].lamport for n in step.parents), default=0)
        if not step.is_payload and dice.random() < 0.1:
            step.lamport += dice.choice((1, 2, 5, 30))
        step.wall = dice.choice(WALLS)
        spoiling.spoil(self, step)
        self.steps.append(step)
        past = set(step.parents).union(*(self.pasts[n] for n in step.parents))
        self.pasts.append(past)
        if step.spoiled is None or dice.random() < 0.1:
            self.views[device].add(step.number)
            self.views[device] |= past
        return step
