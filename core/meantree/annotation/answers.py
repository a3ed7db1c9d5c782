"""What people say of findings in a translation: whether they are right; one record for each person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, get_args

from meantree.annotation.error_annotation import MarkedError, Origin
from meantree.corpus.corpus import Corpus
from meantree.untrusted_json import read_json

Answer = Literal["right", "free", "wrong", "rejected"]
"""An error; a true difference of two good texts; no such difference; a suggestion rejected for either reason."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
Answers = Mapping[str, tuple[Answer, str]]
"""Answer, and when it was given in UTC, by the name of the finding."""


@dataclass(frozen=True, slots=True, order=True)
class AnswersKey:
    """Identifies a person's answers by segment, system and annotator."""

    segment: str
    system: str
    annotator: str
    reference: ClassVar[str] = ""


def answers_of_marks(marked: Iterable[MarkedError]) -> dict[str, Answer]:
    """Return what marked errors say of the findings that suggested them: kept or changed ones are right."""
    return {
        error.finding: "rejected" if error.origin is Origin.REJECTED else "right" for error in marked if error.finding
    }


def answers_to_json(answers: Answers) -> str:
    """Return answers as one line of JSON."""
    return json.dumps(dict(answers), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def answers_from_json(text: str) -> Answers:
    """Read what :func:`answers_to_json` wrote; raise ValueError if it is something else."""
    read = read_json(text)
    if not isinstance(read, dict):
        raise ValueError(f"not answers: {text[:80]}")
    answers: dict[str, tuple[Answer, str]] = {}
    for finding, given in read.items():
        answer, time = given if isinstance(given, list) and len(given) == 2 else (None, None)
        if answer not in ANSWERS or not isinstance(time, str):
            raise ValueError(f"not an answer, expected one of {', '.join(ANSWERS)}: {text[:80]}")
        answers[finding] = answer, time
    return answers


def with_answers(corpus: Corpus, answers: Mapping[AnswersKey, Answers]) -> Corpus:
    """Return the corpus with these answers to findings in place of others; segments without any stay the same."""
    given = answers_by_segment(answers)
    segments = (
        replace(segment, answers=given.get(segment.key, {})) if segment.answers or segment.key in given else segment
        for segment in corpus.segments
    )
    return replace(corpus, segments=tuple(segments))


def answers_by_segment(answers: Mapping[AnswersKey, Answers]) -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
    """Return everybody's answers by segment, system and finding, in the order of their times."""
    given = ((time, key, name, answer) for key, own in answers.items() for name, (answer, time) in own.items())
    ordered: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}
    for _, key, name, answer in sorted(given):
        of_system = ordered.setdefault(key.segment, {}).setdefault(key.system, {})
        of_system[name] = (*of_system.pop(name, ()), answer)
    return ordered
