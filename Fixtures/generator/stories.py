"""What Zoé did in eight weeks of autumn 2025: about forty tasks.

The first half is habits, which are a table and one function. The other half is
stories, one function each; they show what habits do not: drafts, deletions,
devices that were offline, and so on.
"""

import dataclasses
import unicodedata

from .history import LAPTOP, PHONE, TABLET


@dataclasses.dataclass(frozen=True)
class Habit:
    """A recurring task.

    `first` is the first deadline; `done` names the days on which it was completed,
    `by` the devices in turn. `changes` and `snoozes` map a time to the fields of an
    UPDATE and to a number of days, `end` is a time and a last action; all these are
    written by the first device of `by`. `remarks` are the notes of the completions in
    turn; None is no notes.
    """

    title: str
    start: str
    first: str
    hour: str
    done: str
    by: tuple
    fields: dict
    first_notes: str = None
    changes: dict = dataclasses.field(default_factory=dict)
    snoozes: dict = dataclasses.field(default_factory=dict)
    remarks: tuple = (None,)
    end: tuple = None


HABITS = (
    Habit(
        "Arroser les plantes 🌿",
        start="09-22 07:12",
        first="09-25 18:00",
        hour="18",
        done="09-25 09-28 10-01 10-05 10-08 10-11 10-15 10-18 10-22 10-26 10-30 11-03"
        " 11-08 11-12",
        by=(PHONE, PHONE, TABLET, PHONE, LAPTOP),
        fields={
            "description": "Salon, cuisine, balcon.\nLe ficus : peu d’eau !",
            "privacy": False,
            "storyPoints": 0.5,
            "priority": 3,
            "frequencyDays": 3,
            "timeEstimate": 10,
            "tags": ["maison", "plantes"],
        },
        changes={"10-20 08:15": {"frequencyDays": 4, "storyPoints": 1}},
        remarks=(None, "deux verres d’eau", None, "", "Le basilic est mort 😢"),
    ),
    Habit(
        "Take out the recycling ♻️",
        start="09-22 19:40",
        first="09-30 06:30",
        hour="06",
        done="09-30 10-07 10-14 10-21 10-28 11-04 11-11",
        by=(TABLET, PHONE, TABLET),
        fields={"priority": 2, "frequencyDays": 7, "storyPoints": 1},
        first_notes="yellow bin, before 7",
        remarks=(None, None, "glass as well"),
    ),
    Habit(
        "Miete überweisen (Frau Böß)",
        start="09-23 10:05",
        first="10-01 12:00",
        hour="11",
        done="10-01 10-31",
        by=(LAPTOP,),
        fields={
            "description": 'IBAN steht im Ordner "Wohnung/Verträge".',
            "privacy": True,
            "priority": 5,
            "frequencyDays": 30,
            "timeEstimate": 0.25,
            "tags": ["finanzen"],
        },
        remarks=("überwiesen\tok",),
    ),
    Habit(
        "Replace the water filter 💧",
        start="09-24 20:31",
        first="10-08 19:00",
        hour="19",
        done="10-08",
        by=(PHONE,),
        fields={
            "description": "",
            "privacy": False,
            "storyPoints": 1,
            "priority": 2,
            "frequencyDays": 28,
            "url": "https://shop.example.com/filter?type=3&pack=6",
        },
    ),
    Habit(
        "Appeler Mamie ☎️",
        start="09-24 21:02",
        first="09-28 15:00",
        hour="15",
        done="09-28 10-05 10-12 10-19 10-26 11-02",
        by=(PHONE, TABLET),
        fields={
            "description": "",
            "privacy": True,
            "storyPoints": 2,
            "priority": 4,
            "frequencyDays": 7,
            "tags": ["famille", "❤️"],
        },
        remarks=("« Viens à Noël ! »", "30 min"),
    ),
    Habit(
        "筋トレ 💪（30分）",
        start="09-25 05:58",
        first="09-27 06:30",
        hour="06",
        done="09-27 09-29 10-01 10-03 10-06 10-08 10-10 10-13 10-16 10-20 10-24 10-30"
        " 11-06 11-14",
        by=(PHONE, PHONE, PHONE, TABLET),
        fields={
            "description": "スクワット 3×15、プランク 2分",
            "privacy": False,
            "storyPoints": 2.5,
            "priority": 3,
            "frequencyDays": 2,
            "timeEstimate": 30,
        },
        snoozes={"10-23 06:10": 1, "10-29 06:20": 2},
        remarks=(None, "疲れた…", None, None, "新記録！"),
    ),
    Habit(
        "Wöchentliche Datensicherung",
        start="09-26 16:20",
        first="09-29 17:00",
        hour="17",
        done="09-29 10-06 10-13 10-20 10-27 11-03",
        by=(LAPTOP, LAPTOP, TABLET),
        fields={
            "description": "restic → NAS; danach `restic check --read-data-subset=5%`",
            "storyPoints": 1,
            "priority": 4,
            "frequencyDays": 7,
            "host": {"name": "nas", "path": "/volume1/backup", "keep": [7, 4, 12]},
        },
        changes={"10-16 17:45": {"title": "Wöchentliche Datensicherung (3-2-1)"}},
        end=("11-06 09:40", "ARCHIVE"),
    ),
    Habit(
        "Passear la gossa de la Núria 🐕",
        start="10-05 18:00",
        first="10-06 17:30",
        hour="17",
        done="10-06 10-07 10-08 10-09 10-10 10-12 10-13 10-14",
        by=(PHONE, TABLET, PHONE),
        fields={
            "description": "Claus: al test de l’entrada.",
            "privacy": False,
            "storyPoints": 1,
            "priority": 5,
            "frequencyDays": 1,
            "location": {"latitude": 52.5163, "longitude": 13.3777},
        },
        remarks=(None, None, "pluja ☔"),
        end=("10-15 20:30", "COMPLETE"),
    ),
    Habit(
        "Læse i “Måne, sol og hav”",
        start="10-02 21:10",
        first="10-07 21:00",
        hour="21",
        done="10-07 10-13 10-19 10-26 11-01 11-08",
        by=(LAPTOP, PHONE),
        fields={"storyPoints": 0, "priority": 1, "frequencyDays": 5},
        remarks=("s. 1–34", "s. 35–61", "s. 62–80", "s. 81–107", None, "s. 108–140"),
    ),
    Habit(
        "Написать отчёт за неделю",
        start="09-22 09:30",
        first="09-26 15:00",
        hour="14",
        done="09-26 10-03 10-10 10-17 10-24 10-31 11-07 11-14",
        by=(LAPTOP, LAPTOP, PHONE),
        fields={
            "description": "Кратко: что сделано, что мешает, что дальше.",
            "storyPoints": 3,
            "priority": 4,
            "frequencyDays": 7,
            "tags": ["работа"],
        },
        changes={"10-09 09:05": {"timeEstimate": 45}, "11-05 09:00": {"priority": 5}},
    ),
    Habit(
        "Vacuum the stairs",
        start="09-27 11:11",
        first="09-28 12:00",
        hour="12",
        done="09-28 10-08 10-19 10-28",
        by=(TABLET, PHONE),
        fields={"priority": 3, "frequencyDays": 10},
        snoozes={"10-18 12:30": 1},
    ),
    Habit(
        "Ciśnienie w oponach 🚲",
        start="10-11 08:44",
        first="10-18 10:00",
        hour="10",
        done="10-19",
        by=(PHONE,),
        fields={
            "description": "przód 3,5 / tył 4,0 bara",
            "privacy": False,
            "storyPoints": 1,
            "priority": 2,
            "frequencyDays": 30,
        },
    ),
    Habit(
        "Sauerteig füttern 🍞",
        start="10-12 09:00",
        first="10-14 09:00",
        hour="09",
        done="10-14 10-18 10-22 10-26 10-30 11-04 11-09 11-13",
        by=(TABLET, PHONE, PHONE),
        fields={
            "description": "50 g Starter, 50 g Wasser, 50 g Roggenmehl (1:1:1)",
            "frequencyDays": 4,
            "priority": 3,
        },
        first_notes="Glas Nr. 2",
        remarks=(None, "blubbert 🫧", None),
    ),
    Habit(
        "复习单词卡片",
        start="10-14 20:15",
        first="10-15 20:00",
        hour="20",
        done="10-15 10-18 10-21 10-24 10-28 11-01 11-06 11-12",
        by=(TABLET, PHONE),
        fields={"description": "每次二十张", "frequencyDays": 3, "priority": 3},
        changes={"10-25 20:05": {"description": "每次三十张", "storyPoints": 2}},
        remarks=("20/20", "18/20", None),
    ),
)


