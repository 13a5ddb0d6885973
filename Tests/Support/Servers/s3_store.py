"""A store of Amazon's kind for tests: moto, on a free port of this machine, for as long as standard input is open.

It prints its port when it listens. Buckets are made with a PUT of their names.
"""

import os
import sys

# The process that started this one may have others, which would wait for its descriptors.
os.closerange(3, 4096)

from moto.server import ThreadedMotoServer  # noqa: E402 (descriptors first)

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
# It says a line for each request, and nothing reads them.
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
server.stop()
