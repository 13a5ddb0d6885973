"""A server of identities for tests: OAuth 2.0 for devices (RFC 8628), and Firebase's two endpoints.

    oauth.py ANSWERS

ANSWERS is a file of JSON: for each path a list of [status, body], of which each request takes the next one and the
last one stays. A body that is an object or a list is sent as JSON, a number as so many bytes, anything else as text.
It prints its port, which is a free one of 127.0.0.1, and a line for each request: the path and the body.
"""

import http.server
import json
import sys
import threading
import urllib.parse

with open(sys.argv[1], encoding="utf-8") as file:
    ANSWERS = json.load(file)
LOCK = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        path = urllib.parse.urlsplit(self.path).path
        with LOCK:
            print(path, body, flush=True)
            answers = ANSWERS.get(path, [[404, ""]])
            status, content = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(content, int):
            data = b"x" * content
        else:
            data = (content if isinstance(content, str) else json.dumps(content)).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that is gone is no matter."""


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
