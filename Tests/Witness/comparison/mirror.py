"""Reads a mirror with the package dulwich, and works out each commit again."""

import json
import random

from dulwich.repo import Repo

from mutation.cases import FIXTURES
from mutation.logs import good_log
from protocol import commit

STORE = "--redo-dir=mirrored/.redo"
MIRROR = "mirror.git"
LOG = FIXTURES / "vectors" / "logs" / "62-generated-60-nodes" / "nodes.jsonl"
DEVICE = "witness"


def failures(executables, folder, seed, count):
    """What is wrong with the mirror of a random log of so many nodes, in words."""
    nodes = good_log(random.Random(f"{seed}/log"), count)
    executables.run("redo-init", "mirrored")
    text = b"".join(node + b"\n" for node in nodes)
    executables.run("redo-import", STORE, "--unsigned", text=text)
    executables.run("redo-import", STORE, "--unsigned", text=LOG.read_bytes())
    executables.run("redo-mirror", STORE, "--to", MIRROR)
    lines = executables.run("redo-export", STORE).split(b"\n")[:-1]
    with Repo(str(folder / MIRROR)) as repository:
        yield from differences(repository, lines)


def differences(repository, lines):
    """The commits that are missing, too many or other ones, in words."""
    expected, commits, heads = {}, {}, {}
    for line in lines:
        node = json.loads(line)
        id = node["id"]
        expected[id] = commit.node_commit(line, node, commits)
        commits[id] = commit.object_name(b"commit", expected[id])
        for parent in node["parents"]:
            heads.pop(parent, None)
        heads[id] = (id, commits[id], commit.seconds(node["timestamp"]["wall"]))
    previous, order = [], list(heads.values())
    for start in range(0, len(order), commit.MOST_HEADS):
        part = order[start : start + commit.MOST_HEADS]
        content = commit.checkpoint(part, previous, DEVICE)
        # The date counts only where two are joined.
        previous = [(commit.object_name(b"commit", content), 0)]
        expected[f"checkpoint {start}"] = content
    if [repository.head()] != [name.encode() for name, _ in previous]:
        yield f"the mirror's HEAD is {repository.head()}, not {previous}"
    found = {entry.commit.id.decode(): entry.commit for entry in repository.get_walker()}
    for id, content in expected.items():
        name = commit.object_name(b"commit", content)
        if (other := found.pop(name, None)) is None:
            yield f"the mirror does not have {name}, the commit of {id}: {content!r}"
        elif other.as_raw_string() != content:
            yield f"the commit {name} is {other.as_raw_string()!r}, not {content!r}"
    for name in found:
        yield f"the mirror has {name}, which is not a node's commit"
    yield from other_blobs(repository, lines, commits)


def other_blobs(repository, lines, commits):
    """The files node.json that are not the stored lines, in words."""
    for line in lines:
        name = commits[json.loads(line)["id"]].encode()
        if name not in repository.object_store:
            continue
        tree = repository[repository[name].tree]
        entries = [(entry.path, entry.mode) for entry in tree.items()]
        if entries != [(b"node.json", 0o100644)]:
            yield f"the commit {name} has the files {entries}"
        elif repository[tree[b"node.json"][1]].data != line + b"\n":
            yield f"the commit {name} has another node.json than {line!r}"

