"""The executables of one build."""

import os
import pathlib
import re

from measuring.command import Command, output_of

# A moment after all nodes of the logs that are made here, so that ranks do not change.
NOW = "2025-01-15T12:00:00.000Z"


class Suite:
    """The executables, at home in a folder that is empty at first."""

    def __init__(self, folder: pathlib.Path, home: pathlib.Path):
        """Where they are, and where they work."""
        self._folder = folder
        self._environment = {
            "HOME": str(home),
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "REDO_DEVICE": "benchmark",
            "REDO_WALL": NOW,
        }

    def names(self) -> list[str]:
        """The names of all executables."""
        return sorted(
            path.name
            for path in self._folder.iterdir()
            if re.fullmatch(r"redo(-[a-z-]+)?", path.name) and path.is_file()
        )

    def path(self, name: str) -> pathlib.Path:
        """Where an executable is."""
        return self._folder / name

    def has(self, name: str) -> bool:
        """Whether this build has an executable."""
        return self.path(name).is_file()

    def make_key(self) -> str:
        """Makes a key, with which new nodes are signed from now on: whose it is."""
        made = output_of(self.command("redo-keygen", "--no-passphrase"))
        return made.decode().strip()

    def at_home(self, home: pathlib.Path) -> "Suite":
        """The same for another user on another device, whose home is made."""
        home.mkdir()
        suite = Suite(self._folder, home)
        suite._environment["REDO_DEVICE"] = home.name
        return suite

    def command(self, name: str, *arguments, store=None, **surroundings) -> Command:
        """An executable with arguments, on the store at a path."""
        place = {"REDO_DIR": str(store)} if store else {}
        return Command(
            (self.path(name), *arguments), self._environment | place, **surroundings
        )
