"""Lets two stores of one device push, and works out again how their checkpoints are joined."""

import json
import random

from dulwich.repo import Repo

from mutation.cases import FIXTURES
from mutation.logs import good_log
from protocol import commit

REMOTE = "joined.git"
REFERENCE = b"refs/redo/devices/witness"
DEVICE = "witness"
LOG = FIXTURES / "vectors" / "logs" / "62-generated-60-nodes" / "nodes.jsonl"


def failures(executables, folder, seed, count):
    """What is wrong with the checkpoints of two stores that push to one place, in words."""
    for name in (REMOTE, "spare.git"):
        Repo.init_bare(str(folder / name), mkdir=True).close()
    text = b"".join(
        node + b"\n" for node in good_log(random.Random(f"{seed}/joined"), count)
    )
    for name, nodes in (("one", text), ("two", LOG.read_bytes())):
        store = f"--redo-dir={name}/.redo"
        executables.run("redo-init", name)
        executables.run("redo-import", store, "--unsigned", text=nodes)
        for remote in (REMOTE, "spare.git"):
            executables.run("redo-remote", store, "add", remote, str(folder / remote))
            # Checkpoints are joined where nodes are commits.
            executables.run("redo-config", store, f"remote.{remote}.layout", "commits")
    # Each has a checkpoint of its own when they meet.
    for name, remote in (("two", "spare.git"), ("one", REMOTE), ("two", REMOTE)):
        store = f"--redo-dir={name}/.redo"
        executables.run("redo-push", store, "--skip-unsigned", remote)
    lines = executables.run("redo-export", "--redo-dir=two/.redo").split(b"\n")[:-1]
    with Repo(str(folder / REMOTE)) as repository:
        yield from differences(repository, lines)


def differences(repository, lines):
    """The commits that are not what their parents give, in words."""
    order = {json.loads(line)["id"]: place for place, line in enumerate(lines)}
    stored = {json.loads(line)["id"]: line for line in lines}
    entries = repository.get_walker(include=[repository.refs[REFERENCE]])
    commits = {entry.commit.id.decode(): entry.commit for entry in entries}
    ids = {name: trailer(content) for name, content in commits.items()}
    names = {id: name for name, id in ids.items() if id}
    joined = 0
    for name, found in commits.items():
        if id := ids[name]:
            content = commit.node_commit(stored[id], json.loads(stored[id]), names)
        else:
            content, previous = expected_checkpoint(found, commits, ids, order)
            joined += previous > 1
        if found.as_raw_string() != content:
            yield f"the commit {name} is {found.as_raw_string()!r}, not {content!r}"
    if joined == 0:
        yield "no checkpoint joins two"
    for id in pushed(lines):
        if id not in names:
            yield f"the remote lacks {id}"


def pushed(lines):
    """The ids of the nodes that are signed, with all that they follow."""
    free = set()
    for line in lines:
        node = json.loads(line)
        if "signature" in node and free.issuperset(node["parents"]):
            free.add(node["id"])
    return free


def trailer(found):
    """The id of the node that a commit is of; nothing for a checkpoint."""
    word = b"Redo-Node: "
    lines = found.message.split(b"\n")[2:]
    return next((x[len(word) :].decode() for x in lines if x.startswith(word)), None)


def expected_checkpoint(found, commits, ids, order):
    """What the checkpoint with a commit's parents is, and how many it follows."""
    parents = [name.decode() for name in found.parents]
    previous = [
        (name, commits[name].commit_time) for name in parents if ids[name] is None
    ]
    heads = [
        (ids[name], name, commits[name].commit_time)
        for name in parents
        if ids[name] is not None
    ]
    heads.sort(key=lambda head: order[head[0]])
    return commit.checkpoint(heads, previous, DEVICE), len(previous)
