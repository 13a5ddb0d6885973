#!/usr/bin/env python3
"""Writes the table by which texts are folded for searching (Sources/Insight/Text/FoldTable.swift).

A character is decomposed (NFKD), marks are left out, and what remains is case-folded (str.casefold,
the full folding of CaseFolding.txt); letters with a stroke become the letters that they look like.
Marks that make another letter of a letter stay: combining classes 0 (vowel signs), 7 (nukta),
8 (voicing of kana) and 9 (virama). Hangul syllables are decomposed by arithmetic, so the table has none.
"""

import sys
import unicodedata

STROKES = {
    "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "ƀ": "b", "ǥ": "g",
    "ɨ": "i", "ɉ": "j", "ɍ": "r", "ʉ": "u", "ɏ": "y", "ƶ": "z", "æ": "ae", "œ": "oe", "þ": "th",
    "ĸ": "k", "ŋ": "n", "ſ": "s",
}
KEPT = {0, 7, 8, 9}


def is_left_out(character):
    return (
        unicodedata.category(character) == "Mn" and unicodedata.combining(character) not in KEPT
    )


def fold(character):
    text = unicodedata.normalize("NFKD", character)
    while True:
        kept = "".join(c for c in text if not is_left_out(c)).casefold()
        kept = "".join(STROKES.get(c, c) for c in unicodedata.normalize("NFKD", kept))
        if kept == text:
            return text
        text = kept


def escaped(text):
    return "".join(f"\\u{{{ord(c):X}}}" for c in text)


def main():
    entries = []
    for scalar in range(0x80, 0x110000):
        if 0xD800 <= scalar < 0xE000 or 0xAC00 <= scalar < 0xD7A4:
            continue
        folded = fold(chr(scalar))
        if folded != chr(scalar):
            entries.append((scalar, folded))
    blob = ""
    ends = []
    size = 0
    for _, folded in entries:
        blob += folded
        size += len(folded.encode())
        ends.append(size)
    out = sys.stdout
    out.write("// Written by scripts/make-fold-table.py; Unicode %s.\n\n" % unicodedata.unidata_version)
    out.write("/// What characters become when a text is folded; see ``FoldedText``.\n")
    out.write("enum FoldTable {\n")

    def numbers(name, comment, kind, values):
        out.write("    /// %s\n" % comment)
        out.write("    static let %s: [%s] = [\n" % (name, kind))
        line = "       "
        for value in values:
            word = " %d," % value
            if len(line) + len(word) > 100:
                out.write(line + "\n")
                line = "       "
            line += word
        out.write(line + "\n    ]\n\n")

    numbers("scalars", "The characters, sorted.", "UInt32", [scalar for scalar, _ in entries])
    numbers("ends", "Where the UTF-8 of each one's text ends in the texts.", "UInt16", ends)
    out.write("    /// All texts, one after the other.\n    static let texts: StaticString =\n")
    parts = []
    line = ""
    for character in blob:
        word = escaped(character) if ord(character) > 0x7E or character in '"\\' or ord(character) < 0x20 else character
        if len(line) + len(word) > 84:
            parts.append(line)
            line = ""
        line += word
    parts.append(line)
    out.write('        """\n')
    for index, part in enumerate(parts):
        out.write("        %s%s\n" % (part, "\\" if index < len(parts) - 1 else ""))
    out.write('        """\n}\n')


main()
