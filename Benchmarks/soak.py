#!/usr/bin/env python3
"""Works with `redo ui` as a person does for a long time, and prints what it cost.

Two devices share a folder. On the first one `redo ui` has a terminal, and `redo sync --watch`
runs in the background; on the second one tasks are added, changed and done, and synced. A
script of keys, the same for each seed, is typed at an even pace. Then everything but the
interface is ended, and nothing is typed.

Printed are how the memory grew from the first quarter of the keys to the last, the time from
a key to the last byte of its frame, and the processor time of an idle interface. The status
is 1 if a figure misses its budget: 5 MB, 16 ms in the 99th percentile, and 0.1 %.
"""

import argparse
import collections
import os
import pathlib
import random
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from measuring.command import Command, output_of
from peers.terminal import Terminal

MAXIMUM_GROWTH = 5 << 20
MAXIMUM_FRAME = 0.016
MAXIMUM_IDLE = 0.001
# A frame is complete when nothing was written for so long, in seconds.
QUIET = 0.03
# So long a key may change nothing on the screen, in seconds.
PATIENCE = 0.25
# The time between two rounds of the second device, in seconds.
ROUND = 10
# What is typed, and how often compared with the others. Each leads back to a list.
SCRIPTS = (
    (30, ["j"]),
    (12, ["k"]),
    (6, ["\x1b[6~"]),
    (4, ["G"]),
    (4, ["g"]),
    (6, ["/", "t", "a", "s", "k", " ", "1", "\x1b"]),
    (3, ["2", "j", "j", "1"]),
    (3, ["3", "j", "\r", "j", "\x1b", "1"]),
    (2, ["4", "1"]),
    (3, ["5", "j", "j", "\r", "\x1b", "1"]),
    (2, ["8", "j", "j", "j", "1"]),
    (1, ["9", "1"]),
    (3, ["\r", "j", "\x1b"]),
    (2, [" ", " ", "\x1b"]),
    (2, ["p", "4", "\r"]),
    (2, ["d", "u"]),
    (2, ["a", "T", "e", "a", "\r"]),
    (1, ["e", "\t", "\x1b"]),
    (1, ["n", "\x1b"]),
)