def practise(history, habit):
    """Writes the nodes of a habit."""
    task = history.task(habit.title)
    creator = habit.by[0]
    task.create(creator, habit.start, title=habit.title, **habit.fields)
    task.todo(creator, habit.start, habit.first, habit.first_notes)
    days = [f"{day} {habit.hour}" for day in habit.done.split()]
    for at in sorted([*days, *habit.changes, *habit.snoozes]):
        if at in habit.changes:
            task.update(creator, at, **habit.changes[at])
        elif at in habit.snoozes:
            task.snooze_by(creator, at, habit.snoozes[at])
        else:
            turn = days.index(at)
            device = habit.by[turn % len(habit.by)]
            minute = history.dice.below(60)
            remark = habit.remarks[turn % len(habit.remarks)]
            task.finish(device, f"{at}:{minute:02d}", remark)
    if habit.end:
        at, action = habit.end
        task.note(creator, at, action)


# --- Stories on one device or on devices that are in touch ----------------------


def tax_return(history):
    """Put off again and again, and long overdue."""
    task = history.task("tax return")
    task.create(
        PHONE,
        "09-22 12:01",
        title="Steuererklärung 2024 abgeben",
        description="",
        privacy=True,
        storyPoints=8,
        priority=5,
        frequencyDays=0,
        tags=["finanzen", "amt"],
    )
    task.todo(PHONE, "09-22 12:01", "09-30 22:00", notes="ELSTER-Zertifikat läuft ab!")
    task.snooze_by(PHONE, "09-30 20:15", 14)
    task.comment(LAPTOP, "10-02 18:40", "Belege 1–14 sind gescannt: ~/Steuer/2024/")
    task.update(LAPTOP, "10-02 19:05", description="Fehlt noch:\n- Spende\n- Fahrten")
    task.snooze_by(TABLET, "10-14 21:30", 10)
    task.comment(PHONE, "10-29 08:00", "Mahnung kam heute 😬")


