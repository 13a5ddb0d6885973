#!/usr/bin/env python3
"""Measures the suite beside its limits and its peers, in one run, and prints a table.

Each figure stands beside what bounds it or does comparable work, measured in the same
run on the same machine. Machines are noisy: quote the ratios. The exit status is 1 when
a figure misses its budget, and 2 when something could not be measured.
"""

import argparse
import os
import pathlib
import platform
import sys
import tempfile

from bench import Bench
from measuring.command import Command, CommandFailed, output_of
from measuring.table import text_of
from sections import (
    ancestors,
    bulk,
    changing,
    firestore,
    hashing,
    hostile,
    interchange,
    interface,
    large,
    machine,
    packed_size,
    packs,
    reading,
    replaying,
    rooms,
    sample,
    sharing,
    starts,
    surrounding,
    taskwarrior,
    verifying,
    writing,
)

SCRATCH = pathlib.Path(__file__).resolve().parents[1] / ".build"
SECTIONS = {
    "start of a command": starts,
    "the machine": machine,
    "hashing": hashing,
    "writing": writing,
    "size on disk": packed_size,
    "reading": reading,
    "verifying": verifying,
    "replay": replaying,
    "one change": changing,
    "a large log": large,
    "ancestors": ancestors,
    "hostile logs": hostile,
    "sample export": sample,
    "tasks": taskwarrior,
    "many tasks at once": bulk,
    "what surrounds tasks": surrounding,
    "shared tasks": sharing,
    "rooms": rooms,
    "remotes of packs": packs,
    "files of other programs": interchange,
    "firestore": firestore,
    "ui": interface,
}
PROGRAMS = (
    ("git", "--version"),
    ("openssl", "version"),
    ("zstd", "--version"),
    ("task", "--version"),
)


def parsed_arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--executables", type=pathlib.Path, default=SCRATCH / "release")
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument(
        "--section", action="append", choices=SECTIONS, help="only this, or these"
    )
    return parser.parse_args()


def introduction(nodes):
    """What the figures depend on."""
    lines = [f"{nodes} nodes, {os.cpu_count()} processors, {platform.machine()}"]
    for program in PROGRAMS:
        report = output_of(Command(program, os.environ)).decode().strip()
        lines.append(f"{program[0]}: {report.splitlines()[0].strip('* ')}")
    return "\n".join(lines)


def measured_sections(bench, headings):
    """The rows of each section, and the failures of those that have none."""
    results, failures = [], []
    for heading in headings:
        print(f"measuring: {heading}", file=sys.stderr, flush=True)
        try:
            results.append((heading, SECTIONS[heading].rows(bench)))
        except CommandFailed as failure:
            failures.append(f"error: {heading}: {failure}")
    return results, failures


def main():
    """Measures in a folder of its own, on the disk of the build."""
    arguments = parsed_arguments()
    print(introduction(arguments.nodes), flush=True)
    # Not the folder for temporary files: it may be in memory, where nothing is synced.
    with tempfile.TemporaryDirectory(prefix="bench-", dir=SCRATCH) as name:
        executables = arguments.executables.resolve()
        bench = Bench(executables, SCRATCH, pathlib.Path(name), arguments.nodes)
        results, failures = measured_sections(bench, arguments.section or SECTIONS)
    print(f"\n{text_of(results)}", flush=True)
    missed = [row.what for _, rows in results for row in rows if row.is_missed()]
    for failure in failures:
        print(failure, file=sys.stderr)
    for what in missed:
        print(f"over budget: {what}", file=sys.stderr)
    return 2 if failures else 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
