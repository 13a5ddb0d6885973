"""Taskwarrior with tasks of its own."""

import datetime
import json
import os
import pathlib
import shutil

from logs.log import Log
from measuring.command import Command

CONFIGURATION = "confirmation=off\nhooks=off\n"
PRIORITIES = {1: "L", 2: "L", 3: "M", 4: "H", 5: "H"}


class Taskwarrior:
    """Taskwarrior with a folder for its data, and hooks and questions turned off."""

    def __init__(self, folder: pathlib.Path):
        """Where its data and its configuration are."""
        self._data = folder / "data"
        self._kept = folder / "kept"
        self._configuration = folder / "taskrc"
        folder.mkdir()
        self._configuration.write_text(CONFIGURATION, encoding="utf-8")

    def make_anew(self):
        """Takes all tasks away."""
        shutil.rmtree(self._data, ignore_errors=True)
        self._data.mkdir()

    def keep(self):
        """Remembers the tasks as they are, for :meth:`renew`."""
        shutil.copytree(self._data, self._kept)

    def renew(self):
        """Makes the tasks what :meth:`keep` has seen."""
        shutil.rmtree(self._data, ignore_errors=True)
        shutil.copytree(self._kept, self._data)

    def command(self, *arguments, **surroundings) -> Command:
        """A command on these tasks."""
        environment = {
            "HOME": str(self._data.parent),
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "TASKDATA": str(self._data),
            "TASKRC": str(self._configuration),
        }
        return Command(("task", *arguments), environment, **surroundings)


def write_tasks(log: Log, path: pathlib.Path):
    """Writes the tasks of a log of CREATE and CREATE_TODO for `task import`."""
    tasks = {}
    for node in log.nodes():
        task = tasks.setdefault(node["taskId"], {"uuid": node["taskId"]})
        payload = node["data"]["payload"]
        if node["action"] == "CREATE":
            task["description"] = payload["title"]
            task["priority"] = PRIORITIES[payload["priority"]]
            task["entry"] = _basic_time(node["timestamp"]["wall"])
            task["status"] = "pending"
        else:
            task["due"] = _basic_time(payload["deadline"])
    path.write_text(json.dumps(list(tasks.values())), encoding="utf-8")


def _basic_time(text):
    """A time as Taskwarrior writes it."""
    return datetime.datetime.fromisoformat(text).strftime("%Y%m%dT%H%M%SZ")
