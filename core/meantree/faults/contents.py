"""Faults by deletion and addition: modifiers, conjuncts, clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.modality import modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.compatibility.quantity import degrees
from meantree.entailment.reading import Reading
from meantree.faults.edits import Change, Edit, between_commas, deleted, dependents, inserted, phrase, word_list

_ADJECTIVES: Final = ("former", "small", "foreign", "local", "young", "famous", "private", "wealthy")
_ADVERBS: Final = ("secretly", "publicly", "suddenly", "reluctantly")
_CLAUSES: Final = ("after they had argued", "because the money was missing", "while the police watched")
_EMPTY: Final = frozenset(
    word_list("also then now even just only too so very really still already again however therefore there here")
)


def modifier_lost(reading: Reading) -> Iterator[Change]:
    """Yield adjectives, adverbs and prepositional phrases that are dropped."""
    spoken_for = {cue.token for cue in negators(reading)} | {modal.token for modal in modals(reading)}
    for word in dependents(reading, "amod", "advmod", "obl", "nmod", "obl:unmarked"):
        span, label = phrase(reading, word), reading.labels[word]
        if span is None or word in spoken_for or span[1] - span[0] > 8 or between_commas(reading, span):
            continue
        if label in {"amod", "advmod"}:
            is_plain = not (word in degrees(reading) and degrees(reading)[word].step) and span[1] - span[0] == 1
            if not is_plain or reading.lemmas[word] in _EMPTY or reading.upos[word] not in {"ADJ", "ADV"}:
                continue
            if label == "amod" and not _keeps_article(reading, word):
                continue
            if label == "advmod" and not reading.tokens[word].text.endswith("ly"):
                continue
        elif (
            not labelled(reading, word, "case")
            or reading.lemmas[span[0]] in {"by", "than", "as"}
            or (label == "nmod" and reading.lemmas[span[0]] == "of")
        ):
            continue
        yield deleted("modifier.lost", *span)


def _keeps_article(reading: Reading, word: int) -> bool:
    """Return whether an adjective stands before its noun, and no article changes without it."""
    before = reading.lemmas[word - 1] if word else ""
    return reading.heads[word] == word + 1 and before not in {"a", "an", "so", "very", "too"}


def modifier_added(reading: Reading) -> Iterator[Change]:
    """Yield nouns and verbs that get a modifier."""
    here = set(reading.lemmas)
    adjectives = [adjective for adjective in _ADJECTIVES if adjective not in here]
    for word, token in enumerate(reading.tokens):
        if token.upos == "NOUN" and word and reading.lemmas[word - 1] in {"the", "their", "his", "her"}:
            bare = not labelled(reading, word, "amod", "compound")
            if bare and reading.labels[word] in {"nsubj", "obj", "obl"}:
                yield inserted("modifier.added", word, adjectives[(word + len(reading)) % len(adjectives)])
        elif token.xpos == "VBD" and token.upos == "VERB" and _is_plain(reading, word):
            yield inserted("modifier.added", word, _ADVERBS[len(reading) % len(_ADVERBS)])


def _is_plain(reading: Reading, verb: int) -> bool:
    """Return whether a verb has a subject, and neither auxiliaries nor adverbs."""
    return bool(labelled(reading, verb, "nsubj")) and not labelled(reading, verb, "aux", "advmod")


def conjunct_lost(reading: Reading) -> Iterator[Change]:
    """Yield the last of two coordinated nouns, adjectives or verbs, dropped with the conjunction."""
    for word in dependents(reading, "conj"):
        head, span = reading.heads[word], phrase(reading, word)
        if span is None or len(labelled(reading, head, "conj")) != 1 or not labelled(reading, word, "cc"):
            continue
        if reading.lemmas[span[0]] not in {"and", "or"} or span[1] - span[0] > 10:
            continue
        is_subject = reading.labels[head] in {"nsubj", "nsubj:pass"}
        before = reading.tokens[span[0] - 1].text
        hangs = reading.upos[span[0] - 1] in {"ADP", "DET", "PART"}
        if not is_subject and before.isalnum() and not hangs and reading.upos[head] == reading.upos[word]:
            kind = "event.lost" if reading.upos[word] == "VERB" else "conjunct.lost"
            yield deleted(kind, *span)


def event_lost(reading: Reading) -> Iterator[Change]:
    """Yield adverbial and relative clauses that are dropped."""
    for word in dependents(reading, "advcl", "acl:relcl", "acl"):
        span = phrase(reading, word)
        if span is None or not 3 <= span[1] - span[0] <= 15:
            continue
        start, end = span
        has_comma = start > 0 and reading.tokens[start - 1].text == ","
        closes = end < len(reading) and reading.tokens[end].text in {",", "."}
        if start < 3 or has_comma != closes or not closes:
            continue
        if reading.tokens[end].text == "," or not has_comma:
            yield deleted("event.lost", start - has_comma, end)
        else:
            yield Change("event.lost", (Edit(start - 1, end, ""),))


def event_added(reading: Reading) -> Iterator[Change]:
    """Yield sentences with a further clause at their end."""
    for root in reading.roots:
        stop = max(reading.below(root))
        if reading.tokens[stop].text == "." and reading.upos[root] == "VERB" and stop - min(reading.below(root)) < 25:
            clause = _CLAUSES[len(reading) % len(_CLAUSES)]
            yield Change("event.added", (Edit(stop, stop + 1, f" {clause}."),))
