#!/usr/bin/env python3
"""Many clones of one store claim tasks at once with `redo claim --next`: each task is won once.

    Benchmarks/claim_race.py [--clones 8 32] [--tasks 200] [--over git folder helper] [--redo PATH]

Each clone is a process of its own that claims until there is nothing left. The status is 1 if a task was won twice or not
at all. Nothing outside a temporary folder is changed.
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
HELPER = PACKAGE / "Tests/Support/Servers/store_helper.py"


class Race:
    """One log with tasks, a remote for claims, and clones that share a key."""

    def __init__(self, root: pathlib.Path, redo: str, kind: str, clones: int, tasks: int):
        self.root = root
        self.redo = redo
        self.tasks = tasks
        binaries = root / "bin"
        binaries.mkdir(parents=True)
        (root / "home").mkdir()
        helper = binaries / "redo-store-race"
        helper.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HELPER}"\n')
        helper.chmod(0o755)
        self.environment = {
            "HOME": str(root / "home"),
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "REDO_DEVICE": "race",
            "LANG": "C.UTF-8",
        }
        first = root / "first"
        first.mkdir()
        self.run(first, "keygen", "--no-passphrase", "--name", "Race")
        self.run(first, "init")
        self.run(first, "remote", "add", "origin", self.address(kind))
        self.run(first, "config", "sync.claims", "origin")
        self.run(first, "config", "remote.origin.copied", "false")
        titles = "".join(f"Task {number}\n" for number in range(tasks))
        self.run(first, "add", "--draft", "-", text=titles)
        self.run(first, "push")
        self.clones = []
        for number in range(clones):
            clone = root / f"clone{number}"
            clone.mkdir()
            shutil.copytree(first / ".redo", clone / ".redo", symlinks=True)
            self.clones.append(clone)

    def address(self, kind: str) -> str:
        remote = self.root / "remote"
        if kind == "git":
            subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
            return str(remote)
        remote.mkdir()
        return f"folder:{remote}" if kind == "folder" else f"store:race:{remote}"

    def run(self, directory: pathlib.Path, *words: str, text: str = "") -> str:
        done = subprocess.run(
            [self.redo, *words], cwd=directory, env=self.environment, input=text, text=True,
            capture_output=True,
        )
        if done.returncode != 0:
            sys.exit(f"redo {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> tuple[float, collections.Counter[str], list[str]]:
        """Lets all clones claim from one moment on.

        Returns the seconds, how often each task was won, and what was printed to standard error.
        """
        script = (
            "while [ ! -e ../go ]; do sleep 0.01; done; "
            "while true; do \"$0\" claim --next --ids --for 2h >>won 2>err; "
            "status=$?; [ $status = 0 ] || break; done; [ $status = 1 ] || cat err >>failed; exit 0"
        )
        processes = [
            subprocess.Popen(["sh", "-c", script, self.redo], cwd=clone, env=self.environment)
            for clone in self.clones
        ]
        time.sleep(0.3)
        begun = time.monotonic()
        (self.root / "go").touch()
        for process in processes:
            process.wait()
        seconds = time.monotonic() - begun
        won: collections.Counter[str] = collections.Counter()
        failures = []
        for clone in self.clones:
            won.update((clone / "won").read_text().split())
            if (clone / "failed").exists():
                failures.append((clone / "failed").read_text())
        return seconds, won, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--clones", type=int, nargs="+", default=[8, 32])
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument(
        "--over", nargs="+", default=["git", "folder", "helper"],
        choices=["git", "folder", "helper"],
    )
    parser.add_argument("--redo", default=str(PACKAGE / ".build/release/redo"))
    options = parser.parse_args()
    status = 0
    for kind in options.over:
        for clones in options.clones:
            with tempfile.TemporaryDirectory(prefix="claim-race-") as path:
                race = Race(pathlib.Path(path), options.redo, kind, clones, options.tasks)
                seconds, won, failures = race.start()
            once = sum(1 for count in won.values() if count == 1)
            good = once == options.tasks == len(won) and not failures
            print(
                f"{kind:6}  {clones:2} clones  {options.tasks} tasks: {once} won once, "
                f"{len(won) - once} more than once, {options.tasks - len(won)} not at all; "
                f"{seconds:.1f} s",
                flush=True,
            )
            for failure in failures:
                print(failure, end="")
            status = status if good else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