def passport(history):
    """Planned months ahead, with a new deadline."""
    task = history.task("passport")
    task.create(LAPTOP, "09-29 13:00", title="Reisepass verlängern", priority=4)
    task.todo(LAPTOP, "09-29 13:01", "12-01 09:00", notes="Bürgeramt, Raum 2.07")
    task.snooze_to(LAPTOP, "10-30 12:20", "02-16 09:30")
    task.update(TABLET, "11-10 19:00", description="Foto nicht älter als 6 Monate")


def birthday(history):
    """Completed, first the to-do and then the task."""
    task = history.task("birthday")
    task.create(
        PHONE,
        "09-30 17:45",
        title="Cadeau d’anniversaire pour Léa 🎂",
        description="Elle a dit : « surtout pas de livre »",
        privacy=True,
        storyPoints=1,
        priority=4,
        frequencyDays=0,
        tags=["famille", "cadeaux"],
        budget=49.9,
    )
    task.todo(PHONE, "09-30 17:46", "10-17 16:00", title="acheter & emballer")
    task.complete_todo(PHONE, "10-16 17:30", "un vélo miniature 🚲")
    task.note(PHONE, "10-16 17:31", "COMPLETE", completedAt="2025-10-16T17:31:00Z")


def dentist(history):
    """Written in the payload dialect from beginning to end."""
    task = history.task("dentist")
    task.create(TABLET, "10-01 08:20", title="Dentist: check-up 🦷", priority=3)
    task.todo(TABLET, "10-01 08:21", "10-20 08:00", notes="Dr. Okonkwo, 2nd floor")
    task.snooze_by(TABLET, "10-17 09:00", 3)
    task.snooze_to(TABLET, "10-22 07:10", "11-05 10:45")
    task.complete_todo(TABLET, "11-05 11:50", "no holes, next year again")


