"""How fast everything that is stored is verified again."""

import os
from statistics import median as median_of

import budgets
from bench import Bench
from limits.ed25519 import verified_a_second, verified_a_second_by_all
from measuring.alternation import LEAST, alternated, median
from measuring.command import measured, warmed_up
from measuring.comparison import rate_row, wall_and_processor_rows
from measuring.figures import rate
from measuring.table import Row

MESSAGES = 1000
VERIFY = ("redo-verify", "--all", "--require-signature")


def rows(bench: Bench) -> list[Row]:
    """verify beside libsodium alone, then verify and fsck beside git fsck."""
    return _limit_rows(bench) + _git_rows(bench)


def _limit_rows(bench):
    """verify and its limit, in turn."""
    messages = bench.log.signed_messages(MESSAGES)
    command = bench.store.command(*VERIFY)
    warmed_up(command)
    singles, alls, usages = [], [], []
    for _ in range(LEAST):
        singles.append(verified_a_second(messages))
        alls.append(verified_a_second_by_all(messages))
        usages.append(measured(command))
    usage, single, by_all = median(usages), median_of(singles), median_of(alls)
    return _rows_beside_libsodium(bench.nodes, usage, single, by_all)


def _rows_beside_libsodium(nodes, usage, single, by_all):
    """The rates of verify and of libsodium."""
    cores = os.cpu_count()
    libsodium = "libsodium's crypto_sign_verify_detached"
    return [
        Row(
            f"{libsodium}, {cores} cores at once",
            rate(by_all, "signatures"),
            f"{libsodium}, {cores} x one core",
            rate(cores * single, "signatures"),
            by_all / (cores * single),
        ),
        rate_row(
            "redo-verify --all, wall",
            nodes / usage.wall,
            f"{libsodium}, {cores} cores at once",
            by_all,
            unit="signatures",
            budget=budgets.VERIFY,
        ),
        rate_row(
            "redo-verify --all, a core",
            nodes / usage.processor,
            f"{libsodium}, one core",
            single,
            unit="signatures",
        ),
    ]


def _git_rows(bench):
    """Both look at every byte; git has no signatures to verify here."""
    git = bench.repository.command("fsck", "--full", "--no-progress")
    verify = bench.store.command(*VERIFY)
    if not bench.suite.has("redo-fsck"):
        usage, other = alternated(verify, git)
        return _rows_beside_git("redo-verify --all", usage, other) + [
            Row("redo-fsck", "not in this build")
        ]
    usage, other, fsck = alternated(verify, git, bench.store.command("redo-fsck"))
    return _rows_beside_git("redo-verify --all", usage, other) + _rows_beside_git(
        "redo-fsck", fsck, other
    )


def _rows_beside_git(what, usage, other):
    """Wall and processor time beside those of git fsck."""
    return wall_and_processor_rows(
        f"{what}, with signatures", usage, "git fsck --full, without", other
    )
