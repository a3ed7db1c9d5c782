"""Keys that mark errors as raters did: ``python tests/benchmarks/span_keys.py PROJECT [TRANSLATIONS]``.

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
from meantree.project.file import Project
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_marking import SpanMarking

LONGEST: Final = 12
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
        if letter.isalpha():
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


def main(path: Path, count: int = 20) -> int:
    """Print the keys of each translation, and their mean for an error."""
    total, errors, done = 0, 0, 0
    with Project(path, passing=True) as project:
        corpus = project.corpus_of("")
        for key, annotation in project.all_error_annotations().items():
            if not annotation.errors or done == count:
                continue
            segment = corpus.segments[corpus.places[key.segment]]
            keys, number = keys_for(segment, key.system, annotation, project)
            total, errors, done = total + len(keys), errors + number, done + 1
            print(f"{key.segment} {key.system}: {number} errors, {len(keys)} keys: {' '.join(keys)}")
    print(f"{done} translations, {errors} errors, {total} keys with Return: {total / errors:.2f} an error")
    return int(total > 6 * errors)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20))