class Device:
    """A home and a store of its own."""

    def __init__(self, programs: pathlib.Path, folder: pathlib.Path):
        """It is made, with a key."""
        folder.mkdir()
        self.folder = folder
        self._redo = programs / "redo"
        self.environment = {
            "HOME": str(folder),
            "PATH": f"{programs}:{os.defpath}",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "REDO_DEVICE": folder.name,
            "REDO_DIR": str(folder / "tasks" / ".redo"),
        }
        self.run("keygen", "--no-passphrase")

    def command(self, *words, **surroundings) -> Command:
        """A command on its store."""
        return Command((self._redo, *words), self.environment, **surroundings)

    def run(self, *words, **surroundings) -> str:
        """What a command prints."""
        return output_of(self.command(*words, **surroundings)).decode()

    def start(self, *words) -> subprocess.Popen:
        """A command that runs until it is ended."""
        return subprocess.Popen(
            [self._redo, *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def parsed_arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    root = pathlib.Path(__file__).resolve().parents[1]
    parser.add_argument("--executables", type=pathlib.Path, default=root / ".build" / "release")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--keys", type=int, default=2000)
    parser.add_argument("--idle", type=float, default=60, help="seconds without keys at the end")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def prepared(programs: pathlib.Path, folder: pathlib.Path, count: int) -> tuple[Device, Device]:
    """The two devices, with the same tasks and a remote between them."""
    first, second = (Device(programs, folder / name) for name in ("desk", "phone"))
    lines = folder / "tasks"
    lines.write_text("".join(f"Task {n} project:work.p{n % 40} due:{n % 60}d\n" for n in range(count)))
    first.run("init", str(first.folder / "tasks"))
    first.run("add", "-", input=lines)
    remote = f"folder://{folder}/remote"
    (folder / "remote").mkdir()
    first.run("remote", "add", "origin", remote)
    first.run("sync")
    second.run("clone", remote, str(second.folder / "tasks"))
    for device in (first, second):
        device.run("config", "sync.interval", "5")
        device.run("gc")
    return first, second


def keys(seed: int):
    """The script, without end."""
    order = random.Random(seed)
    weights = [weight for weight, _ in SCRIPTS]
    while True:
        yield from order.choices(SCRIPTS, weights)[0][1]


def frame_time(terminal: Terminal, key: str) -> float | None:
    """How long it takes from a key to the last byte that follows it; None if nothing changes."""
    start = time.perf_counter()
    os.write(terminal.file, key.encode())
    last = None
    while select.select([terminal.file], [], [], PATIENCE if last is None else QUIET)[0]:
        os.read(terminal.file, 1 << 16)
        last = time.perf_counter()
        if last - start > 2:
            break
    return last - start if last else None


def drained(terminal: Terminal, seconds: float):
    """Reads what is drawn without a key, for so long."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal.file], [], [], left)[0]:
            os.read(terminal.file, 1 << 16)


def resident(process: int) -> int:
    """The memory of a process that is its own, in bytes."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        lines = [line.split() for line in file]
    return sum(int(line[1]) * 1024 for line in lines if line[0] in ("Private_Dirty:", "Private_Clean:"))


def changed(device: Device, round_number: int):
    """A round of the second device."""
    name = f"From the phone {round_number}"
    device.run("add", "--", name)
    device.run("edit", name, "--priority", str(1 + round_number % 5))
    if round_number % 3 == 2:
        device.run("done", f"From the phone {round_number - 1}")
    device.run("sync")


def main() -> int:
    """Runs the soak, and prints its figures."""
    arguments = parsed_arguments()
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=shared, prefix="redo-soak-") as folder:
        first, second = prepared(arguments.executables, pathlib.Path(folder), arguments.tasks)
        watch = first.start("sync", "--watch")
        with Terminal(first.command("ui")) as terminal:
            terminal.first_screen()
            drained(terminal, 5)
            times, memory, rounds = soaked(terminal, second, arguments)
            watch.send_signal(signal.SIGTERM)
            watch.wait()
            drained(terminal, 10)
            before = terminal.processor_time()
            drained(terminal, arguments.idle)
            idle = (terminal.processor_time() - before) / arguments.idle
        fsck = subprocess.run(
            [*first.command("fsck").arguments],
            env=first.environment,
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return reported(arguments, times, memory, rounds, idle, fsck.returncode)


def soaked(terminal: Terminal, second: Device, arguments):
    """Types the script: the times of frames, the memory after each key, and the rounds of the other device."""
    step = arguments.minutes * 60 / arguments.keys
    times, memory, rounds = [], [], 0
    start = time.monotonic()
    script = keys(arguments.seed)
    for number in range(arguments.keys):
        if time.monotonic() - start > rounds * ROUND:
            changed(second, rounds)
            rounds += 1
        drained(terminal, start + number * step - time.monotonic())
        key = next(script)
        taken = frame_time(terminal, key)
        if taken is not None:
            times.append((taken, key))
        memory.append(resident(terminal.process))
    return times, memory, rounds


def reported(arguments, times, memory, rounds, idle, fsck) -> int:
    """Prints the figures; 1 if one misses its budget."""
    quarter = max(1, len(memory) // 4)
    early, late = statistics.median(memory[:quarter]), statistics.median(memory[-quarter:])
    times.sort()

    def at(share: float) -> float:
        return times[min(len(times) - 1, int(share * len(times)))][0]

    print(
        f"{arguments.keys} keys in {arguments.minutes:g} minutes at {arguments.tasks} tasks, "
        f"{rounds} rounds of the other device, seed {arguments.seed}"
    )
    print(f"memory       {early / 1e6:.1f} MB, then {late / 1e6:.1f} MB: {(late - early) / 1e6:+.1f} MB")
    print(
        f"frames       {len(times)}: median {at(0.5) * 1e3:.1f} ms, 90 % {at(0.9) * 1e3:.1f} ms, "
        f"99 % {at(0.99) * 1e3:.1f} ms, slowest {times[-1][0] * 1e3:.1f} ms"
    )
    slow = collections.Counter(key for taken, key in times if taken > MAXIMUM_FRAME)
    named = ", ".join(f"{key!r} {count}" for key, count in slow.most_common(8))
    print(f"over {MAXIMUM_FRAME * 1e3:.0f} ms   {slow.total()}: {named or 'none'}")
    print(f"idle         {idle * 100:.3f} % of a core in {arguments.idle:g} s")
    print(f"fsck         {fsck}")
    is_good = late - early <= MAXIMUM_GROWTH and at(0.99) <= MAXIMUM_FRAME and idle <= MAXIMUM_IDLE
    return 0 if is_good and fsck == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
