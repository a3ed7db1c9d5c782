"""Findings about names: one that the other text has not, or has another in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.entity_names import Name, forms, is_name_kept, names_in, undotted
from meantree.phenomena.pronouns_and_articles import persons
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact, lemma_set
from meantree.phenomena.spellings import are_of_one_name, are_spelled_alike, sound_alike

TITLES: Final = lemma_set("mr mr. mrs mrs. ms ms. dr dr. prof prof.")
"""Titles before names."""
_SHORT, _MOST = 3, 0.75
"""Letters of words that titles may write small, and the share of the other words that have a capital."""


def name(pair: Compared) -> Iterator[Candidate]:
    """Yield names that the other text has not, or has another one in their place."""
    own, theirs = (
        [name for name in names_in(view.conclusion) if not _is_kept(view, name) and not _is_title(view, name)]
        for view in pair.views
    )
    for name_here in list(own):
        there = {pair.of_hyp.partner[word] for word in name_here.words}
        linked = [other for other in theirs if not there.isdisjoint(other.words)]
        alike = [other for other in theirs if other.kind == name_here.kind and len(own) == len(theirs) == 1]
        other = next(iter([*linked, *alike]), None)
        if other is None:
            continue
        own.remove(name_here)
        theirs.remove(other)
        if _are_respelled(pair, name_here, other):
            continue
        words, others = _unlike(pair.hyp, name_here, pair.ref, other), _unlike(pair.ref, other, pair.hyp, name_here)
        yield pair.candidate(
            pair.of_hyp,
            "name.different",
            words,
            others,
            place=name_here.words,
            other_place=other.words,
            linked=float(bool(linked)),
            same_kind=float(name_here.kind == other.kind),
            recognised=float(name_here.kind is not None and other.kind is not None),
            capital=float(_are_capitalised(pair.hyp, words) and _are_capitalised(pair.ref, others)),
            part=float(len(words) < len(name_here.words)),
        )
    yield from _other_parts(pair)
    for view, left in ((pair.of_hyp, own), (pair.of_ref, theirs)):
        back = pair.of_ref if view is pair.of_hyp else pair.of_hyp
        loose = [word for word in persons(view.premise) if back.partner[word] is None]
        for name_here in left:
            partners = [partner for word in name_here.words if (partner := view.partner[word]) is not None]
            kinds = {view.premise.upos[partner] for partner in partners}
            if name_here.kind == EntityKind.PERSON and (loose or "PRON" in kinds):
                continue  # the other text has a pronoun for the person
            if _is_said_again(view.conclusion, name_here):
                continue
            gap = pair.gap(view, name_here.words)
            if instead := [word for word in gap if view.premise.upos[word] in CONTENT]:
                yield _replaced_by_words(pair, view, name_here, instead)
                continue
            yield pair.candidate(
                view,
                "name.missing" if view.turned else "name.added",
                name_here.words,
                other_place=gap,
                filled=float(bool(gap)),
                pronoun=float("PRON" in kinds),
                noun=float(bool(kinds & {"NOUN", "ADJ"})),
                linked=float(bool(partners)),
                recognised=float(name_here.kind is not None),
                referred=float(bool(loose)),
            )


def _replaced_by_words(pair: Compared, view: View, name_here: Name, others: list[int]) -> Candidate:
    """Return a name that has other words in its place."""
    words = list(name_here.words)
    return pair.candidate(
        pair.of_hyp,
        "name.different",
        *((others, words) if view.turned else (words, others)),
        linked=0.0,
        same_kind=0.0,
        recognised=0.0,
        capital=float(_are_capitalised(view.premise, tuple(others))),
        part=0.0,
    )


def _other_parts(pair: Compared) -> Iterator[Candidate]:
    """Yield single words of names that are kept as a whole: Ann Miller, Ann Smith."""
    for name_here in names_in(pair.hyp):
        for word in name_here.words if _is_kept(pair.of_hyp, name_here) else ():
            other = pair.of_hyp.partner[word]
            if other is None or pair.of_ref.partner[other] != word or pair.ref.upos[other] != "PROPN":
                continue
            text, their_text = undotted(pair.hyp, word), undotted(pair.ref, other)
            is_new = text not in forms(pair.ref) and their_text not in forms(pair.hyp)
            is_title = not TITLES.isdisjoint((text, their_text))  # Mr. Miller, Ann Miller
            is_loose = pair.relation(pair.of_hyp, word) in {"entity", "spelling", "context"}
            their_name = next((each for each in names_in(pair.ref) if other in each.words), Name((other,), None))
            if is_title or not (is_new and is_loose) or are_of_one_name(text, their_text):
                continue
            if _are_respelled(pair, name_here, their_name):
                continue
            is_other_person = name_here.kind == EntityKind.PERSON and not are_spelled_alike(text, their_text)
            yield pair.candidate(
                pair.of_hyp,
                "name.different",
                {word},
                {other},
                place=name_here.words,
                other_place=their_name.words,
                linked=1.0,
                same_kind=1.0,
                recognised=float(name_here.kind is not None),
                capital=1.0,
                part=float(not is_other_person),
            )


def _is_kept(view: View, name_here: Name) -> bool:
    """Return whether the premise has this name; titles are no names."""
    return is_name_kept(view, name_here) or all(view.conclusion.lemmas[word] in TITLES for word in name_here.words)


def _is_said_again(reading: Reading, name_here: Name) -> bool:
    """Return whether a text has the words of a name twice, where a pronoun would do."""
    texts = [undotted(reading, word) for word in range(len(reading))]
    return all(texts.count(texts[word]) > 1 for word in name_here.words)


def _are_respelled(pair: Compared, name_here: Name, other: Name) -> bool:
    """Return whether what two names do not share may be spellings of one word: Mao Zedong, Mao Tse-tung."""
    sides = (pair.hyp, name_here, pair.ref, other), (pair.ref, other, pair.hyp, name_here)
    return sound_alike(*("".join(undotted(side[0], word) for word in _unlike(*side)) for side in sides))


def _unlike(reading: Reading, name_here: Name, other_reading: Reading, other: Name) -> tuple[int, ...]:
    forms = {other_reading.tokens[word].text.casefold() for word in other.words}
    words = tuple(word for word in name_here.words if reading.tokens[word].text.casefold() not in forms)
    return words or name_here.words


def _are_capitalised(reading: Reading, words: tuple[int, ...]) -> bool:
    return all(reading.tokens[word].text[:1].isupper() for word in words)


def _is_title(view: View, name_here: Name) -> bool:
    """Return whether common words have capitals because they begin a text or stand in a title, not as a name."""
    reading = view.conclusion
    if name_here.kind is not None or not (name_here.words == (0,) or _is_headline(reading)):
        return False
    lexicon = wordnet()
    forms = (reading.tokens[word].text.casefold() for word in name_here.words)
    return all(any(lexicon.lemma(sense)[:1].islower() for sense in lexicon.senses(form)) for form in forms)


@cached_fact
def _is_headline(reading: Reading) -> bool:
    """Return whether most words of a text have capitals, all but short ones."""
    texts = [token.text for token in reading.tokens if token.text.isalpha() and len(token.text) > _SHORT]
    return len(texts) > 1 and sum(text[0].isupper() for text in texts) > _MOST * len(texts)
