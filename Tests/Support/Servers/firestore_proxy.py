"""A proxy in front of Firestore's emulator: it checks what passes, and breaks it when asked to.

    firestore_proxy.py EMULATOR-PORT

prints its port, and ends with standard input. Each request is parsed into Google's own message types, and
refused where it has a field that they do not know, or goes beyond a limit that the service has and the
emulator has not.

    PUT /_control/PROJECT    {"faults": [{"method": "commit", "after": 2, "times": 1, "fault": "500"}],
                              "dropping": 0.5, "seed": 7}
    GET /_control/PROJECT    {"requests": [{"method": …, "status": …, "uid": …, "documents": …}],
                              "violations": […]}
    PUT /_control            {"publicKey": PEM}        whose tokens /token exchanges
    POST /token              RFC 7523: a signed JSON Web Token for an access token

Faults: delay, 429, 429/7 (with Retry-After), 500, 503, html (502), aborted, before, after (the connection
is dropped before or after the request was carried out), truncated, garbage, redirect, expired,
quoting (the token, in an error), quoting-most (all but its last bytes), repeating (the first page, for
ever), listed (the list of a user's nodes is full).
"""

import base64
import http.client
import http.server
import json
import random
import socket
import struct
import sys
import threading
import time
import urllib.parse

from google.auth import jwt
from google.cloud.firestore_v1 import types
from google.protobuf import json_format

MESSAGES = {
    "commit": types.CommitRequest,
    "batchGet": types.BatchGetDocumentsRequest,
    "runQuery": types.RunQueryRequest,
}
MIB = 1 << 20
LOCK = threading.Lock()
STATES = {}
KEYS = {}
# The first page since requests were last left alone.
REPEATED = {}
EMULATOR = int(sys.argv[1])


class State:
    def __init__(self):
        self.faults, self.requests, self.violations = [], [], []
        self.dropping, self.random = 0.0, random.Random(0)

    def fault(self, method):
        """The fault of the next request."""
        for fault in self.faults:
            if fault.get("method", method) != method or fault.get("times", 1) == 0:
                continue
            if fault.get("after", 0) > 0:
                fault["after"] -= 1
                continue
            fault["times"] = fault.get("times", 1) - 1
            return fault["fault"]
        if self.random.random() < self.dropping:
            return self.random.choice(["before", "after", "truncated"])
        return None


def depth(value):
    """How many arrays and maps a value nests; an array in an array is a violation."""
    kind = value.WhichOneof("value_type")
    if kind == "array_value":
        if any(v.WhichOneof("value_type") == "array_value" for v in value.array_value.values):
            raise ValueError("an array in an array")
        return 1 + max((depth(v) for v in value.array_value.values), default=0)
    if kind == "map_value":
        for name in value.map_value.fields:
            check_name(name)
        return 1 + max((depth(v) for v in value.map_value.fields.values()), default=0)
    return 0


def check_name(name):
    length = len(name.encode())
    if not 1 <= length <= 1500 or (len(name) >= 4 and name[:2] == "__" and name[-2:] == "__"):
        raise ValueError(f"the name of a field: {name[:40]!r}")


def size(value):
    """Bytes of a value, as https://firebase.google.com/docs/firestore/storage-size counts them."""
    kind = value.WhichOneof("value_type")
    if kind == "string_value":
        return len(value.string_value.encode()) + 1
    if kind == "array_value":
        return sum(size(v) for v in value.array_value.values)
    if kind == "map_value":
        return fields_size(value.map_value.fields)
    return 1 if kind in ("null_value", "boolean_value") else 8


def fields_size(fields):
    return sum(len(name.encode()) + 1 + size(value) for name, value in fields.items())


def check_document(document, transforms):
    path = document.name.split("/documents/")[1]
    total = 16 + sum(len(part.encode()) + 1 for part in path.split("/")) + 32
    total += fields_size(document.fields) + sum(len(t.field_path) + 1 + 8 for t in transforms)
    if total > MIB:
        raise ValueError(f"a document of {total} bytes")
    for name, value in document.fields.items():
        check_name(name)
        if depth(value) > 20:
            raise ValueError("more than 20 levels")


