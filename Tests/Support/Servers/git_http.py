"""A web server for tests: git http-backend behind basic authentication, on a free port of 127.0.0.1.

Prints the port, and then for each request a line: method, path, and whether it was let in.
"""

import argparse
import base64
import http.server
import os
import queue
import ssl
import subprocess
import threading

LOG = queue.SimpleQueue()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True, help="the folder of the repositories")
    parser.add_argument("--user", help="who is let in; without it everybody")
    parser.add_argument("--password", default="")
    parser.add_argument("--redirect", help="send everybody to this address instead")
    parser.add_argument("--busy", type=int, default=0, help="how many requests are refused first")
    parser.add_argument("--busy-with", type=int, default=503, help="the status of these answers")
    parser.add_argument("--busy-on", default="", help="only for requests with this in their method and path")
    parser.add_argument("--certificate", help="speak TLS, with this certificate and its key")
    return parser.parse_args()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    options = None

    def log_message(self, *_):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while True:
            count = int(self.rfile.readline().strip() or b"0", 16)
            parts.append(self.rfile.read(count))
            self.rfile.readline()
            if count == 0:
                return b"".join(parts)

    def is_let_in(self):
        if self.options.user is None:
            return True
        pair = f"{self.options.user}:{self.options.password}".encode()
        expected = "Basic " + base64.b64encode(pair).decode()
        return self.headers.get("Authorization") == expected

    def answer(self, status, headers, body=b""):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def serve(self):
        body = self.body()
        has_password = "with" if self.headers.get("Authorization") else "without"
        LOG.put(f"{self.command} {self.path} {has_password}")
        if self.options.busy > 0 and self.options.busy_on in f"{self.command} {self.path}":
            self.options.busy -= 1
            return self.answer(self.options.busy_with, [])
        if self.options.redirect:
            return self.answer(301, [("Location", self.options.redirect + self.path)])
        if not self.is_let_in():
            return self.answer(401, [("WWW-Authenticate", 'Basic realm="test"')])
        path, _, query = self.path.partition("?")
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": self.options.root,
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "REMOTE_USER": "tester",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        outcome = subprocess.run(
            ["git", "http-backend"], input=body, capture_output=True, env=environment, check=False)
        head, _, content = outcome.stdout.partition(b"\r\n\r\n")
        headers = [line.split(": ", 1) for line in head.decode().split("\r\n") if line]
        status = 200
        for name, value in headers:
            if name.lower() == "status":
                status = int(value.split()[0])
        self.answer(status, [pair for pair in headers if pair[0].lower() != "status"], content)

    do_GET = serve
    do_POST = serve


def write_log():
    """Prints what was asked for: a thread of its own, since whoever started the server may not read it for long."""
    while True:
        print(LOG.get(), flush=True)


def main():
    Handler.options = arguments()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if Handler.options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(Handler.options.certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    threading.Thread(target=write_log, daemon=True).start()
    server.serve_forever()


main()
