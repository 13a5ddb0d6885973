"""How fast memory is copied."""

import statistics
import time

# More than the processor's caches hold.
SIZE = 256 << 20
COPIES = 9


def bytes_copied_a_second() -> float:
    """Bytes that the C library copies on one processor."""
    # Memory that was never written is one and the same page, and always in the cache.
    source, target = bytearray(b"a") * SIZE, bytearray(SIZE)
    times = []
    for _ in range(COPIES):
        start = time.perf_counter()
        memoryview(target)[:] = source
        times.append(time.perf_counter() - start)
    return SIZE / statistics.median(times)
