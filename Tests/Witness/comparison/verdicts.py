"""Compares verdicts: accepted or rejected, the code, the id, what is signed."""

import concurrent.futures
import dataclasses
import json

from mutation.cases import LONG, Campaign, Case
from protocol.verdict import ACCEPTED, Judge, Verdict


@dataclasses.dataclass(frozen=True)
class Judged:
    """A case and what the second reading says of it."""

    case: Case
    verdict: Verdict


def judged(seed, numbers):
    """Cases with their verdicts. Runs in a process of its own."""
    campaign, judge = Campaign(seed), Judge()
    return [judged_case(judge, campaign.case(number)) for number in numbers]


def judged_case(judge, case):
    """A case with its verdict."""
    return Judged(case, judge.verdict(case.text, case.signature_required))


def disagreements(executables, judgements):
    """Pairs of a judgement and what an executable said instead."""
    # The executables are processes: threads are enough to run them side by side.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        comparisons = [
            pool.submit(compare, executables, [j for j in judgements if is_asked(j)])
            for compare, is_asked in (
                (findings_that_differ, lambda j: j.case.signature_required),
                (findings_that_differ, lambda j: not j.case.signature_required),
                # Long texts take an executable that was built to be debugged long.
                (ids_that_differ, lambda j: len(j.case.text) < LONG),
            )
        ]
        for comparison in comparisons:
            yield from comparison.result()


def findings_that_differ(executables, judgements):
    """What `redo-verify` says otherwise. All judgements demand a signature, or none."""
    required = any(j.case.signature_required for j in judgements)
    option = ["--require-signature"] if required else []
    texts = [j.case.text for j in judgements]
    answers = executables.answers(
        "redo-verify", "--nodes", "--json", *option, texts=texts
    )
    pairs = zip(judgements, answers, strict=True)
    found = ((j, difference_to_finding(j.verdict, answer)) for j, answer in pairs)
    return [pair for pair in found if pair[1]]


def ids_that_differ(executables, judgements):
    """What `redo-hash-object` says otherwise."""
    texts = [j.case.text for j in judgements]
    batch = executables.answers("redo-hash-object", "--batch", texts=texts)
    literal = executables.answers(
        "redo-hash-object", "--batch", "--literally", texts=texts
    )
    triples = zip(judgements, batch, literal, strict=True)
    found = ((j, difference_to_ids(j.verdict, *answers)) for j, *answers in triples)
    return [pair for pair in found if pair[1]]


def difference_to_finding(verdict, answer):
    """How `redo-verify --nodes` differs from a verdict; None if it agrees."""
    finding = json.loads(answer)
    agree = finding["code"] == verdict.code
    if verdict.code == ACCEPTED:
        agree &= (finding["id"], finding["signature"]) == (
            verdict.id,
            verdict.signed_over,
        )
    return None if agree else f"redo-verify --nodes: {answer}"


def difference_to_ids(verdict, batch, literal):
    """How `redo-hash-object` differs, with validation or without; None if it agrees."""
    if verdict.code == ACCEPTED or verdict.is_only_unsigned:
        # No signature is demanded here.
        agree = batch == verdict.id
    else:
        agree = batch.startswith(f"- {verdict.code} ")
    if not agree:
        return f"redo-hash-object --batch: {batch}"
    if verdict.id is None:
        agree = literal.startswith("- E_SCHEMA_MISMATCH ")
    else:
        agree = literal == verdict.id
    return None if agree else f"redo-hash-object --literally: {literal}"
