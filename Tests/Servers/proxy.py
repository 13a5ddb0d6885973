"""A proxy for tests that cuts each connection after so many bytes of the server, or of the client.

Prints its port. Arguments: the server's port, 'server' or 'client', and how many bytes pass.
"""

import socket
import sys
import threading


def carry(source, sink, limit, both):
    """Passes bytes on; at the limit both connections are cut."""
    passed = 0
    try:
        while True:
            data = source.recv(4096)
            if not data:
                sink.shutdown(socket.SHUT_WR)
                return
            if limit is not None and passed + len(data) > limit:
                sink.sendall(data[: limit - passed])
                for end in both:
                    end.shutdown(socket.SHUT_RDWR)
                return
            passed += len(data)
            sink.sendall(data)
    except OSError:
        pass


def main():
    port, side, limit = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", port))
        both = (client, server)
        down = limit if side == "server" else None
        up = limit if side == "client" else None
        for source, sink, most in ((server, client, down), (client, server, up)):
            threading.Thread(target=carry, args=(source, sink, most, both), daemon=True).start()


main()
