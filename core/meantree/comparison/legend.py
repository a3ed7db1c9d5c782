"""What the marks of a picture say, in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from meantree.metrics.base import CompareOn
from meantree.metrics.evidence import Place, Unit

MOST_NAMES = 4
"""More kinds than these are not named one by one."""
THINGS = ("words", "arcs", "constituents", "predicates and fillers")
DRAWN: Mapping[CompareOn, tuple[str, ...]] = {
    "words": ("words",),
    **dict.fromkeys(("dependencies", "spans", "head dependencies"), ("words", "arcs")),
    "constituents": ("words", "constituents"),
    "frames": ("predicates and fillers",),
}
"""What a picture of each structure is made of."""
ALIGNED = (
    "links: solid where both directions agree, dash-dotted where one has it or only the words around are alike"
    " · ✎ by hand · ≠ opposites"
)
"""What links of an alignment say."""
CORRECTED = "✎ head or label corrected by hand"
"""What the sign beside a word of a tree says, where there is one."""
REMOVED = "✕ removed by hand"
"""What a crossed line says, where there is one."""
Standing = Mapping[str, tuple[str, ...]]
"""The kinds of units that stand for each sort of thing; under ``""`` those that stand for no single thing."""


def standing(units: Iterable[Unit]) -> Standing:
    """Which kinds of these units stand for words, arcs and constituents."""
    return joined(map(_standing_of, units))


def joined(several: Iterable[Standing]) -> Standing:
    """What holds for several texts together."""
    found: dict[str, dict[str, None]] = {}
    for one in several:
        for thing, kinds in one.items():
            found.setdefault(thing, {}).update(dict.fromkeys(kinds))
    return {thing: tuple(kinds) for thing, kinds in found.items()}


def rule(kinds: Standing, kind: str = "", structure: CompareOn | None = None) -> str:
    """What decides how a thing is drawn, in one line.

    Args:
        kinds: of the units, by what they stand for.
        kind: the one that was chosen, empty for all.
        structure: what is drawn; by default all that units stand for.
    """
    seen = THINGS if structure is None else DRAWN[structure]
    if kind and (structure is None or not kinds or any(thing in kinds for thing in ("", *seen))):
        return f"marked is what {kind} cover"
    parts = [f"{thing} by {_listed(kinds[thing])}" for thing in seen if thing in kinds]
    if not parts and any(thing in kinds for thing in THINGS):
        others = " and ".join(thing for thing in THINGS if thing in kinds)
        return f"nothing drawn here is counted: the units stand for {others}"
    if "" in kinds:
        parts.append("larger units where they are chosen" if parts else "units show where they are chosen")
    return " · ".join(parts)


def predicted_rule(structure: CompareOn, *, aligned: bool) -> str:
    """What decides how a thing is drawn where a learned metric has features in place of units."""
    things = [thing for thing in DRAWN[structure] if thing in THINGS[:2]]
    if not aligned or not things:
        return "nothing drawn here is counted: the features measure whole texts"
    return f"{' and '.join(things)} by the word alignment · features show where they are chosen"


def with_corrected(told: str, *corrected: Collection[int]) -> str:
    """A rule, and what the sign of corrected heads says where one of the trees has such tokens."""
    return " · ".join(filter(None, (told, CORRECTED if any(corrected) else "")))


def _standing_of(unit: Unit) -> Standing:
    place = next(iter((*unit.hypothesis_places, *(p for places in unit.reference_places for p in places))), None)
    if place is None:
        return {}
    return {_thing(place) if unit.single else "": (unit.kind.partition(", span ")[0],)}


def _thing(place: Place) -> str:
    if place.parts:
        return THINGS[3]
    return THINGS[2] if place.nodes else THINGS[1] if place.arcs else THINGS[0]


def _listed(kinds: tuple[str, ...]) -> str:
    if len(kinds) > MOST_NAMES:
        return "their units"
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last
