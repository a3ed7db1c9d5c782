"""Keys that mark errors as raters did: ``python tests/benchmarks/span_keys.py PROJECT [TRANSLATIONS [TOOL [RATER]]]``.

For each error the cheapest keys are searched: to one of its ends by letters, arrows, Home and End, to the other end
with Shift, a severity and a category; or those that keep a proposal, with other words or another label where these
differ. They are pressed in the editor's own model, which must then have the same errors. By ESA the digits of the
score follow.

Two samples have about so many translations with errors (default 20; 0: one sample of all): all systems of the first
segments, and of as many segments at equal distances. Each rater goes through the segments in their order, system by
system, so that what the rater marked before in a segment, and in the document, can be proposed. TOOL is an annotator
whose errors are proposed, or "another" for another rater of the translation; RATER is the only one whose work is
counted.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.rules import ESA, Rules
from meantree.corpus.corpus import Corpus, Segment
from meantree.project.error_proposals import distinct_proposals, segments_before, with_own_marks
from meantree.project.file import Project
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_marking import Label, SpanMarking, labels_with_digits

LONGEST: Final = 40
"""Keys to one place; further ones are not searched."""
MOST_CHANGES: Final = 2
"""Keys that change the words of a proposal; with more of them new words are selected as fast."""
ANOTHER: Final = "another"


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


@dataclass(slots=True)
class Hands:
    """Mark the errors of one translation by the cheapest keys."""

    marking: SpanMarking
    keys: list[str] = field(default_factory=list)

    def finish(self, wanted: Sequence[MarkedError], score: float | None) -> list[str]:
        """Delete what is not wanted, mark what is, give the score if the protocol has one, and press Return."""
        places = [error.places for error in wanted]
        for error in self.marking.annotation.errors:
            if error.places not in places:
                self._delete(error)
        for error in wanted:
            if error in self._found(wanted):
                continue
            ways = [self._own(error), *self._kept(error, set(map(_what, wanted)))]
            best = min(ways, key=lambda way: len(way.keys))
            self.marking, self.keys = best.marking, best.keys
        for error in self.marking.annotation.errors:
            if _what(error) not in map(_what, wanted):
                self._delete(error)
        made = Counter(map(_what, self.marking.annotation.errors))
        assert made == Counter(map(_what, wanted)), (made, wanted)
        if not self.marking.needs_score and score == self.marking.annotation.score:
            return [*self.keys, "Return"]
        digits = "" if score is None else str(round(score))
        return [*self.keys, "Return" if self.marking.needs_score else "=", *digits, "Return"]

    def _found(self, wanted: Sequence[MarkedError]) -> list[MarkedError]:
        """Return the wanted errors that are marked already."""
        marked = [_what(error) for error in self.marking.annotation.errors]
        return [error for error in wanted if _what(error) in marked]

    def copy(self) -> Hands:
        return Hands(replace(self.marking), list(self.keys))

    def _own(self, error: MarkedError) -> Hands:
        """Mark an error without proposals."""
        hands = self.copy()
        marking = hands.marking
        if error.places:
            hands.keys += path_to(marking.cursor, error.places[0])
            marking.move(lambda cursor: cursor.on(error.places[0]))
            marking.chosen = None
        else:
            marking.annotation = marking.mark_missing()
            hands.keys.append("-")
        hands._mark(error)
        if marking.is_asking:
            marking.annotation = marking.categorize(error.category)
            hands.keys.append("category")
        return hands

    def _mark(self, error: MarkedError) -> None:
        """Press the digit of the label, or that of the severity where it has none."""
        labels = {tuple(map(str.casefold, label)): label for label in self.marking.labels}
        label = labels.get(error.label, (error.severity.casefold(), ""))
        self.marking.annotation = self.marking.mark(*label)
        self.keys.append("label" if label[1] else "severity")

    def _kept(self, error: MarkedError, wanted: Container[object]) -> Iterator[Hands]:
        """Yield the ways to keep what is marked or proposed at the places of an error, or near them."""
        count = len(self.marking.annotation.marked)
        for number, other in enumerate(self.marking.listed):
            if number < count and _what(other) in wanted:
                continue
            if other.places == error.places:
                for hands in self._choices(number, other):
                    hands._label(error)
                    yield hands
            elif number >= count and len(error.places) == len(other.places) == 1:
                yield from self._with_other_words(number, error)

    def _choices(self, number: int, error: MarkedError) -> Iterator[Hands]:
        """Yield the ways to choose an error or a proposal of the list."""
        hands = self.copy()
        hands._walk_to(number)
        yield hands
        if number < len(self.marking.annotation.marked):
            return
        hands = self.copy()  # the next proposal, or that at the cursor after keys to its first word
        hands._space()
        if hands.marking.annotation.marked[-1].places == error.places:
            yield hands
        if error.places:
            place = error.places[0]
            first = self.marking.cursor.on(place)
            first = first if first.anchor is None else first.at(first.anchor)
            if first.place is not None:
                hands = self.copy()
                hands.keys += path_to(hands.marking.cursor, first.place)
                hands.marking.move(lambda _cursor: first)
                hands.marking.chosen = None
                hands._space()
                if hands.marking.annotation.marked[-1].places == error.places:
                    yield hands

    def _walk_to(self, number: int) -> None:
        """Press Down or Up until an error of the list is chosen."""
        order, chosen = self.marking.order, self.marking.chosen
        size, place, start = len(order), order.index(number), None if chosen is None else order.index(chosen)
        down = (place - (-1 if start is None else start)) % size or (size if start is None else 0)
        up = ((size if start is None else start) - place) % size or (size if start is None else 0)
        self.keys += ["Down"] * down if down <= up else ["Up"] * up
        self.marking.choose(number)

    def _space(self) -> None:
        self.marking.annotation = self.marking.keep_next()
        self.keys.append("Space")

    def _with_other_words(self, number: int, error: MarkedError) -> Iterator[Hands]:
        """Yield a way to keep a proposal with other words."""
        hands = self.copy()
        hands._walk_to(number)
        for keys, cursor in _changed(hands.marking.cursor):
            if cursor.place == error.places[0]:
                hands.keys += keys
                hands.marking.cursor = cursor
                hands._label(error)
                yield hands
                return

    def _label(self, error: MarkedError) -> None:
        """Keep the chosen proposal if it is one, and give it the severity and the category of an error."""
        marking = self.marking
        severity, category = error.label
        if marking.proposal is not None and marking.proposal.label[0] == severity:
            self._space()
        chosen = marking.proposal or marking.annotation.marked[marking.chosen or 0]
        if chosen.label[0] != severity:
            self._mark(error)
            if marking.chosen is None:
                return
        if marking.annotation.marked[marking.chosen or 0].label[1] != category:
            if not marking.is_asking:
                marking.ask_category()
                self.keys.append("/")
            marking.annotation = marking.categorize(error.category)
            self.keys.append("category")

    def _delete(self, error: MarkedError) -> None:
        self._walk_to(self.marking.listed.index(error))
        self.marking.annotation = self.marking.delete()
        self.keys.append("Delete")


def _with_words(segment: Segment, system: str, annotation: ErrorAnnotation) -> ErrorAnnotation:
    """Return errors without those that cover blanks alone, which the editor refuses."""
    texts = {"hypothesis": segment.hypotheses[system].text, "source": segment.source or ""}
    marked = (
        error
        for error in annotation.errors
        if all(texts[place.side][place.start : place.end].strip() for place in error.places)
    )
    return replace(annotation, marked=tuple(marked))


def _what(error: MarkedError) -> tuple[object, ...]:
    return error.places, error.label


def _changed(cursor: SpanCursor) -> Iterator[tuple[list[str], SpanCursor]]:
    """Yield the selections that a few keys with Shift make."""
    reached: list[tuple[list[str], SpanCursor]] = [([], cursor)]
    for _ in range(MOST_CHANGES):
        reached = [([*keys, key], after) for keys, now in reached for key, after in moves(now, extend=True).items()]
        yield from reached


def keys_for(
    segment: Segment,
    system: str,
    wanted: ErrorAnnotation,
    rules: Rules,
    proposed: Mapping[str, ErrorAnnotation],
    begun: ErrorAnnotation,
    labels: tuple[Label, ...] = (),
) -> list[str]:
    """The cheapest keys for one translation, with those proposals; or those that keep all of them first."""
    errors = list({_what(error): error for error in sorted(wanted.errors, key=lambda error: error.places[:1])}.values())
    proposals = distinct_proposals(segment.hypotheses[system].text, proposed)
    marking = SpanMarking.of(segment, system, begun, rules, proposals)
    marking.labels = labels
    ways = [Hands(marking)]
    if len(proposals) > 1 and not begun.marked:
        hands = ways[0].copy()
        hands.marking.annotation = hands.marking.keep_all()
        hands.keys.append("Shift+Space")
        ways.append(hands)
    score = wanted.score if rules.protocol == ESA else begun.score
    return min((hands.finish(errors, score) for hands in ways), key=len)


@dataclass(slots=True)
class Work:
    """What raters marked, in the order in which one annotator after the other would do it.

    Attributes:
        corpus, rules: of the project.
        by_segment: what each annotator marked in a segment, by place of the segment and annotator.
        tools: what is proposed in each translation to each annotator.
    """

    corpus: Corpus
    rules: Rules
    by_segment: dict[tuple[int, str], dict[str, ErrorAnnotation]]
    tools: dict[ErrorKey, dict[str, ErrorAnnotation]]

    @classmethod
    def of(cls, path: Path, tool: str, rater: str) -> Work:
        with Project(path, passing=True) as project:
            corpus, rules, marked = project.corpus_of(""), project.rules, project.error_annotations()
        by_segment: dict[tuple[int, str], dict[str, ErrorAnnotation]] = {}
        tools: dict[ErrorKey, dict[str, ErrorAnnotation]] = {}
        names = dict.fromkeys(key.annotator for key in marked)
        people = [name for name in names if not name.startswith("findings ") and name != tool]
        for key, annotation in marked.items():
            if key.annotator not in people or rater not in ("", key.annotator):
                continue
            segment = corpus.segments[corpus.places[key.segment]]
            own = _with_words(segment, key.system, annotation)
            by_segment.setdefault((corpus.places[key.segment], key.annotator), {})[key.system] = own
            others = [name for name in people if name != key.annotator] if tool == ANOTHER else [tool]
            found = {name: marked[there] for name in others if (there := replace(key, annotator=name)) in marked}
            tools[key] = dict(list(found.items())[:1])
        return cls(corpus, rules, by_segment, tools)

    def samples(self, count: int) -> dict[str, list[int]]:
        """Return the places of segments whose translations with errors are at least ``count`` from the first on."""
        with_errors = Counter[int]()
        for (place, _), marked in self.by_segment.items():
            with_errors[place] += sum(bool(annotation.errors) for annotation in marked.values())
        places = sorted(with_errors)
        if not count:
            return {"all segments": places}
        number, found = 0, 0
        while found < count and number < len(places):
            found, number = found + with_errors[places[number]], number + 1
        spread = [places[round((n + 0.5) * len(places) / number - 0.5)] for n in range(number)]
        return {f"the first {number} segments": places[:number], f"{number} segments at equal distances": spread}

    def count(self, places: Sequence[int], *, has_tool: bool, has_earlier: bool) -> Table:
        """Return the number of keys and of errors in each translation of segments."""
        table: Table = {}
        labels: dict[str, tuple[Label, ...]] = {}  # of who begins, as they come
        for (place, who), marked in self.by_segment.items():
            if place not in places:
                continue
            before = [self.corpus.places[one.key] for one in segments_before(self.corpus, place)]
            document = [
                (self.corpus.segments[other].hypotheses[system].text, own)
                for other in before
                for system, own in self.by_segment.get((other, who), {}).items()
            ]
            segment, earlier = self.corpus.segments[place], list[tuple[str, ErrorAnnotation]]()
            for system in (name for name in self.corpus.systems if name in marked):
                text, begun, key = (
                    segment.hypotheses[system].text,
                    ErrorAnnotation(),
                    ErrorKey(segment.key, system, who),
                )
                proposed: Mapping[str, ErrorAnnotation] = self.tools[key] if has_tool else {}
                if has_earlier:
                    equal = (own for other, own in earlier if other == text and (own.errors or own.score is not None))
                    begun = next((ErrorAnnotation(own.errors, own.score) for own in equal), begun)
                    proposed = with_own_marks(text, proposed, earlier, document)
                keys = keys_for(segment, system, marked[system], self.rules, proposed, begun, labels.get(who, ()))
                labels[who] = labels_with_digits([(marked[system], marked[system])], self.rules, labels.get(who, ()))
                table[key] = len(keys), len(set(map(_what, marked[system].errors)))
                earlier.append((text, marked[system]))
        return table


Table = dict[ErrorKey, tuple[int, int]]


def row(without: Table, helped: Table) -> str:
    """Return how many keys proposals leave, and where they are fewer: in translations with errors, all, segments."""
    keys = sum(number for number, errors in helped.values() if errors)
    errors = sum(errors for _, errors in helped.values())
    fewer = [key for key in helped if helped[key][0] < without[key][0]]
    marked = sum(bool(number) for _, number in helped.values())
    per_segment = [Counter[str](), Counter[str]()]
    for total, table in zip(per_segment, (without, helped), strict=True):
        for key, (number, _) in table.items():
            total[key.segment] += number
    segments = sum(per_segment[1][key] < per_segment[0][key] for key in per_segment[0])
    return (
        f"{keys} keys, {keys / errors:.2f} an error, {keys / marked:.1f} a translation with errors;"
        f" fewer in {len(fewer)} of {marked} translations with errors"
        f" ({len(fewer) / marked:.0%}; {len(fewer) / len(helped):.0%} of all {len(helped)}),"
        f" in {segments} of {len(per_segment[0])} segments"
    )


def main(path: Path, count: int = 20, tool: str = "", rater: str = "") -> int:
    """Print the keys of each sample with nothing proposed, and with each kind of proposals."""
    work, failed = Work.of(path, tool, rater), False
    for name, places in work.samples(count).items():
        without = work.count(places, has_tool=False, has_earlier=False)
        failed |= sum(keys for keys, _ in without.values()) > 6 * sum(errors for _, errors in without.values())
        print(f"{name}, {sum(errors for _, errors in without.values())} errors\n  nothing: {row(without, without)}")
        print(f"  earlier marks: {row(without, work.count(places, has_tool=False, has_earlier=True))}")
        if tool:
            print(f"  {tool}: {row(without, work.count(places, has_tool=True, has_earlier=False))}")
            print(f"  both: {row(without, work.count(places, has_tool=True, has_earlier=True))}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20, *sys.argv[3:]))
