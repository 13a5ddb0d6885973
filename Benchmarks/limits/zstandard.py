"""How fast Zstandard is, and how small it makes a text."""

import dataclasses
import os
import pathlib
import re

from measuring.command import Command, output_of

LEVEL = 3
# Zstandard alone compresses no better in larger blocks than a pack can in its frames.
BLOCK = "128KiB"


@dataclasses.dataclass(frozen=True)
class Zstandard:
    """What the benchmark mode of the program zstd says of one file."""

    size: int
    compressed_size: int
    # Bytes of text a second, on one processor.
    compression: float
    decompression: float


def zstandard(path: pathlib.Path) -> Zstandard:
    """Runs the benchmark on a file, in memory, each block by itself."""
    command = ("zstd", f"-b{LEVEL}", f"-e{LEVEL}", "-i2", f"-B{BLOCK}", path)
    report = output_of(Command(command, os.environ)).decode()
    pattern = r"(\d+) -> +(\d+) \(x[0-9.]+\), +([0-9.]+) MB/s, +([0-9.]+) MB/s"
    size, compressed, compression, decompression = re.findall(pattern, report)[-1]
    return Zstandard(
        int(size), int(compressed), float(compression) * 1e6, float(decompression) * 1e6
    )
