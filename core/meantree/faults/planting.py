"""All planters, and the choice of one change for each sentence, or of an attention check."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from meantree.analysis.layers.required import Layers
from meantree.analysis.markup import markup_of
from meantree.analysis.sentences import Analysis
from meantree.entailment.reading import Reading
from meantree.errors import UsageError
from meantree.escaping import did_you_mean
from meantree.faults import (
    amounts,
    attachment,
    attempts,
    claims,
    contents,
    harmless,
    meanings,
    participants,
    predicates,
    references,
)
from meantree.faults.edits import Change, Edit, Fault, Planter, applied, keeps_dashes, word_list, written
from meantree.faults.inflection import article

PLANTERS: tuple[Planter, ...] = (
    claims.negation,
    claims.mood,
    predicates.modality,
    predicates.tense,
    attempts.embedding,
    amounts.number,
    amounts.unit,
    amounts.exchanged_numbers,
    references.name,
    amounts.quantifier,
    amounts.degree,
    references.pronoun,
    references.grammatical_number,
    participants.swapped,
    participants.replaced_argument,
    participants.lost_argument,
    attachment.moved_modifier,
    contents.modifier_lost,
    contents.modifier_added,
    contents.conjunct_lost,
    contents.event_lost,
    contents.event_added,
    meanings.opposite,
    meanings.other_modifier,
    meanings.specificity,
    meanings.untranslated,
    meanings.repetition,
    meanings.grammar,
)
"""Of errors. A new family is one more line."""
KEEPING: tuple[Planter, ...] = (
    harmless.passive,
    harmless.contraction,
    harmless.moved,
    harmless.synonym,
    harmless.digits,
)
"""Of changes that keep the meaning."""
KINDS: Final = word_list(
    "negation.lost negation.added modality.changed modality.lost modality.added tense.changed embedding.added "
    "embedding.lost clause.question number.changed name.changed quantifier.changed degree.changed pronoun.changed "
    "plural.changed role.swapped role.agent.changed role.patient.changed role.agent.lost role.other.lost "
    "attachment.changed modifier.changed modifier.lost modifier.added conjunct.lost event.lost event.added "
    "opposite.changed specificity.broader untranslated.word repetition.added grammar.article grammar.agreement "
    "harmless.passive harmless.contraction harmless.moved harmless.synonym harmless.digits"
)
"""All kinds of changes: those of the errors are kinds of findings."""
CHECK_KINDS: Final = frozenset(
    word_list("negation.added number.changed name.changed opposite.changed role.swapped untranslated.word")
)
"""Kinds of errors that nobody overlooks who compares a translation with its source."""
LAYERS: Final = Layers(1, entities=1)
"""The layers that texts must have."""
SHORTEST, LONGEST = 4, 80
"""Tokens of a text in which errors are planted."""


def faults_in(text: Analysis, planters: Iterable[Planter] = PLANTERS) -> tuple[Fault, ...]:
    """Return all changes that a text allows; none for texts that are short, long, or not tokenized as written."""
    if not SHORTEST <= len(text.tokens) <= LONGEST or written(text.tokens) != text.text or _shouts(text.text):
        return ()
    reading = Reading(text)
    changes = (change for planter in planters for change in planter(reading))
    tags = markup_of(text).tokens
    kept = (
        change
        for change in changes
        if _keeps_case(reading, change) and keeps_dashes(reading, change) and _keeps_tags(change, tags)
    )
    fitting = (_with_articles(reading, change) for change in kept)
    faults = (applied(reading, change) for change in fitting)
    return tuple(dict.fromkeys(fault for fault in faults if fault.faulty != fault.original))


def _shouts(text: str) -> bool:
    """Return whether most letters of a text are capitals."""
    return sum(map(str.isupper, text)) > sum(map(str.islower, text))


def _keeps_case(reading: Reading, change: Change) -> bool:
    """Return whether no word in capitals is replaced by one in small letters."""
    replaced = [(reading.tokens[edit.start].text, edit) for edit in change.edits if edit.end == edit.start + 1]
    return not any(
        len(text) > 1 and text.isupper() and edit.text and not edit.text.isupper() for text, edit in replaced
    )


def _keeps_tags(change: Change, tags: Collection[int]) -> bool:
    """Return whether no token of a tag is replaced, nor one inserted within or beside a tag."""
    touched = (range(edit.start, edit.end) or (edit.start - 1, edit.start) for edit in change.edits)
    return not any(token in tags for tokens in touched for token in tokens)


def _with_articles(reading: Reading, change: Change) -> Change:
    """Return a change that also replaces the "a" or "an" before it where another one must precede what is new."""
    return Change(change.kind, tuple(_with_article(reading, edit) for edit in change.edits))


def _with_article(reading: Reading, edit: Edit) -> Edit:
    before = reading.tokens[edit.start - 1].text.lower() if edit.start else ""
    following = edit.text or (reading.tokens[edit.end].text if edit.end < len(reading) else "")
    if before not in {"a", "an"} or not following or before == article(following):
        return edit
    return Edit(edit.start - 1, edit.end, f"{article(following)} {edit.text}".rstrip())


def faults_by_text(
    texts: Iterable[Analysis | None], seed: int, *, kinds: Collection[str] = (), every: bool = False
) -> Iterator[tuple[Fault, ...]]:
    """Yield for each text an error, of the kind that was planted least often so far, and a harmless change.

    Args:
        texts: analysed into :data:`LAYERS`; None for an empty one.
        seed: of the choice among changes of one kind.
        kinds: that are planted, or the beginnings of their names before a dot; all by default.
        every: whether to yield all changes instead of one of each sort.

    Raises:
        UsageError: if no kind has such a name.
    """
    for name in kinds:
        if not any(is_of_kind(kind, name) for kind in KINDS):
            families = dict.fromkeys(kind.partition(".")[0] for kind in KINDS)
            found = did_you_mean(name, (*families, *KINDS))
            raise UsageError(f"--kind: found {found}, expected {', '.join(families)}, or a kind such as {KINDS[0]}")
    chooser, counts = random.Random(seed), Counter[str]()  # no secret
    for text in texts:
        faults = faults_in(text, (*PLANTERS, *KEEPING)) if text is not None else ()
        wanted = [fault for fault in faults if not kinds or any(is_of_kind(fault.kind, name) for name in kinds)]
        if every:
            yield tuple(wanted)
            continue
        sorts = ([fault for fault in wanted if fault.is_harmless == harmless] for harmless in (False, True))
        yield tuple(_rarest(faults, counts, chooser) for faults in sorts if faults)


def is_of_kind(kind: str, name: str) -> bool:
    """Return whether a kind has this name, or a name that begins with it and a dot."""
    return kind == name or kind.startswith(f"{name.rstrip('.')}.")


def _rarest(faults: Sequence[Fault], counts: Counter[str], chooser: random.Random) -> Fault:
    fewest = min(counts[fault.kind] for fault in faults)
    chosen = chooser.choice([fault for fault in faults if counts[fault.kind] == fewest])
    counts[chosen.kind] += 1
    return chosen


def attention_check(text: Analysis, seed: int) -> Fault | None:
    """Return a copy of a translation with a known error; None if the text allows none.

    The copy is ``faulty``, and its ``faulty_spans`` are the characters to mark. The same text and seed give the same
    copy, whatever the other texts are. All kinds that a text allows are equally likely.

    Args:
        text: analysed into :data:`LAYERS`.
        seed: of the choice among the errors that the text allows.
    """
    by_kind: dict[str, list[Fault]] = {}
    for fault in faults_in(text):
        if fault.kind in CHECK_KINDS:
            by_kind.setdefault(fault.kind, []).append(fault)
    if not by_kind:
        return None
    chooser = random.Random(f"{seed} {text.text}")  # no secret
    return chooser.choice(by_kind[chooser.choice(sorted(by_kind))])
