#!/usr/bin/env python3
"""Compares the modules that each target imports with the dependencies that Package.swift declares.

    swift package dump-package | scripts/check-dependencies.py

Prints each dependency that no file of its target imports, each import that is not declared, each
module of `Sources` that imports one of a higher floor, and each module of commands that imports another
one; the status is 1 if there is any. A program that a target depends on need not be imported: tests run
it.
"""

import json
import pathlib
import re
import sys

IMPORT = re.compile(r"^\s*(?:@\w+(?:\(\w+\))? +)*(?:\w+ +)?import +(?:[a-z]+ +)?(\w+)", re.MULTILINE)

# The directories of Sources, the lowest floor first. What is above the commands' frame knows a terminal.
FLOORS = [
    ["C"],
    ["Base"],
    ["Model"],
    ["Storage", "Insight", "Formats"],
    ["Repository"],
    ["Exchange"],
    ["Frame"],
    ["Commands"],
    ["Executables"],
]

# The module of commands that has the table of all of them, and imports the others.
TABLE = "RedoCommands"


def floor(target):
    parts = pathlib.PurePath(target["path"]).parts
    if parts[0] != "Sources":
        return None
    return next(number for number, names in enumerate(FLOORS) if parts[1] in names)


def is_commands(target):
    return pathlib.PurePath(target["path"]).parts[:2] == ("Sources", "Commands")


def imported(target):
    files = pathlib.Path(target["path"]).rglob("*.swift")
    return {name for file in files for name in IMPORT.findall(file.read_text(encoding="utf-8"))}


def declared(target):
    return {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}


def main():
    targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
    programs = {name for name, target in targets.items() if target["type"] == "executable"}
    problems = []
    for name, target in sorted(targets.items()):
        imports = imported(target) & targets.keys()
        dependencies = declared(target)
        problems += [f"{name} does not import {other}" for other in dependencies - imports - programs]
        problems += [f"{name} does not declare {other}" for other in imports - dependencies - {name}]
        if floor(target) is not None:
            higher = [other for other in imports if (floor(targets[other]) or 0) > floor(target)]
            problems += [f"{name} is below {other}, and imports it" for other in higher]
        if is_commands(target) and name != TABLE:
            beside = [other for other in imports - {name} if is_commands(targets[other])]
            problems += [f"{name} is beside {other}, and imports it" for other in beside]
    for problem in sorted(problems):
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
