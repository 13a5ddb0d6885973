"""The text of a file with all of its mutants behind the switch."""

import pathlib

SWITCH = (pathlib.Path(__file__).parent / "switch.swift").read_bytes()


class RenderedFile:
    """A file with mutants, and where each of them is in it."""

    def __init__(self, text, numbered):
        """The file's text, and its mutations with their numbers, in order."""
        parts, position = [], 0
        # The number, first line and last line of each.
        self.places = []
        line = 1
        for number, mutation in numbered:
            before = text[position : mutation.start]
            inside = mutation.switched(number).encode()
            first = line + before.count(b"\n")
            line = first + inside.count(b"\n")
            self.places.append((number, first, line))
            parts += [before, inside]
            position = mutation.end
        self.text = b"".join([*parts, text[position:]])

    def numbers_at(self, line):
        """The mutants on a line, or else the nearest ones."""
        distances = {
            number: max(first - line, line - last, 0)
            for number, first, last in self.places
        }
        nearest = min(distances.values(), default=0)
        return {number for number, distance in distances.items() if distance == nearest}
