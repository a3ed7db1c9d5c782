"""Who does what to whom: are the subject and object of each verb those of its partner?

Predicates are compared by their logical arguments (:mod:`meantree.phenomena.clauses`), so that actives and
passives agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import words
from meantree.phenomena.clauses import Clause, ClausePair, Role, clause_pairs, clauses, same
from meantree.phenomena.compared import RELATED, Candidate, Compared, noun_group
from meantree.phenomena.feature import SILENT, Features, Firing, arcs_among, linked_share
from meantree.phenomena.operations import Span, Words, exchange, inflected_as, phrase, planter, remove, replace
from meantree.phenomena.pronouns_and_articles import persons
from meantree.phenomena.reading import Reading, View, cached_fact

NOUNS: Final = frozenset({"NOUN", "PROPN"})
NOMINAL: Final = frozenset({"compound", "nmod"})
ROLES: Final[Mapping[Role, str]] = {"subject": "agent", "object": "patient", "recipient": "other"}
"""The names of logical arguments in kinds."""
_NEAR: Final = 8
"""Words between a verb and a participant near it."""
_PARTICIPANTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod", "nmod:poss"})
_SUBJECTS: Final = ("nsubj", "nsubj:pass")
_READ_AS: Final = {"nsubj": "agent", "obl:agent": "agent", "nsubj:pass": "patient", "obj": "patient"}
FEATURES: Final = Features("structural alignment")


@FEATURES("role of an argument changed")
def roles_changed(view: View) -> Firing:
    """Arguments of the conclusion have another role at a verb of the same meaning; share of its arguments.

    Verbs with one argument in either text do not count (his attitude changed, he changed his attitude), nor do verbs
    whose subject and object are swapped.
    """
    changed = {
        (word, pair.conclusion.predicate, pair.premise.predicate)
        for pair in clause_pairs(view)
        if min(len(clause.core) for clause in pair) > 1 and view.is_kept(pair.conclusion.predicate)
        if not _are_swapped(view, pair)
        for role, word in pair.conclusion.core.items()
        if view.is_kept(word)
        and not same(view, word, pair.premise.core.get(role))
        and any(same(view, word, other) for other in pair.premise.core.values())
    }
    words = sorted({word for word, _, _ in changed})
    conclusion = arcs_among(view.conclusion, ((word, predicate) for word, predicate, _ in changed))
    premise = arcs_among(view.premise, ((view.partner[word] or 0, predicate) for word, _, predicate in changed))
    return linked_share(view, words, _number_of_arguments(view.conclusion), len(changed), (conclusion, premise))


@FEATURES("subject and object swapped")
def subject_and_object_swapped(view: View) -> Firing:
    """Subject and object are swapped; share of the conclusion's predicates."""
    swapped = [pair for pair in clause_pairs(view) if _are_swapped(view, pair)]
    if not swapped:
        return SILENT
    conclusion, premise = (
        tuple(sorted({word for clause in side for word in (clause.predicate, *clause.core.values())}))
        for side in zip(*swapped, strict=True)
    )
    return Firing(len(swapped) / len(clauses(view.conclusion)), conclusion, premise)


@FEATURES("active and passive confused")
def voice_confused(view: View) -> Firing:
    """Actives and passives of the same verb have the same subject: who acts suffers; share of the predicates.

    The active has an object, so that the verb is not one of change (it broke, it was broken).
    """
    confused = [pair for pair in clause_pairs(view) if _is_voice_confused(view, pair)]
    words = sorted(
        {word for pair in confused for word in (pair.conclusion.predicate, pair.conclusion.written["subject"])}
    )
    return linked_share(view, words, len(clauses(view.conclusion)), len(confused))


