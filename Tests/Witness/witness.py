#!/usr/bin/env python3
"""A second opinion on what a valid node is, with docs/redo-node.schema.json.

It reads the protocol for itself, makes good nodes, spoils them, and compares its
verdicts, ids and canonical bytes with those of the executables, and the commits of the
good ones with those of a mirror. It evaluates histories by docs/extensions.md, and
compares hashes and void nodes. It ends with 1 where they differ. `make test` runs it;
CONTRIBUTING.md says more.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import sys
import tempfile

from breaking import rules
from comparison import canonical_bytes, families, mirror, signatures, vectors
from comparison.executables import Executables
from comparison.verdicts import disagreements, judged
from histories.forms import GOOD
from mutation.cases import LONG
from protocol.verdict import ACCEPTED

PROGRAM = pathlib.Path(__file__)
DEFAULT_EXECUTABLES = PROGRAM.resolve().parents[2] / ".build" / "debug"
GREATEST_SEED = 2**64 - 1
# Of so many histories each rule has to be shown by one at least.
ALL_RULES = 5000
# So many bytes of a text are shown: a node at a limit of size is not shown whole.
SHOWN = 4000


def parsed_arguments():
    """What the command line and the environment say."""
    environment = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--executables", type=pathlib.Path, default=DEFAULT_EXECUTABLES)
    parser.add_argument(
        "--mutations", type=int, default=environment("REDO_MUTATIONS") or 5000
    )
    parser.add_argument(
        "--histories", type=int, default=environment("REDO_LOGS") or 150
    )
    parser.add_argument("--seed", type=int, default=environment("REDO_SEED") or None)
    parser.add_argument(
        "--case", type=int, help="judge only the mutated node of this number"
    )
    parser.add_argument(
        "--history",
        type=lambda text: int(text) if text.isdigit() else text,
        help="evaluate only the history of this number, or of this action",
    )
    arguments = parser.parse_args()
    if arguments.seed is None:
        arguments.seed = random.randint(0, GREATEST_SEED)
    return arguments


def second_reading(seed, numbers):
    """The witness's own failures, and cases with their verdicts, on all processors."""
    part_count = 4 * (os.cpu_count() or 1)
    parts = [numbers[start::part_count] for start in range(part_count)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        own_failures = pool.submit(vectors.failures)
        results = pool.map(judged, [seed] * part_count, parts)
        judgements = [judgement for part in results for judgement in part]
        return own_failures.result(), sorted(judgements, key=lambda j: j.case.number)


def again(arguments, number=None):
    """The command that gives the same once more."""
    case = (
        f" --case {number}"
        if number is not None
        else f" --mutations {arguments.mutations} --histories {arguments.histories}"
    )
    return (
        f"{sys.executable} {PROGRAM} --executables {arguments.executables}"
        f" --seed {arguments.seed}{case}"
    )


def compared_histories(arguments, executables, _):
    """Compares histories. Returns the number of failures and a summary."""
    numbers = [*range(arguments.histories), *GOOD]
    if arguments.history is not None:
        numbers = [arguments.history]
    failures, shown = families.failures(executables, arguments.seed, numbers)
    failures += families.failures_in_vectors()
    if len(numbers) >= ALL_RULES:
        failures += [
            f"no history of seed {arguments.seed} shows the rule {rule!r}"
            for rule in rules.RULES
            if rule not in shown
        ]
    for failure in failures:
        print(failure)
    return len(failures), (
        f"{len(numbers)} histories that show {len(shown)} of {len(rules.RULES)} rules,"
        " hashes and void nodes agree"
    )


def report(arguments, judgement, difference):
    """Prints one disagreement."""
    case, verdict = judgement.case, judgement.verdict
    text = case.text[:SHOWN].decode(errors="backslashreplace")
    print(
        f"disagreement over node {case.number} of seed {arguments.seed}"
        f" ({', '.join(case.story)}):\n  {text!r}\n"
        f"  signature required: {case.signature_required}\n"
        f"  witness: {verdict}\n  {difference}\n"
        f"  again with: {again(arguments, case.number)}"
    )


def compared(arguments, executables, folder):
    """Compares everything. Returns the number of failures and a summary."""
    numbers = (
        [arguments.case] if arguments.case is not None else range(arguments.mutations)
    )
    failures, judgements = second_reading(arguments.seed, numbers)
    differing = list(disagreements(executables, judgements))
    for judgement, difference in differing:
        report(arguments, judgement, difference)
    accepted = [j for j in judgements if j.verdict.code == ACCEPTED]
    if arguments.case is None:
        nodes = [j.case.text for j in accepted if len(j.case.text) < LONG]
        failures += canonical_bytes.failures(
            executables, folder, arguments.seed, arguments.mutations // 10, nodes
        )
        failures += signatures.failures(executables)
        failures += mirror.failures(
            executables, folder, arguments.seed, arguments.mutations // 10
        )
    for failure in failures:
        print(failure)
    counts = collections.Counter(j.verdict.code for j in judgements)
    codes = ", ".join(f"{code} {count}" for code, count in counts.most_common())
    print(f"witness: {codes}")
    rejected = len(judgements) - len(accepted)
    return len(failures) + len(differing), (
        f"{len(judgements)} mutated nodes, {len(accepted)} accepted by both,"
        f" {rejected} rejected by both, codes agree"
    )


def main():
    """Runs the comparison in a folder of its own."""
    arguments = parsed_arguments()
    # First of all, so that whatever happens can be repeated.
    print(f"witness: seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="redo-witness-") as name:
        folder = pathlib.Path(name)
        executables = Executables(arguments.executables.resolve(), folder)
        compare = [compared, compared_histories]
        if arguments.history is not None:
            compare.remove(compared)
        elif arguments.case is not None:
            compare.remove(compared_histories)
        count = 0
        for comparison in compare:
            failed, summary = comparison(arguments, executables, folder)
            count += failed
            if not failed:
                print(f"witness: {summary}; seed {arguments.seed}", flush=True)
    if count:
        print(f"witness: {count} failures; again with: {again(arguments)}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
