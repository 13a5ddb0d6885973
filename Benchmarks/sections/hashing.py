"""How fast nodes are read, judged alone and hashed."""

import budgets
from bench import Bench
from limits.sha256 import digests_a_second
from measuring.alternation import alternated
from measuring.figures import rate
from measuring.table import Row


def rows(bench: Bench) -> list[Row]:
    """hash-object beside OpenSSL's SHA-256 on texts of the same size."""
    log = bench.unsigned_log
    size = log.body_size(1000)
    command = bench.suite.command("redo-hash-object", "--batch", input=log.path)
    (usage,) = alternated(command)
    nodes, digests = bench.nodes / usage.processor, digests_a_second(size)
    return [
        Row(
            "redo-hash-object --batch, unsigned nodes, a core",
            rate(nodes, "nodes"),
            f"OpenSSL's SHA-256 of {size} bytes, a core",
            rate(digests, "digests"),
            nodes / digests,
            budgets.HASH_OBJECT.verdict(nodes),
        )
    ]
