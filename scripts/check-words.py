#!/usr/bin/env python3
"""Finds the words that docs/writing.md tells us not to write.

    scripts/check-words.py [ROOT]

Reads the table under "Words" in docs/writing.md: a phrase, what to write instead, and longer phrases in which it is
right. Looks through the documents, the sources of the manual, and the comments and string literals of Sources. A space
in a phrase also matches a line break. Prints each place; the status is 1 if there is any.
"""

import pathlib
import re
import sys

STYLE = "docs/writing.md"
TEXTS = ("*.md", "Fixtures/README.md", "docs/*.md", "man/src/*", "Sources/**/*.swift", "Sources/**/*.[ch]")
# The style page quotes what it forbids. The word list of BIP-39 and its licence are not ours.
EXCEPTIONS = {STYLE, "Sources/Base/RedoCrypto/WordList.swift"}
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)
# In a line of Swift or C, a comment or a string literal.
TEXT_OF_CODE = re.compile(r"//.*|/?\*.*|\"(?:[^\"\\]|\\.)*\"")
# What stands between two words of a phrase.
GAP = r"(?:\s|//+|\*)+"


class Phrase:
    def __init__(self, text, instead, exceptions):
        self.text, self.instead = text, instead.strip()
        self.pattern = self.compiled(text)
        self.exceptions = [self.compiled(other) for other in re.findall(r"`([^`]+)`", exceptions)]

    @staticmethod
    def compiled(text):
        return re.compile(r"\b" + GAP.join(map(re.escape, text.split())) + r"\b", re.IGNORECASE)

    def places(self, text):
        """The offsets at which the phrase stands outside of what it may be a part of."""
        allowed = [match.span() for other in self.exceptions for match in other.finditer(text)]
        for match in self.pattern.finditer(text):
            if not any(start <= match.start() and match.end() <= end for start, end in allowed):
                yield match.start()


def table(root):
    sections = re.split(r"^## ", (root / STYLE).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [Phrase(*row) for section in sections if section.startswith("Words\n") for row in ROW.findall(section)]


def readable(path):
    """The text of a file; of code only comments and string literals, at their places."""
    text = path.read_text(encoding="utf-8")
    if path.suffix not in (".swift", ".c", ".h"):
        return text
    lines, is_in_literal = [], False
    for line in text.split("\n"):
        if '"""' in line or is_in_literal:
            is_in_literal ^= line.count('"""') % 2 == 1
            lines.append(line)
            continue
        kept = [" "] * len(line)
        for match in TEXT_OF_CODE.finditer(line):
            kept[match.start() : match.end()] = match.group()
        lines.append("".join(kept))
    return "\n".join(lines)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]
    phrases = table(root)
    if not phrases:
        sys.exit(f"error: {STYLE} has no table of words")
    found = 0
    for path in sorted({path for pattern in TEXTS for path in root.glob(pattern)}):
        name = path.relative_to(root).as_posix()
        if name in EXCEPTIONS or not path.is_file():
            continue
        text = readable(path)
        for phrase in phrases:
            for place in phrase.places(text):
                line = text.count("\n", 0, place) + 1
                print(f"{name}:{line}: error: '{phrase.text}': write {phrase.instead}", file=sys.stderr)
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
