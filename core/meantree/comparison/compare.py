"""Comparison of a pair by a metric, as window, exports and reports draw it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.alignment.linked_frames import frames_of, spans_of
from meantree.alignment.word_status import WORD_STATUSES
from meantree.analysis.frames import PairFrames
from meantree.analysis.sentences import Analysis, is_bare_noun
from meantree.analysis.tree import NBestDependencies
from meantree.comparison.comparison import (
    COUNTED,
    DOUBTFUL,
    ComparedFrames,
    ComparedText,
    Comparison,
    arc_probabilities,
    node_probabilities,
    part_probabilities,
)
from meantree.comparison.marks import Mark, Marks, merged, pair_marks
from meantree.comparison.pair_findings import OTHER_LANGUAGE, findings_and_reason, reason_without_findings
from meantree.comparison.word_differences import NO_FACTS, RULE, Differences, fact_marks
from meantree.comparison.word_links import WordLink, aligned_links, alignment_marks, removed_links, word_links
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped, is_right_to_left, with_and
from meantree.language.languages import PARTS, Language
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import LONGEST_PAIR, CompareOn, Metric, OverFrames
from meantree.metrics.pair import Pair
from meantree.phenomena.search import Finding
from meantree.scoring.pairing import reason_not_scored

FORM, EDITS, FRAGMENTS = "form", "edits", "shared fragments of trees"
COMPARED_BY: Mapping[str, str] = {
    **dict.fromkeys(("chains of 1", "1-grams", "1g", "g1", "words"), FORM),
    "same word": FORM, "same stem": "stem", "synonym": "meaning", "unmatched": "",
    **dict.fromkeys(("kept words", "substitutions", "insertions", "deletions", "missing words"), EDITS),
    **dict.fromkeys(("chains of 2", "pairs", "dh"), "head and dependent"),
    "dl": "label with dependent", "lh": "label with head", "dlh": "label with head and dependent",
    "fragments": FRAGMENTS,
}  # fmt: skip
"""What words, arcs and constituents are compared by, for the kinds of units that stand for them; else the kind."""
DEPTH_1 = "depth 1"
"""Units of subtrees that are one node: a word, or a constituent's label."""
ELEMENTS = ("words", "arcs", "constituents", "predicates and fillers")
DRAWN: Mapping[CompareOn, tuple[str, ...]] = {
    "words": ("words",),
    **dict.fromkeys(("dependencies", "spans", "head dependencies"), ("words", "arcs")),
    "constituents": ("words", "constituents"),
    "frames": ("predicates and fillers",),
}
"""Elements of the picture of each structure."""
ALIGNED = (
    "links: solid where both directions agree, dash-dotted if only one has the link or only the contexts are similar"
    " · ✎ by hand · ≠ opposites, or marked as mistranslated"
)
"""Legend of links of an alignment."""
LINKED = "links: aligned words · ✎ by hand · ≠ opposites"
"""Legend of links in one colour, where there are no facts about words."""
CORRECTED = "✎ head or label corrected by hand"
"""Legend of the sign at a word of a tree."""
IMPROBABLE = f"? less probable than {100 * DOUBTFUL:.0f} %"
"""Legend of the sign after a label."""
UNCOUNTED = "✎ links by hand, which this metric does not count"
"""Legend of links in a picture by a metric that does not use the alignment."""
REMOVED = "✕ removed by hand"
"""Legend of a crossed line."""
KindsByElement = Mapping[str, tuple[str, ...]]
"""Kinds of units by the element that they cover; under ``""`` those that cover several elements."""


def kinds_by_element(units: Iterable[Unit]) -> KindsByElement:
    """Return the kinds of these units that cover words, arcs, constituents, and predicates and fillers."""
    kinds: dict[str, dict[str, None]] = {}
    for unit in units:
        places = (*unit.hypothesis_places, *(place for places in unit.reference_places for place in places))
        if places:
            element = _element(places[0]) if unit.single else ""
            kinds.setdefault(element, {})[unit.kind.partition(", span ")[0]] = None
    return {element: tuple(names) for element, names in kinds.items()}


