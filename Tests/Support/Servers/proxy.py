"""A proxy for tests that lets so many bytes of the server, or of the client, pass on each connection.

Then it cuts the connection, or holds it: nothing passes any more, and it prints 'held'. Prints its
port first. Arguments: the server's port, 'server' or 'client', how many bytes, 'cut' or 'hold'.
"""

import socket
import sys
import threading


def stop(both, ending):
    """What happens at the limit."""
    if ending == "hold":
        print("held", flush=True)
        threading.Event().wait()
    for end in both:
        end.shutdown(socket.SHUT_RDWR)


def carry(source, sink, limit, both, ending):
    """Passes bytes on, up to a limit."""
    passed = 0
    try:
        while True:
            data = source.recv(4096)
            if not data:
                sink.shutdown(socket.SHUT_WR)
                return
            if limit is not None and passed + len(data) > limit:
                sink.sendall(data[: limit - passed])
                stop(both, ending)
                return
            passed += len(data)
            sink.sendall(data)
    except OSError:
        pass


def main():
    port, side, limit, ending = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", port))
        both = (client, server)
        down = limit if side == "server" else None
        up = limit if side == "client" else None
        for source, sink, most in ((server, client, down), (client, server, up)):
            threading.Thread(
                target=carry, args=(source, sink, most, both, ending), daemon=True
            ).start()


main()
