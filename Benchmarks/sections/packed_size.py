"""How many bytes a node takes on disk."""

import budgets
from bench import Bench
from measuring.budget import verdict_of
from measuring.figures import bytes_a_node
from measuring.table import Row

PACK, INDEX = ".pack", ".idx"


def rows(bench: Bench) -> list[Row]:
    """Packs alone and with all that belongs to them, beside git's."""
    sizes = bench.store.sizes()
    git_pack = bench.repository.pack_size(PACK)
    git_both = git_pack + bench.repository.pack_size(INDEX)
    packed = f"{bench.store.nodes_in_packs()} of {bench.nodes}"
    result = [
        Row("nodes in packs after redo-gc", packed),
        _row(
            bench,
            "redo's objects: packs, indexes and loose nodes",
            sum(sizes.values()),
            "git's pack and index",
            git_both,
            budgets.PACKED_BYTES_A_NODE,
        ),
    ]
    if PACK in sizes:
        result.append(_row(bench, "redo's packs", sizes[PACK], "git's pack", git_pack))
    return result


def _row(bench, what, size, beside, its_size, budget=None):
    """Two sizes; the budget is for the first one."""
    return Row(
        what,
        bytes_a_node(size / bench.nodes),
        beside,
        bytes_a_node(its_size / bench.nodes),
        size / its_size,
        verdict_of(budget, size / bench.nodes),
    )
