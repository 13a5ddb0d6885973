"""Serves a folder over WebDAV on a free port of this machine, prints the port, and ends with this process.

    webdav.py rclone FOLDER
    webdav.py apache FOLDER

With rclone the server is `rclone serve webdav`; with apache it is apache2 with mod_dav, whose own files are beside the
folder.
"""

import os
import pathlib
import pwd
import re
import signal
import socket
import subprocess
import sys
import time

MODULES = pathlib.Path("/usr/lib/apache2/modules")


def rclone(folder: pathlib.Path) -> tuple[subprocess.Popen, int]:
    server = subprocess.Popen(
        ["rclone", "serve", "webdav", str(folder), "--addr", "127.0.0.1:0", "--config", "/dev/null"],
        stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return server, int(found.group(1))
    raise SystemExit("rclone does not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def apache(folder: pathlib.Path) -> tuple[subprocess.Popen, int]:
    place = folder.with_name(f"{folder.name}-apache")
    place.mkdir()
    # As root it serves as someone else, who has to reach the folder.
    user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        for path in (place, folder):
            os.chown(path, pwd.getpwnam(user).pw_uid, -1)
        os.chmod(folder.parent, 0o755)
    modules = ["mpm_event", "authz_core", "dav", "dav_fs", "unixd"]
    for _ in range(5):
        port = free_port()
        lines = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in modules
                 if (MODULES / f"mod_{name}.so").exists()]
        lines += [
            f"ServerRoot {place}", "ServerName localhost", f"Listen 127.0.0.1:{port}", f"PidFile {place}/pid",
            f"ErrorLog {place}/errors", f"DavLockDB {place}/locks", f"DocumentRoot {folder}",
            f"User {user}", "Group nogroup", "LimitRequestBody 0", f"<Directory {folder}>", "Require all granted", "Dav On",
            "</Directory>",
        ]
        if os.getuid() != 0:
            lines = [line for line in lines if not line.startswith(("User ", "Group "))]
        (place / "conf").write_text("\n".join(lines) + "\n")
        server = subprocess.Popen(["/usr/sbin/apache2", "-d", place, "-f", place / "conf", "-DFOREGROUND"])
        for _ in range(100):
            if server.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return server, port
            except OSError:
                time.sleep(0.05)
    raise SystemExit("apache2 does not start")


server, port = {"rclone": rclone, "apache": apache}[sys.argv[1]](pathlib.Path(sys.argv[2]))
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print(port, flush=True)
try:
    server.wait()
finally:
    server.terminate()
