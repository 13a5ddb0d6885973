"""Google's emulator of Firestore, and the requests that are sent to it."""

import contextlib
import dataclasses
import http.client
import http.server
import pathlib
import subprocess
import sys
import threading
import time

FOLDER = pathlib.Path(__file__).parents[2]
EMULATOR = FOLDER / "Tests" / "Servers" / "firestore_emulator.py"
MEMORY = pathlib.Path(__file__).with_name("firestore_memory.py")
RULES = FOLDER / "Fixtures" / "firestore.rules"
PASSED_ON = ("Authorization", "Content-Type")


class EmulatorMissing(Exception):
    """The emulator cannot be started here."""


def emulator():
    """Google's. Its port, for as long as it runs. Raises EmulatorMissing."""
    return _server(EMULATOR, RULES)


def memory():
    """A server of ours that only keeps documents. Its port, for as long as it runs."""
    return _server(MEMORY)


@contextlib.contextmanager
def _server(*words):
    """The port that a script prints, which ends with its input."""
    process = subprocess.Popen(
        [sys.executable, "-B", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        line = process.stdout.readline()
        if not line:
            raise EmulatorMissing(process.stderr.read().decode().strip())
        yield int(line)
    finally:
        process.stdin.close()
        process.wait()


@dataclasses.dataclass(frozen=True)
class Request:
    """What was sent."""

    path: str
    headings: dict
    body: bytes

    def of_project(self, project: str, other: str) -> "Request":
        """The same request for another project."""
        return dataclasses.replace(
            self,
            path=self.path.replace(f"/{project}/", f"/{other}/"),
            body=self.body.replace(f"/{project}/".encode(), f"/{other}/".encode()),
        )


@contextlib.contextmanager
def recorder(port: int):
    """A server that hands requests on to a port: its own port, and the list of them."""
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        """Hands one request on."""

        protocol_version = "HTTP/1.1"

        def do_POST(self):
            """Any request of the suite."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headings = {name: self.headers[name] for name in PASSED_ON}
            request = Request(self.path, headings, body)
            requests.append(request)
            connection = http.client.HTTPConnection("127.0.0.1", port)
            status, answer = sent(connection, request)
            connection.close()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            """Nothing is printed."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1], requests
    finally:
        server.shutdown()
        server.server_close()


def sent(connection, request):
    """Status and body of the answer."""
    connection.request("POST", request.path, request.body, request.headings)
    answer = connection.getresponse()
    return answer.status, answer.read()


def replayed(port: int, requests: list[Request]) -> float:
    """Seconds that the emulator takes for requests, over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    start = time.perf_counter()
    for request in requests:
        status, answer = sent(connection, request)
        if status != 200:
            raise ValueError(f"{request.path}: {status} {answer[:500]}")
    return time.perf_counter() - start
