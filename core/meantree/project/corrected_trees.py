"""Heads and labels that an annotator corrected in one text: a record of its own beside the annotations of frames."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from meantree.analysis.corrections import Arc
from meantree.analysis.tree import ROOT
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.escaping import quoted

Arcs = Mapping[int, Arc]
"""By token, 0-based over the whole text, its corrected head and label."""


@dataclass(frozen=True, slots=True, order=True)
class TreeKey:
    """Which text of which segment, by whom; ``name`` is that of the system or reference."""

    segment: str
    side: Side
    name: str
    annotator: str

    @property
    def system(self) -> str:
        """The system whose translation it is, empty for a reference."""
        return self.name if self.side == "hypothesis" else ""

    @property
    def reference(self) -> str:
        """The name of the reference, empty for a translation."""
        return self.name if self.side == "reference" else ""


def tree_key(segment: str, system: str, reference: str, annotator: str) -> TreeKey:
    """The key of the tree of a translation, or, without system, of a reference."""
    return TreeKey(segment, "hypothesis" if system else "reference", system or reference, annotator)


def arcs_to_json(arcs: Arcs) -> str:
    """Corrected arcs as one line of JSON.

    Raises:
        UsageError: if a label cannot be written to a file.
    """
    for _, label in arcs.values():
        if not _is_text(label):
            raise UsageError(f"the label {quoted(label)} cannot be written as text; choose another one")
    rows = [[dependent, *arc] for dependent, arc in arcs.items()]
    return json.dumps({"arcs": rows}, ensure_ascii=False, separators=(",", ":"))


def arcs_from_json(text: str) -> Arcs:
    """Read back what :func:`arcs_to_json` wrote.

    Raises:
        ValueError: if it is none.
    """
    try:
        rows = [_row(*row) for row in json.loads(text)["arcs"]]
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no corrected arcs: {text[:80]}") from error
    if len(dict(rows)) < len(rows):
        raise ValueError(f"no corrected arcs, a token has two heads: {text[:80]}")
    return dict(rows)


def _row(dependent: object, head: object, label: object) -> tuple[int, Arc]:
    if type(dependent) is not int or type(head) is not int:  # True is an int, too
        raise TypeError
    if dependent < 0 or head < ROOT or not isinstance(label, str) or not _is_text(label):
        raise TypeError
    return dependent, (head, label)


def _is_text(label: str) -> bool:
    """Whether it has no lone surrogate, which no file can hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in label)
