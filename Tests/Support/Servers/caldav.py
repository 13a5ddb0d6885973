"""A CalDAV server, Radicale, in a folder; prints its port, and ends when its input does."""

import os
import socket
import subprocess
import sys
import time

folder = sys.argv[1]
# Radicale takes a port, not a socket: one that was free a moment ago.
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
configuration = os.path.join(folder, "radicale.conf")
with open(configuration, "w", encoding="utf-8") as file:
    file.write(
        f"[server]\nhosts = 127.0.0.1:{port}\n"
        f"[auth]\ntype = none\n"
        f"[storage]\nfilesystem_folder = {folder}/collections\n"
        f"[rights]\ntype = authenticated\n"
    )
os.dup2(os.open(os.path.join(folder, "radicale.log"), os.O_WRONLY | os.O_CREAT), 2)
server = subprocess.Popen(
    ["radicale", "--config", configuration],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL,
)
try:
    for _ in range(300):
        if server.poll() is not None:
            sys.exit("radicale has ended")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    print(port, flush=True)
    sys.stdin.buffer.read()
finally:
    server.terminate()
    server.wait()