def reading_list(history):
    """A draft, hidden until the holidays."""
    task = history.task("reading list")
    task.create(
        PHONE,
        "10-03 22:10",
        title="Read “The C Programming Language”, §4–§5",
        description="",
        privacy=False,
        storyPoints=5,
        priority=1,
        frequencyDays=0,
    )
    task.hide_until(PHONE, "10-03 22:12", "12-24 08:00")


def japanese(history):
    """A draft in the payload dialect."""
    task = history.task("japanese")
    task.create(TABLET, "10-09 19:55", title="学日语：复习第十课", storyPoints=2)


def abandoned(history):
    """A draft that was archived, with a reason."""
    task = history.task("abandoned")
    task.create(
        LAPTOP, "09-25 23:01", title="Learn Vim macros :%s/foo/bar/g", priority=1
    )
    task.note(LAPTOP, "10-19 22:30", "ARCHIVE", reason="q")


def moving(history):
    """Many to-dos on one task; the tallest is the current one."""
    task = history.task("moving")
    task.create(
        PHONE,
        "10-04 09:15",
        title="Umzug in die Müllerstraße 📦",
        description="Schlüsselübergabe am 15. November",
        privacy=False,
        storyPoints=13,
        priority=5,
        frequencyDays=0,
        tags=["umzug"],
        guid=PHONE.uuid(task.guid),
        archived=False,
    )
    task.add_todo(PHONE, "10-04 09:17", "Kartons besorgen", "10-11 12:00", "mind. 40")
    boxes = task.todo_id
    task.add_todo(PHONE, "10-04 09:18", "Transporter mieten", "11-01 12:00")
    van = task.todo_id
    task.add_todo(LAPTOP, "10-07 20:00", "Strom & Internet ummelden")
    contracts = task.todo_id
    task.complete_todo(PHONE, "10-11 13:30", "42 Stück vom Supermarkt", boxes)
    task.complete_todo(TABLET, "10-31 18:05", todo_id=van)
    task.comment(PHONE, "11-02 10:00", "Wer trägt das Klavier?! 🎹")
    task.todo_id = contracts
    task.snooze_by(LAPTOP, "11-04 09:25", 11)
    task.add_todo(PHONE, "11-15 16:40", "Zählerstände ablesen", "11-17 09:00")


def presentation(history):
    """Unknown actions of several kinds; due tomorrow."""
    task = history.task("presentation")
    task.create(
        LAPTOP,
        "11-03 09:12",
        title='Slides for "Logs & DAGs" (EN/FR)',
        description="20 min + questions.\nDon't read the slides aloud!",
        storyPoints=8,
        priority=5,
        timeEstimate=6.5,
        tags=["work", "talk"],
    )
    task.todo(LAPTOP, "11-03 09:13", "11-17 13:00")
    task.note(
        LAPTOP, "11-05 13:00", "START_TIMER", startedAt="2025-11-05T14:00:00+01:00"
    )
    task.note(LAPTOP, "11-05 14:45", "STOP_TIMER", seconds=6300.5)
    task.note(
        PHONE,
        "11-08 17:20",
        "ADD_ATTACHMENT",
        file={"name": "schéma\\v2 final.png", "bytes": 183204, "alt": None},
    )
    task.update(
        LAPTOP, "11-10 10:10", timeEstimate=4, slides=[1, 2, 3, {"draft": True}]
    )
    task.comment(LAPTOP, "11-12 18:32", "Merci pour le plan :-)")
    task.update(PHONE, "11-15 21:50", timeEstimate=None)


def insurance(history):
    """Due in a few hours."""
    task = history.task("insurance")
    task.create(TABLET, "10-20 07:45", title="Cancel bike insurance", priority=4)
    task.todo(TABLET, "10-20 07:46", "11-16 17:00", notes="policy № 77/2023-B")


def groceries(history):
    """Overdue by hours."""
    task = history.task("groceries")
    task.create(
        PHONE,
        "11-14 18:02",
        title="Milk, eggs & crème fraîche 🥚",
        description="",
        privacy=False,
        storyPoints=0.5,
        priority=3,
        frequencyDays=0,
        createdAt="2025-11-14T18:02:00Z",
    )
    task.add_todo(PHONE, "11-14 18:03", "on the way home", "11-16 07:00")


