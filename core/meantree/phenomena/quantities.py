"""Findings about quantities and degrees: all, most, some, few; more than, less than; old, older, oldest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final

from meantree.lexicon.word_lists import words as listed
from meantree.phenomena.clauses import labelled
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import basic_labels
from meantree.phenomena.negation import negated
from meantree.phenomena.quantifiers import NUMERIC, Quantity, quantifiers
from meantree.phenomena.quantity import Degree, counted_in_both, degrees, quantities
from meantree.phenomena.reading import Reading, cached_fact
from meantree.phenomena.values import intervals

_degrees = partial(listed, "phenomena/degrees")
_BOUNDS: Final = frozenset({Quantity.AT_LEAST, Quantity.AT_MOST})
_COUNTED: Final = NUMERIC | {Quantity.ALL}
"""All three and the three are as many, both and two."""
_IDLE: Final = NUMERIC | {Quantity.ANY, Quantity.SOME}
"""Quantities that say little beside none: some, any."""
_NOT_HALF: Final = frozenset({Quantity.ALL, Quantity.MOST, Quantity.FEW})
REVERSED: Final = frozenset(
    map(frozenset, (("more", "less"), ("most", "least"), ("more", "fewer"), ("most", "fewest")))
)
"""Words that reverse a comparison."""


def quantifier(pair: Compared) -> Iterator[Candidate]:
    """Yield things with other quantifiers."""
    yield from _other_quantities(pair)
    yield from _other_quantifiers(pair)
    yield from _other_intervals(pair)
    yield from _parts_for_all(pair)
    yield from _quantified_alone(pair)


def _different(
    pair: Compared, words: Sequence[int], others: Sequence[int], things: tuple[int, int], **special: float
) -> Candidate:
    """Return another quantity of two things."""
    return pair.candidate(
        pair.of_hyp,
        "quantifier.different",
        words,
        others,
        place={*words, things[0]},
        other_place={*others, things[1]},
        sure_target=float(pair.is_sure(pair.of_hyp, things[0])),
        **special,
    )


def _other_quantities(pair: Compared) -> Iterator[Candidate]:
    """Yield linked things of which the texts speak in other quantities: all dogs, some dogs."""
    own, theirs = quantities(pair.hyp), quantities(pair.ref)
    for thing, partner in counted_in_both(pair.of_hyp):
        kinds = own[thing] | theirs[partner]
        is_part = thing in _parts(pair.hyp) or partner in _parts(pair.ref)
        said = [_quantifier_words(pair.hyp).get(thing, (thing,)), _quantifier_words(pair.ref).get(partner, (partner,))]
        lemmas = [{text.lemmas[word] for word in each} for text, each in zip((pair.hyp, pair.ref), said, strict=True)]
        is_one_of_two = {"one"} in lemmas and "both" in lemmas[0] | lemmas[1]
        is_as_many = kinds <= _COUNTED and kinds != _BOUNDS and not is_one_of_two
        if not own[thing].isdisjoint(theirs[partner]) or is_part or is_as_many:
            continue
        if (negated(pair.hyp)[thing] or negated(pair.ref)[partner]) and _say_none(kinds):
            continue
        if kinds == _BOUNDS:
            said = [_bound_words(text, each) for text, each in zip((pair.hyp, pair.ref), said, strict=True)]
        yield _different(
            pair,
            said[0],
            said[1],
            (thing, partner),
            numeric=float(not is_one_of_two and bool(kinds & NUMERIC)),
            none=float(Quantity.NONE in kinds),
            vague=float(kinds <= {Quantity.SOME, Quantity.MANY}),
            bound=float(kinds == _BOUNDS),
        )


def _say_none(kinds: frozenset[Quantity]) -> bool:
    """Return whether one text says "no" or "few", and the other may deny "some" or "any": few, hardly any."""
    is_none = Quantity.NONE in kinds and kinds <= {Quantity.NONE, Quantity.SOME, Quantity.ANY, Quantity.MANY}
    return is_none or kinds >= {Quantity.FEW, Quantity.ANY}


def _other_quantifiers(pair: Compared) -> Iterator[Candidate]:
    """Yield linked quantifiers of another quantity whose things are not linked, and "almost" before "all"."""
    counted = {word for thing, _ in counted_in_both(pair.of_hyp) for word in _quantifier_words(pair.hyp).get(thing, ())}
    theirs = {each.token: each.quantity for each in quantifiers(pair.ref)}
    for each in quantifiers(pair.hyp):
        word, partner = each.token, pair.of_hyp.partner[each.token]
        if partner is None or partner not in theirs:
            continue
        both = {each.quantity, theirs[partner]}
        hedges = _hedges(pair.hyp, word), _hedges(pair.ref, partner)
        if both == {Quantity.ALL} and bool(hedges[0]) != bool(hedges[1]):
            yield _different(pair, *hedges, (word, partner), hedge=1.0)
        elif both == _BOUNDS and word not in counted:
            said = _bound_words(pair.hyp, (word,)), _bound_words(pair.ref, (partner,))
            yield _different(pair, *said, (word, partner), numeric=1.0, bound=1.0)
        elif len(both) > 1 and both.isdisjoint(NUMERIC | {Quantity.ANY}) and word not in counted:
            yield _different(pair, (word,), (partner,), (word, partner), unlinked=1.0)


def _quantified_alone(pair: Compared) -> Iterator[Candidate]:
    """Yield quantifiers of linked things that the other text does not quantify; articles do not."""
    for view in pair.views:
        here, there, said = quantities(view.conclusion), quantities(view.premise), _quantifier_words(view.conclusion)
        articles = {None, *(word for word, lemma in enumerate(view.premise.lemmas) if lemma in {"a", "the"})}
        for thing, partner in view.linked:
            if thing not in here or partner in there or here[thing] <= _IDLE or Quantity.NONE in here[thing]:
                continue
            cues = [word for word in said.get(thing, ()) if view.partner[word] in articles]
            above, is_few = view.premise.ancestors(partner)[:1], Quantity.FEW in here[thing]
            if not cues or (is_few and not _degrees("amount").isdisjoint(view.premise.lemmas[word] for word in above)):
                continue  # few guests, a small number of guests
            yield pair.candidate(
                view,
                "quantifier.different" if is_few else "quantifier.missing" if view.turned else "quantifier.added",
                cues,
                place={*cues, thing},
                other_place={partner},
                sure_target=float(pair.is_sure(view, thing)),
                all=float(bool(here[thing] & _NOT_HALF)),
                negated=float(negated(view.conclusion)[thing]),
            )


def _other_intervals(pair: Compared) -> Iterator[Candidate]:
    """Yield times that recur at another interval: every year, every second year, every other year."""
    own, theirs = intervals(pair.hyp), intervals(pair.ref)
    for thing, partner in pair.of_hyp.linked if own and theirs else ():
        if thing in own and partner in theirs and own[thing][0] != theirs[partner][0]:
            words, others = own[thing][1], theirs[partner][1]
            if not pair.hyp.upos[words[-1]] == pair.ref.upos[others[-1]] == "NUM":  # then the number differs
                yield _different(pair, words, others, (thing, partner))


def _parts_for_all(pair: Compared) -> Iterator[Candidate]:
    """Yield things of which one text speaks as a part, and the other as all, or as another part: half, all, most."""
    for view in pair.views:
        for thing, part in _parts(view.conclusion).items():
            partner = view.partner[thing]
            if partner is None or partner in _parts(view.premise):
                continue
            is_half = "half" in {view.conclusion.lemmas[word] for word in part}
            wrong = _NOT_HALF if is_half else frozenset({Quantity.ALL})
            if quantities(view.premise).get(partner, frozenset()) & wrong:
                words = _quantifier_words(view.premise).get(partner, ())
                yield _different(
                    pair, *((words, part, (partner, thing)) if view.turned else (part, words, (thing, partner)))
                )


@cached_fact
def _parts(reading: Reading) -> Mapping[int, tuple[int, ...]]:
    """Return the words for a part of each thing: about half of the students, two thirds of them."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        if lemma in {"half", "third", "quarter"}:
            is_before = basic_labels(reading)[word] in {"det", "amod", "nummod", "compound"}
            things = (reading.heads[word],) if is_before else labelled(reading, word, "nmod")[:1]
            found.update(dict.fromkeys(things, tuple(sorted((word, *labelled(reading, word, "advmod", "nummod"))))))
    return found


