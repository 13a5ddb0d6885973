"""Whole logs of signed nodes, in replay order, made on all processors."""

import concurrent.futures
import itertools
import os
import pathlib
import random
from collections.abc import Iterator

from .author import Author
from .history import History

# Part of the name of a log that is kept: another program makes another log.
VERSION = 1
SEED = "redo benchmark"
TASKS_AT_ONCE = 200


def kept_log(folder: pathlib.Path, nodes: int) -> pathlib.Path:
    """The log of a number of nodes in tasks of ten or so, made when it is not there yet."""
    path = folder / f"{nodes}-{VERSION}.jsonl"
    return _kept(path, _random_lengths(nodes))


def kept_log_of_tasks(folder: pathlib.Path, tasks: int) -> pathlib.Path:
    """The log of a number of tasks, each of a CREATE and a CREATE_TODO, made likewise."""
    path = folder / f"{tasks}-tasks-{VERSION}.jsonl"
    return _kept(path, itertools.repeat(2, tasks))


def _random_lengths(nodes) -> Iterator[int]:
    """Numbers of nodes of one task, ten on average."""
    dice = random.Random(SEED)
    while nodes > 0:
        length = min(nodes, dice.randint(3, 17))
        nodes -= length
        yield length


def _kept(path, lengths):
    """Writes a log unless it is there, and gives it its name when it is whole."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        with open(unfinished, "w", encoding="utf-8") as file:
            file.writelines(text + "\n" for *_, text in _nodes(lengths))
        unfinished.rename(path)
    return path


def _nodes(lengths):
    """The nodes of all tasks, in replay order."""
    numbered = list(enumerate(lengths))
    parts = [
        numbered[start : start + TASKS_AT_ONCE]
        for start in range(0, len(numbered), TASKS_AT_ONCE)
    ]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        return sorted(itertools.chain.from_iterable(pool.map(_nodes_of, parts)))


def _nodes_of(tasks):
    """The nodes of some tasks, each a number and a length."""
    author = Author(SEED)
    return [
        node
        for number, length in tasks
        for node in History(author, SEED, number, length).nodes
    ]