def marking_rule(kinds: KindsByElement, kind: str = "", structure: CompareOn | None = None) -> str:
    """Return in one line which units mark the elements of a picture.

    Args:
        kinds: of the units, by element.
        kind: the selected kind; empty for all.
        structure: that is drawn; by default all elements that units cover.
    """
    elements = ELEMENTS if structure is None else DRAWN[structure]
    if kind and (structure is None or not kinds or any(element in kinds for element in ("", *elements))):
        return f"only units of the kind “{kind}” are marked"
    compared = [
        f"{element} {'by' if number else 'compared by'} {_compared_by(element, kinds[element])}"
        for number, element in enumerate(element for element in elements if element in kinds)
    ]
    parts = [", ".join(compared)] if compared else []
    if not parts and any(element in kinds for element in ELEMENTS):
        others = " and ".join(element for element in ELEMENTS if element in kinds)
        return f"nothing drawn here is counted: the units are {others}"
    if "" in kinds:
        parts.append("larger units when selected" if parts else "units are marked when selected")
    return " · ".join(parts)


def feature_rule(structure: CompareOn, *, aligned: bool) -> str:
    """Return in one line what marks the elements of a picture by a learned metric, which has no units."""
    elements = [element for element in DRAWN[structure] if element in ELEMENTS[:2]]
    if not aligned or not elements:
        return "nothing drawn here is counted: the features measure whole texts"
    return f"{' and '.join(elements)} compared by the word alignment · features are marked when selected"


def add_sign_legend(rule: str, *texts: ComparedText, frames: ComparedFrames | None = None) -> str:
    """Return a rule with the legend of the signs that occur in the texts or the frames."""
    is_corrected = any(text.corrected for text in texts)
    is_doubtful = any(text.doubtful_arcs or text.doubtful_nodes for text in texts) or (frames and frames.doubtful)
    signs = CORRECTED if is_corrected else "", IMPROBABLE if is_doubtful else ""
    return " · ".join(filter(None, (rule, *signs)))


def _element(place: Place) -> str:
    if place.parts:
        return ELEMENTS[3]
    return ELEMENTS[2] if place.nodes else ELEMENTS[1] if place.arcs else ELEMENTS[0]


def _compared_by(element: str, kinds: tuple[str, ...]) -> str:
    if element == ELEMENTS[3]:
        return "their links"
    of_one_node = FORM if element == ELEMENTS[0] else "label"
    named = [of_one_node if kind == DEPTH_1 else COMPARED_BY.get(kind, kind) for kind in kinds]
    return with_and(dict.fromkeys(filter(None, named))) or (FORM if element == ELEMENTS[0] else FRAGMENTS)


DEPENDENCIES: tuple[CompareOn, ...] = ("dependencies", "spans", "head dependencies")
"""Each metric compares one of these."""


View = Metric | Differences
"""What marks the texts."""


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """Options of a comparison.

    Attributes:
        kind: of the units that mark the texts, empty for all; an unknown kind marks nothing.
        structure: ``dependencies``, ``constituents``, ``words`` or ``frames``; None for what the metric compares.
        ranks: by side and sentence the 0-based rank of the parse to draw, -1 for the parser's best parse.
        annotator: who corrected the texts; empty if unnamed.
        unfinished: whether that annotator has unfinished frames of this translation.
        doubts: whether improbable elements have a sign.
        english: whether the texts are English; of other languages only language-free kinds are found.
        longest: words of a text that is aligned and searched for findings, at most; metrics align what they count.
        reference: 0-based place of the one to draw by a metric that counts all; None for the closest.
        differences: whether the facts about words mark the texts in place of the metric's units, where there are any.
    """

    kind: str = ""
    structure: CompareOn | None = None
    ranks: Mapping[Side, Mapping[int, int]] = field(default_factory=dict)
    annotator: str = ""
    unfinished: bool = False
    doubts: bool = False
    findings: bool = False
    english: bool = True
    longest: int = LONGEST_PAIR
    reference: int | None = None
    differences: bool = False


def closest_reference(pairs: Sequence[Pair], metric: Metric) -> int:
    """Return the 0-based place of the reference by which translations of a segment score best together."""
    better = 1 if metric.higher_is_better else -1

    def score(place: int) -> float:
        alone = (metric.statistics(pair.against(place)) for pair in pairs)
        return sum(better * (metric.score(one, level="segment") or 0.0) for one in alone)

    return max(range(len(pairs[0].references)), key=score) if len(pairs[0].references) > 1 else 0


