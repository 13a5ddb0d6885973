#!/usr/bin/env python3
"""Runs each test of a finished debug build once, in several processes.

    scripts/run-suites.py

A worker for each processor, and two more, since tests also wait: for programs, disks, servers. Each worker takes the
next batch of suites and runs it as a process, until none is left: the longest suites first, by their times in the last
run, and smaller batches towards the end, so that all workers end together. The status is 1 if a test fails, a process
ends with another status than 0, or a listed test does not run.
"""

import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).parent.parent
# What `swift test` runs. Started directly, a process costs a second less, and needs no database of the build.
TESTS = [str(ROOT / ".build/debug/redoPackageTests.xctest"), "--testing-library", "swift-testing"]
# The seconds of each suite in the last run, the sum over the cases of its tests.
TIMES = ROOT / ".build" / "suite-times"
# A process takes about a second of a processor to start, so that a batch has much more.
MINIMUM_BATCH_SECONDS = 40
# The seconds of a suite that has not run.
EXPECTED_SECONDS = 3
# Suites that use a server which each process starts for itself run in one process.
SHARED_SERVER = re.compile(r"\.withEmulator\b|\bFirestoreServers\b")
SLOWEST_COUNT = 20
# The summary repeats so many characters of what a failed test said.
MAXIMUM_REASON = 1500
# A process that takes longer waits for what does not come. It is ended, and its tests that did not end are named.
BATCH_LIMIT_SECONDS = 900


def suite_of(test):
    """`Module.Suite` of `Module.Suite/test()`; of a test outside of suites its own name without arguments."""
    return re.split(r"[/(]", test, maxsplit=1)[0]


