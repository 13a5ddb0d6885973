"""The log of one user, as the mobile application exports it."""

import pathlib

from bench import Bench
from measuring.alternation import alternated
from measuring.figures import seconds
from measuring.table import Row

SAMPLE = pathlib.Path(__file__).parents[2] / "Fixtures" / "redo_changes.json"


def rows(bench: Bench) -> list[Row]:
    """Its import and the list of its tasks."""
    store = bench.new_store("sample")
    (imported,) = alternated(store.importing(SAMPLE))
    (listed,) = alternated(store.command("redo-list"))
    return [
        Row(
            "redo-import of the sample, 367 signed nodes, wall", seconds(imported.wall)
        ),
        Row("redo-list after it, wall", seconds(listed.wall)),
    ]
