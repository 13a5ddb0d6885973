"""The modules that are mutated and whose coverage is measured, and the tests of each."""

import dataclasses
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Module:
    """A library, where its sources are, the target that tests it, and how many mutants are chosen in how many files.

    Only files with mutants are compiled again, so their number decides how long the build takes.
    """

    name: str
    sources: str
    tests: str
    count: int
    file_count: int


MODULES = (
    Module("RedoJSON", "Sources/Base/RedoJSON", "RedoJSONTests", 90, 16),
    Module("RedoCrypto", "Sources/Base/RedoCrypto", "RedoCryptoTests", 100, 22),
    Module("RedoModel", "Sources/Model", "RedoModelTests", 165, 41),
    Module("RedoInsight", "Sources/Insight", "RedoInsightTests", 55, 14),
    Module("RedoStore", "Sources/Storage", "RedoStoreTests", 140, 35),
)

# Generated tables, and files of nothing but texts for people or names: a change there is one of data.
TABLES_AND_TEXTS = frozenset(
    (
        "ConfigurationKey.swift",
        "FieldMistake.swift",
        "FoldTable.swift",
        "HelperFault.swift",
        "KeyFault+Hints.swift",
        "KeyFault.swift",
        "NodeFault.swift",
        "RoomFault.swift",
        "VoidReason.swift",
        "WordList.swift",
    )
)


def files(module, root=PROJECT):
    """The files of a module that are mutated, relative to the root, in order."""
    folder = root / module.sources
    return [
        path.relative_to(root)
        for path in sorted(folder.rglob("*.swift"))
        if path.name not in TABLES_AND_TEXTS
    ]
