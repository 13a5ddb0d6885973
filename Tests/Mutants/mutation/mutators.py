"""The mutations that are possible in a file."""

import collections

from . import chains, syntax
from .mutation import Form, Kind, Mutation

OTHER = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "===": "!==",
    "!==": "===",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "|",
    "&+": "&-",
    "&-": "&+",
}
OFF_BY_ONE = frozenset(("<", "<=", ">", ">="))
# Their operands are not interchangeable.
ORDERED = frozenset(("-", "<", "<=", ">", ">=", "/", "%", "<<", ">>"))
RANGES = {"..<": "+", "...": "-"}
CONDITIONALS = frozenset(("if_statement", "guard_statement", "while_statement"))
# What is a pattern, a type, a text or a table.
UNTOUCHED = frozenset(
    (
        "array_literal",
        "attribute",
        "dictionary_literal",
        "enum_entry",
        "line_string_literal",
        "multi_line_string_literal",
        "switch_pattern",
        "type_arguments",
        "type_parameters",
    )
)
# Without these nothing is computed differently: room is made in advance, or a mistake of the program is found.
WITHOUT_EFFECT = (
    "assert",
    "assertionFailure",
    "defer",
    "fatalError",
    "precondition",
    "preconditionFailure",
    "reserveCapacity",
)
REMOVABLE = frozenset(("assignment", "call_expression", "try_expression"))
# Longer ones are hard to read in a report, and slow to type-check.
GREATEST_LENGTH = 160


class Mutator:
    """Finds the mutations of a file."""

    def __init__(self, file, text):
        self.file, self.text = str(file), text
        self.lines = text.split(b"\n")
        self.occurrences = collections.Counter()

    def mutations(self):
        """All of them, in no order."""
        for node in syntax.nodes(syntax.parsed(self.text), UNTOUCHED):
            yield from self.conditions(node)
            yield from self.operators(node)
            yield from self.literals(node)
            yield from self.statements(node)

    def between(self, start, end):
        """The text between two offsets."""
        return self.text[start:end].decode()

    def mutation(self, kind, form, start, end, mutated):
        """A list of one mutation, or of none if its text is too long or has a comment."""
        original = self.between(start, end)
        if len(original) > GREATEST_LENGTH or "//" in original:
            return []
        line = self.text.count(b"\n", 0, start) + 1
        context = self.lines[line - 1].decode().strip()
        key = (context, original, mutated)
        self.occurrences[key] += 1
        return [
            Mutation(
                file=self.file,
                start=start,
                end=end,
                line=line,
                kind=kind,
                form=form,
                original=original,
                mutated=mutated,
                context=context,
                occurrence=self.occurrences[key],
            )
        ]

    def conditions(self, node):
        """Negated conditions."""
        for condition in self.boolean_clauses(node):
            start, end = condition.start_byte, condition.end_byte
            yield from self.mutation(
                Kind.NEGATED_CONDITION,
                Form.CONDITION,
                start,
                end,
                f"!({self.between(start, end)})",
            )

    @staticmethod
    def boolean_clauses(node):
        """The conditions of a statement or expression that bind nothing."""
        if node.type == "ternary_expression":
            return [node.child_by_field_name("condition")]
        if node.type not in CONDITIONALS:
            return []
        clauses = [[]]
        for child in node.children[1:]:
            if child.type in ("else", "{"):
                break
            if child.type == ",":
                clauses.append([])
            elif child.type != "comment":
                clauses[-1].append(child)
        return [
            clause[0]
            for clause in clauses
            if len(clause) == 1
            and clause[0].is_named
            and clause[0].type != "availability_condition"
        ]

    def operators(self, node):
        """Other operators, swapped operands, and ranges that end elsewhere."""
        if not chains.is_outermost(node):
            return
        for binary in chains.binaries(node):
            left = self.between(binary.left.start, binary.left.end)
            right = self.between(binary.right.start, binary.right.end)
            operator = binary.operator
            if sign := RANGES.get(operator):
                yield from self.mutation(
                    Kind.OFF_BY_ONE,
                    Form.EXPRESSION,
                    binary.right.start,
                    binary.right.end,
                    f"({right}) {sign} 1",
                )
            is_joining = operator == "+" and '"' in left + right or left.startswith("[")
            if (other := OTHER.get(operator)) and not is_joining:
                yield from self.mutation(
                    Kind.OFF_BY_ONE if operator in OFF_BY_ONE else Kind.OTHER_OPERATOR,
                    Form.EXPRESSION,
                    binary.start,
                    binary.end,
                    f"{left} {other} {right}",
                )
            if operator in ORDERED:
                yield from self.mutation(
                    Kind.SWAPPED_OPERANDS,
                    Form.EXPRESSION,
                    binary.start,
                    binary.end,
                    f"({right}) {operator} ({left})",
                )

    def literals(self, node):
        """Numbers that are greater by one, and the other truth value."""
        text = node.text.decode()
        if node.type == "boolean_literal":
            mutated = "false" if text == "true" else "true"
        elif node.type == "integer_literal":
            mutated = str(int(text.replace("_", "")) + 1)
        elif node.type == "hex_literal":
            mutated = hex(int(text.replace("_", ""), 16) + 1)
        else:
            return
        yield from self.mutation(
            Kind.CONSTANT, Form.EXPRESSION, node.start_byte, node.end_byte, mutated
        )

    def statements(self, node):
        """Removed statements, and assignments that subtract instead of adding."""
        if node.parent is None or node.parent.type != "statements":
            return
        start, end = node.start_byte, node.end_byte
        text = self.between(start, end)
        is_continue = node.type == "control_transfer_statement" and text == "continue"
        if node.type not in REMOVABLE and not is_continue:
            return
        if any(word in text for word in WITHOUT_EFFECT) or self.is_result(node):
            return
        yield from self.mutation(
            Kind.REMOVED_STATEMENT, Form.STATEMENT, start, end, "(removed)"
        )
        for operator, other in (("+=", "-="), ("-=", "+=")):
            if node.type == "assignment" and f" {operator} " in text:
                yield from self.mutation(
                    Kind.OTHER_OPERATOR,
                    Form.OTHER_STATEMENT,
                    start,
                    end,
                    text.replace(f" {operator} ", f" {other} ", 1),
                )

    @staticmethod
    def is_result(node):
        """Whether a statement may be the value of what it is in, or what an initialiser has to do."""
        around = list(syntax.ancestors(node))
        if any(parent.type == "init_declaration" for parent in around):
            return True
        if node.parent.named_child_count > 1:
            return False
        if around[1].type in ("lambda_literal", "computed_property", "computed_getter"):
            return True
        return (
            around[1].type == "function_body"
            and b"->" in around[2].text[: around[1].start_byte - around[2].start_byte]
        )