def compare(
    pair: Pair,
    metric: Metric,
    options: ComparisonOptions = ComparisonOptions(),
    *,
    others: Iterable[Metric] = (),
    evidence: Evidence | None = None,
) -> Comparison:
    """Return the comparison of a pair that the metric can score.

    Args:
        others: metrics; the frames of one of them are drawn below trees if ``metric`` has none.
        evidence: of the metric for this pair, if it is known.
    """
    reason = (reason_without_findings(pair, options.longest) or _without_facts(pair)) if options.differences else ""
    view = Differences(options.english) if options.differences and not reason else metric
    evidence = view.evidence(pair) if evidence is None else evidence
    kind = options.kind
    reference = options.reference if evidence.reference is None else evidence.reference
    reference = closest_reference([pair], metric) if reference is None else reference
    units = tuple(unit for unit in evidence.units if kind in ("", unit.kind))
    structure = drawn_structure(view.structure, options.structure)
    no_trees = "" if structure in ("words", "frames") else _without_trees(pair.sides(reference), structure)
    structure = "words" if no_trees else structure
    aligned = view.by_alignment or bool(no_trees)
    longest = options.longest
    marks, links = marks_and_links(structure, pair, units, reference, kind=kind, aligned=aligned, longest=longest)
    legend = COUNTED
    if isinstance(view, Differences):
        marks, legend = fact_marks(units, reference), () if evidence.remark else tuple(WORD_STATUSES)
        links = tuple(replace(link, status=None) for link in links) if evidence.remark else links
    elif view.by_alignment and evidence.terms:
        marks = alignment_marks(pair.alignment(reference), pair.sides(reference), evidence.terms, reference)
    hypothesis, reference_text = (
        _text(text, side, text_marks, structure, options, best_counted=view.needs.dependencies > 1)
        for text, side, text_marks in zip(pair.sides(reference), SIDES, marks, strict=True)
    )
    frames = compared_frames(pair, reference, view, evidence, marks, others, options)
    by_hand = _links_by_hand(pair, reference, options, aligned=aligned) if structure == "words" else ()
    rule = _rule(view, evidence, kind, units, structure, by_hand, aligned=aligned)
    if reason:
        rule = f"differences are not drawn: {reason} · {rule}"
    beside, findings, without_findings = _findings(pair, options)
    return Comparison(
        pair,
        reference,
        evidence,
        units,
        kind,
        structure,
        hypothesis,
        reference_text,
        (*links, *by_hand),
        frames,
        " · ".join(filter(None, (no_trees, add_sign_legend(rule, hypothesis, reference_text, frames=frames)))),
        legend,
        aligned,
        findings,
        beside,
        without_findings,
    )


def _without_facts(pair: Pair) -> str:
    """Return why no word has a fact, so that trees show what the metric counts; words without trees show links."""
    text = pair.hypothesis
    return NO_FACTS if text.language and text.is_parsed else ""


def _without_trees(texts: Iterable[Analysis], structure: CompareOn) -> str:
    """Return why words are drawn if texts in another language than English lack them; empty if they have them."""
    layer = "constituents" if structure in ("constituents", "head dependencies") else "dependencies"
    for text in texts:
        if text.language and not (text.has_constituents if layer == "constituents" else text.is_parsed):
            return f"no {PARTS[layer]} for {Language(text.language).name}: words and their links"
    return ""


def _rule(
    view: View,
    evidence: Evidence,
    kind: str,
    units: Iterable[Unit],
    structure: CompareOn,
    by_hand: Collection[WordLink],
    *,
    aligned: bool,
) -> str:
    """Return in one line what the marks show, and which links are drawn."""
    if evidence.terms:
        rule = feature_rule(structure, aligned=view.by_alignment)
    elif isinstance(view, Differences) and not kind:
        rule = evidence.remark or RULE
    else:  # counted frames are drawn with any other structure, too
        drawn = view.structure if view.structure == "frames" else structure
        rule = marking_rule(kinds_by_element(units), kind, drawn)
    if structure != "words":
        return rule
    links = LINKED if rule == NO_FACTS else ALIGNED if aligned else UNCOUNTED if by_hand else ""
    removed = REMOVED if any(link.is_removed for link in by_hand) else ""
    return " · ".join(filter(None, (rule, links, removed)))


def _links_by_hand(pair: Pair, reference: int, options: ComparisonOptions, *, aligned: bool) -> tuple[WordLink, ...]:
    """Return the links that an annotator removed and, if the alignment is not drawn, those that one made."""
    words = pair.hypothesis.words, pair.references[reference].words
    fixed = pair.fixed_links(reference)
    made = aligned_links(pair.alignment(reference), words) if fixed and not aligned else ()
    uncounted = tuple(replace(link, status=None) for link in made if link.by_hand)
    return (*uncounted, *removed_links(fixed, words, options.annotator))


