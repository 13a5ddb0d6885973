"""Which Debian packages the files of C libraries on this machine are of."""

import json
import shutil
import subprocess


def output(*words: str) -> str | None:
    """What a program prints; None if it fails or is not there."""
    if shutil.which(words[0]) is None:
        return None
    result = subprocess.run(words, capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def loaded(program: str) -> list[dict]:
    """The libraries that the program loads when they are needed, as 'redo bugreport --json' lists them."""
    report = subprocess.run([program, "bugreport", "--json"], check=True, capture_output=True)
    return json.loads(report.stdout)["libraries"]


def linked(program: str) -> list[str]:
    """The names of the libraries that the program links."""
    lines = (output("readelf", "--dynamic", "--wide", program) or "").splitlines()
    return [line.split("[")[1].rstrip("]") for line in lines if "(NEEDED)" in line]


def paths() -> dict[str, str]:
    """The files that the loader finds, by the names that they are loaded by."""
    found: dict[str, str] = {}
    for line in (output("/sbin/ldconfig", "-p") or "").splitlines()[1:]:
        name, _, path = line.strip().partition(" => ")
        found.setdefault(name.split(" ")[0], path)
    return found


def package(path: str | None) -> str | None:
    """The package that a file is of; None for none. A folder can be a link: /lib for /usr/lib."""
    for name in [path, path.removeprefix("/usr"), "/usr" + path] if path else []:
        owner = output("dpkg-query", "-S", name)
        if owner:
            return owner.split(":")[0]
    return None


def version(name: str) -> str | None:
    """The version of a package that is installed; None for one that is not."""
    return output("dpkg-query", "-W", "-f=${Version}", name) or None
