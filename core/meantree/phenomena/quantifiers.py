"""Quantifiers and frequencies: how many things, and how often, a statement is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from meantree.analysis.tree import ROOT
from meantree.analysis.values import bound_before
from meantree.lexicon import word_lists
from meantree.lexicon.word_lists import groups
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, Pair, linked_predicates, share_of_facts, share_of_pairs
from meantree.phenomena.negation import has_article, negated
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set
from meantree.phenomena.values import intervals

Numeric = Literal["number", "at least", "at most", "exactly", "about"]
Quantity = Literal["all", "not all", "any", "some", "none", "most", "many", "not many", "few"] | Numeric
"""A kind of quantifier."""
FEATURES: Final = Features("semantic compatibility")
_BEFORE_NOUNS: Final = lemma_set("det det:predet amod nummod nummod:gov advmod")
_NUMERALS: Final = lemma_set("nummod nummod:gov")
"""Relations of numerals that count; others may be years."""
_KINDS: Final = lemma_set("DET PRON ADJ NOUN")
_ELSEWHERE: Final = lemma_set("discourse fixed advmod case")
NUMERIC: Final[frozenset[Quantity]] = frozenset(get_args(Numeric))
_BOUNDS: Final = frozenset({"at least", "at most"})
_COUNTED: Final = NUMERIC | {"all"}
"""All three and the three are as many, both and two."""
_IDLE: Final = NUMERIC | {"any", "some"}
"""Quantities that say little beside none: some, any."""
_NOT_HALF: Final = frozenset({"all", "most", "few"})


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A word that quantifies.

    Attributes:
        noun: the noun that it quantifies; the word itself if it is alone (everyone, most of the dogs).
    """

    token: int
    noun: int
    quantity: Quantity


@cached_fact
def quantifiers(reading: Reading) -> tuple[Quantifier, ...]:
    """Return all quantifiers, in order."""
    known = ((word, _quantity(reading, word)) for word in range(len(reading)))
    return tuple(Quantifier(word, _noun(reading, word), quantity) for word, quantity in known if quantity is not None)


def _quantity(reading: Reading, word: int) -> Quantity | None:
    lemma, upos = reading.lemmas[word], reading.upos[word]
    if upos == "NUM":
        number = cast("Quantity", bound_before(reading.tokens, word) or "number")
        return number if number != "number" or reading.labels[word] in _NUMERALS else None
    known = groups("phenomena/quantifiers").get(lemma)
    if known is None or upos not in _KINDS or reading.labels[word] in _ELSEWHERE:
        return None
    if reading.forms[word] in {"more", "fewer"}:
        return None  # these compare
    quantity = cast("Quantity", known)
    if quantity in {"all", "many"} and word and reading.lemmas[word - 1] in {"not", "n't"}:
        return "not all" if quantity == "all" else "not many"
    if quantity == "few" and has_article(reading, _noun(reading, word)):
        return "some"
    return quantity


def _noun(reading: Reading, word: int) -> int:
    head = reading.heads[word]
    alone = head == ROOT or reading.labels[word] not in _BEFORE_NOUNS or bool(reading.labelled(word, "nmod"))
    return word if alone else head


@cached_fact
def quantities(reading: Reading) -> Mapping[int, frozenset[Quantity]]:
    """Return the possible quantities of each thing: "any" is some, and none if negated, else all."""
    denied = negated(reading)
    kinds_by_thing = {}
    for quantifier in reversed(quantifiers(reading)):
        kinds = {quantifier.quantity}
        if quantifier.quantity == "any":
            kinds |= {"some", "none" if denied[quantifier.noun] else "all"}
        kinds_by_thing[_thing(reading, quantifier.noun)] = frozenset(kinds)
    return kinds_by_thing


def _thing(reading: Reading, counted: int) -> int:
    """Return the quantified thing: the dogs of "most of the dogs"."""
    return next((child for child in reading.labelled(counted, "nmod") if reading.marks(child) == {"of"}), counted)


