#!/usr/bin/env python3
"""Writes redo_changes.json, a sample change log, and what it should come to.

The log is invented: about forty tasks of one person with a telephone, a laptop and
a tablet, in eight weeks of autumn 2025. It is written as the telephone's
application would export it: a JSON array in order of arrival, pretty-printed, with
the members of objects in no particular order.

All keys are TEST KEYS. Their seeds are public (see Device.key in
generator/history.py); they sign nothing but this file.

The same input gives the same bytes, every time. README.md says how to run it.
"""

import collections
import datetime
import json
import pathlib

from generator import agreement, printing, stories
from generator.canonical import instant
from generator.history import PHONE, Dice, History
from generator.rank import classic_rank, ranking, sigmoid_rank
from generator.replay import Log, state_hash
from generator.validity import mistakes_alone, mistakes_with_parents

FOLDER = pathlib.Path(__file__).resolve().parent
CHANGES = FOLDER / "redo_changes.json"
EXPECTED = FOLDER / "redo_changes.expected.json"
SEED = 20251116
NOW = "2025-11-16T12:00:00.000Z"
LEAST_NODES = 320


def in_order_of_arrival(nodes, dice):
    """The nodes as the telephone got them.

    It has its own at once. What the others wrote comes up to thirty hours later and
    in no order, so that a child can come before its parent.
    """

    def arrival(node):
        own = node["author"]["deviceId"] == PHONE.device_id
        delay = 0 if own else dice.below(30 * 3600)
        return instant(node["timestamp"]["wall"]) + datetime.timedelta(seconds=delay)

    return sorted(nodes, key=arrival)


def write_changes():
    """Writes the sample log."""
    history = History(SEED)
    stories.tell(history)
    dice = Dice(SEED + 1)
    nodes = in_order_of_arrival(history.nodes, dice)
    CHANGES.write_text(printing.text_of(nodes, dice), encoding="utf-8")


def checked_log():
    """Reads the sample log again and checks every node in all three stages.

    Raises ValueError if a node fails or the log is not the sample that it should be.
    """
    nodes = json.loads(CHANGES.read_text(encoding="utf-8"))
    by_id = {node["id"]: node for node in nodes}
    if len(by_id) < len(nodes):
        raise ValueError("an id occurs twice")
    for node in nodes:
        mistakes = mistakes_alone(node) + mistakes_with_parents(node, by_id)
        if mistakes:
            raise ValueError(f"{node['id']}: {', '.join(mistakes)}")
    log = Log(nodes)
    rejected = set(log.verdicts.values()) - {"RECONSTRUCT_002"}
    if rejected:
        raise ValueError(f"rejected: {', '.join(sorted(rejected))}")
    if len(nodes) < LEAST_NODES:
        raise ValueError(f"only {len(nodes)} nodes")
    if not any_child_first(nodes):
        raise ValueError("no child comes before its parent")
    return log


def any_child_first(nodes):
    """Whether a node comes before one of its parents."""
    place = {node["id"]: index for index, node in enumerate(nodes)}
    return any(place[p] > place[n["id"]] for n in nodes for p in n["parents"])


def expectations(log):
    """What a correct reader of the sample log finds."""
    state = log.state()
    heads = [log.heads(task) for task in log.tasks()]
    now = instant(NOW)
    return {
        "now": NOW,
        "nodes": len(log.nodes),
        "byAction": collections.Counter(node["action"] for node in log.nodes),
        "heads": sum(map(len, heads)),
        "divergedTasks": sum(len(of_task) > 1 for of_task in heads),
        "stateHash": state_hash(state),
        "state": state,
        "classic": ranking(state, classic_rank, now, now.hour),
        "sigmoid": ranking(state, sigmoid_rank, now, now.hour),
    }


def main():
    """Writes both files, after a comparison with the vectors."""
    logs, bad_nodes, ranks = agreement.check(FOLDER / "vectors")
    write_changes()
    expected = expectations(checked_log())
    text = json.dumps(expected, ensure_ascii=False, indent=2, sort_keys=True)
    EXPECTED.write_text(text + "\n", encoding="utf-8")
    print(
        f"{expected['nodes']} nodes, all valid; {len(expected['state'])} tasks,"
        f" {expected['heads']} heads, {expected['divergedTasks']} diverged;"
        f" state {expected['stateHash']}; agrees with {logs} logs, {bad_nodes} bad"
        f" nodes and {ranks} ranks of the vectors"
    )


if __name__ == "__main__":
    main()
