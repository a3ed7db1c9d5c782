"""Findings about quantities and degrees: all, most, some, few; more than, less than; old, older, oldest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.negation import negated
from meantree.entailment.compatibility.quantifiers import NUMERIC, Quantity, quantifiers
from meantree.entailment.compatibility.quantity import Degree, counted_in_both, degrees, quantities
from meantree.entailment.feature import basic_labels
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.entailment.values import intervals
from meantree.findings.compared import Candidate, Compared

_BOUNDS: Final = frozenset({Quantity.AT_LEAST, Quantity.AT_MOST})
_LOOSE: Final = NUMERIC | {Quantity.ANY}
REVERSED: Final = frozenset(
    map(frozenset, (("more", "less"), ("most", "least"), ("more", "fewer"), ("most", "fewest")))
)
"""Words that reverse a comparison."""
_HIGH: Final = lemma_set("very extremely incredibly extraordinarily highly hugely enormously exceptionally")
_LOW: Final = lemma_set("fairly slightly somewhat relatively moderately mildly")
_SHARES: Final = frozenset({"most", "mostly"})
"""Forms of "many" and "much" that quantify."""
_COUNTED: Final = NUMERIC | {Quantity.ALL}
"""All three and the three are as many, both and two."""
_IDLE: Final = _LOOSE | {Quantity.SOME}
"""Quantities that say little beside none: some, any."""
_HARDLY: Final = lemma_set("hardly scarcely barely")
_ALMOST: Final = lemma_set("almost nearly virtually practically hardly")
_NUMBERS: Final = lemma_set("number amount quantity handful minority")
_FRACTIONS: Final = lemma_set("half third quarter")
_ALL: Final = frozenset({Quantity.ALL})
_NOT_HALF: Final = frozenset({Quantity.ALL, Quantity.MOST, Quantity.FEW})


def quantifier(pair: Compared) -> Iterator[Candidate]:
    """Yield things with other quantifiers."""
    view = pair.of_hyp
    own, theirs = quantities(pair.hyp), quantities(pair.ref)
    words, others = _quantifier_words(pair.hyp), _quantifier_words(pair.ref)
    for thing, partner in counted_in_both(view):
        kinds = own[thing] | theirs[partner]
        said = [words.get(thing, (thing,)), others.get(partner, (partner,))]
        if not own[thing].isdisjoint(theirs[partner]) or thing in _parts(pair.hyp) or partner in _parts(pair.ref):
            continue
        is_number = _is_both_for_one(pair, said)
        if kinds <= _COUNTED and kinds != _BOUNDS and not is_number:
            continue
        if _say_none(pair, (thing, partner), kinds):
            continue
        if kinds == _BOUNDS:
            said = [_bound_words(reading, each) for reading, each in zip((pair.hyp, pair.ref), said, strict=True)]
        yield pair.candidate(
            view,
            "quantifier.different",
            *said,
            place={thing, *_article(pair.hyp, said[0])},
            other_place={partner, *_article(pair.ref, said[1])},
            sure_target=float(pair.is_sure(view, thing)),
            numeric=float(not is_number and bool(kinds & NUMERIC)),
            none=float(Quantity.NONE in own[thing] | theirs[partner]),
            vague=float(bool({Quantity.SOME, Quantity.MANY} >= own[thing] | theirs[partner])),
            bound=float(kinds == _BOUNDS),
        )
    yield from _other_quantifiers(pair)
    yield from _other_intervals(pair)
    yield from _parts_for_all(pair)
    yield from _quantified_alone(pair)


def _quantified_alone(pair: Compared) -> Iterator[Candidate]:
    """Yield quantifiers of linked things that the other text does not quantify; articles do not."""
    for view in pair.views:
        here, there, said = quantities(view.conclusion), quantities(view.premise), _quantifier_words(view.conclusion)
        articles = {None, *(word for word, lemma in enumerate(view.premise.lemmas) if lemma in {"a", "the"})}
        for thing, partner in view.linked:
            if thing not in here or partner in there or here[thing] <= _IDLE or here[thing] & {Quantity.NONE}:
                continue
            cues = [word for word in said.get(thing, ()) if view.partner[word] in articles]
            above, is_few = view.premise.ancestors(partner)[:1], Quantity.FEW in here[thing]
            if not cues or (is_few and not _NUMBERS.isdisjoint(view.premise.lemmas[word] for word in above)):
                continue  # few guests, a small number of guests
            yield pair.candidate(
                view,
                "quantifier.different" if is_few else "quantifier.missing" if view.turned else "quantifier.added",
                cues,
                place={*cues, thing},
                other_place={partner},
                sure_target=float(pair.is_sure(view, thing)),
                all=float(bool(here[thing] & {Quantity.ALL, Quantity.MOST, Quantity.FEW})),
                negated=float(negated(view.conclusion)[thing]),
            )


def _article(reading: Reading, words: tuple[int, ...]) -> tuple[int, ...]:
    """Return the article that makes few a few."""
    return tuple(word - 1 for word in words if reading.lemmas[max(0, word - 1) : word + 1] == ("a", "few"))


def _is_both_for_one(pair: Compared, words: Sequence[tuple[int, ...]]) -> bool:
    """Return whether one text speaks of both and the other of one: both players, one player."""
    own, theirs = {pair.hyp.lemmas[word] for word in words[0]}, {pair.ref.lemmas[word] for word in words[1]}
    return {"one"} in (own, theirs) and "both" in own | theirs


def _say_none(pair: Compared, things: tuple[int, int], kinds: frozenset[Quantity]) -> bool:
    """Return whether one text says "no" or "few" and the other denies "some" or "any": few, hardly any."""
    denied = negated(pair.hyp)[things[0]] or negated(pair.ref)[things[1]]
    says_none = Quantity.NONE in kinds and kinds <= {Quantity.NONE, Quantity.SOME, Quantity.ANY, Quantity.MANY}
    says_few = kinds >= {Quantity.FEW, Quantity.ANY} and not _HARDLY.isdisjoint(pair.hyp.lemmas + pair.ref.lemmas)
    return denied and (says_none or says_few)


def _other_quantifiers(pair: Compared) -> Iterator[Candidate]:
    """Yield linked quantifiers of another quantity whose things are not linked, and "almost" before "all"."""
    view = pair.of_hyp
    things = _quantifier_words(pair.hyp)
    counted = {word for thing, _ in counted_in_both(view) for word in things.get(thing, ())}
    theirs = {each.token: each for each in quantifiers(pair.ref)}
    for each in quantifiers(pair.hyp):
        partner = view.partner[each.token]
        if partner not in theirs:
            continue
        quantities_here = {each.quantity, theirs[partner].quantity}
        hedges = [_hedges(pair.hyp, each.token), _hedges(pair.ref, partner)]
        if quantities_here == {Quantity.ALL} and bool(hedges[0]) != bool(hedges[1]):
            places = {each.token}, {partner}
            yield pair.candidate(
                view, "quantifier.different", *hedges, place=places[0], other_place=places[1], hedge=1.0
            )
        elif quantities_here == _BOUNDS and each.token not in counted:
            said = _bound_words(pair.hyp, (each.token,)), _bound_words(pair.ref, (partner,))
            yield pair.candidate(view, "quantifier.different", *said, sure_target=1.0, numeric=1.0, bound=1.0)
        elif len(quantities_here) > 1 and not quantities_here & _LOOSE and each.token not in counted:
            yield pair.candidate(
                view, "quantifier.different", {each.token}, {partner}, place={each.token}, unlinked=1.0
            )


def _other_intervals(pair: Compared) -> Iterator[Candidate]:
    """Yield times that recur at another interval: every year, every second year, every other year."""
    own, theirs = intervals(pair.hyp), intervals(pair.ref)
    for thing, partner in pair.of_hyp.linked if own and theirs else ():
        if thing in own and partner in theirs and own[thing][0] != theirs[partner][0]:
            words, others = own[thing][1], theirs[partner][1]
            if pair.hyp.upos[words[-1]] == pair.ref.upos[others[-1]] == "NUM":
                continue  # the number differs
            yield _of_sure_things(pair, words, others, (thing, partner))


def _parts_for_all(pair: Compared) -> Iterator[Candidate]:
    """Yield things of which one text speaks as a part, and the other as all, or as another part: half, all, most."""
    for view in pair.views:
        others, said = quantities(view.premise), _quantifier_words(view.premise)
        for thing, part in _parts(view.conclusion).items():
            partner = view.partner[thing]
            if partner is None or partner in _parts(view.premise):
                continue
            is_half = "half" in {view.conclusion.lemmas[word] for word in part}
            if others.get(partner, frozenset()) & (_NOT_HALF if is_half else _ALL):
                words = said.get(partner, ())
                sides = (words, part, (partner, thing)) if view.turned else (part, words, (thing, partner))
                yield _of_sure_things(pair, *sides)


@cached_fact
def _parts(reading: Reading) -> Mapping[int, tuple[int, ...]]:
    """Return the words for a part of each thing: about half of the students, two thirds of them."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        if lemma in _FRACTIONS:
            is_before = basic_labels(reading)[word] in {"det", "amod", "nummod", "compound"}
            things = (reading.heads[word],) if is_before else labelled(reading, word, "nmod")[:1]
            modifiers = labelled(reading, word, "advmod", "nummod")
            found.update({thing: tuple(sorted((word, *modifiers))) for thing in things})
    return found


