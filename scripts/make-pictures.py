#!/usr/bin/env python3
"""Draws the terminal pictures of README.md from what tests have recorded.

    scripts/make-pictures.py [FOLDER]

Reads Fixtures/frames (Tests/Commands/RedoCommandsTests/FrameRecord.swift says how they are written) for `redo ui`, and
the sessions of README.md that follow a comment `<!-- recording -->` for the tour. ExamplesTests runs these sessions, so
they show what happens. Writes an SVG file for each picture into a folder, docs/images unless one is named. The same
input makes the same bytes.
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PICTURES = ("tasks-80x24", "merge-80x24", "log-80x24")
# Of a character, in pixels.
WIDTH, HEIGHT, BASELINE = 8.4, 18, 13
MARGIN = 12
TEXT, PAPER = "#d8dee9", "#1f242c"
# About what terminals show for their first 16 colours on dark.
PALETTE = (
    "#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
    "#7f848e", "#ff7b86", "#b5e890", "#ffd68a", "#82c7ff", "#dfa6f5", "#7fe0ea", "#ffffff",
)  # fmt: skip
LEVELS = (0, 95, 135, 175, 215, 255)
RUN = re.compile(r"(\d+)\+(\d+) (.*)")
SESSION = re.compile(r"^<!-- recording -->\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# When the next command of a session appears, and what it prints, in seconds.
NEXT_COMMAND, ANSWER = 1.4, 0.5
# A viewer without animations shows all lines.
ANIMATION = """<style>
@keyframes appear { from { opacity: 0 } }
@media (prefers-reduced-motion: no-preference) { g { animation: appear 0.01s backwards } }
</style>"""


def color(name):
    """A colour of SVG for a number of the palette or #RRGGBB."""
    if name.startswith("#"):
        return name
    number = int(name)
    if number < 16:
        return PALETTE[number]
    if number < 232:
        number -= 16
        parts = (LEVELS[number // 36], LEVELS[number // 6 % 6], LEVELS[number % 6])
    else:
        parts = (8 + 10 * (number - 232),) * 3
    return "#" + "".join(f"{part:02x}" for part in parts)


def rows(record):
    """Of each row its text and its runs: column, count, attributes."""
    lines = []
    for line in record.splitlines():
        if line.startswith("|"):
            lines.append((line[1:], []))
        elif line.startswith("~"):
            for run in line[1:].split("; "):
                column, count, style = RUN.fullmatch(run).groups()
                lines[-1][1].append((int(column), int(count), style.split(",")))
    return lines


def drawn_run(row, column, text, style):
    """A run of characters: its background where it has one, and the characters."""
    text_color, paper = TEXT, None
    for name in style:
        if name.startswith("fg"):
            text_color = color(name[2:])
        elif name.startswith("bg"):
            paper = color(name[2:])
    if "reversed" in style:
        text_color, paper = paper or PAPER, text_color
    x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
    if paper:
        yield f'<rect x="{x:.1f}" y="{y}" width="{len(text) * WIDTH:.1f}" height="{HEIGHT}" fill="{paper}"/>'
    if not text.strip():
        return
    attributes = f' fill="{text_color}"' if text_color != TEXT else ""
    attributes += ' font-weight="bold"' if "bold" in style else ""
    attributes += ' opacity="0.6"' if "faint" in style else ""
    attributes += ' font-style="italic"' if "italic" in style else ""
    kept = text.rstrip()
    indent = len(kept) - len(kept.lstrip())
    x += indent * WIDTH
    yield (
        f'<text x="{x:.1f}" y="{y + BASELINE}" textLength="{(len(kept) - indent) * WIDTH:.1f}"{attributes}>'
        f"{html.escape(kept.lstrip())}</text>"
    )


def drawn_row(number, text, runs):
    """The runs of a row, and what stands between them."""
    end = max([len(text)] + [column + count for column, count, _ in runs])
    text = text.ljust(end)
    place = 0
    for column, count, style in runs + [(end, 0, [])]:
        if column > place:
            yield from drawn_run(number, place, text[place:column], [])
        if count:
            yield from drawn_run(number, column, text[column : column + count], style)
        place = column + count


def opening(columns, count):
    """How the SVG of a terminal of some columns and lines begins."""
    width, height = columns * WIDTH + 2 * MARGIN, count * HEIGHT + 2 * MARGIN
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" font-family="ui-monospace, Menlo, Consolas, monospace" '
        f'font-size="14" fill="{TEXT}" xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
    ]


def picture(record, columns):
    """The SVG of a frame."""
    lines = rows(record)
    parts = opening(columns, len(lines))
    for number, (text, runs) in enumerate(lines):
        parts += drawn_row(number, text, runs)
    return "\n".join(parts + ["</svg>"]) + "\n"


def styles(line):
    """The runs of a line of a session."""
    if line.startswith("$ "):
        return [(0, 1, ["fg2"]), (2, len(line) - 2, ["bold"])]
    return [(0, len(line), ["faint"])] if line.startswith(("hint: ", "note: ")) else []


def session_picture(text):
    """The SVG of the marked sessions of a text, whose lines appear one after the other."""
    lines = "\n".join(SESSION.findall(text)).split("\n")[:-1]
    parts = opening(max(map(len, lines)), len(lines)) + [ANIMATION]
    moment = 0
    for number, line in enumerate(lines):
        is_command = line.startswith("$ ")
        if is_command:
            moment += NEXT_COMMAND if number else 0
        delay = moment if is_command else moment + ANSWER
        parts += [f'<g style="animation-delay:{delay:.1f}s">', *drawn_row(number, line, styles(line)), "</g>"]
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        record = (ROOT / "Fixtures" / "frames" / f"{name}.txt").read_text(encoding="utf-8")
        columns = int(name.rpartition("-")[2].partition("x")[0])
        path = folder / f"ui-{name.partition('-')[0]}.svg"
        path.write_text(picture(record, columns), encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (folder / "tour.svg").write_text(session_picture(readme), encoding="utf-8")


if __name__ == "__main__":
    main()