def piano(history):
    """Archived and taken up again, then hidden for a while."""
    task = history.task("piano")
    task.create(LAPTOP, "09-28 19:00", title="Klavier üben: Satie, Gymnopédie N° 1")
    task.todo(LAPTOP, "09-28 19:01", "10-12 18:00")
    task.note(PHONE, "10-15 07:30", "ARCHIVE")
    task.note(TABLET, "10-21 20:20", "UNARCHIVE")
    task.hide_until(PHONE, "11-11 07:00", "11-23 08:00")


def library(history):
    """Completed without a time of its own, and renamed afterwards."""
    task = history.task("library")
    task.create(PHONE, "10-10 12:12", title="Bücher zurückbringen", priority=2)
    task.todo(PHONE, "10-10 12:13", "10-24 17:00", notes="7 Stück, siehe Regal")
    task.complete_todo(PHONE, "10-23 16:08")
    task.note(PHONE, "10-23 16:08", "COMPLETE")
    task.update(LAPTOP, "10-23 20:00", title="Bücher zurückgebracht ✔︎")


def doctor(history):
    """Private, and three days overdue."""
    task = history.task("doctor")
    task.create(
        PHONE,
        "10-27 08:05",
        title="Dr. Nguyễn anrufen",
        description="Befund\r\nÜberweisung",
        privacy=True,
        storyPoints=1,
        priority=5,
        frequencyDays=0,
    )
    task.todo(PHONE, "10-27 08:06", "11-10 10:00")
    task.snooze_by(PHONE, "11-10 10:30", 3)


def boiler(history):
    """Both dialects in turn on one chain."""
    task = history.task("boiler")
    task.create(TABLET, "10-08 11:00", title="Boiler: annual service", priority=3)
    task.todo(TABLET, "10-08 11:01", "11-24 08:00")
    task.update(PHONE, "10-12 09:30", phone="+49 30 1234567/89", storyPoints=1.5)
    task.update(TABLET, "10-22 18:18", description="between 8 and 12, someone at home")
    task.snooze_to(TABLET, "11-06 12:00", "11-27 08:00")
    task.update(LAPTOP, "11-13 08:50", tags=["maison", "hiver"], priority=4)


def tyres(history):
    """A to-do without a deadline, snoozed from the moment of snoozing."""
    task = history.task("tyres")
    task.create(LAPTOP, "10-05 14:30", title="Winterreifen aufziehen ❄️")
    task.add_todo(LAPTOP, "10-05 14:31", "Termin ausmachen")
    task.snooze_by(LAPTOP, "11-01 09:00", 18)


def christmas(history):
    """Far away, with a text that must not be normalised."""
    task = history.task("christmas")
    decomposed = unicodedata.normalize("NFD", "Noël chez Hélène à Besançon")
    task.create(
        PHONE,
        "11-02 20:45",
        title=f"{decomposed} 🎄👨‍👩‍👧‍👦",
        description="Train + hôtel",
        privacy=False,
        storyPoints=3,
        priority=4,
        frequencyDays=0,
        checklist={"billets": False, "chocolat": True, "à décider": None},
    )
    task.todo(PHONE, "11-02 20:46", "12-20 11:00")


def lecture(history):
    """A CREATE_TODO without an id; completed late, with an offset from UTC."""
    task = history.task("lecture")
    task.create(LAPTOP, "10-07 08:00", title="Vorlesung nachhören: Π und Σ", priority=2)
    task.todo_without_id(
        LAPTOP, "10-07 08:01", "CREATE_TODO", deadline="2025-10-12T20:00:00.25+02:00"
    )
    task.snooze_by(TABLET, "10-12 18:45", 2)
    task.snooze_to(PHONE, "10-14 19:30", "10-28 18:00")
    task.update(LAPTOP, "10-21 18:00", description="Minute 34:10 – 51:00")
    task.complete_todo(LAPTOP, "10-29 22:15", notes="Folie 12 stimmt nicht")
    task.note(
        LAPTOP, "10-29 22:16", "COMPLETE", completedAt="2025-10-29T23:15:00+01:00"
    )


