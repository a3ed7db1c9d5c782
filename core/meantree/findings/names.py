"""Findings about names: one that the other text has not, or has another in its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from meantree.alignment.relations.word_forms import expansions
from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled
from meantree.entailment.entity_names import Name, is_name_kept, names_in, undotted
from meantree.entailment.pronouns_and_articles import persons
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact, lemma_set
from meantree.findings.compared import Candidate, Compared, word_at
from meantree.findings.spellings import are_spelled_alike, begin_alike, is_unknown_acronym, plain, sound_alike
from meantree.lexicon.wordnet import wordnet

TITLES: Final = lemma_set("mr mr. mrs mrs. ms ms. dr dr. prof prof.")
"""Titles before names."""
_SHORT, _MOST = 3, 0.75
"""Letters of words that titles may write small, and the share of the other words that have a capital."""
_OF_OTHER: Final = {"part": 0.0, "doubt": 1.0, "most_doubt": 1.0}
"""Cues of names of two persons who share a part. The encoder, which does not see letters, takes them for one name."""
_DESCRIBED: Final = {
    EntityKind.PERSON: ("person",),
    EntityKind.LOCATION: ("location",),
    EntityKind.ORGANISATION: ("group",),
}
"""What nouns are that describe a name of a kind."""


def name(pair: Compared) -> Iterator[Candidate]:
    """Yield names that the other text has not, or has another one in their place."""
    own, theirs = (
        [name for name in names_in(view.conclusion) if not _is_kept(view, name) and not _is_title(view, name)]
        for view in pair.views
    )
    for name_here in list(own):
        linked = [
            other for other in theirs if any(pair.of_hyp.partner[word] in other.words for word in name_here.words)
        ]
        alike = [other for other in theirs if other.kind == name_here.kind and len(own) == len(theirs) == 1]
        other = next(iter([*linked, *alike]), None)
        if other is None:
            continue
        own.remove(name_here)
        theirs.remove(other)
        if _is_acronym(pair.hyp, name_here) != _is_acronym(pair.ref, other) or _are_respelled(pair, name_here, other):
            continue  # BFU, Federal Bureau of Aircraft Accident Investigation
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
            if _describes(view.premise, gap, name_here.kind):
                continue  # Prague, the Czech capital
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
    forms = _forms(pair.hyp), _forms(pair.ref)
    for name_here in names_in(pair.hyp):
        for word in name_here.words if _is_kept(pair.of_hyp, name_here) else ():
            other = pair.of_hyp.partner[word]
            if other is None or pair.of_ref.partner[other] != word or pair.ref.upos[other] != "PROPN":
                continue
            text, their_text = undotted(pair.hyp, word), undotted(pair.ref, other)
            if text in forms[1] or their_text in forms[0] or are_of_one_name(text, their_text):
                continue
            if not TITLES.isdisjoint((text, their_text)):
                continue  # Mr. Miller, Ann Miller
            if pair.relation(pair.of_hyp, word) not in {"entity", "spelling", "context"}:
                continue
            their_name = next((each for each in names_in(pair.ref) if other in each.words), Name((other,), None))
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
                **(_OF_OTHER if is_other_person else {"part": 1.0}),
            )


def _is_kept(view: View, name_here: Name) -> bool:
    """Return whether the premise has this name, or words that begin like it: Germany, German; titles are no names."""
    if is_name_kept(view, name_here) or all(view.conclusion.lemmas[word] in TITLES for word in name_here.words):
        return True
    if abbreviated(view).issuperset(name_here.words):
        return True
    forms = _forms(view.premise) | set(view.premise.lemmas)
    names = {undotted(view.premise, word) for word, tag in enumerate(view.premise.upos) if tag == "PROPN"}
    texts = [undotted(view.conclusion, word) for word in name_here.words]
    known = [_is_like_any(text, forms) or any(sound_alike(text, name) for name in names) for text in texts]
    return 2 * sum(known) > len(known) or (len(known) == 1 and known[0])


@cached_fact
def abbreviated(view: View) -> frozenset[int]:
    """Return the words of the conclusion that the premise abbreviates or writes out: NCPA, Centre for Arts."""
    own, other = ([word_at(text, word) for word in range(len(text))] for text in (view.conclusion, view.premise))
    written = (range(places[0], places[-1] + 1) for at, places in expansions(other, own) if other[at].text.isupper())
    return frozenset(chain(*written, (word for word, _ in expansions(own, other) if own[word].text.isupper())))


@cached_fact
def _forms(reading: Reading) -> frozenset[str]:
    return frozenset(undotted(reading, word) for word in range(len(reading)))


def _is_like_any(text: str, forms: frozenset[str]) -> bool:
    return text in forms or (len(text) > 3 and any(begin_alike(text, form) for form in forms))


def are_of_one_name(text: str, other: str) -> bool:
    """Return whether two words begin alike, or are spellings or short forms of one name."""
    return begin_alike(text, other) or sound_alike(text, other) or are_first_names_of_one(text, other)


def _is_said_again(reading: Reading, name_here: Name) -> bool:
    """Return whether a text has the words of a name twice, where a pronoun would do."""
    texts = [undotted(reading, word) for word in range(len(reading))]
    return all(texts.count(texts[word]) > 1 for word in name_here.words)


def _is_acronym(reading: Reading, name_here: Name) -> bool:
    return len(name_here.words) == 1 and is_unknown_acronym(reading.tokens[name_here.words[0]].text)


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


def _describes(reading: Reading, words: Sequence[int], kind: EntityKind | None) -> bool:
    """Return whether words are a definite description of what has a name of a kind: the Czech capital."""
    nouns = [word for word in words if reading.upos[word] == "NOUN" and labelled(reading, word, "det", "nmod:poss")]
    if kind not in _DESCRIBED or not nouns or reading.lemmas[min(reading.below(nouns[-1]))] in {"a", "an"}:
        return False
    lexicon = wordnet()
    tops = {lexicon.synsets(top, "n")[0] for top in _DESCRIBED[kind]}
    return any(not tops.isdisjoint(lexicon.above(each)) for each in lexicon.synsets(reading.lemmas[nouns[-1]], "n")[:2])


_ALIKE: Final = (
    "abraham abe, albert al bert, alexander alexandra alex sasha, andrew andy drew, anthony tony, barbara barb, "
    "benjamin ben, bernard bernie, catherine katherine kathryn kate kathy cathy katie, charles charlie chuck, "
    "christopher christine christina chris, daniel dan danny, david dave, deborah deb debbie, donald don, "
    "edward ed eddie ted, elizabeth liz beth betty, francis franklin frank, frederick fred, gerald jerry, "
    "gregory greg, henry harry hank, jacob jake, james jim jimmy jamie, jeffrey jeff, jennifer jen, john jack johnny, "
    "joseph joe, kenneth ken, lawrence larry, leonard len, margaret maggie meg peggy, matthew matt, "
    "michael mike mick, mikhail misha, nicholas nick, patrick patricia pat, peter pete, philip phil, raymond ray, "
    "rebecca becky, richard dick rick, robert bob bobby rob, ronald ron, samuel samantha sam, stanley stan, "
    "steven stephen steve, susan sue, theodore ted teddy, thomas tom, timothy tim, victoria vicky, vincent vince, "
    "walter walt, william bill billy will"
)
"""First names with their short forms; those that share a beginning of four letters may be left out."""


def _by_form() -> Mapping[str, frozenset[int]]:
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    for number, forms in enumerate(_ALIKE.split(", ")):
        for form in forms.split():
            numbers[form].add(number)
    return {form: frozenset(own) for form, own in numbers.items()}


_NUMBERS: Final = _by_form()


def are_first_names_of_one(first: str, second: str) -> bool:
    """Return whether one of two words is the initial of the other one, or both are forms of one first name."""
    first, second = plain(first), plain(second)
    if 1 in (len(first), len(second)):
        return first[:1] == second[:1]
    return not _NUMBERS.get(first, frozenset()).isdisjoint(_NUMBERS.get(second, frozenset()))