@FEATURES.table((("subject",), ("object",)), "{0}s_elsewhere", "a verb has the {0} of another verb")
def arguments_elsewhere(view: View, role: Role) -> Firing:
    """{0}s of the conclusion's verbs are those of other verbs in the premise; share of its {0}s."""
    conclusion, premise = clauses(view.conclusion), clauses(view.premise)

    def is_elsewhere(pair: ClausePair, word: int) -> bool:
        instead = pair.premise.core.get(role)
        here = (*pair.premise.core.values(), *(noun for _, noun in pair.premise.obliques))
        return (
            instead is not None
            and view.premise.upos[instead] in NOUNS
            and not any(same(view, word, other) for other in here)
            and any(same(view, word, clause.core.get(role)) for clause in premise.values())
        )

    pairs = [
        (word, pair)
        for pair in clause_pairs(view)
        if view.is_kept(pair.conclusion.predicate)
        if (word := pair.conclusion.core.get(role)) is not None and view.is_kept(word) and is_elsewhere(pair, word)
    ]
    words = sorted({place for word, pair in pairs for place in (word, pair.conclusion.predicate)})
    return linked_share(view, words, sum(role in clause.core for clause in conclusion.values()), len(pairs))


@FEATURES("an adjunct made a subject or object", "a subject or object made an adjunct")
def arguments_demoted(view: View) -> Firing:
    """Subjects and objects of the conclusion have a preposition at the same verb of the premise; share of these."""
    return _share_of_arguments(
        view,
        lambda pair, _, word: (
            pair.conclusion.passive == pair.premise.passive
            and not any(same(view, word, other) for other in pair.premise.core.values())
            and any(preposition and same(view, word, other) for preposition, other in pair.premise.obliques)
        ),
    )


@FEATURES("a modifier made a subject or object", "a subject or object made a modifier")
def arguments_made_modifiers(view: View) -> Firing:
    """Subjects and objects of the conclusion only modify the noun in their place in the premise; share of these."""
    labels, lemmas = view.premise.basic_labels, view.premise.lemmas

    def modifies(pair: ClausePair, role: Role, word: int) -> bool:
        partner, noun = view.partner[word] or 0, pair.premise.core.get(role)
        return (
            noun is not None
            and labels[partner] in NOMINAL
            and view.premise.heads[partner] == noun
            and lemmas[noun] not in words("phenomena/counting_nouns")
            and view.backward[noun] not in view.conclusion.below(word)
        )

    return _share_of_arguments(view, modifies)


def _share_of_arguments(view: View, true_of: Callable[[ClausePair, Role, int], bool]) -> Firing:
    """Return a firing on subjects and objects for which something is true, at verbs of the same meaning."""
    found = {
        (word, pair.conclusion.predicate)
        for pair in clause_pairs(view)
        if view.is_kept(pair.conclusion.predicate)
        for role, word in pair.conclusion.core.items()
        if role != "recipient" and view.is_kept(word) and true_of(pair, role, word)
    }
    words, arcs = sorted({word for word, _ in found}), arcs_among(view.conclusion, found)
    return linked_share(view, words, _number_of_arguments(view.conclusion), len(found), (arcs, ()))


def _number_of_arguments(reading: Reading) -> int:
    return sum(len(clause.core) for clause in clauses(reading).values())


def _is_voice_confused(view: View, pair: ClausePair) -> bool:
    if pair.conclusion.passive == pair.premise.passive or _are_swapped(view, pair):
        return False
    active = pair.premise if pair.conclusion.passive else pair.conclusion
    word, other = pair.conclusion.written.get("subject"), pair.premise.written.get("subject")
    return "object" in active.written and view.is_kept(pair.conclusion.predicate) and same(view, word, other)


def _are_swapped(view: View, pair: ClausePair) -> bool:
    conclusion, premise = pair.conclusion.core, pair.premise.core
    return same(view, conclusion.get("subject"), premise.get("object")) and same(
        view, conclusion.get("object"), premise.get("subject")
    )


def swapped(pair: Compared) -> Iterator[Candidate]:
    """Yield words that exchange their roles, most often agent and patient."""
    known = set()
    for candidate in _swapped_in_clauses(pair):
        known.add(candidate.hypothesis)
        yield candidate
    yield from (candidate for candidate in _exchanged(pair) if candidate.hypothesis not in known)