def _bound_words(reading: Reading, numerals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words before a number that bound it: more than, over."""
    before = max(0, min(numerals) - 1)
    return (before - 1, before) if reading.lemmas[before] in {"than", "least", "most", "to"} and before else (before,)


def _hedges(reading: Reading, word: int) -> tuple[int, ...]:
    near = sorted({*labelled(reading, word, "advmod"), max(0, word - 1)})
    return tuple(each for each in near if reading.lemmas[each] in _degrees("almost"))


@cached_fact
def _quantifier_words(reading: Reading) -> dict[int, tuple[int, ...]]:
    """Return the quantifiers of each thing."""
    by_thing: dict[int, tuple[int, ...]] = {}
    for each in quantifiers(reading):
        for thing in (each.noun, *labelled(reading, each.noun, "nmod")):
            by_thing[thing] = (*by_thing.get(thing, ()), each.token)
    return by_thing


def degree(pair: Compared) -> Iterator[Candidate]:
    """Yield qualities whose degree differs, and reversed comparisons."""
    yield from _reversed(pair)
    yield from _other_strength(pair)
    own, theirs = degrees(pair.hyp), degrees(pair.ref)
    for word, partner in pair.of_hyp.linked:
        if word not in own or partner not in theirs or own[word] == theirs[partner]:
            continue
        mine, other = own[word], theirs[partner]
        are_compared, is_noun = bool(mine.step and other.step), pair.hyp.upos[word] == "NOUN"
        are_attributes = pair.hyp.labels[word] == pair.ref.labels[partner] == "amod"
        if (is_noun and not are_compared) or (are_attributes and not pair.has_same_head(word, partner)):
            continue  # the best actress, a better home
        if any(_quantifies(*each) for each in ((pair.hyp, word), (pair.ref, partner))):
            continue
        is_reversed = are_compared and mine.is_less != other.is_less
        words, others = _degree_words(pair.hyp, word, mine), _degree_words(pair.ref, partner, other)
        if mine.step == other.step and not is_reversed:
            continue
        if is_reversed and (word,) in (words, others) and pair.hyp.lemmas[word] != pair.ref.lemmas[partner]:
            continue  # lighter, less heavy
        yield _other_degree(
            pair,
            (words, others),
            ({word}, {partner}),
            sure_target=float(pair.is_sure(pair.of_hyp, word)),
            both=float(are_compared),
            compared=float("than" in pair.hyp.lemmas[word + 1 :][:3] + pair.ref.lemmas[partner + 1 :][:3]),
            attribute=float(pair.hyp.labels[word] == "amod" and not are_compared),
        )


def _other_degree(
    pair: Compared,
    words: tuple[Sequence[int], Sequence[int]],
    places: tuple[set[int], set[int]],
    **special: float,
) -> Candidate:
    return pair.candidate(pair.of_hyp, "degree.different", *words, place=places[0], other_place=places[1], **special)


def _other_strength(pair: Compared) -> Iterator[Candidate]:
    """Yield adverbs of a high degree of what has a low one in the other text: very difficult, fairly difficult."""
    for word, partner in pair.of_hyp.linked:
        own, other = (labelled(*each, "advmod") for each in ((pair.hyp, word), (pair.ref, partner)))
        for mine, theirs in product(own, other):
            lemmas = pair.hyp.lemmas[mine], pair.ref.lemmas[theirs]
            if any(one in _degrees("high") and two in _degrees("low") for one, two in (lemmas, lemmas[::-1])):
                sure = float(pair.is_sure(pair.of_hyp, word))
                yield _other_degree(pair, ((mine,), (theirs,)), ({word}, {partner}), sure_target=sure, both=1.0)


def _reversed(pair: Compared) -> Iterator[Candidate]:
    """Yield "more" for "less" and the like, of a quality or before a number."""
    for word, partner in pair.of_hyp.linked:
        if frozenset((pair.hyp.tokens[word].text.casefold(), pair.ref.tokens[partner].text.casefold())) in REVERSED:
            bounds = _bounds(pair.hyp, word), _bounds(pair.ref, partner)
            if all(bounds):
                yield _different(pair, (word,), (partner,), (word, partner), numeric=1.0, bound=1.0)
            elif not any(bounds):
                yield _other_degree(
                    pair, ((word,), (partner,)), ({word, pair.hyp.heads[word]} - {-1}, {partner}), both=1.0
                )


def _quantifies(reading: Reading, word: int) -> bool:
    """Return whether a degree is one of many or much, or bounds a number: most dogs, more than 300."""
    return reading.tokens[word].text.casefold() in {"most", "mostly"} or _bounds(reading, word)


def _bounds(reading: Reading, word: int) -> bool:
    """Return whether a word bounds a number: more than 300."""
    return reading.lemmas[word + 1 : word + 2] == ("than",) and "NUM" in reading.upos[word + 2 : word + 4]


def _degree_words(reading: Reading, word: int, degree_of: Degree) -> tuple[int, ...]:
    """Return the word that shows the degree: more, or the adjective itself."""
    helpers = labelled(reading, word, "advmod", "amod", "det") if degree_of.step else ()
    steps = listed("phenomena/comparison")
    return next(((child,) for child in helpers if reading.tokens[child].text.casefold() in steps), (word,))
