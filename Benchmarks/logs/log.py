"""A log as a file of JSON Lines, read."""

import dataclasses
import itertools
import json
import pathlib
import statistics
from collections.abc import Iterator

from .canonical import body_of, canonical


@dataclasses.dataclass(frozen=True)
class SignedMessage:
    """What a signature is verified with."""

    signature: bytes
    message: bytes
    public_key: bytes


@dataclasses.dataclass(frozen=True)
class Log:
    """A log, one node a line, in replay order."""

    path: pathlib.Path

    def lines(self, count: int | None = None) -> Iterator[bytes]:
        """The first `count` lines, or all, each with its line feed."""
        with open(self.path, "rb") as file:
            yield from itertools.islice(file, count)

    def nodes(self, count: int | None = None) -> Iterator[dict]:
        """The first `count` nodes, or all."""
        return map(json.loads, self.lines(count))

    def signed_messages(self, count: int) -> list[SignedMessage]:
        """What the first `count` signatures are verified with."""
        return [
            SignedMessage(
                bytes.fromhex(node["signature"]),
                canonical(body_of(node)).encode(),
                bytes.fromhex(node["author"]["publicKey"]),
            )
            for node in self.nodes(count)
        ]

    def body_size(self, count: int) -> int:
        """The mean length of the first `count` canonical bodies, in bytes."""
        bodies = (canonical(body_of(node)) for node in self.nodes(count))
        return round(statistics.mean(len(body.encode()) for body in bodies))
