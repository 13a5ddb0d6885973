"""Makes a history that shows something as small as it can be."""

from histories.steps import left_out


def shrunk(steps, shows):
    """Fewer steps that still show it: halves, quarters and so on are left out."""
    size = max(1, len(steps) // 2)
    while True:
        start, was_smaller = 0, False
        while start < len(steps):
            some = {step.number for step in steps[start : start + size]}
            fewer = left_out(steps, some)
            if fewer and shows(fewer):
                steps, was_smaller = fewer, True
            else:
                start += size
        if size == 1 and not was_smaller:
            return steps
        size = max(1, size // 2)
