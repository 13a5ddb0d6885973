"""Figures as people read them: three digits that count, and a unit."""


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            break
    return f"{three_digits(value / size)} {unit}"


def rate(value: float, unit: str) -> str:
    """A rate in things per second."""
    return f"{three_digits(value)} {unit}/s"


def throughput(value: float) -> str:
    """A rate in bytes per second."""
    return f"{three_digits(value / 1e6)} MB/s"


def memory(value: int) -> str:
    """An amount of memory in bytes."""
    return f"{three_digits(value / 1e6)} MB"


def bytes_a_node(value: float) -> str:
    """A size in bytes per node."""
    return f"{three_digits(value)} bytes a node"


def three_digits(value: float) -> str:
    """A number with three digits, or all those before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
