"""A copy of the project whose package has only some of the tests, and programs that run in it."""

import json
import pathlib
import shutil
import subprocess

BUILD = ".build"
# What a finished build of the project consists of.
BUILD_PARTS = ("*-unknown-linux-gnu/debug", "build.db", "debug.yaml", "workspace-state.json")
FILTER = """
// Only some tests, and what they use.
package.products.removeAll()
package.targets.removeAll {{ ![{names}].contains($0.name) }}
"""


def used(project, swift, names):
    """The names of some targets of the project's package and of all that they use."""
    described = subprocess.run(
        (swift, "package", "--ignore-lock", "dump-package"),
        cwd=project,
        capture_output=True,
        check=True,
    )
    dependencies = {
        target["name"]: [next(iter(d.values()))[0] for d in target["dependencies"]]
        for target in json.loads(described.stdout)["targets"]
    }
    result, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            waiting += dependencies[name]
    return sorted(result)


def tracked(project):
    """The files of the project that git knows or would add, relative to it."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=project,
        capture_output=True,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    return [pathlib.Path(name) for name in names if name and (project / name).is_file()]


def can_mount():
    """Whether programs may have a mount namespace of their own."""
    return (
        subprocess.run(
            ("unshare", "--mount", "true"), stderr=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )


class Copy:
    """A copy of the project.

    If it may, it stands in the project's place while a program runs in it, so that the absolute paths in the project's
    finished build are right and only what differs is compiled.
    """

    def __init__(self, project, folder, targets, takes_build):
        """The targets are all that the copy's package has (`used`)."""
        self.project, self.folder, self.targets = project, folder, targets
        self.is_mounted = takes_build and can_mount()

    @property
    def place(self):
        """Where a program that runs in the copy sees it."""
        return self.project if self.is_mounted else self.folder

    def update(self, changed):
        """Makes the copy equal to the project, apart from files that are given with their contents.

        Files that are already right keep their times, so that they are not compiled again.
        """
        if self.is_mounted and not (self.folder / BUILD).exists():
            self.copy_build()
        names = ", ".join(f'"{name}"' for name in self.targets)
        manifest = (self.project / "Package.swift").read_text(encoding="utf-8")
        manifest += FILTER.format(names=names)
        changed = {**changed, pathlib.Path("Package.swift"): manifest.encode()}
        expected = set(changed)
        for name in tracked(self.project):
            expected.add(name)
            if name not in changed:
                self.put(name)
        for name, contents in changed.items():
            path = self.folder / name
            if not path.is_file() or path.read_bytes() != contents:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(contents)
        for folder in ("Sources", "Tests"):
            for path in (self.folder / folder).rglob("*"):
                if path.is_file() and path.relative_to(self.folder) not in expected:
                    path.unlink()

    def put(self, name):
        """Copies a file if it differs; a new one with its time."""
        source, target = self.project / name, self.folder / name
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            # A file that is restored is newer than what was compiled of it.
            (shutil.copyfile if target.exists() else shutil.copy2)(source, target)

    def copy_build(self):
        """Copies the project's finished debug build, if there is one."""
        for pattern in BUILD_PARTS:
            for path in (self.project / BUILD).glob(pattern):
                target = self.folder / path.relative_to(self.project)
                target.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(("cp", "-a", path, target), check=True)
        link = self.folder / BUILD / "debug"
        for folder in (self.folder / BUILD).glob("*-unknown-linux-gnu"):
            link.symlink_to(f"{folder.name}/debug")

    def command(self, arguments):
        """The arguments of a program as it has to be started to run in the copy."""
        if not self.is_mounted:
            return ["env", "--chdir", str(self.folder), *arguments]
        script = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'
        return [
            *("unshare", "--mount", "sh", "-c", script, "sh"),
            *(str(self.folder), str(self.project), *arguments),
        ]
