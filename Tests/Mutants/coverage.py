#!/usr/bin/env python3
"""Measures which lines and branches of the libraries the tests of each reach, with llvm-cov.

Prints a line for each file, and with --lines the parts that no test reaches.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

from copying.copy import Copy, used
from modules import MODULES, PROJECT
from running.bundle import BUNDLE, LIBRARY

SCRATCH = PROJECT / ".build" / "coverage"
FIGURES = ("lines", "regions", "functions", "branches")
ROW = "{:<52}" + "{:>18}" * len(FIGURES)


def parsed_arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--swift", default="swift")
    parser.add_argument(
        "--lines", action="store_true", help="also print the lines that no test reaches"
    )
    parser.add_argument(
        "--again", action="store_true", help="report the last run, without another one"
    )
    return parser.parse_args()


def tool(swift, name):
    """A program of the toolchain of a swift command."""
    return pathlib.Path(shutil.which(swift)).resolve().parent / name


def profile(copy, swift):
    """Builds the copy and runs the tests of the modules. Returns the merged profile."""
    subprocess.run(
        copy.command((swift, "build", "--build-tests", "--enable-code-coverage")),
        check=True,
    )
    for old in SCRATCH.glob("*.profraw"):
        old.unlink()
    pattern = rf"^({'|'.join(module.tests for module in MODULES)})\."
    with open(SCRATCH / "tests.log", "wb") as log:
        subprocess.run(
            copy.command((BUNDLE, *LIBRARY, "--filter", pattern)),
            env={**os.environ, "LLVM_PROFILE_FILE": str(SCRATCH / "%p.profraw")},
            stdout=log,
            stderr=subprocess.STDOUT,
            check=True,
        )
    merged = SCRATCH / "merged.profdata"
    subprocess.run(
        (
            tool(swift, "llvm-profdata"),
            *("merge", "-sparse", "-o", merged),
            *SCRATCH.glob("*.profraw"),
        ),
        check=True,
    )
    return merged


def exported(copy, swift, merged):
    """What llvm-cov knows of the files of the modules, by their paths in the project."""
    folders = [copy.folder / module.sources for module in MODULES]
    result = subprocess.run(
        (
            *(tool(swift, "llvm-cov"), "export", "-format=text"),
            *("-instr-profile", merged, copy.folder / BUNDLE, *folders),
        ),
        capture_output=True,
        check=True,
    )
    return {
        pathlib.Path(file["filename"]).relative_to(copy.folder): file
        for file in json.loads(result.stdout)["data"][0]["files"]
    }


def print_row(name, summaries):
    """The covered and all lines, regions and so on of some files."""
    cells = []
    for figure in FIGURES:
        covered = sum(summary[figure]["covered"] for summary in summaries)
        count = sum(summary[figure]["count"] for summary in summaries)
        share = f"{100 * covered / count:.1f} %" if count else "-"
        cells.append(f"{covered}/{count} {share:>7}")
    print(ROW.format(name, *cells))


def uncovered_lines(file):
    """The first and last lines of what is never run, from the segments of llvm-cov."""
    segments = file["segments"]
    for (line, _, count, has_count, *_), following in zip(segments, segments[1:]):
        if has_count and count == 0:
            yield line, following[0]


def main():
    """Measures and reports."""
    arguments = parsed_arguments()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    targets = used(PROJECT, arguments.swift, [module.tests for module in MODULES])
    copy = Copy(PROJECT, SCRATCH / "tree", targets, takes_build=False)
    merged = SCRATCH / "merged.profdata"
    if not arguments.again:
        copy.update({})
        merged = profile(copy, arguments.swift)
    files = exported(copy, arguments.swift, merged)
    print(ROW.format("file", *FIGURES))
    for module in MODULES:
        folder = pathlib.Path(module.sources)
        own = {path: file for path, file in files.items() if path.is_relative_to(folder)}
        for path, file in sorted(own.items()):
            print_row(str(path.relative_to(folder)), [file["summary"]])
            if arguments.lines:
                text = (copy.folder / path).read_text(encoding="utf-8").split("\n")
                for first, last in uncovered_lines(file):
                    print(f"    {first}-{last}: {text[first - 1].strip()}")
        print_row(module.name, [file["summary"] for file in own.values()])
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