def _swapped_in_clauses(pair: Compared) -> Iterator[Candidate]:
    """Yield clauses whose agent is the patient of the other text, and the reverse."""
    view = pair.of_hyp
    for own, other in clause_pairs(view):
        agents, patients = (own.core.get("subject"), other.core.get("subject")), (_patient(own), _patient(other))
        given = _recipient(pair.hyp, own), _recipient(pair.ref, other)
        are_persons = _exchange_persons(pair, (agents[0], given[0]), (given[1], agents[1]))
        if None not in given and (are_persons or _means(pair, given[0], agents[1])):
            patients = given  # she gave it to him, he gave it to her
        crosswise = (agents[0], patients[0]), (patients[1], agents[1])
        words, others = ([word for word in each if word is not None] for each in crosswise)
        if len(words) + len(others) < 4 or view.relation(own.predicate) not in RELATED:
            continue  # changes hit the world, the world experienced changes
        exchanged = _exchange_persons(pair, words, others)
        crossed = [exchanged or _means(pair, *each) for each in zip(words, others, strict=True)]
        stays = same(view, words[0], others[1]) or same(view, words[1], others[0])
        if not all(crossed) or (stays and not exchanged):
            continue  # its victory moved them to the top, with its victory they took the lead
        stand_alike = (words[0] < words[1]) == (others[0] < others[1])  # the dog bit him, the dog was bitten by him
        yield pair.candidate(
            view,
            "role.swapped",
            [*words, *[own.predicate] * stand_alike],
            [*others, *[other.predicate] * stand_alike],
            place=_with_predicate(pair.hyp, own, words, tells_voice=own.passive != other.passive),
            other_place=_with_predicate(pair.ref, other, others, tells_voice=own.passive != other.passive),
            both=1.0,
            same_voice=own.passive == other.passive,
            sure_target=view.is_sure(own.predicate),
            pronoun="PRON" in {pair.hyp.upos[word] for word in words},
            near_verb=max(abs(word - own.predicate) for word in words) < _NEAR,
        )


def _with_predicate(reading: Reading, clause: Clause, words: Sequence[int], *, tells_voice: bool) -> set[int]:
    """Return the predicate and the groups of its arguments; with auxiliaries and prepositions where these differ."""
    telling = [reading.labelled(clause.predicate, "aux", "aux:pass")] if tells_voice else []
    telling += [reading.labelled(word, "case") for word in words if tells_voice]
    return {clause.predicate}.union(*telling, *(noun_group(reading, word) for word in words))


def _exchanged(pair: Compared) -> Iterator[Candidate]:
    """Yield two nouns or numbers, each in the place of the other: from London to Paris, from Paris to London."""
    view = pair.of_hyp
    for (first, partner), (second, other) in combinations(_said_once(pair), 2):
        words, others = (first, second), (partner, other)
        own, theirs = _places(pair.hyp, words), _places(pair.ref, others)
        heads = [None if head == ROOT else view.partner[head] for head, *_ in own]
        here, beside = ((head, *place[1:]) for head, place in zip(heads, own, strict=True))
        if None in heads or here == beside or (beside, here) != theirs:
            continue
        are_numbers = all(pair.hyp.upos[word] == "NUM" for word in words)
        yield pair.candidate(
            view,
            "number.different" if are_numbers else "role.swapped",
            words,
            others,
            place=_with_heads(pair.hyp, words),
            other_place=_with_heads(pair.ref, others),
            linked=1.0,
            same_shape=1.0,
            only=1.0,
            both=1.0,
            same_voice=1.0,
            sure_target=all(view.is_sure(pair.hyp.heads[word]) for word in words),
            near_verb=1.0,
        )


