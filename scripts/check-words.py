#!/usr/bin/env python3
"""Finds the words that docs/writing.md forbids.

    scripts/check-words.py [ROOT]

Reads three tables of docs/writing.md:

* "Words": a phrase, what to write instead, and longer phrases in which it is right. It is searched in the documents, the
  sources of the manual, and the comments and string literals of Sources. A space also matches a line break.
* "Names": words that are wrong in an identifier of Sources, in any case and with a plural "s": `place` is a word of
  `offerPlace`.
* "Names that stay": identifiers that are right all the same, each with a reason, and the files or directories in which
  they are. One that is in none of them is an error.

Prints the location of each; the status is 1 if there is any.
"""

import functools
import pathlib
import re
import sys

STYLE = "docs/writing.md"
TEXTS = ("*.md", "Fixtures/README.md", "docs/*.md", "man/src/*", "Sources/**/*.swift", "Sources/**/*.[ch]")
# The style page quotes what it forbids. The word list of BIP-39 and its licence are not ours.
EXCEPTIONS = {STYLE, "Sources/Base/RedoCrypto/WordList.swift"}
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)
# In a line of Swift or C, a comment or a string literal.
TEXT_OF_CODE = re.compile(r"//.*|/\*.*|^\s*\*.*|\"(?:[^\"\\]|\\.)*\"")
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# The words of an identifier in camel case.
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# What separates two words of a phrase.
GAP = r"(?:\s|//+|\*)+"


class Phrase:
    def __init__(self, text, instead, exceptions):
        self.text, self.instead = text, instead.strip()
        self.pattern = self.compiled(text)
        self.exceptions = [self.compiled(other) for other in re.findall(r"`([^`]+)`", exceptions)]

    @staticmethod
    def compiled(text):
        return re.compile(r"\b" + GAP.join(map(re.escape, text.split())) + r"\b", re.IGNORECASE)

    def offsets(self, text):
        """The offsets of the phrase outside of what it may be a part of."""
        allowed = [match.span() for other in self.exceptions for match in other.finditer(text)]
        for match in self.pattern.finditer(text):
            if not any(start <= match.start() and match.end() <= end for start, end in allowed):
                yield match.start()


class Names:
    """The words that identifiers must not have, and the identifiers that may."""

    def __init__(self, words, exceptions):
        self.words = [(word.split(), instead.strip()) for word, instead, _ in words]
        self.exceptions = {(name, path) for name, _, paths in exceptions for path in re.findall(r"`([^`]+)`", paths)}
        self.unused = set(self.exceptions)

    def findings(self, file, code):
        """Offset, identifier and advice for each wrong identifier of a code without comments and literals."""
        for match in IDENTIFIER.finditer(code):
            name = match.group()
            instead = self.advice(name)
            if instead is None:
                continue
            allowed = {(other, path) for other, path in self.exceptions if other == name and file.startswith(path)}
            self.unused -= allowed
            if not allowed:
                yield match.start(), name, instead

    @functools.lru_cache(maxsize=None)
    def advice(self, name):
        parts = [part.lower() for part in PART.findall(name)]
        for words, instead in self.words:
            if any(self.has(words, parts[start:]) for start in range(len(parts))):
                return instead
        return None

    @staticmethod
    def has(words, parts):
        """Whether an identifier's words begin with those of a row."""
        return len(parts) >= len(words) and all(part in (word, word + "s") for word, part in zip(words, parts))


def tables(root):
    """The rows of each table, by the title of its section."""
    sections = re.split(r"^## ", (root / STYLE).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {section.partition("\n")[0]: ROW.findall(section) for section in sections}


def split(path):
    """The text of a file and its code, with the same offsets.

    The text of code is its comments and string literals. The code of a document is empty.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix not in (".swift", ".c", ".h"):
        return text, ""
    texts, codes, is_in_literal = [], [], False
    for line in text.split("\n"):
        if '"""' in line or is_in_literal:
            is_in_literal ^= line.count('"""') % 2 == 1
            texts.append(line)
            codes.append(" " * len(line))
            continue
        kept, code = [" "] * len(line), list(line)
        for match in TEXT_OF_CODE.finditer(line):
            kept[match.start() : match.end()] = match.group()
            code[match.start() : match.end()] = " " * len(match.group())
        texts.append("".join(kept))
        codes.append("".join(code))
    return "\n".join(texts), "\n".join(codes)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]
    rows = tables(root)
    phrases = [Phrase(*row) for row in rows.get("Words", [])]
    if not phrases:
        sys.exit(f"error: {STYLE} has no table of words")
    names = Names(rows.get("Names", []), rows.get("Names that stay", []))
    errors = []
    for path in sorted({path for pattern in TEXTS for path in root.glob(pattern)}):
        name = path.relative_to(root).as_posix()
        if name in EXCEPTIONS or not path.is_file():
            continue
        text, code = split(path)

        def report(offset, found, instead):
            errors.append(f"{name}:{text.count(chr(10), 0, offset) + 1}: error: '{found}': write {instead}")

        for phrase in phrases:
            for offset in phrase.offsets(text):
                report(offset, phrase.text, phrase.instead)
        for finding in names.findings(name, code):
            report(*finding)
    errors += [f"{STYLE}: error: the name '{name}' that stays is not in {path}" for name, path in sorted(names.unused)]
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