def _of_sure_things(pair: Compared, words: Sequence[int], others: Sequence[int], things: tuple[int, int]) -> Candidate:
    """Return another quantity of linked things."""
    return pair.candidate(
        pair.of_hyp,
        "quantifier.different",
        words,
        others,
        place={*words, things[0]},
        other_place={*others, things[1]},
        sure_target=float(pair.is_sure(pair.of_hyp, things[0])),
    )


def _bound_words(reading: Reading, numerals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words before a number that bound it: more than, over."""
    before = max(0, min(numerals) - 1)
    return (before - 1, before) if reading.lemmas[before] in {"than", "least", "most", "to"} and before else (before,)


def _hedges(reading: Reading, word: int) -> tuple[int, ...]:
    near = sorted({*labelled(reading, word, "advmod"), max(0, word - 1)})
    return tuple(each for each in near if reading.lemmas[each] in _ALMOST)


@cached_fact
def _quantifier_words(reading: Reading) -> dict[int, tuple[int, ...]]:
    """Return the quantifiers of each thing."""
    by_thing: dict[int, tuple[int, ...]] = {}
    for each in quantifiers(reading):
        things = [each.noun, *labelled(reading, each.noun, "nmod")]
        for thing in things:
            by_thing[thing] = (*by_thing.get(thing, ()), each.token)
    return by_thing


def degree(pair: Compared) -> Iterator[Candidate]:
    """Yield qualities whose degree differs, and reversed comparisons."""
    view = pair.of_hyp
    yield from _reversed(pair)
    yield from _other_strength(pair)
    own, theirs = degrees(pair.hyp), degrees(pair.ref)
    for word, partner in view.linked:
        if word not in own or partner not in theirs or own[word] == theirs[partner]:
            continue
        mine, other = own[word], theirs[partner]
        if pair.hyp.upos[word] == "NOUN" and not (mine.step and other.step):
            continue
        if {pair.hyp.tokens[word].text.casefold(), pair.ref.tokens[partner].text.casefold()} & _SHARES:
            continue
        if _bounds(pair.hyp, word) or _bounds(pair.ref, partner):
            continue  # of a number
        if pair.hyp.labels[word] == pair.ref.labels[partner] == "amod" and not pair.has_same_head(word, partner):
            continue  # the best actress, a better home
        reverses = bool(mine.step and other.step and mine.is_less != other.is_less)
        if mine.step == other.step and not reverses:
            continue
        helpers = [
            _degree_words(reading, each, how) != (each,)
            for reading, each, how in ((pair.hyp, word, mine), (pair.ref, partner, other))
        ]
        if reverses and not all(helpers) and pair.hyp.lemmas[word] != pair.ref.lemmas[partner]:
            continue  # lighter, less heavy
        yield pair.candidate(
            view,
            "degree.different",
            _degree_words(pair.hyp, word, mine),
            _degree_words(pair.ref, partner, other),
            place={word},
            other_place={partner},
            sure_target=float(pair.is_sure(view, word)),
            both=float(bool(mine.step and other.step)),
            compared=float("than" in pair.hyp.lemmas[word + 1 :][:3] + pair.ref.lemmas[partner + 1 :][:3]),
            attribute=float(pair.hyp.labels[word] == "amod" and not (mine.step and other.step)),
        )


def _other_strength(pair: Compared) -> Iterator[Candidate]:
    """Yield adverbs of a high degree of what has a low one in the other text: very difficult, fairly difficult."""
    for word, partner in pair.of_hyp.linked:
        own, other = (labelled(*each, "advmod") for each in ((pair.hyp, word), (pair.ref, partner)))
        for mine, theirs in product(own, other):
            lemmas = pair.hyp.lemmas[mine], pair.ref.lemmas[theirs]
            if any(one in _HIGH and two in _LOW for one, two in (lemmas, lemmas[::-1])):
                yield pair.candidate(
                    pair.of_hyp,
                    "degree.different",
                    {mine},
                    {theirs},
                    place={word},
                    other_place={partner},
                    sure_target=float(pair.is_sure(pair.of_hyp, word)),
                    both=1.0,
                )


def _reversed(pair: Compared) -> Iterator[Candidate]:
    """Yield "more" for "less" and the like, of a quality or before a number."""
    for word, partner in pair.of_hyp.linked:
        texts = pair.hyp.tokens[word].text.casefold(), pair.ref.tokens[partner].text.casefold()
        if frozenset(texts) not in REVERSED:
            continue
        bounds = [_bounds(pair.hyp, word), _bounds(pair.ref, partner)]
        words, places = ({word}, {partner}), ({word, pair.hyp.heads[word]} - {-1}, {partner})
        if all(bounds):
            yield pair.candidate(
                pair.of_hyp, "quantifier.different", *words, place=places[0], sure_target=1.0, numeric=1.0, bound=1.0
            )
        elif not any(bounds):
            yield pair.candidate(
                pair.of_hyp,
                "degree.different",
                *words,
                place=places[0],
                other_place=places[1],
                both=1.0,
            )


def _bounds(reading: Reading, word: int) -> bool:
    """Return whether a word bounds a number: more than 300."""
    return reading.lemmas[word + 1 : word + 2] == ("than",) and "NUM" in reading.upos[word + 2 : word + 4]


def _degree_words(reading: Reading, word: int, degree_of: Degree) -> tuple[int, ...]:
    """Return the word that shows the degree: more, or the adjective itself."""
    helpers = [
        child
        for child in labelled(reading, word, "advmod", "amod", "det")
        if reading.tokens[child].text.casefold() in {"more", "less", "most", "least", "fewer", "fewest"}
    ]
    return (helpers[0],) if helpers and degree_of.step else (word,)
