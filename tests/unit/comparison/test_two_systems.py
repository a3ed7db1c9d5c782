"""Two translations over one reference: what is drawn of each is what is drawn of it alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from helpers.frames import annotated, annotated_pairs
from helpers.trees import analyses, parsed
from meantree.alignment.linked_frames import span_of
from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import ComparisonOptions, compare, word_marks
from meantree.comparison.two_systems import MarkPair, compare_systems
from meantree.corpus.corpus import SIDES
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

REFERENCE = parsed("the:2:det minister:3:nsubj confirmed:0:root it:3:obj")
SAME = parsed("the:2:det minister:3:nsubj confirmed:0:root it:3:obj")
OTHER = parsed("the:2:det minister:3:nsubj denied:0:root it:3:obj")
SYSTEMS = ("north", "south")


def test_a_thing_fared_once_where_both_agree_and_else_for_each() -> None:
    made = compare_systems(
        (Pair(SAME, (REFERENCE,), ("A",)), Pair(OTHER, (REFERENCE,), ("A",))), metric("hwcm"), SYSTEMS
    )
    tokens = {index: fared.statuses for index, fared in made.tokens.items()}
    assert tokens[0] == tokens[1] == (Status.MATCHED,)
    assert tokens[2] == (Status.MATCHED, Status.MISSED)
    arcs = {arc: fared.statuses for arc, fared in made.arcs.items()}
    assert arcs[0, 1] == (Status.MATCHED,)
    assert arcs[1, 2] == arcs[3, 2] == (Status.MATCHED, Status.MISSED)
    assert made.reference == "A"
    assert made.note == ""


def test_what_only_one_counts_on_is_no_agreement() -> None:
    made = compare(Pair(SAME, (REFERENCE,)), metric("hwcm")).reference_text.marks.tokens[0]
    assert MarkPair(made, None).statuses == (Status.MATCHED, None)
    assert MarkPair(None, made).statuses == (None, Status.MATCHED)
    assert MarkPair(None, None).statuses == (None,)


@given(first=analyses(), second=analyses(), reference=analyses())
@pytest.mark.parametrize("spec", ["hwcm", "bleu", "ter", "edpm:nbest=1"])
def test_each_is_compared_as_if_it_were_alone(
    spec: str, first: Analysis, second: Analysis, reference: Analysis
) -> None:
    chosen = metric(spec)
    pairs = Pair(first, (reference,), ("A",)), Pair(second, (reference,), ("A",))
    made = compare_systems(pairs, chosen, SYSTEMS)
    for pair, one, score in zip(pairs, made.comparisons, made.scores, strict=True):
        alone = compare(pair, chosen)
        assert [text.marks for text in one.texts] == [text.marks for text in alone.texts]
        assert score == chosen.score(chosen.statistics(pair), level="segment")
    for fared, marks in ((made.tokens, "tokens"), (made.arcs, "arcs")):
        first_marks, second_marks = (getattr(one.reference_text.marks, marks) for one in made.comparisons)
        assert {key: one.first for key, one in fared.items() if one.first is not None} == first_marks
        assert {key: one.second for key, one in fared.items() if one.second is not None} == second_marks


def test_two_systems_whose_best_references_differ_are_drawn_beside_the_first_ones() -> None:
    references = SAME, OTHER
    names = ("A", "B")
    pairs = Pair(SAME, references, names), Pair(OTHER, references, names)
    made = compare_systems(pairs, metric("ter"), SYSTEMS)
    assert made.scores == (0.0, 0.0)
    assert made.reference == "A"
    assert "south was scored against B" in made.note
    assert {one.reference_text.analysis.text for one in made.comparisons} == {SAME.text}
    assert made.tokens[2].second is not None
    assert made.tokens[2].second.status is not Status.MATCHED


def test_a_metric_that_counts_all_references_draws_the_closest_to_both_translations() -> None:
    far = parsed("they:2:nsubj left:0:root")
    pairs = Pair(SAME, (far, OTHER), ("A", "B")), Pair(OTHER, (far, OTHER), ("A", "B"))
    made = compare_systems(pairs, metric("hwcm"), SYSTEMS)
    assert (made.reference, made.note) == ("B", "")
    assert made.scores == tuple(metric("hwcm").score(metric("hwcm").statistics(one), level="segment") for one in pairs)
    assert compare(pairs[0], metric("hwcm")).reference == 1
    assert compare(pairs[0], metric("hwcm"), ComparisonOptions(reference=0)).reference == 0


def test_wishes_hold_for_both() -> None:
    pairs = Pair(SAME, (REFERENCE,)), Pair(OTHER, (REFERENCE,))
    made = compare_systems(pairs, metric("hwcm"), SYSTEMS, ComparisonOptions(kind="chains of 2", structure="words"))
    assert {one.kind for one in made.comparisons} == {"chains of 2"}
    assert {one.structure for one in made.comparisons} == {"words"}


def test_words_of_frames_fared_as_the_shortest_part_that_covers_them() -> None:
    same = annotated(
        8, ["1 agent=0 patient=2-5", "4 agent=3"], ["1 agent=0 patient=2-5", "4 agent=3"], "0=0", "0.0=0.0"
    )
    pairs = same, annotated(8, ["1 agent=0"], ["1 agent=0 patient=2-5", "4 agent=3"])
    made = compare_systems(pairs, metric("hmeant"), SYSTEMS)
    assert list(made.reference_words) == [f"w{place}" for place in range(8)]
    statuses = {index: fared.statuses for index, fared in made.tokens.items()}
    missed, matched = (Status.MISSED,), (Status.MATCHED, Status.MISSED)
    assert statuses == {0: matched, 1: matched, 2: missed, 3: missed, 4: missed, 5: missed}
    first, second = made.translations
    assert {index: mark.status for index, mark in first.marks.items()} == {
        **dict.fromkeys((0, 1), Status.MATCHED),
        **dict.fromkeys((2, 3, 4, 5), Status.EXTRA),
    }
    assert {mark.status for mark in second.marks.values()} == {Status.EXTRA}
    assert made.links == ((), ())  # these frames come without words that could be aligned


@given(pair=annotated_pairs())
def test_every_word_of_a_counted_part_is_marked_and_no_other_one(pair: Pair) -> None:
    frames = compare(pair, metric("hmeant")).frames
    assert frames is not None
    for side in SIDES:
        marks = word_marks(frames, side)
        spans = {part: span_of(frames.linked, side, part) for part in frames.marks[side]}
        assert set(marks) == {word for span in spans.values() for word in range(*span)}
        for word, mark in marks.items():
            covering = [(end - start, part) for part, (start, end) in spans.items() if start <= word < end]
            shortest = min(size for size, _ in covering)
            least = [frames.marks[side][part].status for size, part in covering if size == shortest]
            assert mark.status is (least[0] if len(set(least)) == 1 else Status.PARTIAL)
