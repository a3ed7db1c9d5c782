"""What annotators say of a contested predicate, in words, one cell an annotator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.project.adjudication import FrameView
from meantree.project.annotation import Annotation
from meantree.project.contested import Contested, contested, overruled
from meantree.project.differences import NOTHING, Difference, Tokens, differences

NO_FRAME, NOT_LINKED = "no frame", "not linked"
SEPARATOR = " · "
OTHERWISE = "something else"
GOLD = ""
"""Whose the gold standard is among annotators, all of whom have names."""


@dataclass(frozen=True, slots=True)
class ToldContested:
    """One contested predicate.

    Attributes:
        contested: the predicate, with who says what.
        words: of the predicate.
        what: the kinds of things that differ, each once: ``frame``, ``filler``, ``frame link``, ``filler link``.
        said: by annotator, what they say of these things.
        gold: what the gold standard says of them where it differs from what all say; else empty.
    """

    contested: Contested
    words: str
    what: tuple[str, ...]
    said: Mapping[str, str]
    gold: str = ""


def told_contested(work: Mapping[str, Annotation], tokens: Tokens) -> tuple[ToldContested, ...]:
    """All contested predicates of one translation, in the order of both texts.

    Args:
        work: annotations of it beside one reference, by annotator.
        tokens: of both texts.
    """
    found = list(differences(list(work.values()), tokens))
    return tuple(_told(one, list(work), found, tokens) for one in contested(work))


def told_overruled(work: Mapping[str, Annotation], gold: Annotation, tokens: Tokens) -> tuple[ToldContested, ...]:
    """The predicates of which the gold standard says something else than all annotators, in the order of both texts.

    Args:
        work: annotations of one translation beside one reference, by annotator.
        gold: the adjudicated annotation.
        tokens: of both texts.
    """
    found = {one.place: one for one in overruled(work, gold)}
    beside = told_contested({**work, GOLD: gold}, tokens) if found else ()
    return tuple(
        replace(
            told,
            contested=found[told.contested.place],
            said={name: told.said[name] for name in work},
            gold=told.said[GOLD] or OTHERWISE,
        )
        for told in beside
        if told.contested.place in found
    )


def _told(one: Contested, names: Sequence[str], found: Sequence[Difference], tokens: Tokens) -> ToldContested:
    mine = [each for each in found if (each.side, each.predicate) == (one.side, one.predicate)]
    words = _words(tokens, one)
    cells = {
        name: NO_FRAME
        if one.views[name] is None
        else SEPARATOR.join(_cell(one, each, place, tokens, one.views[name]) for each in mine if _is_asked(each, place))
        for place, name in enumerate(names)
    }
    return ToldContested(one, words, tuple(dict.fromkeys(each.what for each in mine)), cells)


def _is_asked(difference: Difference, place: int) -> bool:
    return difference.said[place] is not None


def _cell(one: Contested, difference: Difference, place: int, tokens: Tokens, view: FrameView | None) -> str:
    """What one annotator, who has the frame, says of one difference."""
    said = difference.said[place] or NOTHING
    if difference.what == "frame":
        return SEPARATOR.join(_fillers(one, view, tokens)) or "frame without fillers"
    if difference.what == "filler":
        return said or "no filler"
    about = difference.about.removeprefix(f"{_words(tokens, one)}: ")
    partner = f"linked with {said}" if said else NOT_LINKED
    return partner if difference.what == "frame link" else f"{about}: {partner}"


def _fillers(one: Contested, view: FrameView | None, tokens: Tokens) -> Iterator[str]:
    words = tokens[one.side]
    for filler in sorted(view[0]) if view is not None else ():
        yield f"{filler.role.value}: {' '.join(words[slice(*filler.span)])}"


def _words(tokens: Tokens, one: Contested) -> str:
    return " ".join(tokens[one.side][slice(*one.predicate)])
