"""A git server whose list of references never ends, over http or as a daemon.

    endless_references.py

prints its port, and ends with standard input.
"""

import socket
import sys
import threading

LINE = b"0044" + b"a" * 40 + b" refs/redo/devices/aaaa\n"
HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\n"
    b"Connection: close\r\n\r\n001e# service=git-upload-pack\n0000"
)


def serve(connection):
    try:
        if connection.recv(1 << 16).startswith(b"GET "):
            connection.sendall(HEAD)
        while True:
            connection.sendall(LINE * 1000)
    except OSError:
        connection.close()


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
