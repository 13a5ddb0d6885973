#!/usr/bin/env python3
"""A client of a CalDAV server that changes tasks as Thunderbird does.

    calendar_client.py URL <changes

Each line of standard input is a change: a JSON array of its name, the title of a task, and values. Thunderbird repeats
alarms and its own properties in each change, keeps a completed occurrence as an override of its series, and moves the
start and the deadline of a task together. At the end the titles of all tasks and what they say are printed as JSON, one
task a line.
"""

import base64
import datetime
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

import icalendar

url = sys.argv[1]
NOW = datetime.datetime(2025, 11, 16, 12, tzinfo=datetime.timezone.utc)
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def request(method, href, body=None, **headers):
    target = url.split("/ana/")[0] + href if href.startswith("/") else href
    credentials = base64.b64encode(b"ana:none").decode()
    headers = {name.replace("_", "-"): text for name, text in headers.items()}
    headers["Authorization"] = f"Basic {credentials}"
    message = urllib.request.Request(target, data=body, method=method, headers=headers)
    with opener.open(message) as response:
        return response.read(), response.headers


def listed():
    """The tasks of the collection: their titles, hrefs, entity tags and calendars."""
    body, _ = request("PROPFIND", url, Depth="1")
    tasks = {}
    for href in sorted(set(re.findall(r"<href>([^<]*\.ics)</href>", body.decode()))):
        data, headers = request("GET", href)
        calendar = icalendar.Calendar.from_ical(data)
        master = next(todo for todo in calendar.walk("VTODO") if "RECURRENCE-ID" not in todo)
        title = str(master["SUMMARY"])
        if title in tasks:
            sys.exit(f"two tasks are called {title}: {tasks[title][0]} and {href}")
        tasks[title] = (href, headers["ETag"], calendar, master)
    return tasks


def replace(component, name, value):
    component.pop(name, None)
    component.add(name, value)


def touch(todo):
    for name in ["LAST-MODIFIED", "DTSTAMP"]:
        replace(todo, name, NOW)
    replace(todo, "SEQUENCE", int(todo.get("SEQUENCE", 0)) + 1)
    todo["X-MOZ-GENERATION"] = str(int(todo.get("X-MOZ-GENERATION", "0")) + 1)


def alarm(todo):
    alarm = icalendar.Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("DESCRIPTION", "Mozilla alarm")
    alarm.add("TRIGGER", datetime.timedelta(minutes=-15), parameters={"RELATED": "END"})
    todo.add_component(alarm)


def new(title, rule=None):
    calendar = icalendar.Calendar()
    calendar.add("PRODID", "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN")
    calendar.add("VERSION", "2.0")
    todo = icalendar.Todo()
    uid = f"bird-{title}"
    todo.add("UID", uid)
    todo.add("CREATED", NOW)
    todo.add("SUMMARY", title)
    start = datetime.datetime(2025, 11, 20, 8, tzinfo=datetime.timezone.utc)
    todo.add("DTSTART", start)
    todo.add("DUE", start + datetime.timedelta(hours=1))
    if rule:
        todo.add("RRULE", icalendar.vRecur.from_ical(rule))
    touch(todo)
    alarm(todo)
    calendar.add_component(todo)
    put(f"{url}{urllib.parse.quote(uid)}.ics", calendar, If_None_Match="*")


def put(href, calendar, **headers):
    request("PUT", href, calendar.to_ical(), Content_Type="text/calendar; charset=utf-8", **headers)


def complete(todo, time=NOW):
    replace(todo, "STATUS", "COMPLETED")
    replace(todo, "PERCENT-COMPLETE", 100)
    replace(todo, "COMPLETED", time)


def change(calendar, todo, name, values):
    if name == "retitle":
        replace(todo, "SUMMARY", values[0])
    elif name == "alarm":
        alarm(todo)
    elif name == "complete":
        complete(todo)
    elif name == "move":
        for time in ["DTSTART", "DUE"]:
            if time in todo:
                moved = todo[time].dt + datetime.timedelta(days=values[0])
                replace(todo, time, moved)
    elif name == "occurrence":
        # The first one of a daily series that is not described apart yet.
        known = [other["RECURRENCE-ID"].dt for other in calendar.walk("VTODO") if "RECURRENCE-ID" in other]
        time = todo["DTSTART"].dt
        while time in known:
            time += datetime.timedelta(days=1)
        override = icalendar.Todo.from_ical(todo.to_ical())
        override.pop("RRULE")
        for name in ["DTSTART", "DUE"]:
            replace(override, name, todo[name].dt + (time - todo["DTSTART"].dt))
        override.add("RECURRENCE-ID", time)
        complete(override)
        touch(override)
        calendar.add_component(override)
    touch(todo)


for line in sys.stdin:
    name, title, *values = json.loads(line)
    if name == "new":
        new(title, *values)
        continue
    href, tag, calendar, todo = listed()[title]
    if name == "delete":
        request("DELETE", href, If_Match=tag)
        continue
    change(calendar, todo, name, values)
    put(href, calendar, If_Match=tag)

for title, (href, _, calendar, todo) in sorted(listed().items()):
    due = todo["DUE"].dt if "DUE" in todo else None
    if isinstance(due, datetime.datetime):
        due = due.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    print(
        json.dumps(
            {
                "alarms": len(todo.walk("VALARM")),
                "due": due and str(due),
                "href": href,
                "isCompleted": str(todo.get("STATUS")) == "COMPLETED",
                "title": title,
            },
            ensure_ascii=False,
        )
    )
