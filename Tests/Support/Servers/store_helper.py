"""A store helper for tests, after docs/store-helpers.md alone: files below a folder.

    redo-store-NAME        whose address is FOLDER, or MODE:FOLDER

Modes: replacing (a file that is there is replaced), lying (it has written what it has not), dying/N (it ends in the middle of the Nth answer), hanging (it answers nothing), garbage (it answers bytes), endless (a
line without an end), long (a file of more than was asked for), names (a listing of other names), many (a listing that
does not end), sizes (a size that is none), denied, offline (errors), other (a file's bytes are others).

REDO_TEST_LOG is a file that requests are written to. REDO_TEST_HOOK is a number and a command of the shell, which is run
before the request of that number is answered.
"""

import os
import pathlib
import subprocess
import sys
import time

INPUT, OUTPUT = sys.stdin.buffer, sys.stdout.buffer
answers = asked = 0
mode, number, root = "", 0, None


def say(line, content=b""):
    global answers
    answers += 1
    data = line.encode() + b"\n" + content
    if mode == "dying" and answers > number:
        OUTPUT.write(data[: len(data) // 2])
        OUTPUT.flush()
        sys.exit(9)
    OUTPUT.write(data)
    OUTPUT.flush()


def misbehave():
    if mode == "hanging":
        time.sleep(3600)
    elif mode == "garbage":
        OUTPUT.write(bytes(range(256)) * 8)
        OUTPUT.flush()
    elif mode == "endless":
        OUTPUT.write(b"x" * 100000)
        OUTPUT.flush()
    elif mode in ("denied", "offline"):
        text = b"no \x1b[2Jentry"
        say(f"error {mode} {len(text)}", text)
    else:
        return False
    return True


def listed(prefix):
    if mode == "names":
        say("file elsewhere/x 1")
    if mode == "sizes":
        say(f"file {prefix}x -1")
    if mode == "many":
        while True:
            OUTPUT.write(b"".join(f"file {prefix}x{i} 1\n".encode() for i in range(10000)))
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_file() and name.startswith(prefix) and ".new" not in name:
            say(f"file {name} {path.stat().st_size}")
    say("end")


def put(name, content):
    path = root / name
    if mode == "lying":
        return "ok"
    if path.exists() and mode != "replacing":
        return "exists"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_bytes(content)
    if mode == "replacing":
        new.rename(path)
        return "ok"
    # In one step: of two that put at once one wins.
    try:
        os.link(new, path)
    except FileExistsError:
        return "exists"
    finally:
        new.unlink()
    return "ok"


def answer(words):
    verb, name = words[0], words[1]
    path = root / name
    if verb == "list":
        listed(name)
    elif verb == "get":
        if mode == "long":
            return say(f"content {int(words[2]) + 1}", b"x" * (int(words[2]) + 1))
        if not path.is_file():
            return say("absent")
        content = path.read_bytes()
        if len(content) > int(words[2]):
            text = f"{name} is longer".encode()
            return say(f"error long {len(text)}", text)
        if mode == "other":
            content = content[:-1] + bytes([content[-1] ^ 1])
        say(f"content {len(content)}", content)
    elif verb == "put":
        content = INPUT.read(int(words[2]))
        if len(content) < int(words[2]):
            sys.exit(1)
        say(put(name, content))
    elif verb == "delete":
        if path.is_file():
            path.unlink()
        say("ok")


OUTPUT.write(b"redo-store 1\n")
OUTPUT.flush()
first = INPUT.readline().split()
address = INPUT.read(int(first[1])).decode()
head, colon, rest = address.partition(":")
if colon:
    mode, _, count = head.partition("/")
    number, address = int(count or 0), rest
root = pathlib.Path(address)
if not root.is_dir():
    text = f"there is no folder {address}".encode()
    say(f"error missing {len(text)}", text)
    sys.exit(0)
say("ok")
number_of_hook, _, hook = os.environ.pop("REDO_TEST_HOOK", "0 ").partition(" ")
while line := INPUT.readline():
    asked += 1
    if asked == int(number_of_hook):
        subprocess.run(hook, shell=True, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    if os.environ.get("REDO_TEST_LOG"):
        with open(os.environ["REDO_TEST_LOG"], "ab") as log:
            log.write(line)
    if not misbehave():
        answer(line.decode().split())
