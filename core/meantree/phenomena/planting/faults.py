"""The choice of errors for texts. The parser reads each faulty text; one that is not read as intended is not taken."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, character_spans, markup_of
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import ROOT
from meantree.errors import UsageError
from meantree.escaping import capitalised, did_you_mean
from meantree.phenomena.catalogue import CHECK_KINDS, PLANTERS, prefixes
from meantree.phenomena.harmless import HARMLESS_CHANGES
from meantree.phenomena.inflection import article
from meantree.phenomena.operations import Edit, Edits, Fact, Planter, first_words, spaced, written
from meantree.phenomena.reading import Reading
from meantree.work import Work

Characters = tuple[int, int]
"""First character and end (exclusive), from 0."""
HARMLESS: Final = "harmless."
CHANGES: Final[Mapping[str, Planter]] = {**PLANTERS, **HARMLESS_CHANGES}
"""Errors and harmless changes that can be planted, by name."""
LAYERS: Final = Layers(1, entities=1)
"""The layers that texts must have."""
SHORTEST, LONGEST = 4, 80
"""Tokens of a text in which errors are planted."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A changed text.

    Attributes:
        kind: as for findings (``negation.missing``), or ``harmless.`` and the kind of change.
        original, faulty: both texts.
        original_spans, faulty_spans: the characters that were changed; a deletion has none in the faulty text, an
            insertion none in the original.
    """

    kind: str
    original: str
    faulty: str
    original_spans: tuple[Characters, ...]
    faulty_spans: tuple[Characters, ...]

    @property
    def is_harmless(self) -> bool:
        """Whether the change keeps the meaning."""
        return self.kind.startswith(HARMLESS)


def applied(reading: Reading, kind: str, edits: Edits) -> Fault:
    """Return the text with a change."""
    tokens, firsts = reading.tokens, first_words(reading)
    starts = list(accumulate((len(token.text) + token.space_after for token in tokens), initial=0))
    faulty, place = "", 0
    old: list[Characters] = []
    new: list[Characters] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        faulty += spaced(tokens[place : edit.start])
        is_inserted, text = edit.start == edit.end, edit.text
        if not is_inserted:
            old.append((starts[edit.start], starts[edit.end - 1] + len(tokens[edit.end - 1].text)))
        if text:
            is_quoted = edit.start > 0 and not tokens[edit.start - 1].space_after  # “The
            is_first = (edit.start in firsts or is_quoted) and edit.start < len(tokens)
            text = capitalised(text) if is_first and tokens[edit.start].text[:1].isupper() else text
            ends = is_inserted and (edit.start == len(tokens) or reading.labels[edit.start] == "punct")
            faulty = faulty.rstrip() + " " * text[0].isalnum() if ends else faulty
            new.append((len(faulty) + len(text) - len(text.lstrip()), len(faulty) + len(text)))
            faulty += text + " " * ((is_inserted and not ends) or tokens[edit.end - 1].space_after)
        elif not tokens[edit.end - 1].space_after:
            faulty = faulty.rstrip()
        place = edit.end
    faulty += spaced(tokens[place:])
    if not new or new[0][0]:
        faulty = capitalised(faulty) if tokens[0].text[:1].isupper() else faulty
    return Fault(kind, written(tokens), faulty.rstrip(), tuple(old), tuple(new))


def tokens_in(text: Analysis, spans: Iterable[Characters]) -> set[int]:
    """Return the tokens that overlap spans of characters."""
    places = character_spans(text)
    return {token for start, end in spans for token, (first, last) in enumerate(places) if first < end and start < last}


Candidate = tuple[int, Fault]
"""The 0-based place of a text, and a change of it."""


def faults_in(text: Analysis) -> tuple[Fault, ...]:
    """Return the changes that a text allows, before the parser read them.

    None for texts that are short, long, in capitals, or not tokenized as written.
    """
    shouts = sum(map(str.isupper, text.text)) > sum(map(str.islower, text.text))
    if not SHORTEST <= len(text.tokens) <= LONGEST or written(text.tokens) != text.text or shouts:
        return ()
    reading, tags = Reading(text), markup_of(text).tokens
    faults = (
        applied(
            reading,
            name,
            edits if name.startswith("grammar.article") else tuple(_with_article(reading, edit) for edit in edits),
        )
        for name, planter in CHANGES.items()
        for plant in planter.plants
        for edits in plant(reading)
        if all(_is_apart(reading, edit, tags) for edit in edits)
    )
    return tuple(dict.fromkeys(fault for fault in faults if fault.faulty != fault.original))


def _is_apart(reading: Reading, edit: Edit, tags: Collection[int]) -> bool:
    """Return whether an edit touches no tag and no part of a longer word, and replaces none in capitals."""
    touched = range(edit.start, edit.end) or (edit.start - 1, edit.start)
    texts = [reading.tokens[word].text for word in range(edit.start, edit.end)]
    shouts = edit.text and any(len(text) > 1 and text.isupper() for text in texts)
    is_part = any(_joins(reading, place) for place in (edit.start, edit.end))
    return not is_part and not shouts and not any(word in tags for word in touched)


def _joins(reading: Reading, place: int) -> bool:
    """Return whether letters or hyphens stand on both sides of a place between two tokens, and no blank."""
    if not 0 < place < len(reading) or reading.tokens[place - 1].space_after:
        return False
    beside = reading.tokens[place - 1].text[-1], reading.tokens[place].text[0]
    return all(letter.isalnum() or letter in "-–/@" for letter in beside)


def _with_article(reading: Reading, edit: Edit) -> Edit:
    before = reading.tokens[edit.start - 1].text.lower() if edit.start else ""
    following = edit.text or (reading.tokens[edit.end].text if edit.end < len(reading) else "")
    if before not in {"a", "an"} or not following[:1].isalnum() or before == article(following):
        return edit
    return Edit(edit.start - 1, edit.end, f"{article(following)} {edit.text}".rstrip())


def read_as_intended(
    texts: Sequence[Analysis | None], faults: Sequence[Candidate], store: AnalysisStore, work: Work = Work()
) -> list[bool]:
    """Return for each change whether the parser reads what it should read differently, and all else as before."""
    needed: dict[AnalysisInput, Layers] = {fault.faulty: LAYERS for _, fault in faults}
    read = store.analyse(needed, work=work)
    return [
        (text := texts[place]) is not None and is_as_intended(fault, text, read[fault.faulty], CHANGES[fault.kind].fact)
        for place, fault in faults
    ]


def is_as_intended(fault: Fault, original: Analysis, faulty: Analysis, fact: Fact | None) -> bool:
    """Return whether all words that were not changed are read as before, and the fact differs.

    Args:
        fact: that an error changes and a harmless change keeps; None for none.
    """
    readings = Reading(original), Reading(faulty)
    if fact and (fact(readings[0]) == fact(readings[1])) != fault.is_harmless:
        return False
    kept = _unchanged(original, fault.original_spans), _unchanged(faulty, fault.faulty_spans)
    if len(kept[0]) != len(kept[1]):
        return False
    same = dict(zip(*kept, strict=True))
    same[ROOT] = ROOT
    return all(_is_read_alike(*readings, word, same) for word in kept[0])


def _unchanged(text: Analysis, spans: Iterable[Characters]) -> list[int]:
    changed = tokens_in(text, spans)
    return [word for word in range(len(text.tokens)) if word not in changed]


def _is_read_alike(original: Reading, faulty: Reading, word: int, same: Mapping[int, int]) -> bool:
    """Return whether a word has the same text and part of speech, and the same arc to a word that was not changed."""
    other = same[word]
    is_same = original.tokens[word].text.lower() == faulty.tokens[other].text.lower()
    heads = same.get(original.heads[word]), faulty.heads[other]
    has_same_arc = heads[0] is None or heads[0] == heads[1] or heads[1] not in same.values()
    return is_same and original.upos[word] == faulty.upos[other] and has_same_arc


def faults_by_text(
    texts: Sequence[Analysis | None],
    seed: int,
    store: AnalysisStore,
    *,
    kinds: Collection[str] = (),
    every: bool = False,
    work: Work = Work(),
) -> list[tuple[Fault, ...]]:
    """Return for each text an error, of the kind that was planted least often so far, and a harmless change.

    Args:
        texts: analysed into :data:`LAYERS`; None for an empty one.
        seed: of the choice among changes of one kind.
        store: reads the faulty texts.
        kinds: that are planted, or the beginnings of their names before a dot; all by default.
        every: whether to return all changes instead of one of each sort.

    Raises:
        UsageError: if no kind has such a name.
    """
    _require_kinds(kinds)
    wanted = [
        (place, fault)
        for place, text in enumerate(texts)
        for fault in (faults_in(text) if text is not None else ())
        if not kinds or any(name.rstrip(".") in prefixes(fault.kind) for name in kinds)
    ]
    if every:
        verdicts = read_as_intended(texts, wanted, store, work)
        kept = [candidate for candidate, is_kept in zip(wanted, verdicts, strict=True) if is_kept]
    else:
        kept = _one_each(texts, wanted, random.Random(seed), store, work)  # no secret
    by_text: dict[int, list[Fault]] = defaultdict(list)
    for place, fault in kept:
        by_text[place].append(fault)
    return [tuple(by_text[place]) for place in range(len(texts))]


def _one_each(
    texts: Sequence[Analysis | None],
    candidates: Iterable[Candidate],
    chooser: random.Random,
    store: AnalysisStore,
    work: Work,
) -> list[Candidate]:
    """Return an error and a harmless change for each text, in this order; in rounds, until no text has candidates."""
    waiting: dict[tuple[int, bool], list[Fault]] = defaultdict(list)
    for place, fault in candidates:
        waiting[place, fault.is_harmless].append(fault)
    counts, taken = Counter[str](), dict[tuple[int, bool], Fault]()
    while waiting:
        proposed = {slot: _rarest(faults, counts, chooser) for slot, faults in sorted(waiting.items())}
        verdicts = read_as_intended(texts, [(slot[0], fault) for slot, fault in proposed.items()], store, work)
        for (slot, fault), is_kept in zip(proposed.items(), verdicts, strict=True):
            waiting[slot].remove(fault)
            counts[fault.kind] -= not is_kept
            if is_kept:
                taken[slot] = fault
            if is_kept or not waiting[slot]:
                del waiting[slot]
    return [(place, fault) for (place, _), fault in sorted(taken.items(), key=lambda each: each[0])]


def _require_kinds(names: Iterable[str]) -> None:
    for name in names:
        if not any(name.rstrip(".") in prefixes(kind) for kind in CHANGES):
            families = dict.fromkeys(kind.partition(".")[0] for kind in CHANGES)
            found, first = did_you_mean(name, (*families, *CHANGES)), next(iter(CHANGES))
            raise UsageError(f"--kind: found {found}, expected {', '.join(families)}, or a kind such as {first}")


def _rarest(faults: Sequence[Fault], counts: Counter[str], chooser: random.Random) -> Fault:
    fewest = min(counts[fault.kind] for fault in faults)
    chosen = chooser.choice([fault for fault in faults if counts[fault.kind] == fewest])
    counts[chosen.kind] += 1
    return chosen


def chosen_faults(
    texts: Sequence[Analysis | None],
    most: int,
    chooser: random.Random,
    store: AnalysisStore,
    work: Work = Work(),
) -> list[Candidate]:
    """Return up to ``most`` changes of each kind, at most one of a kind for a text, in the order of the kinds."""
    waiting: dict[str, list[Candidate]] = defaultdict(list)
    for place, text in enumerate(texts):
        for fault in faults_in(text) if text is not None else ():
            waiting[fault.kind].append((place, fault))
    for _, candidates in sorted(waiting.items()):
        chooser.shuffle(candidates)
    chosen: dict[str, dict[int, Fault]] = {kind: {} for kind in sorted(waiting)}
    while proposed := [
        candidates.pop()
        for kind, candidates in sorted(waiting.items())
        for _ in range(min(most - len(chosen[kind]), len(candidates)))
    ]:
        for (place, fault), is_kept in zip(proposed, read_as_intended(texts, proposed, store, work), strict=True):
            if is_kept:
                chosen[fault.kind].setdefault(place, fault)
        for kind, candidates in waiting.items():
            waiting[kind] = [candidate for candidate in candidates if candidate[0] not in chosen[kind]]
    return [candidate for found in chosen.values() for candidate in found.items()]


def attention_check(text: Analysis, seed: int, store: AnalysisStore, planted: Mapping[str, int] = {}) -> Fault | None:
    """Return a copy of a translation with a known error; None if the text allows none.

    The copy is ``faulty``, and its ``faulty_spans`` are the characters to mark. Of the kinds that the text allows, one
    of those planted least is chosen: nearly every text allows a negation, so that checks would be told by them.

    Args:
        text: analysed into :data:`LAYERS`.
        seed: of the choice among the errors that the text allows.
        store: reads the copies.
        planted: how often each kind was planted before in other texts.
    """
    chooser = random.Random(f"{seed} {text.text}")  # no secret
    faults = [fault for fault in faults_in(text) if fault.kind in CHECK_KINDS and fault.faulty_spans]
    while faults:
        fewest = min(planted.get(fault.kind, 0) for fault in faults)
        kind = chooser.choice(sorted({fault.kind for fault in faults if planted.get(fault.kind, 0) == fewest}))
        faults.remove(fault := chooser.choice([fault for fault in faults if fault.kind == kind]))
        if read_as_intended([text], [(0, fault)], store)[0]:
            return fault
    return None