def _findings(pair: Pair, options: ComparisonOptions) -> tuple[int, tuple[Finding, ...] | None, str]:
    """Return the findings with the place of the closest reference; None and why if they were not searched for."""
    if not options.findings:
        return 0, None, ""
    if reason := reason_without_findings(pair, options.longest):
        return 0, None, reason
    beside, findings, reason = findings_and_reason(pair, english=options.english)
    return beside, None if reason == OTHER_LANGUAGE else findings, reason


def text_alone(text: Analysis, options: ComparisonOptions = ComparisonOptions()) -> ComparedText:
    """Return a single text with its tree, without marks.

    Args:
        text: with the layer that is to be drawn.
        options: constituents are drawn if that is the structure, else dependencies; ranks are those of the hypothesis.
    """
    structure: CompareOn = "constituents" if options.structure == "constituents" else "dependencies"
    return _text(text, "hypothesis", Marks({}, {}), structure, options, best_counted=False)


def drawn_structure(compared: CompareOn, requested: CompareOn | None) -> CompareOn:
    """Return the requested structure, or the one that the metric compares."""
    if requested is None or (requested in DEPENDENCIES and compared in DEPENDENCIES):
        return compared
    return requested


def marks_and_links(
    structure: CompareOn,
    pair: Pair,
    units: Collection[Unit],
    reference: int,
    *,
    kind: str = "",
    aligned: bool = False,
    longest: int = LONGEST_PAIR,
) -> tuple[tuple[Marks, Marks], tuple[WordLink, ...]]:
    """Return consistent marks of both texts and, if they are drawn as words, the links between them.

    Args:
        reference: 0-based index of the reference.
        kind: mark what units of this kind cover; by default each element by the units that cover exactly it.
        aligned: whether the metric uses the word alignment, whose links are drawn.
        longest: words of a text that is aligned to tell which of equal units matched, at most.
    """
    texts = pair.sides(reference)
    word_pairs = pair.linked(reference, aligned=aligned or _needs_choice(units, texts, reference, longest))
    if structure == "words" and not aligned:
        return _linked_by_units(pair, units, reference, kind)
    words = texts[0].words, texts[1].words
    links = aligned_links(pair.alignment(reference), words) if structure == "words" else ()
    return pair_marks(units, texts, reference, links=word_pairs, kind=kind), links


def _needs_choice(units: Iterable[Unit], texts: tuple[Analysis, Analysis], reference: int, longest: int) -> bool:
    """Whether the alignment must decide which of equal units matched, since one text has more of them."""
    if max(len(text.tokens) for text in texts) > longest:
        return False
    return any(
        unit.matched and 0 < len(places) != len(unit.hypothesis_places) > 0
        for unit in units
        for places in unit.reference_places[reference : reference + 1]
    )


def _linked_by_units(
    pair: Pair, units: Collection[Unit], reference: int, kind: str
) -> tuple[tuple[Marks, Marks], tuple[WordLink, ...]]:
    similar = pair.words(reference)
    linking = [unit for unit in units if _is_of_words(unit)]
    links = word_links(linking, reference)
    marks = pair_marks(
        units,
        pair.sides(reference),
        reference,
        links=[(link.hypothesis, link.reference) for link in links] or similar,
        kind=kind,
    )
    if not kind and not any(
        unit.single for unit in linking
    ):  # no unit covers a single word, so the links have no counts
        links = tuple(replace(link, status=None) for link in links)
    if not linking:  # links of similar words are not counted
        links = tuple(WordLink(hypothesis, reference_word, None, "alike") for hypothesis, reference_word in similar)
    return marks, links


def _is_of_words(unit: Unit) -> bool:
    places = (*unit.hypothesis_places, *(place for places in unit.reference_places for place in places))
    return not any(place.arcs or place.nodes or place.parts for place in places)


