"""The licences of everything in the folder, the list of its parts (CycloneDX), and which build it is."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, version
from pathlib import Path

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
NAMES = ("licen", "copying", "notice", "authors")
LGPL = ("PySide6_Essentials", "shiboken6")


@dataclass(frozen=True)
class Part:
    """Something inside that others made: name, version, licence in few words, its whole terms, and its package URL."""

    name: str
    version: str
    licence: str
    terms: str
    purl: str


def write_licences(
    folder: Path, inside: Iterable[Distribution], libraries: Iterable[str]
) -> list[tuple[str, str, str]]:
    """Write ``THIRD-PARTY.txt``, ``sbom.cdx.json`` and ``BUILD.txt``, and return them as PyInstaller's entries.

    Args:
        inside: the distributions of Python that are in the program.
        libraries: paths of the system's libraries that are.
    """
    parts = [python(), bootloader(), *map(part, inside), *debian_parts(libraries)]
    texts = {
        "THIRD-PARTY.txt": third_party(parts),
        "sbom.cdx.json": json.dumps(sbom(parts), indent=1, ensure_ascii=False) + "\n",
        "BUILD.txt": build() + "\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [(name, str(folder / name), "DATA") for name in texts]


def part(one: Distribution) -> Part:
    """Return a distribution with what its metadata and its files of terms say."""
    terms = set(licence_texts(one))
    return Part(
        one.name,
        one.version,
        licence(one),
        "\n\n".join(sorted(terms)) or f"(The distribution has no file of terms; its metadata say: {licence(one)}.)",
        f"pkg:pypi/{one.name.lower().replace('_', '-')}@{one.version}",
    )


def licence(one: Distribution) -> str:
    """Return the licence as the metadata name it: an expression, a classifier, or the first line of a text."""
    fields = {name: one.metadata.get_all(name, []) for name in ("License-Expression", "License", "Classifier")}
    classifiers = [text.rpartition(" :: ")[2] for text in fields["Classifier"] if text.startswith("License ")]
    texts = [text.strip() for text in fields["License"] if "\n" not in text.strip() and len(text) < 60]
    return " and ".join(fields["License-Expression"] or texts or classifiers)


def licence_texts(one: Distribution) -> Iterator[str]:
    """Yield the files of terms that a distribution has."""
    if one.name in LGPL:
        yield (HERE / "terms" / "Qt.txt").read_text(encoding="utf-8")
        return
    for file in one.files or ():
        if any(word in file.name.lower() for word in NAMES) and file.suffix not in (".py", ".pyc", ".png", ".svg"):
            yield Path(str(one.locate_file(file))).read_text(encoding="utf-8", errors="replace").strip()


def python() -> Part:
    """Return the Python that is inside."""
    places = (Path(sys.base_prefix) / "LICENSE.txt", Path(json.__file__).parents[1] / "LICENSE.txt")
    text = next(
        (path.read_text(encoding="utf-8") for path in places if path.is_file()), "See https://docs.python.org/license"
    )
    found = platform.python_version()
    return Part("Python", found, "PSF-2.0", text, f"pkg:generic/python@{found}")


def bootloader() -> Part:
    """Return what starts Python."""
    text = (
        "The executable contains the bootloader of PyInstaller, under the GPL 2.0 or later with an exception that "
        "allows to distribute programs made with it under any terms."
    )
    found = version("pyinstaller")
    return Part(
        "PyInstaller bootloader",
        found,
        "GPL-2.0-or-later WITH Bootloader-exception",
        text,
        f"pkg:pypi/pyinstaller@{found}",
    )


def debian_parts(libraries: Iterable[str]) -> list[Part]:
    """Return the packages of Debian or its like that the system's libraries are from; none elsewhere."""
    paths = sorted({f"*/{Path(path).resolve().name}" for path in libraries})
    if not paths:
        return []
    try:
        found = subprocess.run(["dpkg", "-S", *paths], capture_output=True, text=True, check=True).stdout
        names = sorted({line.rpartition(": ")[0] for line in found.splitlines()})
        form = "${Package}\\t${Version}\\t${Architecture}\\n"
        listed = subprocess.run(["dpkg-query", "-W", "-f", form, *names], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(
            f"the packages of these libraries are not known, so that their licences cannot be listed: {paths} ({error})"
        ) from error
    return [debian_part(*line.split("\t")) for line in listed.stdout.splitlines()]


def debian_part(name: str, number: str, architecture: str) -> Part:
    """Return a package of Debian with its file of copyrights."""
    text = Path("/usr/share/doc", name, "copyright").read_text(encoding="utf-8", errors="replace")
    return Part(name, number, "see its terms", text.strip(), f"pkg:deb/debian/{name}@{number}?arch={architecture}")


def third_party(parts: Sequence[Part]) -> str:
    """Return a text with the list of all parts, then the terms of each; the same terms only once."""
    owners: dict[str, list[Part]] = {}
    for one in parts:
        owners.setdefault(one.terms, []).append(one)
    shared = [(HERE / "terms" / name).read_text(encoding="utf-8") for name in ("LGPL-3.0.txt", "GPL-3.0.txt")]
    head = "Meantree is under the Apache License 2.0. It contains the following parts of others, under the terms below."
    listed = "\n".join(f"  {one.name} {one.version}: {one.licence}" for one in parts)
    sections = [(", ".join(f"{one.name} {one.version}" for one in those), terms) for terms, those in owners.items()]
    sections += [
        ("GNU Lesser General Public License, version 3", shared[0]),
        ("GNU General Public License, version 3", shared[1]),
    ]
    return (
        "\n\n".join([head, listed, *(f"{'=' * 100}\n{title}\n{'=' * 100}\n\n{terms}" for title, terms in sections)])
        + "\n"
    )


def sbom(parts: Sequence[Part]) -> dict[str, object]:
    """Return the parts as CycloneDX 1.6."""
    components = [
        {
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "licenses": [{"license": {"name": one.licence}}],
            "purl": one.purl,
        }
        for one in parts
    ]
    program = {"type": "application", "bom-ref": "meantree", "name": "meantree", "version": version("meantree")}
    program["licenses"] = [{"license": {"id": "Apache-2.0"}}]  # type: ignore[assignment]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
        "dependencies": [{"ref": "meantree", "dependsOn": [one.purl for one in parts]}],
    }


def build() -> str:
    """Return which commit this is, and what it was built with."""
    describe = ["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        commit = subprocess.run(describe, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        commit = "no commit"
    system = f"{platform.system()} {platform.machine()}"
    return f"{commit}, {system}, Python {platform.python_version()}, Qt {version('PySide6_Essentials')}"