def garden(history):
    """An ADD_TODO with an id; archived and taken up again twice."""
    task = history.task("garden")
    task.create(PHONE, "09-27 09:00", title="Knoblauch stecken 🧄", priority=2)
    todo_id = task.fresh_todo_id()
    task.note(PHONE, "09-27 09:01", "ADD_TODO", todoTaskId=todo_id, title="3 Reihen")
    task.note(PHONE, "10-04 12:00", "ARCHIVE")
    task.note(LAPTOP, "10-11 10:20", "UNARCHIVE")
    task.snooze_to(LAPTOP, "10-11 10:21", "10-25 14:00")
    task.note(TABLET, "10-25 13:15", "ARCHIVE")
    task.note(TABLET, "11-02 09:05", "UNARCHIVE")
    task.snooze_to(TABLET, "11-02 09:06", "11-15 14:00")
    task.hide_until(LAPTOP, "11-09 10:00", "11-14 00:00")


def song(history):
    """A draft with actions that version 1 does not know."""
    task = history.task("song")
    task.create(
        PHONE,
        "10-19 23:10",
        title="Ідея: пісня для Оленки 🎶",
        description="Am – F – C – G",
        privacy=True,
        storyPoints=0.5,
        priority=1,
        frequencyDays=0,
    )
    task.note(PHONE, "10-19 23:11", "PIN")
    task.comment(LAPTOP, "10-22 21:00", "рядок 2: «тихо» → «тихенько»")


# --- Stories with devices that were offline -------------------------------------


def lisbon(history):
    """Two titles: two heads. The later wall time wins."""
    task = history.task("lisbon")
    task.create(
        PHONE,
        "10-18 10:00",
        title="Viagem a Lisboa ✈️",
        description="",
        privacy=False,
        storyPoints=5,
        priority=3,
        frequencyDays=0,
    )
    task.todo(PHONE, "10-18 10:02", "11-30 20:00", title="reservar hotel")
    offline = task.fork()
    task.update(PHONE, "11-09 15:10", title="Viagem a Lisboa ✈️: três noites")
    offline.update(LAPTOP, "11-09 16:25", title="Viagem a Lisboa: hotel + comboio")


def coffee_machine(history):
    """A snooze on one device and an edit on another; nothing is lost."""
    task = history.task("coffee machine")
    task.create(TABLET, "10-21 07:00", title="Reparar la cafetera ☕", priority=4)
    task.todo(TABLET, "10-21 07:01", "11-07 18:00")
    offline = task.fork()
    task.snooze_by(PHONE, "11-07 18:20", 7)
    offline.update(
        TABLET, "11-07 19:00", description="¿Junta o bomba? ¡Mirar el vídeo!"
    )


def cat_litter(history):
    """Two devices complete one occurrence and make the same next one."""
    task = history.task("cat litter")
    task.create(
        PHONE,
        "11-01 08:00",
        title="Katzenklo 🐈",
        description="",
        privacy=False,
        storyPoints=1,
        priority=3,
        frequencyDays=5,
    )
    task.todo(PHONE, "11-01 08:01", "11-05 08:00")
    task.finish(PHONE, "11-05 08:10")
    offline = task.fork()
    task.finish(PHONE, "11-10 07:55", "neue Streu")
    offline.finish(TABLET, "11-10 08:20")


def attic(history):
    """Archived on one device while it was edited on another."""
    task = history.task("attic")
    task.create(LAPTOP, "10-06 18:00", title="Dachboden entrümpeln", priority=2)
    task.todo(LAPTOP, "10-06 18:01", "11-08 10:00")
    offline = task.fork()
    task.note(LAPTOP, "11-11 12:40", "ARCHIVE")
    offline.update(TABLET, "11-11 13:30", title="Dachboden entrümpeln – im Frühjahr")


def newsletter(history):
    """The longer branch wins although it was written earlier."""
    task = history.task("newsletter")
    task.create(TABLET, "10-25 09:00", title="Newsletter Gartenverein", priority=2)
    task.todo(TABLET, "10-25 09:01", "11-19 18:00")
    offline = task.fork()
    task.update(LAPTOP, "11-12 07:10", priority=3)
    task.update(LAPTOP, "11-12 07:30", title="Newsletter Gartenverein, Ausgabe 4/2025")
    task.comment(LAPTOP, "11-12 07:31", "Termine fehlen")
    offline.update(TABLET, "11-12 20:00", title="Rundbrief Gartenverein", storyPoints=2)


