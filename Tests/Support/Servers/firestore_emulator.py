"""Google's emulator of Firestore, on a free port of this machine, for as long as standard input is open.

    firestore_emulator.py RULES

prints the port when it listens. The emulator is a part of Google's command line tools; Debian's package
of it is google-cloud-cli-firestore-emulator.
"""

import os
import signal
import socket
import subprocess
import sys
import time

PACKAGE = "google-cloud-cli-firestore-emulator"
MAIN = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"
SECONDS_TO_START = 120


def jar():
    listing = subprocess.run(["dpkg", "-L", PACKAGE], capture_output=True, text=True, check=False)
    for line in listing.stdout.splitlines():
        if line.endswith("firestore-emulator.jar") and os.path.exists(line):
            return line
    sys.exit(f"the package {PACKAGE} is not installed")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def main():
    # The process that started this one may have others, which would wait for its descriptors.
    os.closerange(3, 4096)
    port = free_port()
    emulator = subprocess.Popen(
        ["java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", jar(), MAIN,
         "--host", "127.0.0.1", "--port", str(port), "--rules", sys.argv[1]],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(sign, lambda *_: sys.exit(1))
        end = time.monotonic() + SECONDS_TO_START
        while not listens(port):
            if emulator.poll() is not None or time.monotonic() > end:
                sys.exit("the emulator does not start")
            time.sleep(0.05)
        print(port, flush=True)
        sys.stdin.read()
    finally:
        emulator.kill()
        emulator.wait()


main()
