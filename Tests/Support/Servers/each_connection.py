"""A server for tests that runs a program for each connection, as inetd(8) does.

Prints its port, which is a free one of 127.0.0.1. Arguments: the program and its own.
"""

import socket
import subprocess
import sys
import threading


def main():
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        with client:
            # Nobody reads what a server that lives long says of its errors.
            process = subprocess.Popen(
                sys.argv[1:], stdin=client, stdout=client, stderr=subprocess.DEVNULL)
        threading.Thread(target=process.wait, daemon=True).start()


main()
