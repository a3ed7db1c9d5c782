"""From a pair and a metric to what is drawn of them; window, export and report all draw this."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import NBestDependencies
from meantree.comparison.compared_frames import compared_frames
from meantree.comparison.comparison import ComparedFrames, ComparedText, Comparison
from meantree.comparison.marks import Marks, pair_marks
from meantree.comparison.probabilities import DOUBTFUL, arc_probabilities, node_probabilities
from meantree.comparison.word_links import WordLink, aligned_links, alignment_marks, removed_links, word_links
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Place, Unit
from meantree.metrics.metric import LONGEST_PAIR, CompareOn, Metric
from meantree.metrics.pair import Pair

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
IMPROBABLE = f"? less probable than {100 * DOUBTFUL:.0f} %"
"""What the sign behind a label says, where there is one."""
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


def with_signs(told: str, *texts: ComparedText, frames: ComparedFrames | None = None) -> str:
    """A rule, and what signs beside labels say, of those that the texts have or the frames drawn with them."""
    is_corrected = any(text.corrected for text in texts)
    is_doubtful = any(text.doubtful_arcs or text.doubtful_nodes for text in texts) or (frames and frames.doubtful)
    signs = CORRECTED if is_corrected else "", IMPROBABLE if is_doubtful else ""
    return " · ".join(filter(None, (told, *signs)))


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


DEPENDENCIES: tuple[CompareOn, ...] = ("dependencies", "spans", "head dependencies")
"""Each metric has its own sort of dependencies."""


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """What a user chose to see.

    Attributes:
        kind: units of this kind alone, empty for all; one that there is not marks nothing.
        structure: ``dependencies``, ``constituents``, ``words`` or ``frames``, None for what the metric compares.
        ranks: by side and sentence the 0-based rank of the parse to draw, -1 for the parser's own.
        annotator: whose corrections the texts have; empty if that is not to be told.
        unfinished: whether that annotator began frames of this translation that are not finished.
        doubts: what is improbable to the parser has a sign.
    """

    kind: str = ""
    structure: CompareOn | None = None
    ranks: Mapping[Side, Mapping[int, int]] = field(default_factory=dict)
    annotator: str = ""
    unfinished: bool = False
    doubts: bool = False


def compare(
    pair: Pair, metric: Metric, wishes: ComparisonOptions = ComparisonOptions(), *, others: Iterable[Metric] = ()
) -> Comparison:
    """What is drawn of a pair that the metric can count.

    Args:
        pair: the texts.
        metric: what marks them.
        wishes: what is to be seen of it.
        others: metrics of which one over frames has its frames drawn beside trees, where ``metric`` has none.
    """
    evidence = metric.evidence(pair)
    kind = wishes.kind
    reference = evidence.reference or 0
    units = tuple(unit for unit in evidence.units if kind in ("", unit.kind))
    structure = drawn_structure(metric.structure, wishes.structure)
    aligned = metric.by_alignment
    marks, links = marked(structure, pair, units, reference, kind=kind, aligned=aligned)
    if aligned and evidence.terms:
        marks = alignment_marks(pair.alignment(reference), pair.sides(reference), evidence.terms, reference)
    mine, theirs = (
        _text(text, side, its_marks, structure, wishes, best_counted=metric.needs.dependencies > 1)
        for text, side, its_marks in zip(pair.sides(reference), SIDES, marks, strict=True)
    )
    whose, unfinished, doubts = wishes.annotator, wishes.unfinished, wishes.doubts
    frames = compared_frames(
        pair, reference, metric, evidence, marks, others, whose, unfinished=unfinished, with_doubts=doubts
    )
    # Where frames are what is counted, they are drawn beside any other structure, too.
    told = rule(standing(units), kind, metric.structure if metric.structure == "frames" else structure)
    if evidence.terms:
        told = predicted_rule(structure, aligned=aligned)
    if aligned and structure == "words":
        told = " · ".join(filter(None, (told, ALIGNED)))
        removed = removed_links(
            pair.fixed_links(reference), (mine.analysis.words, theirs.analysis.words), wishes.annotator
        )
        links, told = (*links, *removed), f"{told} · {REMOVED}" if removed else told
    told = with_signs(told, mine, theirs, frames=frames)
    return Comparison(pair, reference, evidence, units, kind, structure, mine, theirs, links, frames, told, aligned)


def text_alone(text: Analysis, wishes: ComparisonOptions = ComparisonOptions()) -> ComparedText:
    """What is drawn of a text that is compared with nothing: its tree, without marks.

    Args:
        text: analysed at least to its dependencies, or to what ``wishes`` want to see.
        wishes: constituents are drawn if that is the structure, else dependencies; in the parses of the hypothesis.
    """
    structure: CompareOn = "constituents" if wishes.structure == "constituents" else "dependencies"
    return _text(text, "hypothesis", Marks({}, {}), structure, wishes, best_counted=False)


def drawn_structure(compared: CompareOn, wanted: CompareOn | None) -> CompareOn:
    """What is drawn: what the metric compares, unless something else is wanted."""
    if wanted is None or (wanted in DEPENDENCIES and compared in DEPENDENCIES):
        return compared
    return wanted


def marked(
    structure: CompareOn,
    pair: Pair,
    units: Collection[Unit],
    reference: int,
    *,
    kind: str = "",
    aligned: bool = False,
) -> tuple[tuple[Marks, Marks], tuple[WordLink, ...]]:
    """The marks of both texts and, where these are drawn as words, the links between them; both agree.

    Args:
        structure: what is drawn.
        pair: the texts.
        units: of the metric's evidence.
        reference: which of the references it is, 0-based.
        kind: mark what units of this kind cover; by default every thing by the units that stand for it.
        aligned: the metric counts by the alignment, whose links are those of the words.
    """
    texts = pair.sides(reference)
    alike = pair.linked(reference, aligned=aligned or _needs_choice(units, texts, reference))
    if structure == "words" and not aligned:
        return _linked_by_units(pair, units, reference, kind)
    words = texts[0].words, texts[1].words
    links = aligned_links(pair.alignment(reference), words) if structure == "words" else ()
    return pair_marks(units, texts, reference, links=alike, kind=kind), links


def _needs_choice(units: Iterable[Unit], texts: tuple[Analysis, Analysis], reference: int) -> bool:
    """Whether the alignment must say which of equal units matched: one text has more of them than the other."""
    if max(len(text.tokens) for text in texts) > LONGEST_PAIR:
        return False
    for unit in units:
        places = unit.reference_places[reference] if reference < len(unit.reference_places) else ()
        if places and unit.matched and unit.hypothesis_places and len(places) != len(unit.hypothesis_places):
            return True
    return False


def _linked_by_units(
    pair: Pair, units: Collection[Unit], reference: int, kind: str
) -> tuple[tuple[Marks, Marks], tuple[WordLink, ...]]:
    alike = pair.words(reference)
    linking = [unit for unit in units if _is_of_words(unit)]
    links = word_links(linking, reference)
    marks = pair_marks(
        units,
        pair.sides(reference),
        reference,
        links=[(link.hypothesis, link.reference) for link in links] or alike,
        kind=kind,
    )
    if not kind and not any(unit.single for unit in linking):  # no unit stands for a word: the links mean no count
        links = tuple(replace(link, status=None) for link in links)
    if not linking:  # what looks alike is linked, for the eye
        links = tuple(WordLink(one, two, None, "alike") for one, two in alike)
    return marks, links


def _is_of_words(unit: Unit) -> bool:
    places = (*unit.hypothesis_places, *(place for places in unit.reference_places for place in places))
    return not any(place.arcs or place.nodes or place.parts for place in places)


def _text(
    text: Analysis, side: Side, marks: Marks, structure: CompareOn, wishes: ComparisonOptions, *, best_counted: bool
) -> ComparedText:
    head_dependencies, constituents = structure == "head dependencies", structure == "constituents"
    lists = tuple(
        sentence.head_dependencies if head_dependencies else sentence.constituents if constituents else sentence.nbest
        for sentence in text.sentences
    )
    # Where a metric counts over the n-best list, its best parse is shown, so that every drawn arc was counted.
    first = 0 if head_dependencies or constituents or best_counted else -1
    wanted = wishes.ranks.get(side, {})
    ranks = tuple(
        -1 if found is None else min(wanted.get(index, first), len(found) - 1) for index, found in enumerate(lists)
    )
    probabilities = {
        (dependent + offset, head + offset, label): value
        for found, offset in zip(lists, text.offsets, strict=True)
        if isinstance(found, NBestDependencies)
        for (dependent, head, label), value in found.expected_arcs().items()
    }
    if constituents and any(rank > 0 for rank in ranks):
        # Constituents were counted in the best trees; their numbers mean nothing in others.
        marks = Marks(marks.arcs, marks.tokens, parts=marks.parts)
    tree = text.tree(() if constituents else ranks, head_dependencies=head_dependencies)
    return ComparedText(
        text,
        tree,
        marks,
        probabilities,
        ranks,
        text.constituency(ranks) if constituents else None,
        lists,
        spans=structure == "spans",
        corrected=text.corrected if structure in ("dependencies", "spans") else frozenset(),
        arc_probabilities=arc_probabilities(text, tree) if structure in ("dependencies", "spans") else {},
        node_probabilities=node_probabilities(text, ranks) if constituents else {},
        with_doubts=wishes.doubts,
    )
