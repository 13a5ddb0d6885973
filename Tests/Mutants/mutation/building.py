"""Builds a program that has all mutants in it, without those that do not compile."""

import collections
import json
import pathlib
import re
import subprocess

from .rendering import SWITCH, RenderedFile

ERROR = re.compile(r"^(/\S+?\.swift):(\d+):\d+: error: (.*)$", re.MULTILINE)
GREATEST_ROUNDS = 40


class BuildFailed(Exception):
    """The program does not compile, and no mutant is to blame."""


class Building:
    """One build of many mutants."""

    def __init__(self, copy, module, swift, log):
        self.copy, self.module, self.swift, self.log = copy, module, swift, log

    def built(self, mutations, dropped_path):
        """The mutations that compile, with their numbers; builds the copy with them.

        What does not compile is kept in a file, so that the next run begins without it.
        """
        known = set()
        if dropped_path.exists():
            known = {tuple(identity) for identity in json.loads(dropped_path.read_text())}
        numbered = dict(enumerate(mutations))
        dropped = {n for n, m in numbered.items() if m.identity in known}
        for target in (self.module.name, None):
            for _ in range(GREATEST_ROUNDS):
                remaining = {n: m for n, m in numbered.items() if n not in dropped}
                blamed = self.attempt(remaining, target)
                if not blamed:
                    break
                dropped |= blamed
                known |= {numbered[number].identity for number in blamed}
                dropped_path.write_text(json.dumps(sorted(known), indent=1))
            else:
                raise BuildFailed(f"still not compiled after {GREATEST_ROUNDS} rounds")
        return {n: m for n, m in numbered.items() if n not in dropped}

    def attempt(self, numbered, target):
        """Builds a target, or all if there is none. Returns the mutants that do not compile."""
        by_file = collections.defaultdict(list)
        for number, mutation in numbered.items():
            by_file[pathlib.Path(mutation.file)].append((number, mutation))
        rendered = {
            file: RenderedFile((self.copy.project / file).read_bytes(), of_file)
            for file, of_file in by_file.items()
        }
        changed = {file: one.text for file, one in rendered.items()}
        changed[pathlib.Path(self.module.sources) / "Mutant.swift"] = SWITCH
        self.copy.update(changed)
        what = ("--target", target) if target else ("--build-tests",)
        # The lock is named by the place, where the project's own build may be running; the copy's build is this one's alone.
        result = subprocess.run(
            self.copy.command((self.swift, "build", "--ignore-lock", *what)),
            capture_output=True,
            text=True,
            check=False,
        )
        self.log.write(result.stdout + result.stderr)
        self.log.flush()
        if result.returncode == 0:
            return set()
        blamed = set()
        for path, line, _ in ERROR.findall(result.stdout + result.stderr):
            file = pathlib.Path(path).relative_to(self.copy.place)
            if file in rendered:
                blamed |= rendered[file].numbers_at(int(line))
        if not blamed:
            raise BuildFailed(result.stdout[-3000:] + result.stderr[-3000:])
        print(f"{target or 'all'}: {len(blamed)} mutants do not compile", flush=True)
        return blamed
