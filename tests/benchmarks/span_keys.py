"""Keys that mark errors as raters did: ``python tests/benchmarks/span_keys.py PROJECT [TRANSLATIONS [TOOL [RATER]]]``.

For each error the cheapest keys are searched: to one of its ends by letters, arrows, Home and End, to the other end
with Shift, a severity and a category. They are pressed in the editor's own model, which must then have the same errors.
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import Segment
from meantree.project.error_annotation import ErrorAnnotation, MarkedError, Place
from meantree.project.error_proposals import proposals_of
from meantree.project.file import Project
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_marking import SpanMarking

LONGEST: Final = 40
"""Keys to one place; further ones are not searched."""


def moves(cursor: SpanCursor, *, extend: bool) -> dict[str, SpanCursor]:
    """What each key does to the cursor; with Shift it extends the selection."""
    found = {
        "Right": cursor.moved(1, extend=extend),
        "Left": cursor.moved(-1, extend=extend),
        "Home": cursor.at(0, extend=extend),
        "End": cursor.at(len(cursor.words), extend=extend),
    }
    if not extend:
        found["Tab"] = cursor.switched()
    for letter in {cursor.text[start].casefold() for start, _ in cursor.words}:
        if letter.isascii() and letter.isalpha():
            found[letter] = cursor.jumped(letter, extend=extend)
    return {(f"Shift+{key}" if extend else key): after for key, after in found.items()}


def path_to(cursor: SpanCursor, place: Place) -> list[str]:
    """The fewest keys after which the cursor selects a place; keys that move ends by characters come last."""
    start = replace(cursor, anchor=None, nudge=(0, 0))
    queue: deque[tuple[SpanCursor, tuple[str, ...], bool]] = deque([(start, (), False)])
    seen = {(start.side, start.word, start.anchor)}
    wanted = cursor.on(place)
    goal = {wanted.word, wanted.word if wanted.anchor is None else wanted.anchor}
    while queue:
        now, keys, is_extending = queue.popleft()
        ends = {now.word, now.word if now.anchor is None else now.anchor}
        if now.side == place.side and ends == goal:
            return [*keys, *(["Alt+Right"] * sum(map(abs, wanted.nudge)))]
        if len(keys) >= LONGEST:
            continue
        steps = [(key, after, False) for key, after in ({} if is_extending else moves(now, extend=False)).items()]
        if is_extending or (now.word in goal and now.side == place.side):
            steps += [(key, after, True) for key, after in moves(now, extend=True).items()]
        for key, after, extends in steps:
            state = after.side, after.word, after.anchor
            if state not in seen:
                seen.add(state)
                queue.append((after, (*keys, key), extends))
    raise ValueError(f"no {LONGEST} keys lead to {place}")


def keys_for(segment: Segment, system: str, wanted: ErrorAnnotation, project: Project) -> tuple[list[str], int]:
    """All keys for one translation with Return, and the number of its errors."""
    rules = project.rules
    marking = SpanMarking.of(segment, system, ErrorAnnotation(), rules)
    keys: list[str] = []
    for error in sorted(wanted.errors, key=lambda error: error.places[:1]):
        keys += _mark(marking, error)
    made = [(error.places, error.severity, error.category) for error in marking.annotation.marked]
    same = [
        (error.places, error.severity.casefold(), error.category)
        for error in sorted(wanted.errors, key=lambda error: error.places[:1])
    ]
    assert made == same, (made, same)
    return [*keys, "Return"], len(made)


def _mark(marking: SpanMarking, error: MarkedError) -> list[str]:
    if not error.places:
        marking.annotation = marking.mark_missing()
        marking.annotation = marking.categorize(error.category)
        return ["-", "category"]
    keys = path_to(marking.cursor, error.places[0])
    marking.move(lambda cursor: cursor.on(error.places[0]))
    marking.annotation = marking.mark(error.severity.casefold())
    marking.annotation = marking.categorize(error.category)
    return [*keys, "severity", "category"]


def keys_with(
    segment: Segment, system: str, wanted: ErrorAnnotation, proposed: ErrorAnnotation, project: Project
) -> list[str]:
    """All keys for one translation where somebody proposes errors: equal places are kept, the others are left."""
    name = "somebody"
    marking = SpanMarking.of(segment, system, ErrorAnnotation(), project.rules, proposals_of({name: proposed}))
    keys: list[str] = []
    for error in sorted(wanted.errors, key=lambda error: error.places[:1]):
        place = next((n for n, own in enumerate(marking.proposals) if own.places == error.places), None)
        own = keys_to_mark(marking, error)
        if place is not None:
            number, size = len(marking.annotation.marked) + place, len(marking.listed)
            start = -1 if marking.chosen is None else marking.chosen
            steps = min((number - start) % size or size, (start - number) % size or size) if start >= 0 else 0
            steps = steps if start >= 0 else min(number + 1, size - number)
            taken = ["Down"] * steps
            proposal = marking.proposals[place]
            same = proposal.label == error.label
            taken += ["Return"] if same else ["severity"]
            taken += [] if proposal.label[1] == error.label[1] else ["Up", "/", "category"]
            if len(taken) < len(own):
                keys += taken
                marking.choose(number)
                marking.annotation = marking.keep(error.severity.casefold())
                if same and marking.proposals:
                    marking.choose(len(marking.annotation.marked))
                continue
        keys += _mark(marking, error)
    return [*keys, *(["Return"] if marking.proposals else []), "Return"]


def keys_to_mark(marking: SpanMarking, error: MarkedError) -> list[str]:
    """The keys for one error without proposals; nothing is marked."""
    return _mark(replace(marking), error)


def main(path: Path, count: int = 20, proposed_by: str = "", annotator: str = "") -> int:
    """Print the keys of each translation, and their mean for an error; with proposals, how often these save keys."""
    total, errors, done, fewer, with_all = 0, 0, 0, 0, 0
    with Project(path, passing=True) as project:
        corpus = project.corpus_of("")
        for key, annotation in project.all_error_annotations().items():
            if not annotation.errors or done == count or annotator not in ("", key.annotator):
                continue
            if proposed_by:
                proposed = project.error_annotation(replace(key, annotator=proposed_by))
                if proposed is None or key.annotator == proposed_by:
                    continue
            segment = corpus.segments[corpus.places[key.segment]]
            keys, number = keys_for(segment, key.system, annotation, project)
            total, errors, done = total + len(keys), errors + number, done + 1
            if proposed_by and proposed is not None:
                helped = keys_with(segment, key.system, annotation, proposed, project)
                with_all, fewer = with_all + len(helped), fewer + (len(helped) < len(keys))
                print(f"{key.segment} {key.system}: {len(helped)} keys with proposals: {' '.join(helped)}")
            print(f"{key.segment} {key.system}: {number} errors, {len(keys)} keys: {' '.join(keys)}")
    print(f"{done} translations, {errors} errors, {total} keys with Return: {total / errors:.2f} an error")
    if proposed_by:
        print(f"with proposals by {proposed_by}: {with_all} keys, fewer in {fewer} of {done} translations")
    return int(total > 6 * errors)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20, *sys.argv[3:]))
