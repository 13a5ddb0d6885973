"""A store of the suite."""

import pathlib
import shutil

from measuring.command import Command, output_of

from .suite import Suite


class Store:
    """A folder that holds a log."""

    def __init__(self, suite: Suite, path: pathlib.Path):
        """The store is made by make_anew."""
        self.suite = suite
        self.path = path

    def command(self, name: str, *arguments, **surroundings) -> Command:
        """A command on this store."""
        return self.suite.command(name, *arguments, store=self.path, **surroundings)

    def make_anew(self):
        """Makes it empty, whether it is there or not."""
        shutil.rmtree(self.path, ignore_errors=True)
        output_of(self.command("redo-init", "-q"))

    def importing(self, log: pathlib.Path) -> Command:
        """The import of a log into the store when it is empty."""
        return self.command("redo-import", "--unsigned", log, before=self.make_anew)

    def copied(self, path: pathlib.Path) -> "Store":
        """A copy of it at a path."""
        shutil.copytree(self.path, path)
        return Store(self.suite, path)

    def renewed(self, source: "Store"):
        """What makes it a copy of another store again: for what runs before a command."""

        def renew():
            shutil.rmtree(self.path, ignore_errors=True)
            shutil.copytree(source.path, self.path)

        return renew

    def pack(self):
        """Puts the loose nodes into packs, if this build makes any."""
        output_of(self.command("redo-gc", "-q"))

    def configure(self, name: str, value: str):
        """Sets a value in the store's configuration."""
        output_of(self.command("redo-config", name, value))

    def nodes_in_packs(self) -> int:
        """How many nodes are in packs."""
        report = output_of(self.command("redo-count-objects", "-v")).decode()
        counts = dict(line.split(": ") for line in report.splitlines())
        return int(counts.get("in-pack", 0))

    def sizes(self) -> dict[str, int]:
        """The bytes of all files of nodes, by what follows the last point of a name."""
        sizes = {}
        for path in (self.path / "objects").rglob("*"):
            if path.is_file():
                sizes[path.suffix] = sizes.get(path.suffix, 0) + path.stat().st_size
        return sizes
