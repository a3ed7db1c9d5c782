"""Print the strings that people read, room by room: ``python packaging/strings.py [ROOM ...]``.

Rooms are folders such as ``core/meantree/cli``; without any, all rooms are printed. A string counts as read by people
if it holds two words or is handed to something that shows text; docstrings count where they are the help of a command.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("core/meantree", "gui/meantree_gui")
SHOWING: Final = frozenset(
    (
        *("setText", "setToolTip", "setWindowTitle", "setPlaceholderText", "setTitle", "Command"),
        *("addMenu", "addAction", "addItem", "addTab", "addRow", "QAction", "QMenu"),
        *("QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox"),
    )
)
"""What shows its string arguments, whatever their length."""


def main() -> None:
    """Print path, line and text of each string."""
    for room in sys.argv[1:] or PACKAGES:
        for path in sorted((ROOT / room).rglob("*.py")):
            for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
                print(f"{path.relative_to(ROOT)}:{line}: {text}")


def strings(module: ast.Module) -> list[tuple[int, str]]:
    """Return line and text of each string of a module that people read, in order."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    shown = {id(text) for node in ast.walk(module) if isinstance(node, ast.Call) for text in _shown(node)}
    found = [(node.lineno, text) for node, text in _helps(module)]
    for node in ast.walk(module):
        if not isinstance(node, ast.Constant | ast.JoinedStr) or id(node) in docstrings:
            continue
        text = _text(node)
        if (isinstance(node, ast.JoinedStr) or id(node) not in parts) and (" " in text.strip() or id(node) in shown):
            found.append((node.lineno, text))
    return sorted((line, " ".join(text.split())) for line, text in found if any(map(str.isalpha, text)))


def _shown(call: ast.Call) -> Iterator[ast.expr]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in SHOWING:
        yield from call.args
        yield from (keyword.value for keyword in call.keywords)


def _helps(module: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Yield the functions that are commands of the program, with the docstrings that are their help."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and any(".command" in ast.unparse(one) for one in node.decorator_list):
            yield node, (ast.get_docstring(node) or "").partition("\n\n")[0]


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a string, with the expressions in it in braces; empty for other constants."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        _text(part) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


if __name__ == "__main__":
    main()
