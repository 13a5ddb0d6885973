"""Binary expressions, with Swift's precedence.

The grammar does not know it: a chain of operators is flattened, and grouped again.
"""

import dataclasses

BINARY = frozenset(
    (
        "additive_expression",
        "bitwise_operation",
        "comparison_expression",
        "conjunction_expression",
        "disjunction_expression",
        "equality_expression",
        "infix_expression",
        "multiplicative_expression",
        "nil_coalescing_expression",
        "range_expression",
    )
)
# Between the operands of a chain these would be grouped wrongly.
NOT_OPERANDS = frozenset(
    ("as_expression", "assignment", "check_expression", "ternary_expression")
)
# Around a chain these bind more tightly than its operators, whatever the grammar says.
NOT_PARENTS = frozenset(("as_expression", "check_expression", "prefix_expression"))
PRECEDENCE = {
    operator: precedence
    for precedence, operators in enumerate(
        (
            ("||",),
            ("&&",),
            ("<", "<=", ">", ">=", "==", "!=", "===", "!==", "~="),
            ("??",),
            ("..<", "..."),
            ("+", "-", "|", "^", "&+", "&-"),
            ("*", "/", "%", "&", "&*"),
            ("<<", ">>", "&<<", "&>>"),
        )
    )
    for operator in operators
}


@dataclasses.dataclass(frozen=True)
class Operand:
    """A part of the text."""

    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Binary(Operand):
    """Two operands and what is between them."""

    left: Operand
    operator: str
    right: Operand


def is_outermost(node):
    """Whether a node is a chain that is not a part of another one."""
    return (
        node.type in BINARY
        and node.parent is not None
        and node.parent.type not in BINARY
        and node.parent.type not in NOT_PARENTS
    )


def flattened(node):
    """The operands and operators of a chain in turn, or None if one of them is unknown."""
    if node.type not in BINARY:
        # A prefix operator binds more tightly than any other.
        if node.type in NOT_OPERANDS or (
            node.type == "prefix_expression"
            and any(child.type in BINARY for child in node.children)
        ):
            return None
        return [Operand(node.start_byte, node.end_byte)]
    children = [child for child in node.children if child.type != "comment"]
    if len(children) != 3:
        return None
    left, right = flattened(children[0]), flattened(children[2])
    operator = children[1].text.decode()
    if left is None or right is None or operator not in PRECEDENCE:
        return None
    return left + [operator] + right


def grouped(parts):
    """The expression that operands and operators in turn are."""
    if len(parts) == 1:
        return parts[0]
    # The last of the weakest operators is the outermost: all of them group to the left, but `??`.
    weakest = min(PRECEDENCE[operator] for operator in parts[1::2])
    places = [
        place
        for place in range(1, len(parts), 2)
        if PRECEDENCE[parts[place]] == weakest
    ]
    place = places[0] if parts[places[0]] == "??" else places[-1]
    left, right = grouped(parts[:place]), grouped(parts[place + 1 :])
    return Binary(left.start, right.end, left, parts[place], right)


def binaries(node):
    """All binary expressions of an outermost chain."""
    parts = flattened(node)
    waiting = [] if parts is None else [grouped(parts)]
    while waiting:
        expression = waiting.pop()
        if isinstance(expression, Binary):
            yield expression
            waiting += [expression.left, expression.right]