def check(method, message, body):
    if len(body) > 4 * MIB:
        raise ValueError(f"a request of {len(body)} bytes")
    if method == "commit":
        if len(message.writes) > 500:
            raise ValueError(f"{len(message.writes)} writes")
        for write in message.writes:
            if write.WhichOneof("operation") == "update":
                check_document(write.update, write.update_transforms)
    if method == "runQuery":
        query = message.structured_query
        if not 1 <= query.limit.value <= 1000:
            raise ValueError("a query without a sensible limit")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, headings=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headings or {"Content-Type": "application/json"}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def error(self, status, name, message, headings=None):
        self.answer(status, {"error": {"code": status, "message": message, "status": name}},
                    headings)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def drop(self):
        """Cuts the connection so that the client notices at once."""
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    # Control

    def state(self):
        with LOCK:
            return STATES.setdefault(self.path.split("/")[2], State())

    def do_PUT(self):
        orders = json.loads(self.body())
        if self.path == "/_control":
            KEYS.update(orders)
        else:
            state = self.state()
            with LOCK:
                state.faults = orders.get("faults", [])
                state.dropping = orders.get("dropping", 0.0)
                state.random = random.Random(orders.get("seed", 0))
                state.requests, state.violations = [], []
        self.answer(200, {})

    def do_GET(self):
        state = self.state()
        with LOCK:
            self.answer(200, {"requests": state.requests, "violations": state.violations})

    # Requests

    def do_POST(self):
        body = self.body()
        if self.path == "/token":
            return self.exchange(body)
        path = urllib.parse.unquote(self.path)
        method = path.rpartition(":")[2]
        project = path.split("/")[3]
        with LOCK:
            state = STATES.setdefault(project, State())
            fault = state.fault(method)
            record = {"method": method, "bytes": len(body), "fault": fault}
            state.requests.append(record)
        try:
            self.check(method, path, body, record)
        except Exception as error:  # What is wrong with a request is for the test to say.
            with LOCK:
                state.violations.append(f"{method}: {error}")
            return self.error(400, "INVALID_ARGUMENT", f"refused by the proxy: {error}")
        claims = self.claims()
        record["uid"] = claims.get("sub")
        if fault == "expired" or claims.get("exp", time.time() + 1) <= time.time():
            record["status"] = 401
            return self.error(401, "UNAUTHENTICATED", "the token has expired")
        return self.carry_out(fault, body, record)

    def check(self, method, path, body, record):
        message = MESSAGES[method]()
        parsed = json_format.Parse(body, MESSAGES[method].pb(message), ignore_unknown_fields=False)
        check(method, parsed, body)
        if self.headers.get("Content-Type") != "application/json":
            raise ValueError("no Content-Type")
        if self.request_version != "HTTP/1.1" or self.headers.get("Upgrade"):
            raise ValueError("another protocol than HTTP/1.1")
        if method == "commit":
            record["documents"] = [(w.update.name or w.delete).rpartition("/")[2]
                                   for w in parsed.writes]

    def claims(self):
        words = self.headers.get("Authorization", "").split(".")
        if len(words) != 3:
            return {}
        text = words[1] + "=" * (-len(words[1]) % 4)
        return json.loads(base64.urlsafe_b64decode(text))

    def carry_out(self, fault, body, record):
        if fault == "delay":
            time.sleep(0.3)
        elif fault == "before":
            return self.drop()
        elif fault and fault.startswith("429"):
            wait = fault.partition("/")[2]
            headings = {"Content-Type": "application/json"}
            if wait:
                headings["Retry-After"] = wait
            return self.error(429, "RESOURCE_EXHAUSTED", "too many", headings)
        elif fault == "500":
            return self.error(500, "INTERNAL", "an internal error")
        elif fault == "503":
            return self.error(503, "UNAVAILABLE", "unavailable")
        elif fault == "aborted":
            return self.error(409, "ABORTED", "too much contention")
        elif fault == "html":
            return self.answer(502, b"<html><body>Bad Gateway</body></html>",
                               {"Content-Type": "text/html"})
        elif fault == "garbage":
            return self.answer(200, b"<html>Sign in to this network</html>")
        elif fault == "redirect":
            return self.answer(302, b"", {"Location": "http://127.0.0.1:1/elsewhere"})
        elif fault == "listed" and b"ownedNodes" in body:
            return self.error(400, "INVALID_ARGUMENT", "a document is too large")
        elif fault == "quoting":
            return self.error(400, "INVALID_ARGUMENT", self.headers.get("Authorization"))
        elif fault == "quoting-most":
            return self.error(400, "INVALID_ARGUMENT", self.headers.get("Authorization")[:-3])
        elif fault == "repeating" and b"structuredQuery" in body and self.path in REPEATED:
            return self.answer(200, REPEATED[self.path])
        server = http.client.HTTPConnection("127.0.0.1", EMULATOR, timeout=300)
        server.request("POST", self.path, body, {
            "Authorization": self.headers.get("Authorization", ""),
            "Content-Type": "application/json"})
        reply = server.getresponse()
        data = reply.read()
        server.close()
        record["status"] = reply.status
        record["found"] = data.count(b'"document":')
        if fault == "after":
            return self.drop()
        if fault == "truncated":
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            return self.drop()
        if fault == "repeating" and b"structuredQuery" in body:
            REPEATED[self.path] = data
        elif fault != "repeating":
            REPEATED.pop(self.path, None)
        return self.answer(reply.status, data)

    # Tokens

    def exchange(self, body):
        form = urllib.parse.parse_qs(body.decode())
        try:
            if form["grant_type"] != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]:
                raise ValueError("grant_type")
            audience = f"http://127.0.0.1:{self.server.server_port}/token"
            verifier = KEYS["publicKey"].encode()
            claims = jwt.decode(form["assertion"][0], certs=verifier, audience=audience)
            if claims["scope"] != "https://www.googleapis.com/auth/datastore":
                raise ValueError("scope")
        except Exception as error:  # As a server of tokens would: it does not say what is wrong.
            KEYS["refusal"] = str(error)
            return self.answer(400, {"error": "invalid_grant"})
        uid = claims["iss"].partition("@")[0]
        return self.answer(200, {"access_token": token(uid, KEYS.get("lifetime", 3600)),
                                 "expires_in": KEYS.get("lifetime", 3600), "token_type": "Bearer"})


def token(uid, lifetime):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
    now = int(time.time())
    claims = {"sub": uid, "user_id": uid, "iat": now, "exp": now + lifetime}
    return f'{part({"alg": "none", "typ": "JWT"})}.{part(claims)}.'


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that is gone is no matter."""


def main():
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


main()
