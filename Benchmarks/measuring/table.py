"""Rows of results, and the table that they make."""

import dataclasses

from .budget import Verdict

TITLES = ("measured", "figure", "beside", "its figure", "ratio", "budget")
# Texts to the left, figures to the right.
ALIGNMENTS = "<><>><"


@dataclasses.dataclass(frozen=True)
class Row:
    """A figure, what it is compared with, and what it was to be."""

    what: str
    figure: str
    beside: str = ""
    its_figure: str = ""
    # The first figure divided by the second.
    ratio: float | None = None
    verdict: Verdict | None = None

    def cells(self):
        """The texts of the row."""
        ratio = "" if self.ratio is None else f"{self.ratio:.3g}"
        verdict = "" if self.verdict is None else str(self.verdict)
        return (
            self.what, self.figure, self.beside, self.its_figure, ratio, verdict
        )  # fmt: skip

    def is_missed(self):
        """Whether there was a budget and it was missed."""
        return self.verdict is not None and not self.verdict.is_met


def text_of(sections: list[tuple[str, list[Row]]]) -> str:
    """One table with aligned columns, a heading before the rows of each section."""
    rows = [row.cells() for _, section in sections for row in section]
    widths = [max(map(len, column)) for column in zip(TITLES, *rows)]
    lines = [_line(TITLES, widths), _line(["-" * width for width in widths], widths)]
    for heading, section in sections:
        lines += ["", heading.upper()]
        lines += [_line(row.cells(), widths) for row in section]
    return "\n".join(lines)


def _line(cells, widths):
    """Cells side by side."""
    columns = zip(cells, ALIGNMENTS, widths)
    return "  ".join(f"{cell:{side}{width}}" for cell, side, width in columns).rstrip()
