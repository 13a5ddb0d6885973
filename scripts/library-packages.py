#!/usr/bin/env -S python3 -B
"""Prints the Debian packages of the C libraries that redo loads when they are needed, one a line.

    scripts/library-packages.py PROGRAM required|optional

A package is that which has the file on this machine, else that of the suite's table.
"""

import sys

import debian_packages


def main() -> None:
    program, kind = sys.argv[1:]
    paths = debian_packages.paths()
    libraries = debian_packages.loaded(program)
    names = {
        debian_packages.package(paths.get(library["file"])) or library["package"]
        for library in libraries
        if library["optional"] == (kind == "optional")
    }
    print("\n".join(sorted(names)))


main()
