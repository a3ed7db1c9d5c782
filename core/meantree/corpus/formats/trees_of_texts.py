"""Trees in one file, the text they are of in another: one layer of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.sentences import Analysis
from meantree.corpus.formats.layers import Layer, Reading, Row
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted


def with_trees(readings: Sequence[Reading]) -> list[Reading]:
    """Give each text the trees that were read under the same role and name, in place of a layer of their own.

    A tree whose words are not those of its text is listed as a problem, and the segment has no text then.

    Raises:
        InputError: if there are not as many trees as segments.
    """
    result = list(readings)
    for trees in readings:
        place = _text_of(trees, result)
        if place is not None:
            result[place] = _joined(result[place], trees)
            result.remove(trees)
    return result


def _text_of(trees: Reading, readings: Sequence[Reading]) -> int | None:
    if len(trees.layers) != 1 or not _has_trees(trees.layers[0]):
        return None
    (layer,) = trees.layers
    for place, other in enumerate(readings):
        if other is not trees and len(other.layers) == 1 and not any(row.analysis for row in other.layers[0].rows):
            same = (other.layers[0].role, other.layers[0].name) == (layer.role, layer.name)
            if same and other.layers[0].path != layer.path:
                return place
    return None


def _has_trees(layer: Layer) -> bool:
    return any(row.analysis is not None and row.analysis.depth.constituents for row in layer.rows)


def _joined(texts: Reading, trees: Reading) -> Reading:
    layer, brackets = texts.layers[0], trees.layers[0]
    if len(layer.rows) != len(brackets.rows):
        found = f"{counted(len(brackets.rows), 'tree')} for the {counted(len(layer.rows), 'segment')} of {layer.path}"
        raise InputError(brackets.path, f"{found}, expected one each")
    problems = [*texts.problems, *trees.problems]
    rows = tuple(_row(*pair, brackets, problems) for pair in zip(layer.rows, brackets.rows, strict=True))
    return replace(texts, layers=(replace(layer, rows=rows),), problems=tuple(problems))


def _row(text: Row, tree: Row, brackets: Layer, problems: list[Problem]) -> Row:
    if text.text is None or tree.analysis is None:
        return replace(text, text=None)  # listed where it was read
    mine, theirs = ("".join(words.split()) for words in (text.text, tree.analysis.text))
    if mine != theirs:
        at = next(
            (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
        )
        found = f"the tree has {quoted(theirs[at : at + 20])} where its text has {quoted(mine[at : at + 20])}"
        problems.append(Problem(brackets.path, tree.line, f"{found}; the segment is skipped", text.id))
        return replace(text, text=None)
    return replace(text, analysis=Analysis(text.text, tree.analysis.sentences, tree.analysis.depth))
