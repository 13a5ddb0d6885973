"""A bare git repository."""

import os
import pathlib
import shutil

from measuring.command import Command, output_of


class GitRepository:
    """A repository that no configuration but its own has a say in."""

    def __init__(self, path: pathlib.Path):
        """The repository is made by make_anew."""
        self.path = path

    def command(self, *arguments, **surroundings) -> Command:
        """A git command on this repository."""
        environment = {
            "HOME": str(self.path.parent),
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_DIR": str(self.path),
        }
        return Command(("git", *arguments), environment, **surroundings)

    def make_anew(self):
        """Makes it empty, whether it is there or not."""
        shutil.rmtree(self.path, ignore_errors=True)
        output_of(self.command("init", "-q", "--bare", "-b", "main", self.path))

    def fast_importing(self, stream: pathlib.Path) -> Command:
        """The import of a stream into the repository when it is empty."""
        return self.command(
            "fast-import", "--quiet", input=stream, before=self.make_anew
        )

    def pack(self):
        """Makes one pack with new deltas, and a commit-graph: git at its best."""
        output_of(self.command("repack", "-adfq"))
        output_of(self.command("commit-graph", "write", "--reachable", "--no-progress"))

    def pack_size(self, suffix: str) -> int:
        """The bytes of the packs' files with a suffix."""
        packs = (self.path / "objects" / "pack").glob(f"*{suffix}")
        return sum(path.stat().st_size for path in packs)
