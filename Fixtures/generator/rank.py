"""Both ranks, and the tasks in their order: section 9 of the specification."""

import datetime
import math

from .canonical import UTC, instant

DAY = datetime.timedelta(days=1)


def current_todo(task):
    """The task's current to-do, or None."""
    open_todos = [t for t in task["todoTasks"] if t["completed"] is None]
    return open_todos[-1] if open_todos else None


def days_left(task, now):
    """Days until the current to-do's deadline, or None without a deadline."""
    deadline = current_todo(task)["deadline"]
    return None if deadline is None else (instant(deadline) - now) / DAY


def classic_rank(task, now, local_hour):
    """The rank that doubles with each day overdue."""
    left = days_left(task, now)
    overdue = -left if left is not None and left < 0 else 0
    if 5 <= local_hour < 12:
        circadian = 1.1
    else:
        circadian = 1.2 if 12 <= local_hour < 20 else 0.9
    age = max(0, (now - instant(task["created"])) / DAY)
    novelty = max(1.0, 1.2 - 0.01 * age)
    return task["priority"] * 2 ** min(overdue, 10) * circadian * novelty


def urgency(left):
    """How urgent a to-do is with so many days left, or with no deadline."""
    if left is None:
        return 1
    steepness = min(0.4 * left, 700)  # e^710 is more than a double can hold
    return 1 + 10 / (1 + math.exp(steepness))


def sigmoid_rank(task, now, local_hour):
    """The rank with a smooth urgency; the local hour does not count."""
    effort = math.sqrt(max(1, task["storyPoints"]))
    return task["priority"] * urgency(days_left(task, now)) * effort


def ranking(state, rank, now, local_hour):
    """[guid, title, rank] of each task that has one, the highest first."""
    open_tasks = [
        task
        for task in state
        if not task["archived"] and task["completedAt"] is None and current_todo(task)
    ]
    never = datetime.datetime.max.replace(tzinfo=UTC)

    def key(task):
        deadline = current_todo(task)["deadline"]
        due = never if deadline is None else instant(deadline)
        return (-rank(task, now, local_hour), -task["priority"], due, task["guid"])

    return [
        [task["guid"], task["title"], round(rank(task, now, local_hour), 6)]
        for task in sorted(open_tasks, key=key)
    ]