def _text(
    text: Analysis, side: Side, marks: Marks, structure: CompareOn, options: ComparisonOptions, *, best_counted: bool
) -> ComparedText:
    head_dependencies, constituents = structure == "head dependencies", structure == "constituents"
    lists = tuple(
        sentence.head_dependencies if head_dependencies else sentence.constituents if constituents else sentence.nbest
        for sentence in text.sentences
    )
    # If a metric counts over the n-best list, the best parse of the list is drawn, so that every arc was counted.
    first = 0 if head_dependencies or constituents or best_counted else -1
    requested = options.ranks.get(side, {})
    ranks = tuple(
        -1 if parses is None else min(requested.get(index, first), len(parses) - 1)
        for index, parses in enumerate(lists)
    )
    probabilities = {
        (dependent + offset, head + offset, label): value
        for parses, offset in zip(lists, text.offsets, strict=True)
        if isinstance(parses, NBestDependencies)
        for (dependent, head, label), value in parses.expected_arcs().items()
    }
    if constituents and any(rank > 0 for rank in ranks):
        # Constituents were counted in the best trees; their indices have no meaning in others.
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
        with_doubts=options.doubts,
    )


def frame_metric(metrics: Iterable[Metric], pair: Pair) -> Metric | None:
    """Return the metric whose frames are drawn with trees: one over manual frames, else one over automatic ones."""
    usable = [metric for metric in metrics if isinstance(metric, OverFrames) and not reason_not_scored(pair, metric)]
    return min(usable, key=lambda metric: not metric.needs.frames, default=None)


def compared_frames(
    pair: Pair,
    reference: int,
    view: View,
    evidence: Evidence,
    marks: tuple[Marks, Marks],
    others: Iterable[Metric],
    options: ComparisonOptions,
) -> ComparedFrames | None:
    """Return the frames of a hypothesis and one reference; None if no metric compares frames.

    Args:
        reference: 0-based index of the reference.
        others: metrics; one of them compares frames if ``view`` does not.
        options: with the annotator of the frames, and whether improbable parts of automatic ones have a sign.
    """
    reference_name = f" · reference {escaped(pair.reference_names[reference])}" if len(pair.reference_names) > 1 else ""
    metric = view
    if isinstance(metric, OverFrames):
        score = score_of(metric, evidence)
    elif isinstance(frames_by := frame_metric(others, pair.against(reference)), OverFrames):
        metric, pair, reference = frames_by, pair.against(reference), 0
        evidence = metric.evidence(pair)
        marks = pair_marks(evidence.units, pair.sides(0), 0, links=())
        score = score_of(metric, evidence)
    else:
        return None
    compared = metric.frames(pair, reference)
    if compared is None:
        return None
    hypothesis, reference_frames, alignment = compared
    source = _source(escaped(options.annotator), by_hand=metric.needs.frames, unfinished=options.unfinished)
    linked = PairFrames("", hypothesis.frames, reference_frames.frames, alignment)
    return ComparedFrames(
        linked,
        {"hypothesis": hypothesis.words, "reference": reference_frames.words},
        {"hypothesis": marks[0].parts, "reference": marks[1].parts},
        metric.needs.frames,
        f"{source}{reference_name} · {metric.name}",
        score,
        is_right_to_left(pair.hypothesis.text),
        {} if metric.needs.frames else part_probabilities(linked),
        options.doubts,
        {} if metric is view or metric.needs.frames else _bare_nouns(pair.sides(reference), linked),
    )


def _bare_nouns(texts: tuple[Analysis, Analysis], linked: PairFrames) -> dict[Side, frozenset[int]]:
    """Return the places of frames that are bare nouns, by the side."""
    return {
        side: frozenset(place for place, frame in enumerate(frames_of(linked, side)) if is_bare_noun(text, frame))
        for side, text in zip(SIDES, texts, strict=True)
    }


def _source(annotator: str, *, by_hand: bool, unfinished: bool) -> str:
    if by_hand:
        return f"annotated by {annotator}" if annotator else "annotated"
    return f"automatic (those of {annotator} are not finished)" if annotator and unfinished else "automatic"


def word_marks(content: ComparedFrames, side: Side) -> Mapping[int, Mark]:
    """Return the marks of words by 0-based index: that of the shortest counted predicate or filler over each word.

    If several equally short ones have different statuses, the word is partial.
    """
    covering: dict[int, list[tuple[int, Mark]]] = {}
    for part, mark in content.marks[side].items():
        words = [word for span in spans_of(content.linked, side, part) for word in range(*span)]
        for word in words:
            covering.setdefault(word, []).append((len(words), mark))
    shortest = {word: min(size for size, _ in candidates) for word, candidates in covering.items()}
    return {
        word: merged([mark for size, mark in candidates if size == shortest[word]])
        for word, candidates in sorted(covering.items())
    }


def score_of(metric: Metric, evidence: Evidence) -> float | None:
    """Return the score that evidence of a segment makes; None if it is undefined."""
    return metric.score(metric.statistics_of(evidence), level="segment")
