"""The sentences of page one on error spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus
from meantree.reporting.blocks import text_of
from meantree.reporting.error_verdict import error_system_table, error_verdict, finished_errors

MINOR = MarkedError(severity="Minor", category="Style")
MAJOR = MarkedError(severity="major", category="Accuracy/Mistranslation")


def pool(errors: Mapping[str, Sequence[Sequence[MarkedError]]], state: State = State.DONE) -> PooledAnnotations:
    """Errors by system and segment that one person marked; the gold standard has other ones."""
    marked = {
        ErrorKey(str(segment), system, "ana"): ErrorAnnotation(tuple(found), state=state)
        for system, segments in errors.items()
        for segment, found in enumerate(segments)
    }
    gold = {ErrorKey("0", "A", "gold"): ErrorAnnotation((MAJOR,) * 9, state=State.DONE)}
    corpus = Corpus("c", (), tuple(errors), ())
    return PooledAnnotations((), corpus, errors={"ana": marked, "gold": gold}, gold={"gold"})


def said(errors: Mapping[str, Sequence[Sequence[MarkedError]]], state: State = State.DONE) -> list[str]:
    """What is said of these errors."""
    return list(map(text_of, error_verdict(finished_errors(pool(errors, state)))))


def test_a_clear_difference_is_told_with_its_interval() -> None:
    (better,) = said({"A": [[MAJOR]] * 12, "B": [[]] * 11 + [[MINOR]]})
    assert better.startswith(
        "B is significantly better than A. MQM −0.083 against −5.000 a translation (0 is best); difference +4.917"
    )
    assert "95 % interval +4." in better


def test_that_what_may_be_chance_is_said_to_be() -> None:
    mixed = [[MAJOR], []] * 10
    (ahead,) = said({"A": mixed, "B": [*mixed[1:], [MINOR]]})
    assert "A is ahead of B, but not significantly." in ahead or "B is ahead of A, but not significantly." in ahead


def test_that_all_systems_are_compared_with_the_best_one() -> None:
    clean: list[list[MarkedError]] = [[]] * 11
    _, others = said({"A": [[MAJOR]] * 12, "B": [*clean, []], "C": [*clean, [MINOR]]})
    assert others == "A is significantly worse than B; C is not."
    _, others = said({"A": [[MAJOR]] * 12, "B": [*clean, []], "C": [[MAJOR], *[[MAJOR, MINOR]] * 11]})
    assert others == "Both other systems are significantly worse than B."


def test_that_the_table_has_intervals_weights_and_translations_without_errors() -> None:
    table = error_system_table(pool({"A": [[MAJOR]] * 12, "B": [[]] * 11 + [[MINOR]]}))
    assert table is not None
    assert table.head == (
        "system",
        "MQM",
        "95 % interval",
        "n",
        "annotations",
        "no error",
        "errors",
        "minor",
        "major",
    )
    assert [row[0] for row in table.rows] == ["B", "A"]
    assert table.rows[1][1:] == (-5.0, "−5.000 to −5.000", 12, 12, 0, 12, 0, 12)
    assert "0 is best and higher is better" in table.note
    assert "all people" not in table.note, "it is the work of one"
    assert "major 5, minor 1, minor punctuation 0.1" in table.note


def test_that_scores_of_esa_lead_and_nothing_is_said_of_categories() -> None:
    scores: dict[str, list[float | None]] = {"A": [90.0] * 12, "B": [60.0] * 11 + [None], "C": [None]}
    found = MarkedError(severity="major")
    marked = {
        ErrorKey(f"{place:02}", system, "ana"): ErrorAnnotation((found,), score, State.DONE)
        for system, given in scores.items()
        for place, score in enumerate(given)
    }
    esa = PooledAnnotations((), Corpus("c", (), tuple(scores), ()), errors={"ana": marked})
    (ahead,) = map(text_of, error_verdict(finished_errors(esa)))
    assert ahead.startswith("A is significantly better than B. ESA 90.000 against 60.000 a translation (100 is best)")
    table = error_system_table(esa)
    assert table is not None
    assert table.head == ("system", "ESA", "95 % interval", "n", "annotations", "no error", "errors", "major")
    assert table.rows[1:] == (
        ("B", 60.0, "60.000 to 60.000", 11, 12, 0, 12, 12),
        ("C", None, None, 0, 1, 0, 1, 1),
    )
    assert "MQM" not in table.note


def test_that_few_equal_and_unfinished_segments_tell_nothing() -> None:
    assert "2 segments are too few to tell" in said({"A": [[MAJOR], []], "B": [[], []]})[0]
    assert "1 segment is too few to tell" in said({"A": [[MAJOR]], "B": [[]]})[0]
    assert "1 segment of which the same person judged both is too few" in said({"A": [[MAJOR]], "B": [[], []]})[0]
    assert "have the same score" in said({"A": [[], []], "B": [[], []]})[0]
    assert said({"A": [[MAJOR]], "B": [[]]}, State.OPEN) == []
    assert said({"A": [[MAJOR]]}) == []


def test_that_only_segments_judged_by_the_same_person_are_compared() -> None:
    def marked(judged: Mapping[tuple[str, str], Sequence[Sequence[MarkedError]]], begin: int = 0) -> list[str]:
        by_person: dict[str, dict[ErrorKey, ErrorAnnotation]] = {}
        for (system, person), segments in judged.items():
            for place, found in enumerate(segments, start=begin if person == "bo" else 0):
                key = ErrorKey(f"{place:02}", system, person)
                by_person.setdefault(person, {})[key] = ErrorAnnotation(tuple(found), state=State.DONE)
        systems = tuple(dict.fromkeys(system for system, _ in judged))
        pooled = PooledAnnotations((), Corpus("c", (), systems, ()), errors=by_person)
        return list(map(text_of, error_verdict(finished_errors(pooled))))

    strict, mild = [[MAJOR]] * 12, [[MINOR]] * 12
    apart, *_ = marked({("A", "bo"): mild, ("B", "cy"): strict})
    assert apart == (
        "The best mean MQM scores are A −1.000 and B −5.000 (0 is best), but different people judged the systems, so a "
        "difference may be one between these people."
    )
    few, *_ = marked({("A", "cy"): strict[:3], ("A", "bo"): mild, ("B", "cy"): [[MAJOR, MINOR]] * 15}, 3)
    assert few.startswith("A is ahead of B, but 3 segments of which the same person judged both are too few")
    assert "MQM −5.000 against −6.000" in few
    ahead, others, *_ = marked(
        {("A", "bo"): mild, ("B", "bo"): [[MINOR, MINOR]] * 12, ("A", "cy"): strict, ("C", "cy"): strict}, 0
    )
    assert ahead.startswith("A is significantly better than B. MQM −1.000 against −2.000")
    assert "n = 12, the segments of which the same person judged both" in ahead
    assert others == (
        "B is significantly worse than A; C is not. As different people judged the systems, segments "
        "count only where the same person judged both: 12 (B) and 12 (C)."
    )
