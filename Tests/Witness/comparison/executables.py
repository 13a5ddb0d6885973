"""Runs the executables as processes, in a folder of their own."""

import os
import pathlib
import subprocess


class Executables:
    """The executables of one build, at home in a folder that is empty at first."""

    def __init__(self, folder: pathlib.Path, home: pathlib.Path):
        """Where they are, and where they work."""
        self._folder = folder
        self.home = home

    def run(self, name, *arguments, text=b"", statuses=(0,)):
        """What an executable prints.

        Raises RuntimeError if it ends with another status.
        """
        environment = {
            "HOME": str(self.home),
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "REDO_WALL": "2025-11-16T12:00:00.000Z",
            "REDO_DEVICE": "witness",
        }
        outcome = subprocess.run(
            [self._folder / name, *arguments],
            input=text,
            capture_output=True,
            cwd=self.home,
            env=environment,
            check=False,
        )
        if outcome.returncode not in statuses:
            raise RuntimeError(
                f"{name} {' '.join(map(str, arguments))} ended with"
                f" {outcome.returncode}: {outcome.stderr.decode(errors='replace')}"
            )
        return outcome.stdout

    def answers(self, name, *arguments, texts):
        """The line that an executable answers each of some texts with.

        Raises RuntimeError if it does not answer each.
        """
        output = self.run(
            name, *arguments, text=b"".join(t + b"\n" for t in texts), statuses=(0, 1)
        )
        # Not splitlines(): a detail may quote characters that it takes for line ends.
        lines = output.decode().split("\n")[:-1]
        if len(lines) != len(texts):
            raise RuntimeError(
                f"{name} gave {len(lines)} answers to {len(texts)} texts"
            )
        return lines
