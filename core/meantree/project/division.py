"""How segments are divided among annotators, with some that several annotate, so that their agreement can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from meantree.errors import UsageError
from meantree.escaping import counted, quoted


def divided(
    segments: Sequence[str],
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    begun: Mapping[str, Set[str]] | None = None,
) -> dict[str, list[str]]:
    """Give every segment to the annotator who has least, and those that are shared to several.

    Shared segments are spread evenly over the corpus, and so are the pairs of annotators over them.

    Args:
        segments: their keys, in order.
        annotators: names.
        overlap: which part of the segments several annotate, in [0, 1].
        together: how many annotate each of these.
        begun: what annotators have begun already, which stays theirs.

    Returns:
        by annotator, keys in the order of the segments.

    Raises:
        UsageError: if a name stands there twice, or there are fewer annotators than are to work together.
    """
    if not annotators or len(set(annotators)) < len(annotators) or not all(name.strip() for name in annotators):
        raise UsageError("expected the names of annotators, each once, as in ana,ben,eva")
    if not 0 <= overlap <= 1:
        raise UsageError(f"an overlap lies between 0% and 100%; found {overlap:.0%}")
    if overlap and not 2 <= together <= len(annotators):
        found = counted(len(annotators), "annotator")
        raise UsageError(f"shared segments are for two or more of the annotators; found {together} of {found}")
    shared = _spread(len(segments), round(overlap * len(segments)))
    work: dict[str, list[int]] = {name: [] for name in annotators}
    met = {name: Counter[str]() for name in annotators}
    # The shared ones first: then the others even out what everybody has.
    for place in (*sorted(shared), *(place for place in range(len(segments)) if place not in shared)):
        chosen = [name for name in annotators if segments[place] in (begun or {}).get(name, ())]
        while len(chosen) < (together if place in shared else 1):
            others = [name for name in annotators if name not in chosen]
            chosen.append(min(others, key=lambda name: (sum(met[name][one] for one in chosen), len(work[name]))))
        for name in chosen:
            work[name].append(place)
            met[name].update(chosen)
    return {name: [segments[place] for place in sorted(places)] for name, places in work.items()}


def _spread(count: int, chosen: int) -> frozenset[int]:
    """So many places of ``count``, at equal distances."""
    return frozenset(place * count // chosen for place in range(chosen))


def share_of(text: str) -> float:
    """A part of a whole, as in ``20%`` or ``.2``.

    Raises:
        UsageError: if it is none.
    """
    number, percent, _ = text.strip().partition("%")
    try:
        share = float(number) / (100 if percent else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"expected a part between 0% and 100%, as in 20%; found {quoted(text)}")
    return share
