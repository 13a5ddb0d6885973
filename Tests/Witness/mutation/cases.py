"""One case of a campaign: a good node, some changes, and what became of it."""

import copy
import dataclasses
import json
import pathlib
import random

from . import leaves, members, shapes, signing, texts
from .nodes import good_node
from .spelling import Spelling

FIXTURES = pathlib.Path(__file__).parents[3] / "Fixtures"
CHANGES = members.CHANGES + leaves.CHANGES + shapes.CHANGES
LONG = 100_000
# One in so many cases is at a limit of size: an executable that was built to be
# debugged takes a second for each.
FILLED = 1000


@dataclasses.dataclass(frozen=True)
class Case:
    """A text that is to be judged."""

    number: int
    text: bytes
    signature_required: bool
    # What was done to it, for whoever looks into a failure.
    story: tuple


def fixture_nodes():
    """Good nodes that come from elsewhere: the sample log and the vectors."""
    nodes = json.loads((FIXTURES / "redo_changes.json").read_text(encoding="utf-8"))
    for line in (FIXTURES / "vectors" / "nodes.jsonl").read_text("utf-8").splitlines():
        vector = json.loads(line)
        if vector["expect"] == "OK" and len(vector["node"]) < LONG:
            nodes.append(json.loads(vector["node"]))
    return nodes


class Campaign:
    """The cases of a seed. A case depends on the seed and its number only."""

    def __init__(self, seed: int):
        """Reads the fixtures."""
        self._seed = seed
        self._fixture_nodes = fixture_nodes()

    def case(self, number: int) -> Case:
        """The case of a number."""
        dice = random.Random(f"{self._seed}/{number}")
        if number % FILLED == 0:
            tree, story = good_node(dice), ["filled"]
            shapes.fill(dice, tree, number // FILLED % 2)
            signed_and_hashed(dice, tree)
        else:
            tree, story = self._spoiled(dice)
        spelling = Spelling(dice if dice.random() < 0.4 else None)
        text = spelling.text(tree)
        if dice.random() < 0.12:
            change, _ = chosen(dice, texts.CHANGES)
            text = change(dice, text)
            story.append(change.__name__)
        return Case(number, texts.on_one_line(text), dice.random() < 0.5, tuple(story))

    def _spoiled(self, dice):
        story = []
        if dice.random() < 0.75:
            tree = good_node(dice)
        else:
            tree = copy.deepcopy(dice.choice(self._fixture_nodes))
            story.append("fixture")
        for _ in range(dice.choice((0, 1, 1, 1, 1, 1, 2, 3))):
            story.append(changed(dice, tree))
        if dice.random() < 0.65:
            story.append(signed_and_hashed(dice, tree))
        if dice.random() < 0.1:
            # After the hash: what is wrong now is the hash or the signature.
            story.append(changed(dice, tree))
        return tree, story


def chosen(dice, changes):
    """One of some changes, by their weights."""
    return dice.choices(changes, [weight for _, weight in changes])[0]


def changed(dice, tree):
    """Changes a tree in one way, and says in which."""
    change, _ = chosen(dice, CHANGES)
    change(dice, tree)
    return change.__name__


def signed_and_hashed(dice, tree):
    """Makes hash and signature right again, or only the hash."""
    both = "signature" in tree and dice.random() < 0.8
    if both:
        signing.sign_again(tree, dice)
    else:
        signing.hash_again(tree)
    return "signed and hashed again" if both else "hashed again"
