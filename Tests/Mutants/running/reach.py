"""Which mutants each suite reaches, and how long it takes."""

import concurrent.futures
import dataclasses
import tempfile


@dataclasses.dataclass(frozen=True)
class Suite:
    """A suite, its processor time in seconds, and the numbers of the mutants that it reaches."""

    target: str
    name: str
    seconds: float
    reached: frozenset


class UnmutatedFailure(Exception):
    """A test fails although no mutant is on."""


def measured(bundle, target, name, count):
    """One suite without a mutant."""
    with tempfile.NamedTemporaryFile(prefix="redo-mutants-") as trace:
        trace.truncate(count)
        outcome = bundle.run(target, [name], {"REDO_MUTANT_TRACE": trace.name})
        if outcome.failure or outcome.is_timeout:
            raise UnmutatedFailure(f"{target}.{name}: {outcome}")
        reached = frozenset(n for n, byte in enumerate(trace.read(count)) if byte)
    return Suite(target, name, outcome.processor_time, reached)


def all_suites(bundle, target, count, jobs):
    """All suites of a target of tests, the quickest first."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        suites = pool.map(
            lambda name: measured(bundle, target, name, count), bundle.suites(target)
        )
        return sorted(suites, key=lambda suite: (suite.seconds, suite.name))
