#!/usr/bin/env python3
"""Measures the suite beside its limits, in one run, and prints a table.

Each figure stands beside what bounds it, measured in the same run on the same machine: the start of
a command beside `git --version`, hashing beside OpenSSL's own SHA-256 on texts of the same size.
Machines are noisy: quote the ratios. A figure over its budget makes the exit status 1.
"""

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from chains import chained_nodes

SAMPLES = 300


def node(number):
    """An unsigned node as canonical JSON, with its id.

    Plain ASCII and small integers, so that Python's sorted, compact JSON is RFC 8785's.
    """
    user = hashlib.sha256(b"benchmark").hexdigest()
    task = f"{number:08x}-0000-4000-8000-{number:012x}"
    body = {
        "action": "CREATE",
        "author": {"deviceId": "benchmark", "name": "Benchmark", "publicKey": user,
                   "userId": user[:32]},
        "data": {"fields": {"description": "What it is about, in a sentence or two.",
                            "priority": number % 5 + 1, "title": f"Task number {number}"}},
        "parents": [],
        "taskId": task,
        "timestamp": {"lamport": 1, "wall": "2025-11-16T12:00:00.000Z"},
        "version": 1,
    }
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    body["id"] = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    return json.dumps(body, sort_keys=True, separators=(",", ":")), len(text)


def seconds_to_start(commands):
    """The median wall time of each command, run in turn so that drift meets all alike."""
    times = {tuple(command): [] for command in commands}
    for sample in range(SAMPLES):
        for command in commands:
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            if sample >= 10:
                times[tuple(command)].append(time.perf_counter() - start)
    return {command: statistics.median(samples) for command, samples in times.items()}


def timed(command, environment, standard_input=None):
    """Runs a command; returns wall seconds, processor seconds and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    output = subprocess.run(command, env=environment, stdin=standard_input, check=True,
                            stdout=subprocess.PIPE).stdout
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return wall, processor, output


def openssl_digests_a_second(size):
    """SHA-256 digests of texts of some size a second, one processor, by OpenSSL's own benchmark."""
    report = subprocess.run(
        ["openssl", "speed", "-mr", "-seconds", "2", "-bytes", str(size), "-evp", "sha256"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    rate = re.search(r"\+F:\d+:[^:]+:([0-9.]+)", report)
    return float(rate.group(1)) / size


def chain_rows(path, folder, nodes):
    """Replay of logs whose nodes are one chain through all tasks, beside a chain for each task.

    If ancestors were searched for along the chain, time a node would grow with the log.
    """
    rows = []
    for is_global, what in ((False, "a chain a task"), (True, "one chain through all tasks")):
        for count in (nodes // 4, nodes):
            store = os.path.join(folder, f"{what}-{count}")
            lines = store + ".jsonl"
            environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "REDO_DIR": store}
            with open(lines, "w", encoding="ascii") as file:
                for line in chained_nodes(count, is_global):
                    file.write(line + "\n")
            subprocess.run([path("redo-init"), "-q"], env=environment, check=True)
            subprocess.run([path("redo-import"), lines], env=environment, check=True)
            _, reading, _ = timed([path("redo-export")], environment)
            _, replay, _ = timed([path("redo-replay"), "--hash"], environment)
            rows.append((f"replay of {count} nodes, {what}",
                         f"{replay / count * 1e6:.1f} µs a node",
                         f"processor time; export of the same: {reading / count * 1e6:.1f} µs"))
            shutil.rmtree(store)
    return rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--executables", default=".build/release")
    arguments.add_argument("--nodes", type=int, default=100_000)
    options = arguments.parse_args()
    executables = os.path.abspath(options.executables)
    rows = []
    is_over = False

    def path(name):
        return os.path.join(executables, name)

    names = sorted(name for name in os.listdir(executables)
                   if re.fullmatch(r"redo(-[a-z-]+)?", name) and os.path.isfile(path(name)))
    git = ["git", "--version"]
    starts = seconds_to_start([git] + [[path(name), "--version"] for name in names])
    limit = starts[tuple(git)]
    ratios = {name: starts[(path(name), "--version")] / limit for name in names}
    slowest = max(ratios, key=ratios.get)
    rows.append(("git --version", f"{limit * 1000:.2f} ms", ""))
    for name in ("redo", "redo-list", slowest):
        rows.append((f"{name} --version", f"{ratios[name] * limit * 1000:.2f} ms",
                     f"{ratios[name]:.2f} x git (budget 2.00)"))
    is_over = is_over or max(ratios.values()) > 2
    sizes = sorted(os.path.getsize(path(name)) for name in names)
    rows.append(("size of an executable", f"{sizes[0] // 1000} to {sizes[-1] // 1000} kB", ""))

    with tempfile.TemporaryDirectory() as folder:
        environment = {"HOME": folder, "PATH": "/usr/bin:/bin",
                       "REDO_DIR": os.path.join(folder, "store")}
        lines = os.path.join(folder, "nodes.jsonl")
        with open(lines, "w", encoding="ascii") as file:
            sizes = []
            for number in range(options.nodes):
                line, size = node(number)
                file.write(line + "\n")
                sizes.append(size)
        size = round(statistics.mean(sizes))
        with open(lines, "rb") as file:
            _, processor, output = timed([path("redo-hash-object"), "--batch"], environment, file)
        assert output.count(b"sha256:") == options.nodes, "a node was refused"
        rate = options.nodes / processor
        raw = openssl_digests_a_second(size)
        rows.append((f"hash-object --batch, {options.nodes} unsigned nodes",
                     f"{rate:,.0f} nodes/s a core",
                     f"budget 250,000; SHA-256 alone {raw:,.0f}/s of {size} bytes: "
                     f"{rate / raw:.0%} of it"))
        is_over = is_over or rate < 250_000

        rows += chain_rows(path, folder, options.nodes)

        sample = os.path.join(os.path.dirname(__file__), "../Fixtures/redo_changes.json")
        subprocess.run([path("redo-init"), "-q"], env=environment, check=True)
        wall, _, _ = timed([path("redo-import"), sample], environment)
        rows.append(("import of the sample export (367 signed nodes)", f"{wall * 1000:.0f} ms", ""))
        wall, _, _ = timed([path("redo-list")], environment)
        rows.append(("list after it", f"{wall * 1000:.0f} ms", ""))

    width = max(len(row[0]) for row in rows)
    middle = max(len(row[1]) for row in rows)
    for what, figure, note in rows:
        print(f"{what:<{width}}  {figure:>{middle}}  {note}".rstrip())
    if is_over:
        print("over budget", file=sys.stderr)
    return 1 if is_over else 0


if __name__ == "__main__":
    sys.exit(main())
