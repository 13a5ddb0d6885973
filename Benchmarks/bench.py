"""What all sections of one run share: the build, the log, a store and a repository."""

import functools
import pathlib

from limits.zstandard import Zstandard, zstandard
from logs.log import Log
from logs.signed import kept_log
from logs.unsigned import write_unsigned_log
from measuring.command import output_of
from peers.git_repository import GitRepository
from peers.git_stream import GitStream
from peers.store import Store
from peers.suite import Suite


class Bench:
    """One run. What takes long is made when it is first asked for."""

    def __init__(self, executables, scratch, folder: pathlib.Path, nodes: int):
        """Where the executables are, what is kept, and what goes away after the run."""
        self.suite = Suite(executables, folder)
        self.logs_folder = scratch / "bench-logs"
        self.folder = folder
        self.nodes = nodes

    @functools.cached_property
    def log(self) -> Log:
        """The signed log."""
        return Log(kept_log(self.logs_folder, self.nodes))

    @functools.cached_property
    def unsigned_log(self) -> Log:
        """As many unsigned nodes, which have nothing to do with one another."""
        log = Log(self.folder / "unsigned.jsonl")
        write_unsigned_log(log.path, self.nodes)
        return log

    def new_store(self, name: str) -> Store:
        """A store that is not made yet."""
        return Store(self.suite, self.folder / name)

    @functools.cached_property
    def store(self) -> Store:
        """A store with the signed log, packed. Nothing is written to it afterwards."""
        store = self.new_store("store")
        output_of(store.importing(self.log.path))
        store.pack()
        return store

    @functools.cached_property
    def stream(self) -> GitStream:
        """The signed log as a stream for git."""
        return GitStream(self.log, self.folder / "log.fast-import")

    @functools.cached_property
    def repository(self) -> GitRepository:
        """A git repository with the same graph, packed."""
        repository = GitRepository(self.folder / "repository.git")
        output_of(repository.fast_importing(self.stream.path))
        repository.pack()
        return repository

    @functools.cached_property
    def zstandard(self) -> Zstandard:
        """What zstd does with the text of the signed log."""
        return zstandard(self.log.path)