def _counted(view: View, conclusion: Mapping[int, frozenset[Quantity]]) -> list[Pair]:
    return [pair for pair in view.linked if pair[0] in conclusion]


def counted_in_both(view: View) -> list[Pair]:
    """Return the aligned things that are quantified in both texts."""
    premise = quantities(view.premise)
    return [pair for pair in _counted(view, quantities(view.conclusion)) if pair[1] in premise]


@cached_fact
def frequencies(reading: Reading) -> Mapping[int, str]:
    """Return the frequency of the predicates that have a frequency adverb."""
    by_predicate: dict[int, str] = {}
    known = groups("phenomena/frequencies")
    for word, lemma in enumerate(reading.lemmas):
        often, head = known.get(lemma), reading.heads[word]
        if often is not None and head != ROOT and reading.labels[word] == "advmod":
            by_predicate.setdefault(reading.governors[head], often)
    return by_predicate


@FEATURES("another quantifier")
def quantifier_differs(view: View) -> Firing:
    """Things have different quantifiers (all, no, most); share of those quantified in both texts."""
    return share_of_facts(view, quantities, lambda own, other: own.isdisjoint(other) and not own | other <= NUMERIC)


@FEATURES("another bound of a number")
def bound_differs(view: View) -> Firing:
    """A number is a minimum, maximum, exact or approximate in one text only; share of those in both texts."""
    return share_of_facts(view, quantities, lambda own, other: own != other and own | other <= NUMERIC)


@FEATURES("quantifier added", "quantifier missing")
def quantifier_added(view: View) -> Firing:
    """Things are quantified in the conclusion, and nothing with such a quantifier is in the premise; share of things.

    Numbers do not count.
    """
    conclusion, premise = quantities(view.conclusion), quantities(view.premise)
    known = frozenset().union(*premise.values())
    return share_of_pairs(
        _counted(view, conclusion),
        lambda word, partner: partner not in premise and conclusion[word].isdisjoint(known | NUMERIC),
    )


@FEATURES("another frequency")
def frequency_differs(view: View) -> Firing:
    """A frequency (always, often, sometimes, rarely, once) is in one text only; share of aligned predicates."""
    conclusion, premise = frequencies(view.conclusion), frequencies(view.premise)
    return share_of_pairs(linked_predicates(view), lambda word, partner: conclusion.get(word) != premise.get(partner))


def quantifier(pair: Compared) -> Iterator[Candidate]:
    """Yield things with other quantifiers."""
    yield from _other_quantities(pair)
    yield from _other_quantifiers(pair)
    yield from _other_intervals(pair)
    yield from _parts_for_all(pair)
    yield from _quantified_alone(pair)


