"""A server that takes nodes and gives them back, with nothing of what Firestore checks.

For logs that are too large for the emulator, which sorts all documents for each page:
what a client uses does not depend on that.

    firestore_memory.py

prints its port, and ends with standard input.
"""

import bisect
import http.server
import json
import sys
import threading

TIME = "2025-01-01T00:00:00.000000Z"
PROJECTS = {}


class Handler(http.server.BaseHTTPRequestHandler):
    """Commits and queries of one client."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        """One request."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        project = PROJECTS.setdefault(self.path.split("/")[3], [])
        answer = commit if self.path.endswith(":commit") else query
        body = json.dumps(answer(project, request)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing is printed."""


def commit(project, request):
    """Keeps documents in the order of a first fetch."""
    for write in request["writes"]:
        document = write["update"]
        if "timestamp" in document["fields"]:
            document["fields"]["createdAt"] = {"timestampValue": TIME}
            lamport = document["fields"]["timestamp"]["mapValue"]["fields"]["lamport"]
            bisect.insort(
                project, (int(lamport["integerValue"]), document["name"], document)
            )
    return {"commitTime": TIME}


def query(project, request):
    """A page of them."""
    found = request["structuredQuery"]
    start = 0
    if "startAt" in found:
        lamport, name = found["startAt"]["values"]
        place = (int(lamport["integerValue"]), name["referenceValue"] + "\0")
        start = bisect.bisect(project, place, key=lambda entry: entry[:2])
    page = project[start : start + int(found["limit"])]
    if not page:
        return [{"readTime": TIME}]
    return [{"document": document, "readTime": TIME} for _, _, document in page]


def main():
    """Serves until standard input ends."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


main()
