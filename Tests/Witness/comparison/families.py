"""Compares the families of histories and of the vectors, by hash and void nodes."""

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import random
import shutil

from breaking import rules
from histories.forms import GOOD, form_history
from histories.steps import REFUSED_ALONE, documents
from histories.world import World
from mutation.cases import FIXTURES
from protocol.canonical import canonical
from protocol.text import Refused, read
from protocol.verdict import ACCEPTED, Judge
from replay.families import Families
from replay.log import Node, admitted

from .shrinking import shrunk

FAMILIES = ("tasks", "people", "effective", "organisation")
# Differences of one history that are shown.
SHOWN = 5


@dataclasses.dataclass(frozen=True)
class Answers:
    """What one program says of a log: of each node that arrives, and of each family."""

    codes: dict
    hashes: dict
    void: dict


def history(seed, number):
    """The steps of a history: of a number, or of the name of an action."""
    dice = random.Random(f"{seed}/history/{number}")
    return form_history(dice, number) if number in GOOD else World(dice).history()


class SecondReading:
    """The answers of the second reading for a store, to which nodes come in batches."""

    def __init__(self, judge):
        """The store is empty at first."""
        self.judge, self.stored = judge, []

    def answers(self, texts):
        """The answers after one more batch."""
        codes, nodes = {}, {}
        for text in texts:
            code = self.judge.verdict(text, signature_required=False).code
            if code == ACCEPTED:
                node = Node(read(text))
                # Of two copies that differ in the signature the signed one says more.
                if node.id not in nodes or node.is_signed:
                    nodes[node.id] = node
            else:
                codes[claimed_id(text)] = code
        later_codes, self.stored = admitted(nodes.values(), self.stored)
        return Answers(codes | later_codes, *evaluated(self.stored))


def claimed_id(text):
    """The id by which the executables name a node that is refused."""
    try:
        document = read(text)
    except Refused:
        return "-"
    return document.get("id", "-") if isinstance(document, dict) else "-"


def evaluated(nodes):
    """The hashes and void nodes of all families."""
    families = Families(nodes)
    hashes, void = {}, {}
    for family in FAMILIES:
        state = canonical(families.state(family))
        hashes[family] = f"sha256:{hashlib.sha256(state).hexdigest()}"
        void[family] = dict(families.void(family))
    return hashes, void


def suite_answers(executables, store, texts):
    """The answers of the suite, once a store has one more batch."""
    text = b"".join(text + b"\n" for text in texts)
    imported = executables.run(
        "redo-import", store, "--unsigned", "--porcelain", text=text, statuses=(0, 1)
    )
    hashes, void = {}, {}
    for family in FAMILIES:
        options = [store, "--family", family]
        hashes[family] = executables.run("redo-replay", *options, "--hash").decode()
        hashes[family] = hashes[family].strip()
        void[family] = pairs(executables.run("redo-replay", *options, "--void"))
    return Answers(pairs(imported), hashes, void)


def pairs(output):
    """Lines of an id and a code."""
    lines = output.decode().split("\n")[:-1]
    return dict(line.split("\t")[:2] for line in lines)


def differences(ours, theirs):
    """How two answers differ, in words."""
    yield from differing("import", ours.codes, theirs.codes)
    for family in FAMILIES:
        if ours.hashes[family] != theirs.hashes[family]:
            yield f"the hash of {family} is another one"
        yield from differing(
            f"void in {family}", ours.void[family], theirs.void[family]
        )


def differing(where, ours, theirs):
    """How two tables of codes differ, in words."""
    for id in sorted(ours.keys() | theirs.keys()):
        if ours.get(id) != theirs.get(id):
            yield f"{where}: {id} is {theirs.get(id)}, to the witness {ours.get(id)}"


