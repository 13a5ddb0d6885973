#!/usr/bin/env python3
"""Changes the libraries in many small ways, and finds the changes that no test notices.

All mutants of a module are compiled into one program; the environment variable REDO_MUTANT says which is on. Each is
run with the suites of the module's tests that reach it, until one fails. The exit status is 1 if a mutant survives that
explained.toml does not explain, and 2 if the program cannot be built. docs/testing.md says more.
"""

import argparse
import concurrent.futures
import json
import pathlib
import sys

from copying.copy import Copy, used
from modules import MODULES, PROJECT
from mutation import choice
from mutation.building import Building, BuildFailed
from running import reach
from running.bundle import Bundle
from running.verdict import Fate, Verdict, judged
from survivors import Explanations
from table import Result, print_report

SCRATCH = PROJECT / ".build" / "mutants"


def parsed_arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants run at once")
    parser.add_argument("--swift", default="swift")
    parser.add_argument(
        "--module", action="append", help="only this module; may be repeated"
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="keep the killed mutants of the last run, and judge all others",
    )
    return parser.parse_args()


def earlier_verdicts(path):
    """The killed mutants of the last run, by their identities."""
    if not path.exists():
        return {}
    return {
        tuple(row["identity"]): Verdict(Fate(row["fate"]), row["by"])
        for row in json.loads(path.read_text(encoding="utf-8"))
        if Fate(row["fate"]) in (Fate.KILLED, Fate.TIMED_OUT)
    }


def write_verdicts(path, mutants, verdicts):
    """Keeps what became of all mutants so far."""
    rows = [
        {
            "number": number,
            "identity": mutants[number].identity,
            "line": mutants[number].line,
            "kind": mutants[number].kind.value,
            "fate": verdict.fate.value,
            "by": verdict.by,
        }
        for number, verdict in sorted(verdicts.items())
    ]
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def all_judged(arguments, bundle, module, mutants, path):
    """What becomes of each mutant of a module."""
    verdicts = {}
    if arguments.again:
        earlier = earlier_verdicts(path)
        for number, mutation in mutants.items():
            if verdict := earlier.get(mutation.identity):
                verdicts[number] = verdict
    suites = reach.all_suites(bundle, module.tests, max(mutants) + 1, arguments.jobs)
    seconds = sum(suite.seconds for suite in suites)
    print(f"{module.name}: {len(suites)} suites, {seconds:.0f} s", flush=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {
            pool.submit(judged, bundle, number, suites): number
            for number in mutants
            if number not in verdicts
        }
        for future in concurrent.futures.as_completed(waiting):
            number = waiting[future]
            verdicts[number] = future.result()
            write_verdicts(path, mutants, verdicts)
            if not verdicts[number].is_killed:
                print(f"  {verdicts[number].fate.value}: {mutants[number]}", flush=True)
    return verdicts


def result_of(arguments, module):
    """Builds and runs the mutants of one module. Returns them and what became of each."""
    mutations = choice.chosen(module, PROJECT, arguments.seed)
    folder = SCRATCH / module.name
    folder.mkdir(parents=True, exist_ok=True)
    targets = used(PROJECT, arguments.swift, [module.tests])
    copy = Copy(PROJECT, folder / "tree", targets, takes_build=True)
    with open(folder / "build.log", "w", encoding="utf-8") as log:
        building = Building(copy, module, arguments.swift, log)
        mutants = building.built(mutations, folder / "dropped.json")
    print(
        f"{module.name}: {len(mutants)} of {len(mutations)} mutants compile", flush=True
    )
    verdicts = all_judged(
        arguments, Bundle(copy), module, mutants, folder / "verdicts.json"
    )
    return Result(module, mutants, verdicts)


def main():
    """Builds, runs and reports."""
    arguments = parsed_arguments()
    print(f"mutants: seed {arguments.seed}", flush=True)
    results = [
        result_of(arguments, module)
        for module in MODULES
        if arguments.module is None or module.name in arguments.module
    ]
    explanations = Explanations(pathlib.Path(__file__).parent / "explained.toml")
    return print_report(results, explanations)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BuildFailed, reach.UnmutatedFailure) as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        sys.exit(2)
