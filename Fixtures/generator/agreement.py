"""Compares this package's reading of the specification with the test vectors.

The expected state of the sample log is worth something only if the program that
computed it is right. It must therefore give the answers of the vectors first.
"""

import json

import rfc8785

from .canonical import MAX_INTEGER, instant
from .rank import classic_rank, ranking, sigmoid_rank
from .replay import Log, state_hash
from .validity import mistakes_alone


class Disagreement(Exception):
    """A vector that this package answers otherwise."""


def check(vectors):
    """Goes through the vectors; returns how many logs, nodes and ranks it checked.

    What has a MERGE is left out. Raises Disagreement at the first difference.
    """
    logs = sum(map(check_log, sorted(vectors.glob("logs/*"))))
    nodes = sum(map(check_node, lines_of(vectors / "nodes.jsonl")))
    ranks = sum(map(check_rank, lines_of(vectors / "rank.tsv")[1:]))
    return logs, nodes, ranks


def lines_of(file):
    """The lines of a text file; only a line feed ends one."""
    return file.read_text("utf-8").removesuffix("\n").split("\n")


def read_log(folder):
    """The nodes of a log that pass stages 1 and 2, each once."""
    nodes = {}
    verdicts = lines_of(folder / "validate.tsv")
    lines = (folder / "nodes.jsonl").read_bytes().removesuffix(b"\n").split(b"\n")
    for verdict, line in zip(verdicts, lines, strict=True):
        if verdict.endswith("\tOK"):
            node = json.loads(line, parse_int=integer_or_double)
            nodes.setdefault(node["id"], node)
    return list(nodes.values())


def integer_or_double(digits):
    """A JSON integer, as a double where that is not the same."""
    value = int(digits)
    return value if abs(value) <= MAX_INTEGER else float(value)


def check_log(folder):
    """Checks one log; returns whether it could be checked."""
    nodes = read_log(folder)
    if any(node["action"] == "MERGE" for node in nodes):
        return False
    log = Log(nodes)
    state = log.state()
    verdicts = "".join(
        f"{n['id']}\t{log.verdicts[n['id']]}\n"
        for n in log.nodes
        if n["id"] in log.verdicts
    )
    expect(folder / "rejected.tsv", verdicts)
    expect(folder / "state.json", rfc8785.dumps(state).decode("utf-8") + "\n")
    expect(folder / "hash.txt", state_hash(state) + "\n")
    return True


def expect(file, text):
    """Raises Disagreement unless the file holds the text."""
    if file.read_text("utf-8") != text:
        raise Disagreement(str(file))


def check_node(line):
    """Checks that a bad node is found bad; returns whether it could be checked.

    Good nodes prove nothing here: the sample log is the place where a check that
    is too strict would be noticed.
    """
    case = json.loads(line)
    try:
        node = json.loads(case["node"], object_pairs_hook=members_once)
        if case["expect"] == "OK" or node["action"] == "MERGE":
            return False
        mistakes = mistakes_alone(node)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return True  # so wrong that it cannot even be judged
    if not mistakes:
        raise Disagreement(case["name"])
    return True


def members_once(pairs):
    """An object without duplicate members."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a duplicate member")
    return dict(pairs)


def check_rank(line):
    """Checks one line of rank.tsv."""
    now, zone, created, deadline, priority, points, status, *ranks = line.split("\t")
    now = instant(now)
    deadline = None if deadline == "-" else deadline
    todos = [{"completed": None, "deadline": deadline}] if status != "draft" else []
    task = {
        "guid": "",
        "title": "",
        "created": created,
        "priority": int(priority),
        "storyPoints": float(points),
        "archived": status == "archived",
        "completedAt": created if status == "completed" else None,
        "todoTasks": todos,
    }
    local_hour = (now.hour + now.minute / 60 + float(zone)) % 24
    for rank, expected in zip((classic_rank, sigmoid_rank), ranks, strict=True):
        found = ranking([task], rank, now, local_hour)
        value = found[0][2] if found else 0
        if abs(value - float(expected)) > 0.000002:
            raise Disagreement(line)
    return True
