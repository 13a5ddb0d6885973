"""One command, run as a process, and what it used."""

import dataclasses
import os
import pathlib
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping

# So much of a failed command's output is shown, from its end.
SHOWN = 4000


class CommandFailed(Exception):
    """A command that was to be measured ended with another status than 0."""


@dataclasses.dataclass(frozen=True)
class Command:
    """What is run, and in what surroundings."""

    arguments: tuple
    environment: Mapping[str, str]
    # Standard input; nothing if None.
    input: pathlib.Path | None = None
    # What has to be done anew before each run, and is not measured.
    before: Callable[[], object] | None = None

    def __str__(self):
        """As a shell would be given it."""
        text = " ".join(map(str, self.arguments))
        return f"{text} < {self.input}" if self.input else text


@dataclasses.dataclass(frozen=True)
class Usage:
    """What one run of a command took, in seconds; its children's processor time too."""

    wall: float
    processor: float


def measured(command: Command) -> Usage:
    """Runs a command. What it prints is discarded, so that no reader slows it down."""
    with open(os.devnull, "w+b") as output:
        return _run(command, output)


def warmed_up(command: Command):
    """Runs a command to fill caches, and to see it fail with all that it printed."""
    with tempfile.TemporaryFile() as output:
        _run(command, output)


def output_of(command: Command) -> bytes:
    """Runs a command and returns what it printed."""
    with tempfile.TemporaryFile() as output:
        _run(command, output)
        output.seek(0)
        return output.read()


def _run(command, output):
    """Runs a command. Raises CommandFailed with the end of what it printed."""
    if command.before:
        command.before()
        # Else a command that syncs would wait for what was done before it as well.
        os.sync()
    with (
        open(command.input or os.devnull, "rb") as text,
        tempfile.TemporaryFile() as errors,
    ):
        start = time.perf_counter()
        process = _started(command, text, output, errors)
        # Not wait(): only wait4 says what this one process used.
        _, status, resources = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise CommandFailed(
                f"{command}\nended with {process.returncode}:"
                f"\n{_end_of(output)}{_end_of(errors)}"
            )
    return Usage(wall, resources.ru_utime + resources.ru_stime)


def _started(command, text, output, errors):
    """The process of a command. Raises CommandFailed if there is no such program."""
    try:
        return subprocess.Popen(
            list(map(str, command.arguments)),
            env=command.environment,
            stdin=text,
            stdout=output,
            stderr=errors,
        )
    except OSError as error:
        raise CommandFailed(f"{command}\ncannot be started: {error}") from error


def _end_of(file):
    """The last characters of a file."""
    file.seek(0)
    return file.read()[-SHOWN:].decode(errors="replace")
