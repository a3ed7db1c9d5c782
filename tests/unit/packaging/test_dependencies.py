"""What is declared is what is imported, and the set-up installs versions that are declared."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from meantree_resources import resource

CHECKOUT = Path(__file__).parents[3]
OWN = {"meantree", "meantree_gui", "meantree_resources"}
# Their modules are installed only where somebody wants them, or by another distribution of the same.
ELSEWHERE = {"benepar": {"benepar"}, "bllipparser": {"bllipparser"}, "shiboken6": {"pyside6-essentials"}}
IMPORT = re.compile(r"^ *(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?(?:$|,|  #))", re.MULTILINE)
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> dict[str, str]:
    """Return the bounds of each declared distribution."""
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    found = (re.fullmatch(r"([\w.-]+)(?:\[\w+\])?(.*)", line) for line in lines)
    return {canonical(match[1]): match[2] for match in found if match}


def imported(folder: str) -> Iterator[str]:
    """Yield the top-level modules that a package imports, anywhere in its modules."""
    for path in (CHECKOUT / folder).rglob("*.py"):
        yield from (match[1] or match[2] for match in IMPORT.finditer(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("folders", "extras"),
    [(("core", "resources"), ("benepar", "bllip", "cluster", "parquet")), (("gui",), ("gui",))],
    ids=["core", "gui"],
)
def test_what_is_imported_is_declared_and_what_is_declared_is_imported(
    folders: tuple[str, ...], extras: tuple[str, ...]
) -> None:
    known = packages_distributions()
    modules = {module for folder in folders for module in imported(folder)} - OWN - sys.stdlib_module_names
    choices = {module: ELSEWHERE.get(module) or {*map(canonical, known.get(module, [module]))} for module in modules}
    needed = declared(*extras)
    assert [module for module, names in choices.items() if not names & {*needed}] == []
    extra_only = {canonical(name) for name in needed} - ({*declared()} if folders == ("gui",) else set())
    assert extra_only - {name for names in choices.values() for name in names} == set()


def test_the_set_up_has_a_version_of_all_that_is_declared_and_no_address_of_an_index() -> None:
    text = (CHECKOUT / "packaging" / "constraints.txt").read_text(encoding="ascii")
    pins = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9.-]+==[\w.+]+( ; [\w\s.'=<>!()]+)?", pin) for pin in pins)
    assert {*declared("dev", "gui")} <= {pin.split("==")[0] for pin in pins}
    (qt,) = (pin.split("==")[1] for pin in pins if pin.startswith("pyside6-essentials=="))
    assert tuple(map(int, qt.split("."))) < (6, 12)


def test_spacy_is_as_new_as_the_shipped_pipeline_needs() -> None:
    meta = json.loads((resource("models") / "en_meantree" / "meta.json").read_text(encoding="utf-8"))
    assert meta["spacy_version"].startswith(declared()["spacy"])


def test_the_tests_of_the_lowest_versions_exist() -> None:
    lines = (CHECKOUT / "packaging" / "lowest_versions.txt").read_text(encoding="ascii").splitlines()
    assert lines
    assert [line for line in lines if not (CHECKOUT / line.split("::")[0]).exists()] == []
