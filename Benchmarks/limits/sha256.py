"""How fast SHA-256 is."""

import os
import re

from measuring.command import Command, output_of


def digests_a_second(size: int) -> float:
    """Digests of texts of some size on one processor, by OpenSSL's own benchmark."""
    options = ("-mr", "-seconds", "2", "-bytes", size, "-evp", "sha256")
    report = output_of(Command(("openssl", "speed", *options), os.environ)).decode()
    return float(re.search(r"\+F:\d+:[^:]+:([0-9.]+)", report).group(1)) / size