class Comparison:
    """Compares histories with a build of the suite."""

    def __init__(self, executables, seed):
        """What to run, and the seed of the histories."""
        self.executables, self.seed, self.judge = executables, seed, Judge()

    def of_steps(self, name, steps, part_count=1):
        """How the answers to some steps differ, in words.

        In several parts nodes come late: the store has answered before, and what came
        first is packed.
        """
        texts = [json.dumps(d).encode() for d in documents(steps).values()]
        self.executables.run("redo-init", "--quiet", name)
        reading, found = SecondReading(self.judge), []
        for part in range(part_count):
            batch = texts[
                part * len(texts) // part_count : (part + 1) * len(texts) // part_count
            ]
            random.Random(f"{self.seed}/arrival/{len(texts)}").shuffle(batch)
            store = f"--redo-dir={name}/.redo"
            theirs = suite_answers(self.executables, store, batch)
            found += differences(reading.answers(batch), theirs)
            if part == 0 and part_count > 1:
                self.executables.run("redo-pack", store, "--quiet")
        shutil.rmtree(self.executables.home / name)
        return found

    def failure(self, number):
        """What is wrong with a history, in words; None if nothing is."""
        name = f"history-{number}"
        steps = history(self.seed, number)
        # Some histories come in several parts as well.
        for part_count in (1, 3) if number not in GOOD and number % 5 == 0 else (1,):
            found = self.of_steps(name, steps, part_count)
            if found:

                def differs(some, count=part_count):
                    return bool(self.of_steps(name, some, count))

                small = shrunk(steps, differs)
                found_in_small = self.of_steps(name, small, part_count)
                return report(number, self.seed, found, small, found_in_small)
        return None


def report(number, seed, found, small, found_in_small):
    """A failure in words, with a small log that shows it."""
    lines = [
        f"history {number} of seed {seed}, again with --history {number}:"
        f" {len(found)} differences, as",
        *(f"  {line}" for line in found[:SHOWN]),
        f" in a log of {len(small)} nodes:",
        *(f"  {line}" for line in found_in_small[:SHOWN]),
    ]
    nodes = documents(small)
    lines += [f"  {step.described}" for step in small]
    lines += [json.dumps(nodes[step.number], sort_keys=True) for step in small]
    return "\n".join(lines)


def failures(executables, seed, numbers):
    """What is wrong with some histories, in words, and the rules that these show."""
    numbers = list(numbers)
    part_count = 4 * (os.cpu_count() or 1)
    parts = [numbers[start::part_count] for start in range(part_count)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        compared = pool.map(
            failures_of_some, [executables] * part_count, [seed] * part_count, parts
        )
        found = [failure for part in compared for failure in part]
        shown = set().union(*pool.map(shown_rules, [seed] * part_count, parts))
    return found, shown


def failures_of_some(executables, seed, numbers):
    """What is wrong with some histories, in words. Runs in a process of its own."""
    comparison = Comparison(executables, seed)
    return [failure for number in numbers if (failure := comparison.failure(number))]


def shown_rules(seed, numbers):
    """The rules that some histories show: another one gives another answer.

    What these histories agree on with the suite would then be a difference. Runs in a
    process of its own.
    """
    result = set()
    for some_rules, is_form in ((rules.FORMS, True), (rules.OTHERS, False)):
        logs = [
            good_nodes(history(seed, number))
            for number in numbers
            if (number in GOOD) == is_form
        ]
        result |= rules.shown(logs, evaluated, some_rules)
    return result


def good_nodes(steps):
    """The nodes of a history that stages 1 and 2 accept."""
    nodes = documents(steps)
    texts = [
        json.dumps(nodes[step.number]).encode()
        for step in steps
        if step.spoiled not in REFUSED_ALONE
    ]
    return admitted([Node(read(text)) for text in texts])[1]


def failures_in_vectors(folder=FIXTURES / "vectors"):
    """Vectors that the second reading evaluates otherwise, in words."""
    judge = Judge()
    for log in sorted((folder / "logs").iterdir()):
        reading = SecondReading(judge)
        reading.answers((log / "nodes.jsonl").read_bytes().splitlines())
        families = Families(reading.stored)
        if (
            canonical(families.state("tasks")) + b"\n"
            != (log / "state.json").read_bytes()
        ):
            yield f"vector logs/{log.name}: the state is another one"
        if dict(families.void("tasks")) != pairs((log / "rejected.tsv").read_bytes()):
            yield f"vector logs/{log.name}: other nodes are rejected"
    for family in ("people", "effective", "organisation"):
        for path in sorted((folder / "families" / family).glob("*.jsonl")):
            name = path.with_suffix("")
            nodes = [Node(read(line)) for line in path.read_bytes().splitlines()]
            families = Families(admitted(nodes)[1])
            state = canonical(families.state(family)) + b"\n"
            void = "".join(f"{id}\t{code}\n" for id, code in families.void(family))
            if state != name.with_suffix(".state.json").read_bytes():
                yield f"vector {family}/{name.name}: the state is another one"
            if void != name.with_suffix(".void.tsv").read_text("utf-8"):
                yield f"vector {family}/{name.name}: other nodes are void"
