"""Compares the families of random histories, and of the vectors, by hash and void nodes."""

import concurrent.futures
import dataclasses
import hashlib
import json
import random
import shutil

from histories.steps import documents
from histories.world import World
from mutation.cases import FIXTURES
from protocol.canonical import canonical
from protocol.text import read
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
    """The steps of a history."""
    return World(random.Random(f"{seed}/history/{number}")).history()


def second_reading(judge, texts, evaluate=Families):
    """The answers of the second reading."""
    codes, nodes = {}, {}
    for text in texts:
        document = read(text)
        # The executables name a node by the id that it claims.
        code = judge.verdict(text, signature_required=False).code
        if code == ACCEPTED:
            nodes[document["id"]] = Node(document)
        else:
            codes[document["id"]] = code
    later_codes, good = admitted(nodes.values())
    families = evaluate(good)
    hashes = {
        family: f"sha256:{hashlib.sha256(canonical(families.state(family))).hexdigest()}"
        for family in FAMILIES
    }
    void = {family: dict(families.void(family)) for family in FAMILIES}
    return Answers(codes | later_codes, hashes, void)


def suite(executables, name, texts):
    """The answers of the suite, from a new store."""
    executables.run("redo-init", "--quiet", name)
    store = f"--redo-dir={name}/.redo"
    answers = suite_with(executables, store, texts)
    shutil.rmtree(executables.home / name)
    return answers


def suite_with(executables, store, texts):
    """The answers of the suite, once a store has some more nodes."""
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
        yield from differing(f"void in {family}", ours.void[family], theirs.void[family])


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

    def of_steps(self, name, steps):
        """How the answers to some steps differ, in words."""
        texts = [json.dumps(d).encode() for d in documents(steps).values()]
        dice = random.Random(f"{self.seed}/arrival/{len(texts)}")
        dice.shuffle(texts)
        ours = second_reading(self.judge, texts)
        return list(differences(ours, suite(self.executables, name, texts)))

    def of_arrival(self, name, steps):
        """How they differ where nodes come late: a store that has answered before."""
        texts = [json.dumps(d).encode() for d in documents(steps).values()]
        self.executables.run("redo-init", "--quiet", name)
        store = f"--redo-dir={name}/.redo"
        found = []
        for start, end in ((0, len(texts) // 2), (len(texts) // 2, len(texts))):
            ours = second_reading(self.judge, texts[:end])
            theirs = suite_with(self.executables, store, texts[start:end])
            known = {id: ours.codes[id] for id in theirs.codes}
            found += differences(dataclasses.replace(ours, codes=known), theirs)
        shutil.rmtree(self.executables.home / name)
        return found

    def failure(self, number):
        """What is wrong with a history and how it shrinks, in words; None if nothing is."""
        name = f"history-{number}"
        steps = history(self.seed, number)
        for compare in (self.of_steps, self.of_arrival)[: 2 if number % 4 == 0 else 1]:
            found = compare(name, steps)
            if found:
                small = shrunk(steps, lambda some: bool(compare(name, some)))
                return report(number, self.seed, found, small, compare(name, small))
        return None


def report(number, seed, found, small, found_in_small):
    """A failure in words, with a small log that shows it."""
    lines = [
        f"history {number} of seed {seed}: {len(found)} differences, as",
        *(f"  {line}" for line in found[:SHOWN]),
        f" in a log of {len(small)} nodes:",
        *(f"  {line}" for line in found_in_small[:SHOWN]),
    ]
    nodes = documents(small)
    lines += [f"  {step.number}: {step}" for step in small]
    lines += [json.dumps(nodes[step.number], sort_keys=True) for step in small]
    return "\n".join(lines)


def failures(executables, seed, numbers):
    """What is wrong with some histories, in words."""
    comparison = Comparison(executables, seed)
    # The executables are processes, but what they are compared with is not.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(comparison.failure, numbers))


def failures_in_vectors(folder=FIXTURES / "vectors"):
    """Vectors of families that the second reading evaluates otherwise, in words."""
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
