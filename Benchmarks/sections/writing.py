"""How fast many nodes are checked and written."""

import pathlib

import budgets
from bench import Bench
from logs.log import Log
from measuring.alternation import alternated
from measuring.comparison import rate_row
from measuring.figures import rate
from measuring.table import Row
from peers.git_repository import GitRepository

# git writes a file for each object: more of them would measure the file system.
FILES = 10_000
SIGNED = "redo-import into an empty store, signed nodes, validated and synced"
UNSIGNED = "redo-import into an empty store, unsigned nodes, validated and synced"
HASH_OBJECT = "git hash-object -w --stdin-paths, not synced"
FAST_IMPORT = "git fast-import into an empty repository, a commit a node"


def rows(bench: Bench) -> list[Row]:
    """Imports of signed and of unsigned nodes beside git's two ways of writing."""
    store = bench.new_store("written")
    paths, count = _node_files(bench.log, bench.folder / "nodes")
    loose = GitRepository(bench.folder / "loose.git")
    usages = alternated(
        store.importing(bench.log.path),
        store.importing(bench.unsigned_log.path),
        loose.command(
            "hash-object", "-w", "--stdin-paths", input=paths, before=loose.make_anew
        ),
        GitRepository(bench.folder / "imported.git").fast_importing(bench.stream.path),
    )
    sizes = (bench.nodes, bench.nodes, count, bench.nodes)
    return _rows(*(size / usage.wall for size, usage in zip(sizes, usages)))


def _rows(signed, unsigned, hash_object, fast_import):
    """The rates, by wall time."""
    return [
        rate_row(SIGNED, signed, HASH_OBJECT, hash_object, unit="blobs"),
        rate_row(SIGNED, signed, FAST_IMPORT, fast_import, unit="commits"),
        Row(
            UNSIGNED,
            rate(unsigned, "nodes"),
            HASH_OBJECT,
            rate(hash_object, "blobs"),
            unsigned / hash_object,
            budgets.BULK_WRITE.verdict(unsigned),
        ),
    ]


def _node_files(log: Log, folder: pathlib.Path):
    """Writes the first nodes as a file each; a list of their paths, and its length."""
    folder.mkdir()
    paths = []
    for number, line in enumerate(log.lines(FILES)):
        path = folder / f"{number}.json"
        path.write_bytes(line)
        paths.append(f"{path}\n")
    listed = folder / "paths"
    listed.write_text("".join(paths), encoding="utf-8")
    return listed, len(paths)
