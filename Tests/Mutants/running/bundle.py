"""The bundle of tests of a build, started directly: the start of `swift test` takes longer than most suites."""

import dataclasses
import os
import resource
import select
import signal
import subprocess

BUNDLE = ".build/debug/redoPackageTests.xctest"
LIBRARY = ("--testing-library", "swift-testing")
# Random tests are the same in each run, and few: what they find, they mostly find soon.
ENVIRONMENT = {"REDO_LOGS": "500", "REDO_MUTATIONS": "150", "REDO_SEED": "5"}
# A mutant that allocates for ever must not take the machine's memory.
GREATEST_MEMORY = 8 << 30
FAILURE = "\u2718 "


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How tests ended: the first line of a failure, and whether they ran out of time; seconds."""

    failure: str | None
    is_timeout: bool
    processor_time: float


class Bundle:
    """The tests of a finished build of a copy."""

    def __init__(self, copy, name=BUNDLE):
        self.copy, self.name = copy, name

    def suites(self, target):
        """The names of the suites of a target."""
        listed = subprocess.run(
            self.copy.command((self.name, *LIBRARY, "--list-tests")),
            capture_output=True,
            text=True,
            check=True,
        )
        start = target + "."
        return sorted(
            {
                line.removeprefix(start).split("/")[0]
                for line in listed.stdout.splitlines()
                if line.startswith(start)
            }
        )

    def run(self, target, suites, variables, processor_limit=None, wall_limit=None):
        """Runs suites until the first failure; the limits are in seconds."""
        pattern = rf"^{target}\.({'|'.join(suites)})/"
        process = subprocess.Popen(
            self.copy.command((self.name, *LIBRARY, "--filter", pattern)),
            env={**os.environ, **ENVIRONMENT, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
        resource.prlimit(process.pid, resource.RLIMIT_AS, (GREATEST_MEMORY,) * 2)
        resource.prlimit(process.pid, resource.RLIMIT_CORE, (0, 0))
        if processor_limit is not None:
            limit = int(processor_limit) + 1
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit + 1))
        failure, is_late = first_failure(process, wall_limit)
        if failure or is_late:
            kill_group(process)
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        kill_group(process)
        is_timeout = is_late or code in (-signal.SIGXCPU, -signal.SIGKILL) and not failure
        if failure is None and not is_timeout and code != 0:
            failure = f"ended with {code}"
        return Outcome(failure, is_timeout, usage.ru_utime + usage.ru_stime)


def first_failure(process, wall_limit):
    """Reads until the first line that reports a failure, the end, or so many seconds of silence.

    Returns the line, and whether it was late.
    """
    waited = 0
    buffered = b""
    while True:
        # Counted, not measured: time in which the machine has stopped everything is not the test's.
        if not select.select([process.stdout], [], [], 1)[0]:
            waited += 1
            if wall_limit is not None and waited > wall_limit:
                return None, True
            continue
        piece = os.read(process.stdout.fileno(), 1 << 16)
        if not piece:
            return None, False
        *lines, buffered = (buffered + piece).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace")
            if FAILURE in text or "\u2718\x1b" in text:
                return text, False


def kill_group(process):
    """Ends a process and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