def listed():
    """The names of all tests, by suite."""
    names = subprocess.run(
        TESTS + ["--list-tests"], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout.split("\n")
    suites = collections.defaultdict(set)
    for name in filter(None, names):
        suites[suite_of(name)].add(name)
    return suites


def recorded_times():
    try:
        return json.loads(TIMES.read_text())
    except (OSError, ValueError):
        return {}


def suites_with_shared_server():
    names = set()
    for path in (ROOT / "Tests").rglob("*Tests.swift"):
        text = path.read_text()
        if SHARED_SERVER.search(text):
            # A module has the name of its folder.
            module = path.parent.name.removesuffix("Tests") + "Tests"
            names.update(f"{module}.{name}" for name in re.findall(r"\b(?:struct|class) (\w+Tests)\b", text))
    return names


class Queue:
    """Suites that have not run, the longest first. Some only run together."""

    def __init__(self, suites, worker_count):
        times = recorded_times()
        shared = suites_with_shared_server()
        alone = [[suite] for suite in suites if suite not in shared]
        together = [suite for suite in suites if suite in shared]
        units = alone + ([together] if together else [])
        self.units = collections.deque(sorted(
            ((sum(times.get(suite, EXPECTED_SECONDS) for suite in unit), unit) for unit in units),
            reverse=True))
        self.remaining = sum(seconds for seconds, _ in self.units)
        self.worker_count = worker_count
        self.lock = threading.Lock()

    def batch(self):
        """The next suites for a worker; an empty list at the end."""
        with self.lock:
            wanted = max(MINIMUM_BATCH_SECONDS, self.remaining / (2 * self.worker_count))
            batch, total = [], 0
            while self.units and (not batch or total + self.units[0][0] <= wanted):
                seconds, unit = self.units.popleft()
                batch += unit
                total += seconds
            self.remaining -= total
            return batch


class Results:
    """What the events of all processes say."""

    def __init__(self):
        self.seconds = collections.Counter()
        self.ran = set()
        self.skipped_suites = set()
        # What each failed test said.
        self.failed = collections.defaultdict(list)
        self.unfinished = set()

    def add(self, lines):
        running = set()
        cases = {}
        for line in lines:
            # The last line of a process that was ended may be a part of one.
            if not line.endswith("\n"):
                break
            record = json.loads(line)
            payload = record["payload"]
            if record["kind"] != "event" or "testID" not in payload:
                continue
            # The location in the source is the last part.
            name, separator, _ = payload["testID"].rpartition(")/")
            kind = payload["kind"]
            if not separator:
                if kind == "testSkipped":
                    self.skipped_suites.add(payload["testID"])
                continue
            name += ")"
            if kind == "testStarted":
                running.add(name)
            elif kind == "testCaseStarted":
                cases[name, self.case(payload)] = payload["instant"]["absolute"]
            elif kind == "testCaseEnded":
                began = cases.pop((name, self.case(payload)))
                self.seconds[suite_of(name)] += payload["instant"]["absolute"] - began
            elif kind == "testSkipped":
                self.ran.add(name)
            elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
                said = [line for message in payload["messages"] for line in message["text"].split("\n")]
                self.failed[name] += said
                print("\n    ".join([f"✘ {name}", *said]))
            elif kind == "testEnded":
                self.ran.add(name)
                running.discard(name)
        self.unfinished |= running

    @staticmethod
    def case(payload):
        return payload.get("_testCase", {}).get("id")


def restore_signals_of_children():
    """Replaces each ignored signal by a handler that does nothing, so that it has its default action in children.

    A shell starts what runs in the background with SIGINT and SIGQUIT ignored, and `nohup` ignores SIGHUP. A child
    inherits that, but not handlers, and programs of tests would not end by these signals.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


class Run:
    def __init__(self):
        self.worker_count = os.cpu_count() + 2
        self.suites = listed()
        self.queue = Queue(self.suites, self.worker_count)
        self.results = Results()
        self.statuses = []
        self.lock = threading.Lock()

    def work(self, folder):
        while batch := self.queue.batch():
            events = pathlib.Path(folder) / f"events-{threading.get_ident()}"
            events.write_text("")
            pattern = "|".join(re.escape(suite) for suite in batch)
            began = time.monotonic()
            output = pathlib.Path(folder) / f"output-{threading.get_ident()}"
            with output.open("wb") as file:
                process = subprocess.Popen(
                    TESTS + [
                        "--filter", f"^({pattern})([/(]|$)", "--event-stream-output-path", str(events),
                        "--event-stream-version", "0"],
                    cwd=ROOT, env=os.environ | {"NO_COLOR": "1"}, stdout=file, stderr=subprocess.STDOUT)
            try:
                status = process.wait(BATCH_LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                status = process.wait()
            with self.lock:
                self.report(batch, status, output, time.monotonic() - began)
                with events.open() as lines:
                    self.results.add(lines)

    def report(self, batch, status, output, seconds):
        self.statuses.append(status)
        # A process that crashed says so here; failures are events.
        if status:
            print(output.read_bytes()[-4000:].decode(errors="replace"))
        names = ", ".join(batch[:3]) + (" …" if len(batch) > 3 else "")
        print(f"{seconds:6.1f} s  status {status}  {len(batch)} suites: {names}", flush=True)

    def conclude(self, seconds):
        """Prints the result.

        Returns the status.
        """
        results = self.results
        tests = set().union(*self.suites.values())
        missing = {
            test for test in tests - results.ran - results.unfinished
            if suite_of(test) not in results.skipped_suites}
        if results.seconds:
            TIMES.write_text(json.dumps(
                {suite: round(value, 2) for suite, value in sorted(results.seconds.items())}, indent=0))
        print("the slowest suites:")
        for suite, value in results.seconds.most_common(SLOWEST_COUNT):
            print(f"{value:8.1f} s  {suite}")
        for title, names in [
            ("failed", results.failed), ("did not end", results.unfinished),
            ("did not run", missing),
        ]:
            for name in sorted(names):
                print(f"✘ {title}: {name}")
                # The end of an output is often all that is kept of it. Each line says that it is of a failure.
                for line in "\n".join(results.failed.get(name, []))[:MAXIMUM_REASON].split("\n"):
                    if line:
                        print(f"✘     {line}")
        is_good = not any(self.statuses) and not results.failed and not missing and not results.unfinished
        print(f"{'✔' if is_good else '✘'} Test run with {len(results.ran)} tests of {len(tests)} in "
              f"{len(self.suites)} suites {'passed' if is_good else 'failed'} after {seconds:.0f} seconds")
        return 0 if is_good else 1


def main():
    restore_signals_of_children()
    run = Run()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        workers = [threading.Thread(target=run.work, args=(folder,)) for _ in range(run.worker_count)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    return run.conclude(time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
