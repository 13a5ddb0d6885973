#!/usr/bin/env -S python3 -B
"""Prints what a program of the suite consists of, as SPDX 2.3 in JSON (https://spdx.github.io/spdx-spec/v2.3).

    scripts/make-sbom.py PROGRAM SECONDS

SECONDS since 1970 stand for the time at which it was made, so that the same program gives the same bytes. Versions of
libraries are those of the Debian packages that the program was built against.
"""

import datetime
import hashlib
import json
import pathlib
import subprocess
import sys

import debian_packages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def identifier(name: str) -> str:
    return "SPDXRef-" + "".join(letter if letter.isalnum() else "-" for letter in name)


def component(name: str, version: str | None, licence: str, comment: str, **more: object) -> dict:
    return {
        "SPDXID": identifier(name),
        "name": name,
        "versionInfo": version or "NOASSERTION",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "comment": comment,
        **more,
    }


def debian(name: str, comment: str) -> dict:
    version = debian_packages.version(name)
    purl = f"pkg:deb/debian/{name}" + (f"@{version}" if version else "")
    reference = {
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": purl,
    }
    return component(name, version, "NOASSERTION", comment, externalRefs=[reference])


def swift_version() -> str | None:
    """The version of the compiler, whose runtime the program has inside."""
    text = debian_packages.output("swift", "--version") or ""
    words = text.split()
    return words[words.index("version") + 1] if "version" in words else None


def cxx_package() -> str | None:
    """The package of the archive of C++'s runtime that the linker was given."""
    archive = ROOT / ".build/static/libstdc++.a"
    return debian_packages.package(str(archive.resolve())) if archive.exists() else None


def main() -> None:
    program, seconds = sys.argv[1], int(sys.argv[2])
    content = pathlib.Path(program).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    suite = component(
        "redo", version.stdout.split()[1], "Apache-2.0", "The program, by all its names.",
        primaryPackagePurpose="APPLICATION",
        checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    runtime = component(
        "swift-runtime", swift_version(), "Apache-2.0 WITH Swift-exception",
        "Linked statically: the standard library of Swift.")
    static = [runtime]
    cxx = cxx_package()
    if cxx:
        static.append(debian(cxx, "Linked statically: the runtime of C++."))

    paths = debian_packages.paths()
    dynamic: dict[str, dict] = {}
    for name in debian_packages.linked(program):
        package = debian_packages.package(paths.get(name))
        if package:
            dynamic.setdefault(package, debian(package, f"Linked dynamically: {name}."))
    optional = set()
    for library in debian_packages.loaded(program):
        name = library["file"] or library["library"]
        package = debian_packages.package(paths.get(name)) or library["package"]
        dynamic.setdefault(package, debian(package, f"Loaded when it is needed: {name}."))
        if library["optional"]:
            optional.add(package)

    def relation(left: str, kind: str, right: str) -> dict:
        return {
            "spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right,
        }

    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", suite["SPDXID"])]
    relations += [relation(suite["SPDXID"], "STATIC_LINK", part["SPDXID"]) for part in static]
    for name, part in sorted(dynamic.items()):
        if name in optional:
            relations.append(
                relation(part["SPDXID"], "OPTIONAL_DEPENDENCY_OF", suite["SPDXID"]))
        else:
            relations.append(relation(suite["SPDXID"], "DYNAMIC_LINK", part["SPDXID"]))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"redo-{suite['versionInfo']}",
        "documentNamespace": f"https://spdx.org/spdxdocs/redo-{suite['versionInfo']}-{digest}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: make-sbom.py"],
        },
        "packages": [suite, *static, *[part for _, part in sorted(dynamic.items())]],
        "relationships": relations,
    }
    print(json.dumps(document, indent=2, sort_keys=True))


main()