def _said_once(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield the participants whose lemma each text has once."""
    once = [{lemma for lemma, times in Counter(each.lemmas).items() if times == 1} for each in (pair.hyp, pair.ref)]
    for lemma in sorted(once[0] & once[1]):
        word, partner = pair.hyp.lemmas.index(lemma), pair.ref.lemmas.index(lemma)
        if _is_participant(pair.hyp, word) and _is_participant(pair.ref, partner):
            yield word, partner


def _is_participant(reading: Reading, word: int) -> bool:
    if reading.upos[word] == "NUM" and reading.basic_labels[word] == "nummod":
        return True
    return reading.upos[word] in {"NOUN", "PROPN"} and reading.basic_labels[word] in _PARTICIPANTS


def _places(reading: Reading, words: tuple[int, int]) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """Return for each of two words its head, and by which relation and prepositions it depends on that.

    One that depends on the other stands beside it: over Spain, in the victory of France over Spain.
    """
    heads = [reading.heads[word] for word in words]
    beside = [reading.heads[head] if head in words else head for head in heads]
    return tuple(
        (head, reading.basic_labels[word], reading.cases(word)) for head, word in zip(beside, words, strict=True)
    )


def _with_heads(reading: Reading, words: tuple[int, int]) -> set[int]:
    """Return words with their prepositions and heads."""
    return {each for word in words for each in (word, reading.heads[word], *reading.labelled(word, "case"))} - {ROOT}


def _exchange_persons(pair: Compared, own: Sequence[int | None], theirs: Sequence[int | None]) -> bool:
    """Return whether agent and patient are pronouns of different persons that are exchanged: I ask him, he asks me."""
    sides = (persons(pair.hyp), own), (persons(pair.ref), theirs)
    mine, others = ([said.get(-1 if word is None else word) for word in words] for said, words in sides)
    return None not in mine and len(set(mine)) == 2 and mine == others


def _patient(clause: Clause) -> int | None:
    """Return the object, or the recipient of a clause without one: she asked him to stay."""
    return clause.core.get("object", clause.core.get("recipient"))


def _recipient(reading: Reading, clause: Clause) -> int | None:
    """Return to whom something is given, before or after it."""
    is_giving = reading.lemmas[clause.predicate] in words("phenomena/giving")
    after = (word for preposition, word in clause.obliques if preposition == "to" and is_giving)
    return clause.core.get("recipient", next(after, None))


def _means(pair: Compared, word: int | None, other: int | None) -> bool:
    """Return whether two words are linked, and mean the same."""
    if word is None or other is None:
        return False
    return same(pair.of_hyp, word, other) and pair.of_hyp.relation(word) in RELATED


@cached_fact
def roles(reading: Reading) -> Mapping[int, str]:
    """Return the role of each word that is a logical argument of a verb; that of the nearest verb if it has several.

    What is something else, as with a copula, does nothing, and has no role.
    """
    found: dict[int, str] = {}
    for clause in clauses(reading).values():
        if reading.upos[clause.predicate] != "VERB" or reading.labelled(clause.predicate, "cop"):
            continue
        for role, word in clause.core.items():
            if word not in found or reading.heads[word] == clause.predicate:
                found[word] = ROLES[role]
    return found


def arguments(reading: Reading) -> Iterator[tuple[Span, Span]]:
    """Yield the phrases of subject and object, or of subject and agent, of a verb that shows no number of them."""
    for verb, upos in enumerate(reading.upos):
        subjects, others = reading.labelled(verb, *_SUBJECTS), reading.labelled(verb, "obj", "obl:agent")
        if upos != "VERB" or len(subjects) != 1 or len(others) != 1:
            continue
        first, second = phrase(reading, subjects[0]), phrase(reading, others[0])
        are_around = first and second and first[1] <= verb < second[0]
        if first and second and are_around and _are_alike(reading, subjects[0], others[0]):
            yield first, (second[0] + (reading.labels[others[0]] == "obl:agent"), second[1])


def _are_alike(reading: Reading, word: int, other: int) -> bool:
    """Return whether two words are pronouns of persons, names or nouns of the same number."""
    kinds = {reading.upos[word], reading.upos[other]} <= {"NOUN", "PROPN", "PRON"}
    tags = [reading.tokens[each].xpos for each in (word, other)]
    return kinds and (tags[0][-1] == "S") == (tags[1][-1] == "S") and not any(tag.startswith("W") for tag in tags)


def said_roles(reading: Reading) -> Hashable:
    """Return who does what to whom: verb, agent and patient of each clause, active or passive."""
    found: Counter[tuple[str, ...]] = Counter()
    for verb in range(len(reading)):
        for word in reading.children[verb]:
            role = _READ_AS.get(reading.labels[word])
            if role:
                found[reading.lemmas[verb], role, reading.tokens[word].text.lower()] += 1
    return frozenset(found.items())


SWAPPED: Final = planter(exchange(arguments), fact=said_roles)
OTHER_AGENT: Final = planter(
    replace(Words(upos="NOUN", label="nsubj obl:agent", head="VERB"), inflected_as("participants"))
)
OTHER_PATIENT: Final = planter(
    replace(Words(upos="NOUN", label="nsubj:pass obj", head="VERB"), inflected_as("participants"))
)
NO_AGENT: Final = planter(remove(Words(label="obl:agent")))
NO_PARTICIPANT: Final = planter(remove(Words(label="obl", head="VERB", case="with to for from")))
