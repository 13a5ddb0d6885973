"""A world of devices, each with what it has received of the log."""

from . import organising, people, sharing, spoiling, tasks
from .steps import Ref, Step

# Few, so that clocks are often equal, and dates go back.
WALLS = tuple(f"2025-01-01T08:00:0{n}.000Z" for n in range(5))
MOST_PARENTS = 10
PROFILES = {
    "people": {people: 6, tasks: 1},
    "sharing": {sharing: 3, tasks: 2},
    "persons who share": {people: 2, sharing: 2, tasks: 1},
    "organisation": {organising: 5, tasks: 1, sharing: 1, people: 1},
    "tasks": {tasks: 3, sharing: 1},
    "all": {people: 1, sharing: 1, organising: 1, tasks: 1},
}
# Themes with a scene: some devices act against one another side by side, and go on.
SCENES = (people, sharing)


class World:
    """Devices that write and receive, by a seed."""

    def __init__(self, dice):
        """Draws the devices and what they mostly do."""
        self.dice = dice
        self.steps = []
        # The ancestors of each step, as a set of numbers.
        self.pasts = []
        profile = dice.choice(tuple(PROFILES))
        self.devices = dice.choice((3, 4, 5, 5, 6))
        self.views = [set() for _ in range(self.devices)]
        self.tasks = tasks.drawn_tasks(dice, self.devices)
        self.things = organising.drawn_things(dice, self.devices)
        self.themes = PROFILES[profile]
        self.mistakes = dice.choice((0, 0, 0.02, 0.15))
        self.candour = dice.choice((0.3, 0.7, 0.9))
        self.is_beginning = True
        # What was written since a scene began.
        self.scene_steps = []

    def history(self):
        """The steps of a whole history: rounds, in which devices write side by side."""
        dice = self.dice
        for theme in (people, tasks, organising):
            if theme in self.themes:
                theme.begin(self)
        self.is_beginning = False
        count = len(self.steps) + dice.choice((5, 15, 30, 50))
        while len(self.steps) < count:
            themes, weights = tuple(self.themes), tuple(self.themes.values())
            (theme,) = dice.choices(themes, weights)
            if theme in SCENES and dice.random() < 0.4:
                theme.scene(self)
                continue
            self.round(theme, dice.choice((None, *theme.KINDS)))
        return self.steps

    def round(self, theme, kind):
        """Some devices receive something, and then write about a theme on their own."""
        dice = self.dice
        writers = dice.sample(range(self.devices), dice.choice((1, 1, 2, 2, 3)))
        for device in writers:
            if dice.random() < self.candour:
                self.receive_all(device)
            else:
                self.exchange()
        for device in writers:
            for _ in range(dice.choice((1, 1, 2))):
                theme.write(self, device, kind if dice.random() < 0.8 else None)

    def receive_some(self, device, steps):
        """A device receives a part of some steps, with all before them."""
        for step in steps:
            if not step.spoiled and self.dice.random() < 0.5:
                self.views[device] |= self.pasts[step.number] | {step.number}

    def receive_all(self, device):
        """A device receives all that is fit for a store."""
        self.views[device].update(s.number for s in self.steps if not s.spoiled)

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

    def own(self, device):
        """What a device wrote, with all before it."""
        numbers = {n for n in self.views[device] if self.steps[n].key == device}
        return numbers.union(*(self.pasts[number] for number in numbers))

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
        return self.heads_of(candidates)

    def heads_of(self, numbers):
        """Those of some steps that none of the others has seen."""
        older = set().union(*(self.pasts[number] for number in numbers))
        return tuple(sorted(numbers - older)[-MOST_PARENTS:])

    def subject(self, step):
        """What a step is about."""
        fields = step.fields
        if step.task:
            return step.task.lower()
        if step.action == "CREATE_PERSON":
            return Ref(step.number)
        if isinstance(revocation := fields.get("revocation"), Ref):
            if 0 <= revocation.step < len(self.steps):
                return self.steps[revocation.step].fields.get("person")
        about = fields.get("person") or fields.get("categoryId")
        return about.lower() if isinstance(about, str) else about

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
        if not self.is_beginning:
            spoiling.spoil(self, step)
        self.steps.append(step)
        self.scene_steps.append(step)
        past = set(step.parents).union(*(self.pasts[n] for n in step.parents))
        self.pasts.append(past)
        if step.spoiled is None or dice.random() < 0.1:
            self.views[device].add(step.number)
            self.views[device] |= past
        return step
