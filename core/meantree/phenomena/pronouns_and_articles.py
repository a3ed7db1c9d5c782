"""Pronouns, articles, and singular and plural: whether they are preserved, and how others are planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups, rows
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, linked_share
from meantree.phenomena.inflection import article, inflected
from meantree.phenomena.operations import Words, planter, remove, replace, tags
from meantree.phenomena.reading import Reading, View, cached_fact

DEFINITE: Final = frozenset({"the", "this", "that", "these", "those"})
INDEFINITE: Final = frozenset({"a", "an", "some", "any", "another"})
SINGULAR: Final = frozenset({"NN", "NNP"})
PLURAL: Final = frozenset({"NNS", "NNPS"})
FEATURES: Final = Features("preservation of reference")


@FEATURES("pronouns of another person or gender")
def pronouns_changed(view: View) -> Firing:
    """Pronouns of the conclusion have another person or gender in the premise; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), persons(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("a pronoun for a noun")
def pronouns_for_nouns(view: View) -> Firing:
    """Pronouns of the conclusion are aligned with nouns or names of the premise; share of its personal pronouns."""
    return _differ(view, persons(view.conclusion), lambda _, other: view.premise.upos[other] in ("NOUN", "PROPN"))


@FEATURES("pronouns of a person not referred to", "pronouns of a person lost")
def persons_added(view: View) -> Firing:
    """Pronouns of the conclusion have a person or gender that the premise lacks; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), frozenset(persons(view.premise).values())
    return linked_share(view, [word for word, person in conclusion.items() if person not in premise], len(conclusion))


@FEATURES("articles changed")
def definiteness_changed(view: View) -> Firing:
    """Definiteness (the, a) differs between conclusion and premise; share of nouns with an article."""
    conclusion, premise = _definite(view.conclusion), _definite(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("singular and plural changed")
def grammatical_number_changed(view: View) -> Firing:
    """The same noun is in the singular in one text and in the plural in the other; share of the conclusion's nouns."""
    conclusion, premise = plurals(view.conclusion), plurals(view.premise)

    def differ(word: int, other: int) -> bool:
        return (
            view.conclusion.lemmas[word] == view.premise.lemmas[other]
            and view.conclusion.forms[word] != view.premise.forms[other]
            and premise.get(other, conclusion[word]) != conclusion[word]
        )

    return _differ(view, conclusion, differ)


def _differ(view: View, words: dict[int, str] | dict[int, bool], differ: Callable[[int, int], bool]) -> Firing:
    differing = [word for word in words if (other := view.partner[word]) is not None and differ(word, other)]
    return linked_share(view, differing, len(words))


@cached_fact
def persons(reading: Reading) -> dict[int, str]:
    """Return the person, and gender, of each personal and possessive pronoun."""
    forms = (
        (word, token.text.casefold()) for word, token in enumerate(reading.tokens) if token.upos in ("PRON", "DET")
    )
    known = groups("phenomena/pronouns")
    return {word: known[form] for word, form in forms if form in known}


@cached_fact
def _definite(reading: Reading) -> dict[int, bool]:
    """Return for nouns with an article or demonstrative whether it is definite."""
    definite = {}
    for word, head in enumerate(reading.heads):
        if head != ROOT and reading.labels[word] == "det" and reading.lemmas[word] in DEFINITE | INDEFINITE:
            definite[head] = reading.lemmas[word] in DEFINITE
    return definite


@cached_fact
def plurals(reading: Reading) -> dict[int, bool]:
    """Return for each noun whether it is in the plural."""
    tags = ((word, token.xpos) for word, token in enumerate(reading.tokens))
    return {word: tag in PLURAL for word, tag in tags if tag in SINGULAR | PLURAL}


def pronoun(pair: Compared) -> Iterator[Candidate]:
    """Yield pronouns of another person, gender or number: linked ones, and subjects of linked verbs."""
    view = pair.of_hyp
    own, theirs = persons(pair.hyp), persons(pair.ref)
    found: dict[int, tuple[int, bool]] = {}
    for word in own:
        partner = view.partner[word]
        if partner is not None and partner in theirs:
            found[word] = (partner, True)
    for word in own:
        head = pair.hyp.heads[word]
        partner = view.partner[head] if head >= 0 else None
        if word not in found and partner is not None:
            label = pair.hyp.basic_labels[word]
            same = [child for child in pair.ref.children[partner] if pair.ref.basic_labels[child] == label]
            other = next((child for child in same if child in theirs), None)
            if other is not None and pair.of_ref.partner[other] is None:
                found[word] = (other, False)
    lonely = [
        [word for word in known if direction.partner[word] is None and word not in taken]
        for direction, known, taken in (
            (view, own, found),
            (pair.of_ref, theirs, {other for other, _ in found.values()}),
        )
    ]
    if len(lonely[0]) == len(lonely[1]) == 1:
        word, other = lonely[0][0], lonely[1][0]
        if pair.hyp.basic_labels[word] == pair.ref.basic_labels[other]:
            found[word] = (other, False)
    quotes = [any(token.text in {'"', "“", "”", "''", "``"} for token in each.tokens) for each in (pair.hyp, pair.ref)]
    changed = {(own[word], theirs[other]) for word, (other, _) in found.items()}
    for word, (other, linked) in found.items():
        mine, her = own[word], theirs[other]
        if mine == her or ((her, mine) in changed and _place(pair.hyp, word) != _place(pair.ref, other)):
            continue  # he was told by her, she told him
        both = {mine, her}
        yield pair.candidate(
            view,
            "pronoun.different",
            {word},
            {other},
            linked=linked,
            same_head=pair.has_same_head(word, other),
            same_label=pair.hyp.labels[word] == pair.ref.labels[other],
            gender=both == {"he", "she"},
            thing="it" in both,
            they="they" in both,
            quoted=quotes[0] != quotes[1],
            second="second" in both,
        )


def _place(reading: Reading, word: int) -> tuple[str, frozenset[str]]:
    """Return the relation of a word and its prepositions."""
    return reading.labels[word], reading.cases(word)


def articles(pair: Compared) -> Iterator[Candidate]:
    reading, view = pair.hyp, pair.of_hyp
    for word, token in enumerate(reading.tokens[:-1]):
        following = reading.tokens[word + 1].text
        if token.text.lower() in {"a", "an"} and token.upos == "DET" and following.isalpha():
            fits = token.text.lower() == article(following) or following.isupper()  # a UV, an MP
            if not fits and not _is_in(pair.ref, token.text, following):
                doubtful = following[0].lower() in "uheo"
                yield pair.candidate(view, "grammar.article", {word, word + 1}, doubtful=doubtful, missing=0.0)
    for word, partner in view.linked:
        if reading.tokens[word].xpos != "NN" or pair.ref.tokens[partner].xpos != "NN" or not view.is_sure(word):
            continue
        theirs = pair.ref.labelled(partner, "det")
        determined = reading.labelled(word, "det", "nmod:poss", "nummod", "compound", "amod", "case")
        bare = not reading.labelled(word, "det", "nmod:poss", "nummod")
        if theirs and bare and reading.labels[word] not in {"compound", "flat", "conj", "root"}:
            missing = theirs[0]
            if pair.ref.lemmas[missing] in {"a", "the"} and pair.of_ref.partner[missing] is None:
                yield pair.candidate(
                    view,
                    "grammar.article",
                    (),
                    {missing},
                    place={word},
                    other_place={missing, partner},
                    doubtful=pair.ref.lemmas[missing] == "the",
                    missing=1.0,
                    modified=bool(determined),
                    same_case=reading.cases(word) == pair.ref.cases(partner),
                )


def _is_in(reading: Reading, first: str, second: str) -> bool:
    texts = [token.text.lower() for token in reading.tokens]
    return (first.lower(), second.lower()) in pairwise(texts)


def other_pronoun(reading: Reading, word: int) -> Iterator[str]:
    """Yield a pronoun of another person, gender or number in the same case."""
    own = reading.tokens[word].text.lower(), reading.tokens[word].xpos
    yield from (other for form, tag, other in rows("planting/pronouns") if (form, tag) == own)


def other_grammatical_number(reading: Reading, word: int) -> Iterator[str]:
    """Yield a noun without another determiner than "the" in the plural for the singular, and the reverse."""
    form, determiners = inflected(reading.lemmas[word], "NNS"), reading.labelled(word, "det")
    if form and form != reading.lemmas[word] and {reading.lemmas[each] for each in determiners} <= {"the"}:
        yield form if reading.tokens[word].xpos == "NN" else reading.lemmas[word]


def other_article(reading: Reading, word: int) -> Iterator[str]:
    """Yield the indefinite article that does not go with the next word."""
    text = reading.tokens[word].text.lower()
    if text in {"a", "an"}:
        yield "an" if article(reading.tokens[word + 1].text) == "a" else "a"


OTHER_PRONOUN: Final = planter(replace(Words(tag="PRP PRP$", listed="pronouns"), other_pronoun))
OTHER_NUMBER: Final = planter(
    replace(
        Words(tag="NN NNS", label="obj obl nmod", has="det nmod:poss", lacks="nummod conj acl:relcl"),
        other_grammatical_number,
    ),
    fact=tags("NN NNS"),
)
_ARTICLE: Final = Words(tag="DT", lemma="a an")
WRONG_ARTICLE: Final = planter(replace(_ARTICLE, other_article), remove(_ARTICLE, alone=True))
