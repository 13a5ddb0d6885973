"""Each rule broken in one way that some history has to show.

A rule whose change no history shows is one that the histories do not compare.
"""

import contextlib
import unittest.mock

from . import form, people, sharing, tasks

# What is replaced, and by what: an attribute of an object, or a key of a dictionary.
FORMS = form.RULES
OTHERS = people.RULES | sharing.RULES | tasks.RULES
RULES = FORMS | OTHERS


@contextlib.contextmanager
def broken(rule):
    """Breaks a rule for a while."""
    owner, name, value = RULES[rule]
    patch = unittest.mock.patch
    with (
        patch.dict(owner, {name: value})
        if isinstance(owner, dict)
        else patch.object(owner, name, value)
    ):
        yield


def shown(logs, answers, some_rules):
    """Those of some rules without which some log has another answer.

    Logs are nodes, and answers are a function of them.
    """
    right, result = [answers(nodes) for nodes in logs], set()
    for rule in some_rules:
        with broken(rule):
            pairs = zip(logs, right, strict=True)
            if any(is_other(nodes, answer, answers) for nodes, answer in pairs):
                result.add(rule)
    return result


def is_other(nodes, answer, answers):
    """Whether a log has another answer with a rule that is broken."""
    try:
        return answers(nodes) != answer
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        # Without the rule the rest does not hold together: it shows, too.
        return True