def wedding(history):
    """Two branches that the telephone joined: two parents."""
    task = history.task("wedding")
    task.create(LAPTOP, "10-13 21:00", title="Rede für Ida & Joël 💍", priority=4)
    task.todo(LAPTOP, "10-13 21:01", "11-22 14:00")
    offline = task.fork()
    task.update(LAPTOP, "10-28 20:40", description="Anekdote: Zelt, Regen, Käse")
    offline.update(TABLET, "10-28 21:10", storyPoints=3)
    task.join(offline)
    task.update(PHONE, "10-29 12:05", title="Rede für Ida & Joël (max. 5 min) 💍")
    task.snooze_to(TABLET, "11-12 22:00", "11-21 18:00")


def trio(history):
    """Three devices at once, joined by the laptop: three parents."""
    task = history.task("trio")
    task.create(
        PHONE,
        "10-16 12:30",
        title="Trío: ensayo general",
        description="",
        privacy=False,
        storyPoints=2,
        priority=3,
        frequencyDays=0,
    )
    task.todo(PHONE, "10-16 12:31", "11-18 19:30")
    on_laptop, on_tablet = task.fork(), task.fork()
    task.comment(PHONE, "11-04 08:40", "¿Quién trae los atriles?")
    on_laptop.update(LAPTOP, "11-04 09:15", tags=["música"], room="Sala 3")
    on_tablet.update(TABLET, "11-04 10:00", priority=5)
    on_laptop.join(task)
    on_laptop.join(on_tablet)
    on_laptop.update(LAPTOP, "11-05 18:00", title="Trío: ensayo general (Sala 3)")


# --- Deleted tasks --------------------------------------------------------------


def deleted_on_phone(history):
    """A task that was worked on and then deleted."""
    task = history.task("deleted on the phone")
    task.create(PHONE, "10-02 07:07", title="Call the landlord", priority=4)
    task.todo(PHONE, "10-02 07:08", "10-06 16:00")
    task.comment(PHONE, "10-05 11:30", "he called back himself")
    task.delete(PHONE, "10-05 11:31")


def deleted_on_tablet(history):
    """The same in the payload dialect."""
    task = history.task("deleted on the tablet")
    task.create(TABLET, "10-15 08:30", title="Tëst 123 – bitte löschen")
    task.todo(TABLET, "10-15 08:31", "10-16 08:00")
    task.snooze_by(TABLET, "10-16 07:00", 1)
    task.delete(TABLET, "10-16 20:00")


def deleted_after_join(history):
    """Two branches, joined, and then all of it deleted."""
    task = history.task("deleted after a join")
    task.create(LAPTOP, "10-24 10:00", title="Kündigung Fitnessstudio", priority=3)
    task.todo(LAPTOP, "10-24 10:01", "11-14 23:00")
    offline = task.fork()
    task.update(LAPTOP, "11-01 19:00", description="Kundennummer 0815/4711")
    offline.update(TABLET, "11-01 19:30", priority=5)
    task.join(offline)
    task.comment(LAPTOP, "11-08 09:00", "erledigt sich: das Studio schließt")
    task.delete(LAPTOP, "11-08 09:01")


def deleted_draft(history):
    """A draft that did not live for a minute."""
    task = history.task("deleted draft")
    task.create(PHONE, "11-13 23:58", title="asdf")
    task.delete(PHONE, "11-13 23:58")


STORIES = (
    tax_return,
    passport,
    birthday,
    dentist,
    reading_list,
    japanese,
    abandoned,
    moving,
    presentation,
    insurance,
    groceries,
    piano,
    library,
    doctor,
    boiler,
    tyres,
    christmas,
    lecture,
    garden,
    song,
    lisbon,
    coffee_machine,
    cat_litter,
    attic,
    newsletter,
    wedding,
    trio,
    deleted_on_phone,
    deleted_on_tablet,
    deleted_after_join,
    deleted_draft,
)


def tell(history):
    """Writes all habits and stories."""
    for habit in HABITS:
        practise(history, habit)
    for story in STORIES:
        story(history)