def other_quantity(
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
        sure_target=pair.of_hyp.is_sure(things[0]),
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
        yield other_quantity(
            pair,
            said[0],
            said[1],
            (thing, partner),
            numeric=not is_one_of_two and bool(kinds & NUMERIC),
            none="none" in kinds,
            vague=kinds <= {"some", "many"},
            bound=kinds == _BOUNDS,
        )


def _say_none(kinds: frozenset[Quantity]) -> bool:
    """Return whether one text says "no" or "few", and the other may deny "some" or "any": few, hardly any."""
    is_none = "none" in kinds and kinds <= {"none", "some", "any", "many"}
    return is_none or kinds >= {"few", "any"}


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
        if both == {"all"} and bool(hedges[0]) != bool(hedges[1]):
            yield other_quantity(pair, *hedges, (word, partner), hedge=1.0)
        elif both == _BOUNDS and word not in counted:
            said = _bound_words(pair.hyp, (word,)), _bound_words(pair.ref, (partner,))
            yield other_quantity(pair, *said, (word, partner), numeric=1.0, bound=1.0)
        elif len(both) > 1 and both.isdisjoint(NUMERIC | {"any"}) and word not in counted:
            yield other_quantity(pair, (word,), (partner,), (word, partner), unlinked=1.0)


def _quantified_alone(pair: Compared) -> Iterator[Candidate]:
    """Yield quantifiers of linked things that the other text does not quantify; articles do not."""
    for view in pair.views:
        here, there, said = quantities(view.conclusion), quantities(view.premise), _quantifier_words(view.conclusion)
        articles = {None, *(word for word, lemma in enumerate(view.premise.lemmas) if lemma in {"a", "the"})}
        for thing, partner in view.linked:
            if thing not in here or partner in there or here[thing] <= _IDLE or "none" in here[thing]:
                continue
            cues = [word for word in said.get(thing, ()) if view.partner[word] in articles]
            above, is_few = view.premise.ancestors(partner)[:1], "few" in here[thing]
            if not cues or (
                is_few
                and not word_lists.words("phenomena/degrees", "amount").isdisjoint(
                    view.premise.lemmas[word] for word in above
                )
            ):
                continue  # few guests, a small number of guests
            yield pair.candidate(
                view,
                "quantifier.different" if is_few else f"quantifier.{view.change}",
                cues,
                place={*cues, thing},
                other_place={partner},
                sure_target=view.is_sure(thing),
                all=bool(here[thing] & _NOT_HALF),
                negated=negated(view.conclusion)[thing],
            )


def _other_intervals(pair: Compared) -> Iterator[Candidate]:
    """Yield times that recur at another interval: every year, every second year, every other year."""
    own, theirs = intervals(pair.hyp), intervals(pair.ref)
    for thing, partner in pair.of_hyp.linked if own and theirs else ():
        if thing in own and partner in theirs and own[thing][0] != theirs[partner][0]:
            words, others = own[thing][1], theirs[partner][1]
            if not pair.hyp.upos[words[-1]] == pair.ref.upos[others[-1]] == "NUM":  # then the number differs
                yield other_quantity(pair, words, others, (thing, partner))


def _parts_for_all(pair: Compared) -> Iterator[Candidate]:
    """Yield things of which one text speaks as a part, and the other as all, or as another part: half, all, most."""
    for view in pair.views:
        for thing, part in _parts(view.conclusion).items():
            partner = view.partner[thing]
            if partner is None or partner in _parts(view.premise):
                continue
            is_half = "half" in {view.conclusion.lemmas[word] for word in part}
            wrong = _NOT_HALF if is_half else frozenset({"all"})
            if quantities(view.premise).get(partner, frozenset()) & wrong:
                words = _quantifier_words(view.premise).get(partner, ())
                yield other_quantity(
                    pair, *((words, part, (partner, thing)) if view.turned else (part, words, (thing, partner)))
                )


@cached_fact
def _parts(reading: Reading) -> Mapping[int, tuple[int, ...]]:
    """Return the words for a part of each thing: about half of the students, two thirds of them."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        if lemma in {"half", "third", "quarter"}:
            is_before = reading.basic_labels[word] in {"det", "amod", "nummod", "compound"}
            things = (reading.heads[word],) if is_before else reading.labelled(word, "nmod")[:1]
            found.update(dict.fromkeys(things, tuple(sorted((word, *reading.labelled(word, "advmod", "nummod"))))))
    return found


def _bound_words(reading: Reading, numerals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words before a number that bound it: more than, over."""
    before = max(0, min(numerals) - 1)
    return (before - 1, before) if reading.lemmas[before] in {"than", "least", "most", "to"} and before else (before,)


def _hedges(reading: Reading, word: int) -> tuple[int, ...]:
    near = sorted({*reading.labelled(word, "advmod"), max(0, word - 1)})
    return tuple(each for each in near if reading.lemmas[each] in word_lists.words("phenomena/degrees", "almost"))


@cached_fact
def _quantifier_words(reading: Reading) -> dict[int, tuple[int, ...]]:
    """Return the quantifiers of each thing."""
    by_thing: dict[int, tuple[int, ...]] = {}
    for each in quantifiers(reading):
        for thing in (each.noun, *reading.labelled(each.noun, "nmod")):
            by_thing[thing] = (*by_thing.get(thing, ()), each.token)
    return by_thing


OTHER: Final = planter(replace(Words(upos="DET ADJ", listed="quantifiers"), listed("quantifiers")))
