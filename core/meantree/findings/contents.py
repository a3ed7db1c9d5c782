"""Findings about what is left out, added or replaced: events, modifiers, conjuncts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.frames import spans_of
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import SUBJECT_PLACES, labelled, predicates
from meantree.entailment.compatibility.modality import Modality, modals
from meantree.entailment.entity_names import is_name_kept, names_in
from meantree.entailment.feature import basic_labels
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact, lemma_set
from meantree.findings.compared import RELATED, Candidate, Compared, noun_group, together, verb_group
from meantree.findings.denials import WEAK
from meantree.findings.measures import measured_alike
from meantree.findings.names import TITLES, abbreviated, are_of_one_name
from meantree.findings.roles import alikeness, is_recipient, leaves_out, roles
from meantree.findings.spellings import is_unknown_acronym
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import wordnet

_MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "obl", "nummod", "compound", "appos", "flat"})
_EMPTY: Final = lemma_set(
    "also then now even just only too so very really still already again however therefore there here thus well "
    "both such other as namely thereby meanwhile moreover furthermore besides respectively etc"
)
FOR_NOUNS: Final = lemma_set("one thing guy stuff someone somebody something other another")
"""Nouns and pronouns that stand for any noun, which says no other thing."""
_HELPERS: Final = lemma_set("aux aux:pass cop neg advmod mark case det amod compound nmod:poss")
_COMPLEMENTS: Final = lemma_set("obj iobj xcomp ccomp obl obl:agent nmod compound:prt")
_PARTICIPLES: Final = frozenset({"VBG", "VBN", "NN", "JJ"})
_OPEN: Final = frozenset({"ADP", "AUX", "CCONJ", "DET", "SCONJ", "PUNCT", "PART"})
"""Parts of speech that no quoted phrase ends in."""
LONGEST_CORE: Final = 6
"""Words of an added or lost phrase that a finding shows, beside those that complete its last phrase."""
_MORE: Final = 2
"""Words that complete the last phrase, at most."""
LIGHT: Final = lemma_set("be have do make take get go come give say tell put let seem become")
"""Verbs that say little without their objects."""
_CLAUSES: Final = frozenset({"acl", "advcl", "conj", "parataxis"})
"""Relations of clauses that may be added or lost below a word that is said in other words."""
_SHARED, _FAR = 2, 3
"""Fewest paraphrases that words of about one meaning share, and steps of the lexicon to a word that says far less."""
_HAPPENING: Final = lemma_set("be have do make take get occur happen exist")
"""Verbs that say nothing alone."""

_GONE: Final = {"role": 1.0, "event": 0.7}
"""Smallest share of unaligned content words in what is added or lost, by family."""


def left_out(pair: Compared) -> Iterator[Candidate]:
    """Yield unaligned phrases at aligned words: modifiers, conjuncts, events."""
    for view in pair.views:
        reading = view.conclusion
        bare, told = _bare(view), set[int]()
        for word in sorted(bare, key=lambda each: len(list(reading.ancestors(each)))):
            head = reading.heads[word]
            if word in told or _is_empty(view, word) or _replaced(pair, view, word) is not None:
                continue
            family, label = _family(view, word), basic_labels(reading)[word]
            if head in bare and (family != "event" or label not in _CLAUSES):
                continue
            partner = None if head == ROOT else view.partner[head]
            if family is None or _is_in_other_words(pair, view, word, partner, family):
                continue
            asides = (each for each in reading.below(word) if each != word and _is_aside(reading, each))
            below = sorted({*reading.below(word)}.difference(*map(reading.below, asides)))
            subtree = [each for each in below if reading.upos[each] != "PUNCT"]
            words = together(reading, word, {each for each in subtree if view.partner[each] is None or each in bare})
            content = [each for each in subtree if reading.upos[each] in CONTENT]
            gone = [each for each in content if view.partner[each] is None or each in bare]
            if family == "event" and _HAPPENING.issuperset(reading.lemmas[each] for each in content):
                continue  # the problems that they had, their problems
            if len(gone) < _GONE.get(family.partition(".")[0], 0.0) * len(content):
                continue  # the rest is said: of Nachu City, of Naqu; she went to Rome, she arrived in Rome
            if _is_joined(view, words) or all(_is_repeated(view, each) for each in gone):
                continue
            heads = [head] if head != ROOT and family != "event" else []
            core = _core(reading, word, words)
            told.update(words)
            candidate = pair.candidate(
                view,
                f"{family}.{'lost' if view.turned else 'added'}",
                words,
                place=[each for each in heads if {each - 1, each + 1}.intersection(core)],
                other_place=[] if partner is None or not heads else [partner],
                whole=len(gone) / len(content) if content else 1.0,
                sure_target=float(head != ROOT and pair.is_sure(view, head)),
                head_linked=float(partner is not None),
                several=min(1.0, len(gone) / 5),
                adjective=float(label == "amod"),
                adverb=float(label == "advmod"),
                phrase=float(label in {"nmod", "obl"}),
                compound=float(label in {"compound", "flat", "appos"}),
                clause=float(label in {"advcl", "acl"}),
                light=float(reading.lemmas[word] in LIGHT),
                surplus=_surplus(view),
                shared=float(view.partner[word] is not None),
                counterpart=float(_has_loose_dependent(pair, view, partner)),
            )
            yield replace(candidate, core=core)


def _is_in_other_words(pair: Compared, view: View, word: int, partner: int | None, family: str) -> bool:
    """Return whether the premise says a word in its own way: evacuees, people who fled; we should, it is necessary.

    ``partner`` is that of the head of the word.
    """
    reading = view.conclusion
    said = [modal.modality for modal in modals(reading) if modal.token == word]
    if said and (family == "event" or (reading.upos[word] == "ADV" and said != [Modality.CERTAIN])):
        return True  # the modality differs, if anything
    if partner is None:
        return False
    if family == "role.agent" and leaves_out(view.premise, partner, "agent"):
        return True
    is_described = basic_labels(reading)[word] == "acl" and not _is_aside(reading, word)
    return is_described and pair.relation(view, reading.heads[word]) not in RELATED


def _is_aside(reading: Reading, word: int) -> bool:
    """Return whether a word heads a clause after a comma that does not tell which thing is meant: Rome, which grew."""
    start = reading.below(word)[0]
    return basic_labels(reading)[word] == "acl" and "," in reading.lemmas[max(0, start - 1) : start + 1]


def _core(reading: Reading, word: int, words: Sequence[int]) -> tuple[int, ...]:
    """Return the contiguous words around the head of a phrase that carry it: a predicate with its complement."""
    run = next(range(*span) for span in spans_of(words) if word in range(*span))
    if word in predicates(reading):
        helpers = {word, *labelled(reading, word, *_HELPERS)}
        start = next((at for at in range(run.start, word) if all(each in helpers for each in range(at, word))), word)
        for subject in map(reading.below, labelled(reading, word, *SUBJECT_PLACES)):
            if run.start <= subject[0] and subject[-1] + 1 == start and word - subject[0] < LONGEST_CORE:
                start = subject[0]
        complements = labelled(reading, word, *_COMPLEMENTS)
        last = max((below for each in complements for below in reading.below(each)), default=word)
    else:
        start, last = max(run.start, word + 1 - LONGEST_CORE), run.stop - 1
        start += reading.upos[start] == "CCONJ" and start - 1 != reading.heads[word]
    stop = min(max(word, last) + 1, run.stop)
    end = max(word + 1, min(stop, start + LONGEST_CORE))
    end = max(end, min(stop, reading.heads[end - 1] + 1)) if reading.heads[end - 1] < end + _MORE else end
    core = list(range(start, end))
    while core[-1] > word and (reading.upos[core[-1]] in _OPEN or core[-1] < reading.heads[core[-1]] < stop):
        core.pop()
    return tuple(core)


def _is_empty(view: View, word: int) -> bool:
    """Return whether a word says little, or nothing that the premise lacks: also, do nothing but, nothing more than."""
    reading = view.conclusion
    if word in measured_alike(view) or word in abbreviated(view) or _is_of_known_person(view, word):
        return True
    if reading.lemmas[word] == "able":
        return not {"can", "could"}.isdisjoint(view.premise.lemmas)
    is_idle = reading.lemmas[word] == "help" and reading.lemmas[word - 1 : word] in {("not",), ("n't",)}
    phrases = reading.lemmas[word : word + 3], reading.lemmas[word - 1 : word + 2]
    is_idle |= phrases[0] == ("do", "nothing", "but") or phrases[1] == ("nothing", "more", "than")
    return is_idle or reading.lemmas[word] in _EMPTY | TITLES


def _is_of_known_person(view: View, word: int) -> bool:
    """Return whether a word belongs to the name of a person whom the premise names in fewer words: John F. Miller."""
    if view.conclusion.upos[word] != "PROPN":
        return False
    names = (name for name in names_in(view.conclusion) if word in name.words and name.kind == EntityKind.PERSON)
    return any(is_name_kept(view, name) for name in names)


def _has_loose_dependent(pair: Compared, view: View, partner: int | None) -> bool:
    """Return whether the partner of a head has unaligned content words around it: a paraphrase may be there."""
    if partner is None:
        return False
    back = pair.back(view)
    other = view.premise
    around = {*other.children[partner], *([other.heads[partner]] if other.heads[partner] != ROOT else [])}
    near = {below for child in around for below in (child, *other.children[child])} - {partner}
    return any(back.partner[word] is None and other.upos[word] in CONTENT for word in near)


def _surplus(view: View) -> float:
    """Return by how much the conclusion is longer, which tells an omission from a paraphrase."""
    own, other = len(view.conclusion.content), len(view.premise.content)
    return max(-1.0, min(1.0, (own - other) / 5))


@cached_fact
def _bare(view: View) -> frozenset[int]:
    """Return the content words without a partner of their own: modifiers may share that of their head."""
    reading = view.conclusion
    return frozenset(view.unlinked(reading.content)) | {
        word
        for word in reading.content
        if (head := reading.heads[word]) != ROOT
        and basic_labels(reading)[word] in _MODIFIERS
        and view.partner[word] is not None
        and view.partner[word] == view.partner[head]
        and view.backward[view.partner[word] or 0] != word
        and reading.lemmas[word] != view.premise.lemmas[view.partner[word] or 0]
    }


def _is_repeated(view: View, word: int) -> bool:
    """Return whether a word says again what an aligned word says: closer and closer."""
    lemmas = view.conclusion.lemmas
    return any(lemmas[other] == lemmas[word] for other, _ in view.linked if other != word)


def _is_joined(view: View, words: Sequence[int]) -> bool:
    """Return whether a part of a hyphenated word is alone unaligned that the premise writes as one: co-operate."""
    tokens = view.conclusion.tokens
    forms = {token.text.casefold() for token in view.premise.tokens} | set(view.premise.lemmas)
    for word in words:
        beside = [tokens[place].text for place in (word - 1, word + 1) if 0 <= place < len(tokens)]
        if "-" in beside:
            first, last = max(0, word - 2), min(len(tokens), word + 3)
            texts = [token.text.casefold() for token in tokens[first:last]]
            joined = {texts[at] + texts[at + 2] for at in range(len(texts) - 2) if texts[at + 1] == "-"}
            if not joined.isdisjoint(forms):
                return True
    return False


def _family(view: View, word: int) -> str | None:
    reading = view.conclusion
    label = basic_labels(reading)[word]
    if label == "conj" and reading.upos[word] != "VERB":
        return "conjunct"
    others = labelled(reading, word, "conj")
    if word not in predicates(reading) and any(view.partner[other] is not None for other in others):
        return "conjunct"
    if label == "obl" and _is_agent(reading, word):
        return "role.agent"
    if label == "obl" and is_recipient(reading, word):
        return "role.other"
    if word in predicates(reading) and reading.upos[word] in {"VERB", "NOUN", "ADJ"}:
        return "modifier" if _is_attributive(reading, word) else "event"
    if label in _MODIFIERS:
        return "modifier"
    return None


def _is_attributive(reading: Reading, word: int) -> bool:
    """Return whether a word is in the place of an adjective: the eternal and founding mission."""
    is_before_noun = reading.upos[word + 1 : word + 2] in {("NOUN",), ("PROPN",)}
    alone = not labelled(
        reading, word, *SUBJECT_PLACES, "aux", "aux:pass", "cop", "mark", "obj", "obl", "xcomp", "ccomp"
    )
    return is_before_noun and alone and reading.heads[word] != ROOT and reading.tokens[word].xpos in _PARTICIPLES


def _is_agent(reading: Reading, word: int) -> bool:
    """Return whether a word is the agent of a passive: "by the police"."""
    verb = reading.heads[word]
    is_passive = reading.tokens[verb].xpos == "VBN" and not labelled(reading, verb, "obj")
    return is_passive and any(reading.lemmas[child] == "by" for child in labelled(reading, word, "case"))


def is_same_noun(pair: Compared, word: int, other: int) -> bool:
    """Return whether two words are the same, or one stands for the other: this one, the red color for the red."""
    lemmas = {pair.hyp.lemmas[word], pair.ref.lemmas[other]}
    below = {pair.hyp.lemmas[child] for child in pair.hyp.children[word]}
    below |= {pair.ref.lemmas[child] for child in pair.ref.children[other]}
    return len(lemmas) == 1 or not lemmas.isdisjoint(FOR_NOUNS | below)


def replaced(pair: Compared) -> Iterator[Candidate]:
    """Yield words in the same place that are another: weakly linked, or unaligned at linked heads."""
    view = pair.of_hyp
    for word in pair.hyp.content:
        other = view.partner[word]
        if other is None:
            other = _replaced(pair, view, word)
        if word in measured_alike(view) and other in measured_alike(pair.of_ref):
            continue
        if other is None or pair.ref.upos[other] not in CONTENT or (pair.hyp.tokens[word].text.istitle() and word):
            continue
        if _may_be_one_name(pair, word, other):
            continue
        relation = pair.relation(view, word)
        if relation in RELATED or relation == "antonym" or is_same_noun(pair, word, other):
            continue
        family = _changed_family(pair, word, other)
        if family is None or _is_hedge_or_phrase(pair, word, other):
            continue
        is_alone = pair.otherwise_same(view, {word}, {other}) == 1
        if not is_alone and _are_near(pair.hyp.lemmas[word], pair.ref.lemmas[other]):
            continue
        groups = [
            verb_group(reading, each) if reading.upos[each] == "VERB" else noun_group(reading, each)
            for reading, each in ((pair.hyp, word), (pair.ref, other))
        ]
        yield pair.candidate(
            view,
            f"{family}.changed",
            {word},
            {other},
            place=groups[0],
            other_place=groups[1],
            **alikeness(pair, word, other),
            same_label=float(basic_labels(pair.hyp)[word] == basic_labels(pair.ref)[other]),
            same_head=float(pair.has_same_head(word, other)),
            light=float(not LIGHT.isdisjoint((pair.hyp.lemmas[word], pair.ref.lemmas[other]))),
            said=pair.said_elsewhere(word, other),
            verb=float(pair.hyp.upos[word] == "VERB"),
            noun=float(pair.hyp.upos[word] == "NOUN"),
        )


@lru_cache(maxsize=1 << 14)
def _are_near(lemma: str, other: str) -> bool:
    """Return whether words share paraphrases, or one is a kind of the other: a school, a university; legs, limbs."""
    shared = paraphrases_of(lemma) & paraphrases_of(other)
    return len(shared) >= _SHARED or _is_kind_of(lemma, other) or _is_kind_of(other, lemma)


def _is_kind_of(lemma: str, other: str) -> bool:
    lexicon = wordnet()
    broader = set(lexicon.synsets(other, "n"))
    above = (lexicon.above(synset) for synset in lexicon.synsets(lemma, "n"))
    return any(each[synset] < _FAR for each in above for synset in broader & each.keys())


def _is_hedge_or_phrase(pair: Compared, word: int, other: int) -> bool:
    """Return whether two words hedge an amount, or say less without what depends on them.

    Few friends, hardly any friends; less than a month, just a month; evacuees, people who fled.
    """
    lemmas = {pair.hyp.lemmas[word], pair.ref.lemmas[other]}
    if "ever" in lemmas or lemmas <= WEAK:
        return True
    if "than" in pair.hyp.lemmas[word + 1 : word + 2] + pair.ref.lemmas[other + 1 : other + 2]:
        return True
    sides = (pair.of_hyp, word), (pair.of_ref, other)
    clauses = [(view, clause) for view, each in sides for clause in labelled(view.conclusion, each, "acl", "acl:relcl")]
    return any(view.partner[clause] is None for view, clause in clauses)


def _may_be_one_name(pair: Compared, word: int, other: int) -> bool:
    """Return whether words are spellings of one name, or one is an acronym that may be of another language."""
    if not pair.hyp.upos[word] == pair.ref.upos[other] == "PROPN":
        return False
    texts = pair.hyp.tokens[word].text, pair.ref.tokens[other].text
    return are_of_one_name(*texts) or any(map(is_unknown_acronym, texts))


def _changed_family(pair: Compared, word: int, other: int) -> str | None:
    are_verbs = [pair.hyp.upos[word] == "VERB", pair.ref.upos[other] == "VERB"]
    if all(are_verbs):
        return "event"
    role = roles(pair.hyp).get(word)
    if role is not None and other in roles(pair.ref):
        return f"role.{role}"
    if any(are_verbs) or not {"NUM", "PROPN"}.isdisjoint((pair.hyp.upos[word], pair.ref.upos[other])):
        return None
    return "modifier"


def _replaced(pair: Compared, view: View, word: int) -> int | None:
    """Return the unaligned word of the premise in the place of an unaligned word: same relation to a linked head."""
    reading, other = view.conclusion, view.premise
    head, label = reading.heads[word], basic_labels(reading)[word]
    if head == ROOT or view.partner[word] is not None:
        return None
    partner = view.partner[head]
    if partner is None:
        return None
    back = pair.back(view)
    found = [
        child
        for child in other.children[partner]
        if basic_labels(other)[child] == label and back.partner[child] is None and other.upos[child] in CONTENT
    ]
    cases = {reading.lemmas[child] for child in labelled(reading, word, "case")}
    same_case = [child for child in found if cases == {other.lemmas[below] for below in labelled(other, child, "case")}]
    return next(iter(same_case if label in {"obl", "nmod"} else found), None)


def in_place(pair: Compared, view: View, word: int) -> int | None:
    """Return the word of the premise in the place of a word: linked, with the same relation, or between neighbours."""
    linked = view.partner[word]
    if linked is not None:
        return linked
    replaced_word = _replaced(pair, view, word)
    return _between(pair, view, word) if replaced_word is None else replaced_word


def _between(pair: Compared, view: View, word: int) -> int | None:
    """Return the unaligned word between the partners of both neighbours of a word."""
    if not 0 < word < len(view.conclusion) - 1:
        return None
    before, after = view.partner[word - 1], view.partner[word + 1]
    back = pair.back(view)
    if before is None or after is None or after - before != 2 or back.partner[before + 1] is not None:
        return None
    return before + 1
