"""A log as a stream for git fast-import: the same graph, a commit for each node."""

import datetime
import hashlib
import json
import pathlib

from logs.log import Log

REF = "refs/heads/main"
# How many tips a commit may have as parents, beside the one before it.
TIPS = 1000


class GitStream:
    """What became of the nodes in git.

    The commit of a node has the commits of the node's parents as parents, the node's
    time, its action as message, and a tree with one file, node.json, of the node's
    line. What no other node follows is tied together by further commits with empty
    trees, so that one ref is enough: git is slower with thousands of them.
    """

    def __init__(self, log: Log, path: pathlib.Path):
        """Writes the stream."""
        self.path = path
        self.node_ids = []
        self.blob_ids = []
        self._marks = {}
        self._tips = {}
        with open(path, "wb") as file:
            for line in log.lines():
                self._write_node(file, line)
            self.tie_count = self._write_ties(file, list(self._tips))

    def _write_node(self, file, line):
        """The commit of a node."""
        node = json.loads(line)
        mark = len(self.node_ids) + 1
        parents = [self._marks[parent] for parent in node["parents"]]
        time = datetime.datetime.fromisoformat(node["timestamp"]["wall"])
        self._write_commit(file, mark, time, node["action"], parents)
        file.write(b"M 100644 inline node.json\ndata %d\n%s\n" % (len(line), line))
        self.node_ids.append(node["id"])
        blob = hashlib.sha1(b"blob %d\0" % len(line) + line, usedforsecurity=False)
        self.blob_ids.append(blob.hexdigest())
        self._marks[node["id"]] = mark
        for parent in parents:
            self._tips.pop(parent, None)
        self._tips[mark] = time

    def _write_ties(self, file, tips):
        """Commits that follow all tips; returns how many. The last is the ref's."""
        time = max(self._tips.values())
        first = mark = len(self.node_ids) + 1
        for start in range(0, len(tips), TIPS):
            before = [mark - 1] if mark > first else []
            parents = before + tips[start : start + TIPS]
            self._write_commit(file, mark, time, "TIES", parents)
            file.write(b"deleteall\n")
            mark += 1
        return mark - first

    @staticmethod
    def _write_commit(file, mark, time, message, parents):
        """A commit but for its tree."""
        if not parents:
            # Else the ref's commit before this one would be its parent.
            file.write(f"reset {REF}\n".encode())
        file.write(
            f"commit {REF}\nmark :{mark}\n"
            f"committer Ana <ana@example.org> {int(time.timestamp())} +0000\n"
            f"data {len(message)}\n{message}\n".encode()
        )
        for number, parent in enumerate(parents):
            file.write(f"{'merge' if number else 'from'} :{parent}\n".encode())
