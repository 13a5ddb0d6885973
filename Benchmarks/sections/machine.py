"""What the machine can do on the log's own text."""

from bench import Bench
from limits.memory_copy import bytes_copied_a_second
from limits.zstandard import BLOCK, LEVEL
from measuring.figures import bytes_a_node, throughput
from measuring.table import Row


def rows(bench: Bench) -> list[Row]:
    """Zstandard and copying. Hashing and verifying stand beside what they bound."""
    limit = bench.zstandard
    copied = bytes_copied_a_second()
    form = f"zstd level {LEVEL} in blocks of {BLOCK}"
    return [
        Row("memory copy, a core", throughput(copied)),
        Row(
            f"{form}, decompression of the log's text, a core",
            throughput(limit.decompression),
            "memory copy, a core",
            throughput(copied),
            limit.decompression / copied,
        ),
        Row(
            f"{form}, compression of the log's text, a core",
            throughput(limit.compression),
            "its decompression",
            throughput(limit.decompression),
            limit.compression / limit.decompression,
        ),
        Row(
            f"the log's text in {form}",
            bytes_a_node(limit.compressed_size / bench.nodes),
            "the text itself",
            bytes_a_node(limit.size / bench.nodes),
            limit.compressed_size / limit.size,
        ),
    ]
