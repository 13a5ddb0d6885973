"""How fast Ed25519 signatures are verified.

By the library that the suite uses itself: other implementations differ much.
"""

import concurrent.futures
import ctypes
import itertools
import os
import time

from logs.log import SignedMessage

SECONDS = 1.0


def verified_a_second(messages: list[SignedMessage], seconds=SECONDS) -> float:
    """Signatures verified on one processor, by processor time."""
    verify = ctypes.CDLL("libsodium.so.23").crypto_sign_verify_detached
    verify.argtypes = (
        ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong, ctypes.c_char_p
    )  # fmt: skip
    start = time.process_time()
    for number, signed in enumerate(itertools.cycle(messages), 1):
        size = len(signed.message)
        if verify(signed.signature, signed.message, size, signed.public_key) != 0:
            raise ValueError("a signature of the log does not verify")
        if time.process_time() - start > seconds:
            return number / (time.process_time() - start)


def verified_a_second_by_all(messages: list[SignedMessage], seconds=SECONDS) -> float:
    """Signatures verified on all processors at once, by processor time.

    Processors that share a core, or that get slower together, make it less than this many
    times the rate of one.
    """
    count = os.cpu_count()
    with concurrent.futures.ProcessPoolExecutor(count) as pool:
        return sum(pool.map(verified_a_second, [messages] * count, [seconds] * count))
