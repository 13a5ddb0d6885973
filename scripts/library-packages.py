#!/usr/bin/env -S python3 -B
"""Prints the Debian packages of the C libraries that redo loads when they are needed, one library a line.

    scripts/library-packages.py PROGRAM required|optional

A line has the names that the package has in different releases, as a package's field Depends wants them: `a | b`.
"""

import sys

import debian_packages


def main() -> None:
    program, kind = sys.argv[1:]
    libraries = debian_packages.loaded(program)
    lines = {
        " | ".join(library["packages"])
        for library in libraries
        if library["optional"] == (kind == "optional")
    }
    print("\n".join(sorted(lines)))


main()
