"""A program that runs a command and prints its greatest resident size, in KiB.

What the command prints is discarded. The exit status is the command's.
"""

import os
import sys


def main():
    """Becomes the parent of the command, with as little memory as Python can have."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execvp(sys.argv[1], sys.argv[1:])
    _, status, resources = os.wait4(child, 0)
    print(resources.ru_maxrss)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
