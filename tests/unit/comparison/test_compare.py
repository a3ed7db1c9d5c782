"""What is drawn of a pair: the chosen structure, marked by what the metric counted; features in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from helpers.frames import annotated, annotated_pairs, frame
from helpers.predicted import TERMS, predicted, term
from helpers.shared_words import SharedWords
from helpers.trees import analyses, bracketed, parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import (
    ComparisonOptions,
    compare,
    drawn_structure,
    frame_metric,
    kinds_by_element,
    marking_rule,
)
from meantree.comparison.prediction import Prediction, feature_places, feature_title, has_fired
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Evidence, Place, Status
from meantree.metrics.meant import Meant
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import PictureSubject, compared_picture, tree_drawings
from meantree.picture.frame_picture import FramesPicture, frames_title
from meantree.picture.style import approximate_width
from meantree.picture.svg import picture_svg
from meantree.picture.tree_picture import TreePicture

CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"
DOG = "(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))"
PAIR = Pair(bracketed(CAT), (bracketed(DOG),), ("A",))
HEADED = "the:2:det cat:3:nsubj sleeps:0:root"


@pytest.mark.parametrize(
    ("compared", "wanted", "drawn"),
    [
        ("dependencies", None, "dependencies"),
        ("spans", "dependencies", "spans"),
        ("head dependencies", "dependencies", "head dependencies"),
        ("constituents", "dependencies", "dependencies"),
        ("words", "constituents", "constituents"),
        ("frames", "words", "words"),
        ("dependencies", "frames", "frames"),
    ],
)
def test_every_metric_has_its_own_dependencies(compared: CompareOn, wanted: CompareOn | None, drawn: CompareOn) -> None:
    assert drawn_structure(compared, wanted) == drawn


YOU_IS, YOU_WERE = (f"(S (NP (PRP you)) (VP ({verb}) (ADJP (JJ wise))))" for verb in ("VBZ is", "VBD were"))
SHE_BELIEVED, SHE_THOUGHT = (f"(S (NP (PRP she)) (VP (VBD {verb})))" for verb in ("believed", "thought"))


@pytest.mark.parametrize("turned", [False, True])
def test_of_equal_constituents_the_alignment_says_which_matched(*, turned: bool) -> None:
    """The reference has two verbs in the past, and only the partner of one of them is one in the translation."""
    sentences = [[YOU_IS, SHE_BELIEVED], [YOU_WERE, SHE_THOUGHT]]
    hyp, ref = (bracketed(f"(S {' '.join(one[::-1] if turned else one)})") for one in sentences)
    drawn = compare(Pair(hyp, (ref,), ("A",)), metric("stm:d=1"))
    tree, marks = ref.constituency(), drawn.texts[1].marks
    assert tree is not None
    verbs = {place: marks.nodes[place].status for place, label in enumerate(tree.labels) if label == "VBD"}
    were, thought = sorted(verbs, reverse=turned)
    assert verbs == {were: Status.MISSED, thought: Status.MATCHED}


@pytest.mark.parametrize("structure", ["dependencies", "constituents", "words"])
@pytest.mark.parametrize("spec", ["hwcm", "stm", "edpm:labels=ab,nbest=1", "ter"])
def test_marks_do_not_depend_on_the_structure(spec: str, structure: CompareOn) -> None:
    own, other = compare(PAIR, metric(spec)), compare(PAIR, metric(spec), ComparisonOptions(structure=structure))
    assert other.evidence == own.evidence
    for one, two in zip(own.texts, other.texts, strict=True):
        statuses = [{key: mark.status for key, mark in text.marks.tokens.items()} for text in (one, two)]
        assert statuses[0] == statuses[1]
    if structure == "constituents":
        assert all(text.constituency is not None for text in other.texts)


def test_a_metric_over_constituents_says_so_where_these_are_not_drawn() -> None:
    found = compare(PAIR, metric("stm"), ComparisonOptions(structure="dependencies"))
    assert found.rule == "nothing drawn here is counted: the units are constituents"
    assert not found.hypothesis.marks.arcs


@pytest.mark.parametrize(("spec", "status"), [("stm", None), ("hwcm", Status.MATCHED)])
def test_words_that_nothing_counted_are_linked_for_the_eye(spec: str, status: Status | None) -> None:
    found = compare(PAIR, metric(spec), ComparisonOptions(structure="words"))
    links = [(link.hypothesis, link.reference, link.status) for link in found.word_links]
    assert links == [(0, 0, status), (2, 2, status)]


def test_a_chosen_kind_marks_what_it_covers() -> None:
    found = compare(PAIR, metric("bleu"), ComparisonOptions(kind="2-grams"))
    assert {unit.kind for unit in found.units} == {"2-grams"}
    assert {mark.status for mark in found.hypothesis.marks.tokens.values()} == {Status.EXTRA}
    assert compare(PAIR, metric("bleu"), ComparisonOptions(kind="9-grams")).hypothesis.marks.tokens == {}


def test_what_stands_in_other_references_is_listed_and_not_drawn() -> None:
    pair = Pair(parsed("a:0:root"), [parsed(f"{word}:0:root") for word in "abc"], ("A", "B", "C"))
    found = compare(pair, metric("bleu"))
    assert [unit.label for unit in found.units] == ["a", "b", "c"]
    assert [len(text.marks.tokens) for text in found.texts] == [1, 1], "b and c stand in other references alone"


def test_no_link_claims_a_match_that_no_word_has() -> None:
    pair = Pair(parsed(HEADED), [parsed(HEADED)], ("A",))
    found = compare(pair, metric("chrf"))
    assert found.word_links
    assert {link.status for link in found.word_links} == {None}, "letters stand for no word"
    of_arcs = compare(pair, metric("hwcm"), ComparisonOptions("chains of 2", "words"))
    assert {link.status for link in of_arcs.word_links} == {None}
    assert of_arcs.rule == "nothing drawn here is counted: the units are arcs"


def test_a_corrected_head_is_told_where_dependencies_are_drawn() -> None:
    drawn = compare(Pair(replace(parsed(HEADED), corrected=frozenset({1})), [parsed(HEADED)], ("A",)), metric("hwcm"))
    assert [text.corrected for text in drawn.texts] == [{1}, frozenset()]


def test_drawn_trees_have_parts_of_speech_unless_they_are_compact() -> None:
    (sentence,) = parsed(HEADED).sentences
    adverbs = replace(sentence, tokens=tuple(replace(token, upos="ADV") for token in sentence.tokens))
    found = compare(Pair(replace(parsed(HEADED), sentences=(adverbs,)), [parsed(HEADED)], ("A",)), metric("hwcm"))
    roomy = list(tree_drawings(found, approximate_width))
    close = list(tree_drawings(found, approximate_width, compact=True))
    assert ["ADV" in picture_svg(drawn) for drawn in (roomy, close)] == [True, False]
    assert roomy[0].height > close[0].height


# Frames

SOLD = parsed("the:2:det minister:3:nsubj sold:0:root it:3:obj")


def labelled(*frames: str) -> Analysis:
    return replace(SOLD, labelled=FrameLayer(SOLD.words, tuple(map(frame, frames))))


def test_frames_stand_beside_trees() -> None:
    pair = Pair(labelled("2 agent=0-1 patient=3"), [labelled("2 agent=0-1")], ("A",))
    found = compare(pair, metric("hwcm"), others=[Meant()])
    assert found.frames is not None
    assert found.structure == "dependencies"
    marks = {side: {part: mark.status for part, mark in marks.items()} for side, marks in found.frames.marks.items()}
    assert marks == {
        "hypothesis": {(0, None): Status.MATCHED, (0, 0): Status.MATCHED, (0, 1): Status.EXTRA},
        "reference": {(0, None): Status.MATCHED, (0, 0): Status.MATCHED},
    }
    assert found.frames.source == "automatic · meant"
    assert found.frames.score == Meant().score(Meant().statistics(pair), level="segment")
    assert [type(one) for one in tree_drawings(found, approximate_width)] == [TreePicture, TreePicture]
    drawn = compared_picture(found, PictureSubject("1", ("s",)), frames=True)
    assert any(isinstance(one, FramesPicture) for one in drawn)


def test_bare_nouns_are_drawn_where_frames_are_compared_alone() -> None:
    (sentence,) = SOLD.sentences
    tokens = tuple(replace(token, upos="NOUN" if token.text == "minister" else "VERB") for token in sentence.tokens)
    text = replace(labelled("1", "2 agent=0-1"), sentences=(replace(sentence, tokens=tokens),))
    pair = Pair(text, [text], ("A",))
    drawn = {}
    for spec in ("hwcm", "meant"):
        frames = compare(pair, metric(spec), others=[Meant()]).frames
        assert frames is not None
        drawn[spec] = [block.hypothesis for block in frames.blocks], frames_title(frames).split(" · ")[0]
    assert drawn == {"hwcm": ([1], "1 and 1 bare noun"), "meant": ([0, 1], "2")}


@pytest.mark.parametrize(
    ("drawn", "options", "source"),
    [
        (0, ComparisonOptions(), "automatic · meant"),
        (1, ComparisonOptions(), "annotated · hmeant"),
        (1, ComparisonOptions(annotator="ana"), "annotated by ana · hmeant"),
        (0, ComparisonOptions(annotator="ana", unfinished=True), "automatic (those of ana are not finished) · meant"),
        (None, ComparisonOptions(), "automatic · reference A · meant"),
    ],
)
def test_frames_are_those_of_the_drawn_reference(drawn: int | None, options: ComparisonOptions, source: str) -> None:
    by_hand = annotated(4, ["2 agent=0-1"], ["2 agent=0-1"], "0=0", "0.0=0.0")
    mine = replace(labelled("2 agent=0-1"), frames=by_hand.hypothesis.frames)
    theirs = replace(labelled("1"), frames=by_hand.references[0].frames)
    pair = Pair(mine, [labelled("2 agent=0-1"), theirs], ("A", "B"), (FrameAlignment(), by_hand.frame_links(0)))
    pair = pair if drawn is None else pair.against(drawn)
    found = compare(pair, metric("bleu"), options, others=[metric("meant"), metric("hmeant")]).frames
    assert found is not None
    assert found.source == source
    assert [one.predicate for one in found.linked.reference] == [(2, 3)]


@given(pair=annotated_pairs())
def test_chips_are_drawn_as_the_units_fared(pair: Pair) -> None:
    found = compare(pair, metric("hmeant"))
    assert found.structure == "frames"
    assert found.frames is not None
    drawings = compared_picture(found, PictureSubject("1", ("s",)))
    (picture,) = (one for one in drawings if isinstance(one, FramesPicture))
    drawn = {(chip.side, chip.part): chip.mark for block in picture.blocks for chip in block.chips}
    for unit in found.units:
        side: Side = "hypothesis" if unit.hypothesis else "reference"
        for place in unit.hypothesis_places if unit.hypothesis else unit.reference_places[0]:
            mark = drawn[side, place.parts[0]]
            assert mark is not None
            assert (mark.status, mark.units) == (unit.status, (unit,))
    counted = sum(mark is not None for mark in drawn.values())
    assert counted == sum(unit.hypothesis > 0 or unit.reference > 0 for unit in found.units)


def test_an_annotators_frames_come_first() -> None:
    pair = annotated(6, ["3 agent=0-2"], ["3 agent=0-2"], "0=0", "0.0=0.0")
    both = [metric("meant"), metric("bleu"), metric("hmeant")]
    assert frame_metric(both, pair) is both[2]
    automatic = Pair(labelled("2"), [labelled("2")], ("A",))
    assert frame_metric(both, automatic) is both[0]
    assert frame_metric(both, PAIR) is None


@given(hyp=analyses(), ref=analyses())
def test_everything_can_be_drawn_as_words(hyp: Analysis, ref: Analysis) -> None:
    for spec in ("hwcm", "stm", "sepia", "chrf"):
        found = compare(Pair(hyp, [ref], ("A",)), metric(spec), ComparisonOptions(structure="words"))
        assert all(link.hypothesis < len(hyp.tokens) and link.reference < len(ref.tokens) for link in found.word_links)
        assert len(list(tree_drawings(found, approximate_width))) == 1


def test_links_of_what_is_aligned_are_drawn_as_words() -> None:
    texts = parsed("cat:2:x sat:0:root"), parsed("dog:2:x cat:3:x sat:0:root")
    said = FixedLinks(frozenset({(1, 0)}))
    pair = Pair(texts[0], (texts[1],), ("A",), fixed=(said,))
    found = compare(pair, SharedWords())
    pairs = pair.alignment(0).pairs
    assert tuple((link.hypothesis, link.reference) for link in found.word_links) == pairs == found.links
    assert (1, 0) in pairs
    assert [link.by_hand for link in found.word_links] == [one == (1, 0) for one in pairs]
    assert {link.status for link in found.word_links} <= {Status.MATCHED, Status.PARTIAL}
    assert "by hand" in found.rule
    trees = compare(pair, SharedWords(), ComparisonOptions(structure="dependencies"))
    assert (trees.word_links, trees.links) == ((), pairs)
    assert "by hand" not in trees.rule
    for text, mark in zip(found.texts, trees.texts, strict=True):
        assert text.marks == mark.marks
    by_hand = [link for link in compare(pair, metric("wer")).word_links if link.by_hand]
    assert [(link.hypothesis, link.reference, link.status) for link in by_hand] == [(1, 0, None)], "but not counted"
    plain = compare(pair, SharedWords(by_alignment=False))
    assert not any(link.reason for link in plain.word_links if not link.by_hand)


HYP = bracketed("(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))))")
REF = bracketed("(S (NP (DT a) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))) (. .))")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("hwcm", "words compared by form, arcs by head and dependent · larger units when selected"),
        ("hwcm chains of 3", "only units of the kind “chains of 3” are marked"),
        ("hwcm:n=2", "words compared by form, arcs by head and dependent"),
        (
            "edpm:labels=dep,nbest=1",
            "words compared by form, arcs by label with dependent and label with head · larger units when selected",
        ),
        ("sepia", "words compared by form, arcs by head and dependent · larger units when selected"),
        ("stm", "constituents compared by label · larger units when selected"),
        ("dstm", "words compared by form · larger units when selected"),
        ("tk", "constituents compared by shared fragments of trees"),
        ("chrf", "units are marked when selected"),
        ("per", "words compared by form"),
    ],
)
def test_rule(spec: str, expected: str) -> None:
    name, _, kind = spec.partition(" ")
    assert marking_rule(kinds_by_element(metric(name).evidence(Pair(HYP, [REF])).units), kind) == expected


@pytest.mark.parametrize("kinds", [("predicate, hypothesis", "agent, hypothesis"), ("modal, reference",)])
def test_frames_are_compared_by_their_links(kinds: tuple[str, ...]) -> None:
    assert marking_rule({"predicates and fillers": kinds}) == "predicates and fillers compared by their links"


def test_a_kind_without_words_of_its_own_is_named() -> None:
    assert marking_rule({"arcs": ("loops",)}) == "arcs compared by loops"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ref>hyp.negation_lost", "negation lost"),
        ("hyp>ref.negation_lost", "negation missing"),
        ("log BLEU-1", "log BLEU-1"),
        ("log TER, cheap insertions", "log TER, cheap insertions"),
        ("v1.2_x", "v1.2 x"),
    ],
)
def test_titles(name: str, words: str) -> None:
    assert feature_title(term(name, "g", 1)) == words


def test_what_a_score_is_the_sum_of_and_what_explains_most_of_it() -> None:
    made = Prediction.of(predicted())
    assert made is not None
    assert list(made.groups) == ["BLEU", "semantic compatibility", "alignment", "insertions and deletions"]
    assert list(made.groups.values()) == pytest.approx([-0.03, -0.4, 0.251, -0.001])
    assert made.score == pytest.approx(-0.08)
    assert Prediction.of(Evidence(())) is None
    assert made.explaining == (TERMS[1], TERMS[3], TERMS[0])
    assert [made.is_explaining(one) for one in TERMS] == [True, True, False, True, False, False]
    assert [has_fired(one) for one in TERMS] == [True, True, False, True, False, True]
    assert len(Prediction(0.0, tuple(term(f"ref>hyp.f{place}", "g", -0.1) for place in range(20))).explaining) == 8


def test_that_what_contributes_nothing_explains_nothing() -> None:
    """A feature that found something may weigh nothing."""
    found = term("ref>hyp.a", "g", 0.0, value=1.0)
    assert has_fired(found)
    assert not Prediction(0.0, (found,)).explaining


def test_places_of_another_reference_are_none() -> None:
    assert feature_places(TERMS[1], 0) == ((Place((1,)), Place((1, 2), ((1, 2),))), (Place((3,)),))
    assert feature_places(TERMS[1], 1)[1] == ()
