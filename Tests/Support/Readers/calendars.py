#!/usr/bin/env python3
"""Reads calendars with icalendar, vobject and libical, none of which is the suite's.

    calendars.py FILE...

Prints a JSON object for each VTODO: what each reader sees of it. Ends with 1 if a reader refuses anything, and names
it. The types of times are looked at as well: DTSTART, DUE and UNTIL are of one type.
"""

import ctypes
import datetime
import json
import sys

import icalendar
import vobject

libical = ctypes.CDLL("libical.so.3")
for name in [
    "icalparser_parse_string",
    "icalcomponent_get_first_component",
    "icalcomponent_get_next_component",
    "icalcomponent_get_first_property",
    "icalcomponent_get_next_property",
]:
    getattr(libical, name).restype = ctypes.c_void_p
for name in [
    "icalcomponent_get_uid",
    "icalcomponent_get_summary",
    "icalproperty_get_property_name",
    "icalproperty_get_value_as_string",
]:
    getattr(libical, name).restype = ctypes.c_char_p
faults = []


def fault(file, reader, reason):
    faults.append(f"{file}: {reader}: {reason}")


def kind(value):
    """The type of a time: a date, a time in UTC, in a zone, or floating."""
    if not isinstance(value, datetime.datetime):
        return "date"
    if value.tzinfo is None:
        return "floating"
    return "utc" if value.utcoffset() == datetime.timedelta(0) and "UTC" in str(value.tzinfo) else "zoned"


def moment(value):
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    if value.tzinfo is None:
        return value.isoformat()
    return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def by_icalendar(file, data):
    seen = {}
    for calendar in icalendar.Calendar.from_ical(data, multiple=True):
        for required in ["PRODID", "VERSION"]:
            if required not in calendar:
                fault(file, "icalendar", f"{required} is missing")
        for component in calendar.walk():
            for error in component.errors:
                fault(file, "icalendar", f"{component.name}: {error}")
        for todo in calendar.walk("VTODO"):
            uid = str(todo["UID"])
            entry = {"summary": str(todo.get("SUMMARY", "")), "status": str(todo.get("STATUS", ""))}
            times = {}
            for name in ["DTSTART", "DUE"]:
                if name in todo:
                    times[name] = todo[name].dt
                    entry[name.lower()] = moment(todo[name].dt)
            if "DTSTART" in times or "DUE" in times:
                # Types are looked at when these are read.
                for name in ["start", "end", "duration"]:
                    try:
                        getattr(todo, name)
                    except icalendar.IncompleteComponent:
                        pass
                    except Exception as error:
                        fault(file, "icalendar", f"{uid}: {name}: {error!r}")
            if len(times) == 2:
                if (kind(times["DTSTART"]) == "date") != (kind(times["DUE"]) == "date"):
                    fault(file, "icalendar", f"{uid}: DTSTART and DUE are of two types")
            if "RRULE" in todo:
                if "DTSTART" not in todo:
                    fault(file, "icalendar", f"{uid}: RRULE without DTSTART")
                rule = todo["RRULE"]
                for until in rule.get("UNTIL", []):
                    start = kind(times.get("DTSTART", until))
                    want = "date" if start == "date" else "floating" if start == "floating" else "utc"
                    if kind(until) != want:
                        fault(file, "icalendar", f"{uid}: UNTIL is {kind(until)}, DTSTART {start}")
                entry["rrule"] = rule.to_ical().decode()
            for name in ["COMPLETED", "CREATED", "LAST-MODIFIED", "DTSTAMP"]:
                if name in todo and kind(todo[name].dt) != "utc":
                    fault(file, "icalendar", f"{uid}: {name} is not in UTC")
            if "DTSTAMP" not in todo:
                fault(file, "icalendar", f"{uid}: DTSTAMP is missing")
            if ("COMPLETED" in todo) != (entry["status"] == "COMPLETED"):
                fault(file, "icalendar", f"{uid}: COMPLETED and STATUS:{entry['status']}")
            entry["categories"] = [str(text) for text in todo.categories]
            seen[key(uid, str(todo["RECURRENCE-ID"].to_ical()) if "RECURRENCE-ID" in todo else None)] = entry
    return seen


def by_vobject(file, data):
    seen = {}
    for calendar in vobject.readComponents(data.decode(), validate=True):
        calendar.validate(raiseException=True)
        for todo in calendar.contents.get("vtodo", []):
            entry = {"summary": value(todo, "summary") or "", "status": value(todo, "status") or ""}
            for name in ["dtstart", "due"]:
                if value(todo, name) is not None:
                    entry[name] = moment(value(todo, name))
            entry["categories"] = [
                text for line in todo.contents.get("categories", []) for text in line.value
            ]
            recurrence = todo.contents.get("recurrence-id")
            seen[key(value(todo, "uid"), recurrence and str(recurrence[0].value))] = entry
            # Rules are looked at when they are expanded.
            if "rrule" in todo.contents:
                next(iter(todo.getrruleset(addRDate=False) or []), None)
    return seen


def value(component, name):
    return component.contents[name][0].value if name in component.contents else None


def by_libical(file, data):
    seen = {}
    root = libical.icalparser_parse_string(ctypes.c_char_p(data))
    if not root:
        fault(file, "libical", "no calendar")
        return seen
    root = ctypes.c_void_p(root)
    if libical.icalcomponent_count_errors(root):
        fault(file, "libical", f"{libical.icalcomponent_count_errors(root)} errors")
    # ICAL_ANY_COMPONENT and ICAL_ANY_PROPERTY.
    any_component, any_property = 1, 0
    next_component = libical.icalcomponent_get_first_component(root, any_component)
    while next_component:
        component = ctypes.c_void_p(next_component)
        properties = {}
        next_property = libical.icalcomponent_get_first_property(component, any_property)
        while next_property:
            handle = ctypes.c_void_p(next_property)
            name = libical.icalproperty_get_property_name(handle).decode()
            text = libical.icalproperty_get_value_as_string(handle)
            properties.setdefault(name, text.decode() if text else "")
            if name == "X-LIC-ERROR":
                fault(file, "libical", text.decode())
            next_property = libical.icalcomponent_get_next_property(component, any_property)
        uid = libical.icalcomponent_get_uid(component)
        if uid and "TZID" not in properties:
            summary = libical.icalcomponent_get_summary(component)
            entry = {"summary": summary.decode() if summary else "", "status": properties.get("STATUS", "")}
            seen[key(uid.decode(), properties.get("RECURRENCE-ID"))] = entry
        next_component = libical.icalcomponent_get_next_component(root, any_component)
    return seen


def key(uid, recurrence):
    return uid if recurrence is None else f"{uid} occurrence"


READERS = {"icalendar": by_icalendar, "libical": by_libical, "vobject": by_vobject}


def main(files):
    for file in files:
        with open(file, "rb") as handle:
            data = handle.read()
        found = {}
        for name, reader in READERS.items():
            try:
                seen = reader(file, data)
            except Exception as error:
                fault(file, name, repr(error))
                continue
            for uid, entry in seen.items():
                found.setdefault(uid, {})[name] = entry
        for uid, entries in sorted(found.items()):
            for name in READERS:
                if name not in entries:
                    fault(file, name, f"does not see {uid}")
            print(json.dumps({"uid": uid, "file": file, **entries}, ensure_ascii=False))
    for reason in faults:
        print(reason, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
