"""Marking errors at the cursor: each key leads to other errors, or to a choice that the next key makes; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, Origin, is_tool, opened_by_errors
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, Category, Rules
from meantree.corpus.corpus import Segment
from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.project.error_proposals import place_of_proposal, undecided
from meantree_gui.span_editor.span_cursor import SpanCursor

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def category_letters(categories: Sequence[Category]) -> dict[str, Category]:
    """Return a letter for each category, of its own name where one is free; those after the 26th have none."""
    letters: dict[str, Category] = {}
    for category in categories:
        name = category.name.rpartition("/")[2].casefold()
        if letter := next((one for one in name if one in LETTERS and one not in letters), None):
            letters[letter] = category
    waiting = [category for category in categories if category not in letters.values()]
    return letters | dict(zip((one for one in LETTERS if one not in letters), waiting, strict=False))


Label = tuple[str, str]
"""A severity and a category."""
DIGITS: Final = 10


def labels_with_digits(
    edits: Iterable[tuple[ErrorAnnotation, ErrorAnnotation]], rules: Rules, known: tuple[Label, ...] = ()
) -> tuple[Label, ...]:
    """Return the labels that get the digits after those of the severities: known ones, then others by first use.

    Args:
        edits: a translation before and after each; a label is used by an error that one of them left as it was, so
            that labels on the way to another one get no digit.
    """
    if rules.protocol == ESA:
        return ()
    severities = {name.casefold(): name for name in rules.severities}
    categories = {category.name.casefold(): category.name for category in rules.category_list}
    used = (error.label for old, new in edits for error in old.errors if error in new.errors)
    labelled = chain(known, used)
    named = ((severities.get(one.casefold(), ""), categories.get(two.casefold(), "")) for one, two in labelled)
    labels: dict[Label, None] = {}
    for label in filter(all, named):
        if len(labels) >= DIGITS - len(severities):
            break  # before all that was ever marked is read
        labels[label] = None
    return tuple(labels)


@dataclass(slots=True)
class SpanMarking:
    """The errors of one translation under an annotator's hands.

    Attributes:
        name: the system, or the annotator where several annotated the same translation.
        proposals: errors that somebody proposes, and the annotator has not decided; none is on nearly the same words as
            an error.
        chosen: the 0-based error that keys apply to, the proposals after the errors; None if they mark the selection.
        is_asking: whether the next letter is the category of the chosen error; its severity is asked for first.
        latest: the 0-based error that was chosen or marked last, to which further or other words are given.
        labels: those with a digit of their own, after the severities.
        is_fresh: whether nothing was done since the latest error was marked, so that a comment is on it.
    """

    name: str
    annotation: ErrorAnnotation
    cursor: SpanCursor
    rules: Rules
    all_proposals: tuple[MarkedError, ...] = ()
    chosen: int | None = None
    is_asking: bool = False
    latest: int | None = None
    is_fresh: bool = False
    labels: tuple[Label, ...] = ()

    @classmethod
    def of(
        cls,
        segment: Segment,
        system: str,
        annotation: ErrorAnnotation,
        rules: Rules,
        proposals: tuple[MarkedError, ...] = (),
    ) -> SpanMarking:
        """Begin with the cursor on the first word of the translation."""
        return cls(system, annotation, SpanCursor(segment.texts(system)), rules, proposals)

    def go_on(self, before: SpanMarking) -> None:
        """Have the cursor, the chosen error or proposal and the latest error of an earlier state of the translation.

        A proposal whose rejection was undone is chosen.
        """
        is_fresh = before.is_fresh
        before._remember()
        self.cursor = before.cursor
        self.latest = None if before.latest is None else self.number_of(before.annotation.marked[before.latest])
        self.chosen = None if before.error is None else self.latest
        self.is_asking = before.is_asking and self.error is not None and self.needs_category
        self.is_fresh = is_fresh and self.latest is not None
        undone = before.annotation.rejected_places - self.annotation.rejected_places
        back = next((number for number, one in enumerate(self.proposals) if one.places in undone), None)
        if back is not None:
            self.choose(len(self.annotation.marked) + back)
        elif self.chosen is None and before.proposal in self.proposals:
            self.chosen = len(self.annotation.marked) + self.proposals.index(before.proposal)

    @property
    def proposals(self) -> tuple[MarkedError, ...]:  # see Attributes
        return undecided(self.cursor.texts["hypothesis"], self.annotation, self.all_proposals)

    @property
    def listed(self) -> tuple[MarkedError, ...]:
        """The errors, then the open proposals."""
        return (*self.annotation.marked, *self.proposals)

    @property
    def order(self) -> list[int]:
        """The 0-based numbers of the errors, then of the proposals, in the order of the translation and the source."""
        beyond = False, len(self.cursor.texts["hypothesis"]) + 1, 0  # where [missing] stands

        def first_place(number: int) -> tuple[bool, tuple[bool, int, int]]:
            places = ((place.side == "source", place.start, place.end) for place in self.listed[number].places)
            return number >= len(self.annotation.marked), min(places, default=beyond)

        return sorted(range(len(self.listed)), key=first_place)

    @property
    def error(self) -> MarkedError | None:
        """The chosen error; None if none or a proposal is chosen."""
        is_own = self.chosen is not None and self.chosen < len(self.annotation.marked)
        return self.annotation.marked[self.chosen] if self.chosen is not None and is_own else None

    @property
    def proposal(self) -> MarkedError | None:
        """The chosen proposal."""
        place = -1 if self.chosen is None else self.chosen - len(self.annotation.marked)
        return self.proposals[place] if 0 <= place < len(self.proposals) else None

    @property
    def commented(self) -> int | None:
        """The 0-based error that a comment is on: the chosen one or the one just marked; None for the translation."""
        return self.chosen if self.error is not None else self.latest if self.is_fresh else None

    @property
    def needs_severity(self) -> bool:
        """Whether the chosen error still needs a severity, which the next digit gives it."""
        return self.error is not None and not self.error.severity

    @property
    def needs_category(self) -> bool:
        """Whether errors get a category."""
        return self.rules.protocol != ESA

    @property
    def spoken(self) -> str:
        """What a screen reader says of the cursor: the selected words, the error there, and the state."""
        place, number = self.cursor.place, self.chosen if self.chosen is not None else self._at_cursor()
        words = "no words" if place is None else self.cursor.text[place.start : place.end]
        error = None if number is None or number >= len(self.listed) else self.listed[number]
        label = "no error" if error is None else f"{error.severity or 'no severity'} {error.category}".strip()
        return f"{words}: {label}; {self.annotation.state.in_words(of_errors=True)}"

    def move(self, change: Callable[[SpanCursor], SpanCursor]) -> None:
        """Move the cursor; the chosen error is left, and a question for its category remains unanswered.

        A proposal stays chosen while its words change.
        """
        self._remember()
        before, self.cursor, self.is_asking = self.cursor, change(self.cursor), False
        grows = self.cursor.side == before.side and self.cursor.anchor is not None
        if self.proposal is None or not grows:
            self.chosen = None

    def choose(self, number: int | None) -> None:
        """Choose an error, with the cursor on its first place; None leaves it."""
        self._remember()
        self.is_asking = False
        self.chosen = number
        if number is not None and (places := self.listed[number].places):
            self.cursor = self.cursor.on(places[0])

    def walk(self, step: int) -> None:
        """Choose the next or previous error in the order of the text, in turn."""
        if order := self.order:
            here = -max(step, 0) if self.chosen is None else order.index(self.chosen)
            self.choose(order[(here + step) % len(order)])

    def nudge(self, start: int, end: int) -> None:
        """Move the ends of the selection by characters; a proposal stays chosen, to be kept with these words."""
        self._remember()
        self.cursor = self.cursor.nudged(start, end)
        if self.proposal is None:
            self.chosen, self.is_asking = None, False

    # Edits: each returns the changed annotation

    def mark_by(self, digit: int) -> ErrorAnnotation:
        """Mark with the severity of a digit, or with the severity and category of one after these; 0 is the tenth."""
        labels = *((severity, "") for severity in self.rules.severities), *self.labels
        place = (digit or DIGITS) - 1
        if place >= len(labels):
            raise UsageError(f"this project's severities are {self.severities_line}")
        return self.mark(*labels[place])

    @property
    def severities_line(self) -> str:
        """The severities of the rules with their digits."""
        return ", ".join(f"{place} {name}" for place, name in enumerate(self.rules.severities, start=1))

    def digit_of(self, label: Label) -> str:
        """Return the digit of a label; empty for one without."""
        return str((len(self.rules.severities) + self.labels.index(label) + 1) % DIGITS) if label in self.labels else ""

    def mark(self, severity: str, category: str = "") -> ErrorAnnotation:
        """Mark the selection as an error, or give the chosen error this severity, and this category unless empty."""
        if self.proposal is not None:
            return self.keep(severity, category)
        if self.error is not None:
            self.is_asking = self.is_asking and not category
            error = replace(self.error, severity=severity, category=category or self.error.category)
            return self._with_error(error, ends=bool(category))
        place = self.cursor.place
        if place is None or not self.cursor.text[place.start : place.end].strip():
            raise UsageError("there are no words here to mark; - marks what is missing")
        return self._with_new(MarkedError((place,), severity, category))

    def keep(self, severity: str = "", category: str = "") -> ErrorAnnotation:
        """Keep the chosen proposal, with the selected words and another severity if these differ."""
        proposal, place = self.proposal, self.cursor.place
        if proposal is None:
            raise UsageError("choose a suggestion first, with Down or Up")
        unchanged = self._decided(proposal, Origin.KEPT)
        kept = replace(unchanged, severity=severity or proposal.severity, category=category or proposal.category)
        if place is not None and proposal.places and place != proposal.places[0]:
            kept = replace(kept, places=(place, *proposal.places[1:]))
        if kept != unchanged:
            kept = replace(kept, origin=Origin.CHANGED, suggested=proposal.places)
        self.chosen, self.is_asking = len(self.annotation.marked), not kept.category and self.needs_category
        return opened_by_errors(replace(self.annotation, marked=(*self.annotation.marked, kept)))

    def keep_next(self) -> ErrorAnnotation:
        """Keep the chosen proposal, also a rejected one, that at the cursor, or the next one after it.

        Keys then apply to this error.
        """
        if self.error is not None and self.error.origin is Origin.REJECTED:
            self.is_asking = not self.error.category and self.needs_category
            return self._with_error(replace(self.error, origin=Origin.KEPT))
        if self.proposal is None:
            place, here = self.cursor.place, self._proposed_at_cursor()
            after = [n for n, error in enumerate(self.proposals) if place is not None and error.places[:1] > (place,)]
            if not self.proposals:
                raise UsageError("nothing is suggested here")
            self.choose(len(self.annotation.marked) + (*here, *after, 0)[0])
        return self.keep()

    def keep_all(self) -> ErrorAnnotation:
        """Keep all proposals as they are."""
        if not self.proposals:
            raise UsageError("nothing is suggested here")
        self.choose(None)
        kept = (self._decided(proposal, Origin.KEPT) for proposal in self.proposals)
        return opened_by_errors(replace(self.annotation, marked=(*self.annotation.marked, *kept)))

    def mark_missing(self) -> ErrorAnnotation:
        """Mark that something is missing: the selected words of the source, or anything in the translation.

        The next digit is its severity, unless the rules have only one.
        """
        place = self.cursor.place if self.cursor.side == "source" else None
        severity = self.rules.severities[0] if len(self.rules.severities) == 1 else ""
        return self._with_new(MarkedError(() if place is None else (place,), severity, missing=True))

    def ask_category(self) -> None:
        """Let the next letter be the category of the chosen error, or of the smallest one at the cursor."""
        number = self.chosen if self.error is not None else self._at_cursor()
        if number is None or not self.needs_category:
            raise UsageError("there is no error here that could have a category; Down and Up choose one")
        self.chosen, self.is_asking = number, True

    def categorize(self, category: str) -> ErrorAnnotation:
        """Give the chosen error a category; the next key marks or moves again."""
        error = self._required()
        self.is_asking = False
        return self._with_error(replace(error, category=category), ends=bool(error.severity))

    def take_selection(self) -> ErrorAnnotation:
        """Move the error that was chosen or marked last to the selection."""
        error, place = self._latest(), self.cursor.place
        if place is None:
            raise UsageError("there are no words here to mark")
        return self._with_error(replace(error, places=(place,), as_read=None))

    def add_part(self) -> ErrorAnnotation:
        """Add the selection to the error that was chosen or marked last, as another part of it."""
        error, place = self._latest(), self.cursor.place
        if place is None or place in error.places:
            raise UsageError("these words are part of the error already")
        return self._with_error(replace(error, places=(*error.places, place), as_read=None))

    def delete(self) -> ErrorAnnotation:
        """Delete the chosen error, or the smallest one at the cursor; reject a proposal where there is no error.

        After a rejection the next proposal is chosen, those after the last one from the first on.
        """
        here, own = self._proposed_at_cursor(), self._at_cursor()
        if self.chosen is None and here and (own is None or self.annotation.marked[own].origin is Origin.REJECTED):
            self.chosen = len(self.annotation.marked) + here[0]
        if self.proposal is not None and self.chosen is not None:
            place = self.order.index(self.chosen) - len(self.annotation.marked)
            rejected, self.chosen = self._decided(self.proposal, Origin.REJECTED), None
            self.annotation = replace(self.annotation, marked=(*self.annotation.marked, rejected))
            left = self.order[len(self.annotation.marked) :]
            self.choose(left[place % len(left)] if left else None)
            return self.annotation
        number = self.chosen if self.chosen is not None else own
        if number is None:
            raise UsageError("there is no error here; Down and Up choose one")
        marked = list(self.annotation.marked)
        if marked[number].origin is Origin.REJECTED:
            raise UsageError("this suggestion is rejected already; Space keeps it if Down or Up chose it")
        if marked[number].origin in (Origin.KEPT, Origin.CHANGED):  # it would be proposed again
            marked[number] = self._rejected(marked[number])
        else:
            del marked[number]
        self.chosen, self.latest, self.is_fresh, self.is_asking = None, None, False, False
        return opened_by_errors(replace(self.annotation, marked=tuple(marked)))

    def comment(self, text: str, before: ErrorAnnotation, number: int | None) -> ErrorAnnotation:
        """Set the comment on an error of an earlier state, by its 0-based number there, or on the whole translation.

        Raises:
            UsageError: if this error is no longer there, or its comment has changed since.
        """
        if number is None:
            _require_same_comment(self.annotation.comment, before.comment, text)
            return replace(self.annotation, comment=text)
        here = self.number_of(before.marked[number])
        if here is None:
            raise UsageError("the error of this comment is no longer there; Esc drops the comment")
        marked = list(self.annotation.marked)
        _require_same_comment(marked[here].comment, before.marked[number].comment, text)
        marked[here] = replace(marked[here], comment=text)
        return replace(self.annotation, marked=tuple(marked))

    def number_of(self, error: MarkedError) -> int | None:
        """Return the 0-based number of an error of an earlier state, or of the only one on its words; None without."""
        marked = self.annotation.marked
        alike = [n for n, own in enumerate(marked) if own.places and own.places == error.places]
        if error in marked:
            return marked.index(error)
        return alike[0] if len(alike) == 1 else None

    def score(self, value: float) -> ErrorAnnotation:
        """Set the score of the whole translation."""
        self.is_fresh = False
        return opened_by_errors(replace(self.annotation, score=value))

    def finished(self) -> ErrorAnnotation:
        """Return the annotation as finished: done, or without any error."""
        return replace(self.annotation, state=State.DONE if self.annotation.errors else State.NOTHING)

    def may_add(self, before: ErrorAnnotation, after: ErrorAnnotation) -> bool:
        """Return whether an edit of an earlier state can be repeated here without a question.

        It marked new errors and changed nothing else, no error here has their words, if they have any, and the state is
        still the same.
        """
        now, new = self.annotation, after.marked[len(before.marked) :]
        is_new = all(error.origin is Origin.OWN for error in new)
        only_adds = is_new and after == replace(before, marked=(*before.marked, *new))
        marked = {error.places for error in now.marked if error.places}
        return only_adds and now.state is before.state and not any(error.places in marked for error in new)

    def oversights(self) -> tuple[str, ...]:
        """Return what may have been overlooked, to be asked about before the translation is finished."""
        return self.annotation.oversights(self.rules)

    def choose_oversight(self) -> None:
        """Choose the first error that should be looked at; what it lacks is asked for."""
        number = next((number for _, number in self.annotation.oversights_by_error(self.rules)), None)
        if number is not None:
            self.choose(number)
            self.is_asking = self.needs_category and not self.annotation.marked[number].category

    @property
    def needs_score(self) -> bool:
        """Whether the translation still needs a score."""
        return self.rules.protocol == ESA and self.annotation.score is None

    def _remember(self) -> None:
        self.latest, self.is_fresh = self.latest if self.error is None else self.chosen, False

    def _latest(self) -> MarkedError:
        """Choose the error that was chosen or marked last, and return it."""
        self._remember()
        own = [n for n, error in enumerate(self.annotation.marked) if error.origin is not Origin.REJECTED]
        if not own:
            raise UsageError("no error is marked yet; a severity marks one")
        self.chosen = self.latest if self.latest in own else None
        return self._required()

    def _rejected(self, error: MarkedError) -> MarkedError:
        """Return a kept proposal as it was proposed, rejected."""
        here = error.by, place_of_proposal(error)
        same = (one for one in self.all_proposals if (one.by, place_of_proposal(one)) == here)
        proposal = next(same, replace(error, places=error.suggested or error.places, suggested=()))
        own = "" if error.comment == proposal.comment else error.comment
        return replace(proposal, origin=Origin.REJECTED, comment=own)

    def _decided(self, proposal: MarkedError, origin: Origin) -> MarkedError:
        """Return a proposal with what was decided; a comment by a tool, or on what is rejected, is not taken over."""
        of_tool = any(is_tool(name, self.rules.suggestions) for name in proposal.by.split(", "))
        is_dropped = of_tool or origin is Origin.REJECTED
        return replace(proposal, origin=origin, comment="" if is_dropped else proposal.comment)

    def _required(self) -> MarkedError:
        if self.error is None:
            raise UsageError("choose an error first, with Down or Up")
        return self.error

    def _with_new(self, error: MarkedError) -> ErrorAnnotation:
        self.latest, self.is_fresh = len(self.annotation.marked), True
        asks = self.needs_category and not error.category
        self.chosen, self.is_asking = len(self.annotation.marked) if asks or not error.severity else None, asks
        return opened_by_errors(replace(self.annotation, marked=(*self.annotation.marked, error)))

    def _with_error(self, error: MarkedError, *, ends: bool = False) -> ErrorAnnotation:
        assert self.chosen is not None
        self.latest, self.is_fresh = self.chosen, True
        marked = list(self.annotation.marked)
        before = marked[self.chosen]
        if before.origin is Origin.KEPT and replace(error, comment=before.comment) != before:
            # A proposal without a category is not changed by getting one.
            is_completed = not before.category and replace(error, category="", comment=before.comment) == before
            error = error if is_completed else replace(error, origin=Origin.CHANGED, suggested=before.places)
        marked[self.chosen] = error
        if ends:
            self.chosen = None
        return opened_by_errors(replace(self.annotation, marked=tuple(marked)))

    def _proposed_at_cursor(self) -> list[int]:
        if (place := self.cursor.place) is None:
            return []
        return [n for n, error in enumerate(self.proposals) if any(own.overlaps(place) for own in error.places)]

    def _at_cursor(self) -> int | None:
        if (place := self.cursor.place) is None:
            return None
        covering = [
            (error.origin is Origin.REJECTED, own.end - own.start, -number)
            for number, error in enumerate(self.annotation.marked)
            for own in error.places
            if own.overlaps(place)
        ]
        return -min(covering)[2] if covering else None


def _require_same_comment(now: str, before: str, text: str) -> None:
    """Raise an error if a comment has become another one meanwhile than the ``text`` that shall replace it."""
    if now not in (before, text):
        raise UsageError(f"the comment is “{escaped(now)}” now; Esc drops yours")
