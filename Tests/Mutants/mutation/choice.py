"""Chooses mutations by a seed: spread over the kinds of each file, and over the files by their length."""

import collections
import hashlib
import itertools

from modules import files

from .mutators import Mutator


def chosen_of_file(mutations, count, seed):
    """So many mutations of one file, each on lines of its own, of all kinds in turn."""
    by_kind = collections.defaultdict(list)
    for mutation in sorted(mutations, key=lambda m: m.rank(seed)):
        by_kind[mutation.kind].append(mutation)
    # The file decides which kind is first, so that short files together have all kinds.
    kinds = sorted(by_kind, key=lambda kind: by_kind[kind][0].rank(seed))
    chosen, lines = [], set()
    for mutation in itertools.chain.from_iterable(
        itertools.zip_longest(*(by_kind[kind] for kind in kinds))
    ):
        if mutation is None:
            continue
        own = set(range(mutation.line, mutation.line + mutation.original.count("\n") + 1))
        if len(chosen) < count and not own & lines:
            chosen.append(mutation)
            lines |= own
    return sorted(chosen, key=lambda m: m.start)


def chosen_files(possible, file_count, least, seed):
    """So many of the files in which at least so many mutations are possible; all of them if there are no more."""
    order = sorted(possible, key=lambda file: hashlib.sha256(f"{seed} {file}".encode()).digest())
    rich = [file for file in order if len(possible[file]) >= least]
    poor = [file for file in order if len(possible[file]) < least]
    return (rich + poor)[:file_count]


def chosen(module, root, seed):
    """About as many mutations of a module as it asks for, in the order of its files."""
    possible = {}
    lengths = {}
    for file in files(module, root):
        text = (root / file).read_bytes()
        possible[file] = list(Mutator(file, text).mutations())
        lengths[file] = text.count(b"\n")
    least = 2 * module.count // module.file_count
    own = chosen_files(possible, module.file_count, least, seed)
    remaining_lines = sum(lengths[file] for file in own)
    result = []
    # The shortest first: what they cannot give is left to the longer ones.
    for file in sorted(own, key=lambda file: (lengths[file], file)):
        share = -(-(module.count - len(result)) * lengths[file] // remaining_lines)
        result += chosen_of_file(possible[file], share, seed)
        remaining_lines -= lengths[file]
    return sorted(result, key=lambda m: (m.file, m.start))
