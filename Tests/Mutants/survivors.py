"""The mutants that are known to survive, and why."""

import tomllib


class Explanations:
    """The table of explained.toml.

    A mutant is recognised by its file, the text of its line, and what was replaced by what: line numbers move. Where a
    file has equal lines, `occurrence` counts them from one.
    """

    def __init__(self, path):
        with open(path, "rb") as file:
            rows = tomllib.load(file).get("survivor", [])
        self.reasons = {
            (
                row["file"],
                row["line"],
                row["original"],
                row["mutated"],
                row.get("occurrence", 1),
            ): row["reason"]
            for row in rows
        }

    def reason(self, mutation):
        """Why a mutant survives, or None."""
        return self.reasons.get(mutation.identity)
