"""The syntax tree of a file of Swift."""

import re

import tree_sitter
import tree_sitter_swift

LANGUAGE = tree_sitter.Language(tree_sitter_swift.language())
# The grammar does not know these; spaces of the same length leave every offset as it is.
UNKNOWN = tuple(
    re.compile(pattern)
    for pattern in (
        rb"\bunsafe (?=[\w&(.!\[{])",
        rb"(?<=throws)\(\w+\)",
        rb"@_lifetime\([^)]*\)",
        rb"@specialized\([^)]*\)",
    )
)


def parsed(text):
    """The root of the tree of a text, which is bytes."""
    for pattern in UNKNOWN:
        text = pattern.sub(lambda match: b" " * len(match.group()), text)
    return tree_sitter.Parser(LANGUAGE).parse(text).root_node


def nodes(root, untouched):
    """All nodes outside of syntax errors and of some types, a parent before its children."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type == "ERROR" or node.is_missing or node.type in untouched:
            continue
        yield node
        waiting += reversed(node.children)


def ancestors(node):
    """The nodes around a node, the nearest first."""
    while node := node.parent:
        yield node
