"""All families of a log: canonical states and void nodes."""

from .log import Log
from .organisation import Organisation
from .people import People
from .tasks import Effective, Tasks


class Families:
    """The answers of the second reading for one log."""

    def __init__(self, nodes):
        """Evaluates nodes that have passed stages 1 and 2."""
        self.log = Log(nodes)
        self.people = People(self.log)
        self.tasks = Tasks(self.log)
        self.effective = Effective(self.log, self.people)
        self.organisation = Organisation(self.log, self.people, self.effective)

    def state(self, family):
        """The canonical state of a family."""
        return getattr(self, family).state()

    def void(self, family):
        """Pairs of id and code of the void nodes of a family, by id."""
        codes = (
            self.tasks.rejected() if family == "tasks" else getattr(self, family).codes
        )
        return sorted((node.id, code) for node, code in codes.items())
