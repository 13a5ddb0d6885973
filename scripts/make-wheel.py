#!/usr/bin/env -S python3 -B
"""Packs the program, its names, its manual and its completions as a wheel, which pip and pipx install.

    scripts/make-wheel.py .build/release FOLDER

The wheel has no Python in it. Its tag, manylinux_X_Y (PEP 600), follows from the versions of the C library's symbols that
the program uses, as readelf lists them; a program that links another library than the tag promises is refused. A wheel
has no links, so a name of the program is a script of two lines that starts it. All times are the time of the sources, so
that the same program gives the same bytes.

Units and the desktop entry name the program by its whole path, which is not known here: they are not in a wheel.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "redo_tasks"
# What each system with a C library has (PEP 600: "the libraries that a manylinux wheel may link").
LIBRARIES = {
    "libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libutil.so.1", "libgcc_s.so.1",
    "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
}
# The newest symbols of libgcc_s.so.1 that a wheel may use: those of the time of glibc 2.17.
GCC_LIMIT = (4, 8)


class Refusal(Exception):
    pass


def readelf(option: str, program: pathlib.Path) -> str:
    done = subprocess.run(["readelf", "-W", option, program], capture_output=True, text=True, check=True)
    return done.stdout


def versions(text: str, prefix: str) -> list[tuple[int, ...]]:
    found = re.findall(rf"\b{prefix}_([0-9]+(?:\.[0-9]+)*)\b", text)
    return sorted({tuple(int(number) for number in version.split(".")) for version in found})


def tag(program: pathlib.Path) -> str:
    """The platform that the program proves to need."""
    header = readelf("-h", program)
    machines = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
    machine = next((tag for name, tag in machines.items() if name in header), None)
    if machine is None:
        raise Refusal("the processor of the program has no tag")
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", readelf("-d", program)))
    if others := needed - LIBRARIES:
        raise Refusal(f"the program links {', '.join(sorted(others))}, which not every system has")
    wanted = readelf("-V", program)
    libc = versions(wanted, "GLIBC")
    if not libc:
        raise Refusal("the program uses no symbol of the C library")
    gcc = versions(wanted, "GCC")
    if gcc and gcc[-1] > GCC_LIMIT:
        raise Refusal(f"the program uses symbols of GCC {'.'.join(map(str, gcc[-1]))}")
    major, minor = libc[-1][:2]
    # The oldest that a tag of this form names.
    return f"manylinux_{major}_{max(minor, 17)}_{machine}"


def script(path_to_program: str, name: str) -> bytes:
    return f'#!/bin/sh\nexec "${{0%/*}}/{path_to_program}" {name} "$@"\n'.encode()


def linked_script(name: str) -> bytes:
    """A script in bin, to which pipx makes a link."""
    return f'#!/bin/sh\nself=$(readlink -f "$0")\nexec "${{self%/*}}/redo" {name} "$@"\n'.encode()


def contents(program: pathlib.Path, version: str) -> list[tuple[str, bytes, bool]]:
    """The files of the wheel, with whether each is a program."""
    data = f"{NAME}-{version}.data"
    files = [(f"{data}/scripts/redo", program.read_bytes(), True)]
    for name in (ROOT / "desktop/programs").read_text().split():
        files.append((f"{data}/scripts/redo-{name}", linked_script(name), True))
    pages = sorted((ROOT / "man").glob("*.[157]"))
    inner = ["composing", "http", "store-folder", "store-rclone", "store-s3"]
    names = [page.stem.removeprefix("redo-") for page in pages if page.suffix == ".1" and page.stem != "redo"]
    for name in sorted(names + inner):
        files.append((f"{data}/data/libexec/redo/redo-{name}", script("../../bin/redo", name), True))
    for page in pages:
        files.append((f"{data}/data/share/man/man{page.suffix[1:]}/{page.name}", page.read_bytes(), False))
    for source, target in [
        ("redo.bash", "bash-completion/completions/redo"),
        ("_redo", "zsh/site-functions/_redo"),
        ("redo.fish", "fish/vendor_completions.d/redo.fish"),
    ]:
        files.append((f"{data}/data/share/{target}", (ROOT / "completions" / source).read_bytes(), False))
    return files


def metadata(version: str) -> bytes:
    summary = "A task list for the terminal that keeps every change"
    description = (ROOT / "README.md").read_text().split("\n## ")[0]
    return (
        f"Metadata-Version: 2.1\nName: {NAME.replace('_', '-')}\nVersion: {version}\nSummary: {summary}\n"
        "Classifier: Environment :: Console\nClassifier: Operating System :: POSIX :: Linux\n"
        f"Description-Content-Type: text/markdown\n\n{description}\n"
    ).encode()


def main() -> int:
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    program = (build / "redo").resolve()
    seconds = int(subprocess.run([ROOT / "scripts/source-date"], capture_output=True, text=True, check=True).stdout)
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    version = printed.split()[1]
    platform = tag(program)
    information = f"{NAME}-{version}.dist-info"
    files = contents(program, version)
    files.append((f"{information}/METADATA", metadata(version), False))
    files.append((f"{information}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes(), False))
    files.append(
        (
            f"{information}/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: redo\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode(),
            False,
        )
    )
    record = f"{information}/RECORD"
    lines = []
    for name, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    files.append((record, ("".join(lines) + f"{record},,\n").encode(), False))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}-{version}-py3-none-{platform}.whl"
    # A ZIP has no time before 1980.
    moment = time.gmtime(max(seconds, 315532800))[:6]
    level = int(os.environ.get("REDO_WHEEL_LEVEL", "9"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as wheel:
        for name, content, is_program in files:
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=level)
    print(f"made {path}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refusal as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        sys.exit(1)
