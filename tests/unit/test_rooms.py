"""ARCHITECTURE.md names each room of core and window once, and no room has more code than its ceiling there.

``pytest -rP tests/unit/test_rooms.py`` prints the present numbers.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| ([\d,]+) \|$", re.MULTILINE)


def _code_lines(source: str) -> int:
    """Return the number of lines without docstrings, comments and blank lines."""
    texts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    docstrings = {
        line
        for text in texts
        if isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        for line in range(text.lineno, (text.end_lineno or text.lineno) + 1)
    }
    lines = enumerate(map(str.strip, source.split("\n")), start=1)
    return sum(number not in docstrings for number, line in lines if line and not line.startswith("#"))


def _rows(page: str, folder: str) -> list[tuple[list[str], int]]:
    """Return the names in each row of a folder's table, and its ceiling; modules beside the rooms have no name."""
    section = next(part for part in page.split("\n## ") if f"`{folder}`" in part.partition("\n")[0])
    rows = ROW.findall(section)
    return [(re.findall(r"`(\w+)`", names), int(ceiling.replace(",", ""))) for names, ceiling in rows]


def _faults(page: str, folder: str, sizes: Counter[str], packages: set[str]) -> list[str]:
    """Return what the table does not say, and the rooms over their ceilings; print all numbers."""
    rows = _rows(page, folder)
    named = Counter(name for names, _ in rows for name in names)
    faults = [f"{name}: a room without a row" for name in sorted(packages - named.keys())]
    faults += [f"{name}: no such room" for name in sorted(named.keys() - sizes.keys())]
    faults += [f"{name}: in several rows" for name, count in named.items() if count > 1]
    faults += ["expected one row of modules beside the rooms"] * (sum(not names for names, _ in rows) != 1)
    for names, ceiling in rows:
        lines = sum(sizes[name] for name in names or sizes.keys() - named.keys())
        print(f"{lines:7,} of {ceiling:7,}  {folder}: {', '.join(names) or 'modules beside the rooms'}")
        if lines > ceiling:
            faults.append(
                f"{', '.join(names) or 'modules beside'}: {lines:,} lines of code, expected at most {ceiling:,}"
            )
    return faults


@pytest.mark.parametrize("folder", ["core/meantree", "gui/meantree_gui"])
def test_each_room_has_a_row_and_keeps_to_its_ceiling(folder: str) -> None:
    sizes = Counter[str]()
    for path in (ROOT / folder).rglob("*.py"):
        room = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
        sizes[room] += _code_lines(path.read_text(encoding="utf-8"))
    packages = {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
    faults = _faults((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), folder, sizes, packages)
    assert not faults, "a room that must grow raises its ceiling in ARCHITECTURE.md, in the commit that says why"


def test_what_is_wrong_in_a_table_is_named() -> None:
    page = "\n## Rooms of `x`\n\n| `a` | One. | 10 |\n| `gone`, `b` | Two. | 1,000 |\n| modules | More. | 5 |\n"
    sizes = Counter({"a": 11, "b": 1_000, "new": 3, "c": 2})
    assert _faults(page, "x", sizes, {"a", "b", "new"}) == [
        "new: a room without a row",
        "gone: no such room",
        "a: 11 lines of code, expected at most 10",
    ]
    assert _faults(page.replace("gone", "a").replace("| modules", "| `c`"), "x", sizes, set()) == [
        "a: in several rows",
        "expected one row of modules beside the rooms",
        "a: 11 lines of code, expected at most 10",
        "a, b: 1,011 lines of code, expected at most 1,000",
    ]


def test_lines_of_code_have_no_docstrings_comments_and_blank_lines() -> None:
    source = '"""Module."""\n\nX = 1  # one\n"""What\n\nit is."""\n# two\n\n\ndef f():\n    """Do."""\n    return 2\n'
    assert _code_lines(source) == 3
