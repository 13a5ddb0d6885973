"""Times as moments. P 1 and 6."""

from .forms import TIME

DAY = 86_400_000
# What the latest time that can be written is, in milliseconds since 1970.
LATEST = 253_402_300_799_999


def days(year, month, day):
    """Days since 1970 of a date. Python's own calendar knows no year 0."""
    year -= month <= 2
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    era, of_era = divmod(year, 400)
    return (
        era * 146_097
        + of_era * 365
        + of_era // 4
        - of_era // 100
        + day_of_year
        - 719_468
    )


def moment(text):
    """Nanoseconds since 1970."""
    match = TIME.fullmatch(text)
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    nanoseconds = int((match[7] or "").ljust(9, "0"))
    offset = (int(match[9]) * 60 + int(match[10])) * 60 if match[8] else 0
    seconds = (days(year, month, day) * 24 + hour) * 3600 + minute * 60 + second
    seconds -= -offset if match[8] == "-" else offset
    return seconds * 1_000_000_000 + nanoseconds


def written(milliseconds):
    """A computed deadline, in the form of `wall`."""
    milliseconds = min(milliseconds, LATEST)
    day, rest = divmod(milliseconds, DAY)
    # Civil from days, with a year that begins in March.
    era, of_era = divmod(day + 719_468, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    date = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    year += era * 400 + (month <= 2)
    hour, rest = divmod(rest, 3_600_000)
    minute, rest = divmod(rest, 60_000)
    second, rest = divmod(rest, 1000)
    return (
        f"{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z"
    )


def extended(deadline, number):
    """A deadline so many days of 86,400 seconds later."""
    return written(moment(deadline) // 1_000_000 + number * DAY)
