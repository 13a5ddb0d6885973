"""The peak memory of a command."""

import dataclasses
import pathlib
import sys

from .command import Command, output_of

SMALL_PARENT = pathlib.Path(__file__).with_name("small_parent.py")


def peak_memory(command: Command) -> int:
    """The greatest resident size of a command, in bytes.

    Linux counts the parent's memory at the start of a child as the child's own. So the
    command is run by a program that is small, whatever this one has read by now. What
    it reports is never below that program's own size, some 10 MB.
    """
    small_parent = (sys.executable, "-I", "-S", SMALL_PARENT)
    wrapped = dataclasses.replace(command, arguments=small_parent + command.arguments)
    return int(output_of(wrapped)) * 1024
