"""A program on a pseudo terminal."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from measuring.command import Command, CommandFailed

ROWS, COLUMNS = 40, 120
# A screen is complete when nothing was written for so long, in seconds.
QUIET = 0.08
# So long a program may write nothing before it counts as hung, in seconds.
PATIENCE = 30


class Terminal:
    """A program that has a terminal of its own, and what it writes there."""

    def __init__(self, command: Command):
        """Starts the program."""
        self._start = time.perf_counter()
        self.process, self.file = pty.fork()
        if self.process == 0:
            # The size is there before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            environment = dict(command.environment) | {"TERM": "xterm-256color"}
            os.execve(command.arguments[0], list(map(str, command.arguments)), environment)

    def __enter__(self):
        """The program is ended with the block."""
        return self

    def __exit__(self, *_):
        """Ends the program, and what it drew is gone."""
        os.kill(self.process, signal.SIGTERM)
        os.close(self.file)
        os.waitpid(self.process, 0)

    def first_screen(self) -> float:
        """How long it takes from the start until the first screen is complete, in seconds."""
        _, last = self._written()
        return last - self._start

    def redraw(self, key: bytes) -> tuple[float, int]:
        """How long it takes from a key until its last byte is written, in seconds, and how many bytes these are."""
        start = time.perf_counter()
        os.write(self.file, key)
        size, last = self._written()
        return last - start, size

    def _written(self):
        """How much is written until it pauses, and when the last of it came."""
        size, last = 0, 0.0
        while select.select([self.file], [], [], QUIET if size else PATIENCE)[0]:
            try:
                part = os.read(self.file, 1 << 16)
            except OSError as error:
                raise CommandFailed("the program on the terminal has ended") from error
            size, last = size + len(part), time.perf_counter()
        if size == 0:
            raise CommandFailed(f"the program on the terminal wrote nothing in {PATIENCE} s")
        return size, last

    def processor_time(self) -> float:
        """What it has used so far, in seconds."""
        with open(f"/proc/{self.process}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_memory(self) -> int:
        """The most memory that it has used, in bytes."""
        with open(f"/proc/{self.process}/status", encoding="ascii") as file:
            line = next(line for line in file if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
