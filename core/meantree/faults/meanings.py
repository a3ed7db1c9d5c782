"""Faults in words: opposites, broader words, untranslated and repeated words, grammar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import CAUSES, class_of, clauses, is_joined
from meantree.faults.edits import Change, Edit, deleted, replaced
from meantree.faults.inflection import article, inflected_like
from meantree.faults.word_pairs import BROADER, FOREIGN, OPPOSITES
from meantree.lexicon.exclusive_words import others_of

_AGREEMENT: Final = {"is": "are", "are": "is", "was": "were", "were": "was", "has": "have", "have": "has"}
_COLLECTIVE: Final = lemma_set(
    "team police government family majority minority number staff couple group band data media crew public percent "
    "percentage lot company club pair rest half part people board committee bunch politics news series means what "
    "total average variety range assembly jury army audience cabinet council parliament enemy management congress "
    "senate leadership administration commission ministry department firm association union orchestra crowd"
)
"""Nouns with a verb in the singular or plural."""
_BEFORE_ARTICLE: Final = lemma_set("such what half many quite rather as by of too so how like kind once twice not")
"""Words after which a noun may have no article, or must have one in this place."""
_BARE: Final = frozenset({"compound", "appos"})
"""Relations of nouns that need no article: Smith, member of the club."""
_CHOOSING: Final = lemma_set("declare name nominate elect appoint announce choose select become remain call")
"""Verbs of roles and offices, for which a broader noun does not fit."""
_PLAIN: Final = frozenset({"det", "det:predet", "nmod:poss", "nummod", "case", "punct", "cop"})
"""Relations to nouns that go with broader nouns, too; others may not: the acting governor, a Chinese restaurant."""


def opposite(reading: Reading) -> Iterator[Change]:
    """Yield words replaced by their antonyms in the same form, where nothing is negated."""
    denied = {word for cue in negators(reading) for word in (*cue.scope, cue.token)}
    for word, token in enumerate(reading.tokens):
        is_word = token.text == token.text.lower() and word not in denied and not is_joined(reading, word)
        is_word = is_word and reading.lemmas.count(reading.lemmas[word]) == 1
        if (
            not is_word
            or (word and reading.lemmas[word - 1] in _COMPARING)
            or _has_measure(reading, word)
            or _is_combined(reading, word)
            or labelled(reading, word, "compound:prt", "xcomp", "fixed")
            or _is_one_of_several(reading, word)
            or _is_bare_object(reading, word)
            or _is_contradicted(reading, word)
            or _belongs_to_noun(reading, word)
            or not marks(reading, word).isdisjoint(_ASKED)
            or (reading.labels[word] == "xcomp" and token.upos == "ADJ")
        ):
            continue
        if token.upos == "ADP":
            if not _says_when(reading, word):
                continue
        elif reading.labels[word] in {"compound", "fixed", "compound:prt", "case", "mark"} and token.upos != "ADJ":
            continue
        if labelled(reading, word, "cop") and "to" in marks(reading, word):  # to be honest
            continue
        if token.upos == "VERB" and (
            not labelled(reading, word, "nsubj", "nsubj:pass", "obj")
            or labelled(reading, word, "conj")
            or reading.labels[word] in {"conj", "xcomp"}  # continue to improve
            or _is_explained(reading, word)
        ):
            continue
        for lemma in OPPOSITES.get(token.upos, {}).get(reading.lemmas[word], ()):
            form = inflected_like(lemma, token.xpos)
            if form is not None and form not in {each.text.lower() for each in reading.tokens}:
                yield replaced("opposite.changed", word, form)


_ASKED: Final = lemma_set("if whether")
"""Conjunctions of what is open: I do not know if they agree."""
_COMPARING: Final = lemma_set("as best than too more most less least")
"""Words before an adjective that its opposite seldom follows: the best possible, more unimportant."""


def _says_when(reading: Reading, word: int) -> bool:
    """Return whether a preposition precedes a definite event: after the war, but not before the court, named after."""
    noun = reading.heads[word]
    is_event = reading.upos[noun] == "NOUN" and class_of(reading, noun) is None and reading.labels[noun] == "obl"
    is_event = is_event and bool(labelled(reading, noun, "det", "nmod:poss")) and reading.lemmas[noun] not in _NO_EVENTS
    return is_event and reading.lemmas[word - 1] not in _WITH_AFTER


_WITH_AFTER: Final = lemma_set("look name go take come day year time")
"""Words of set phrases with "after" and "before"."""
_NO_EVENTS: Final = lemma_set("law eye face while end moment time fact fashion manner day year week month")


def _is_combined(reading: Reading, word: int) -> bool:
    """Return whether words before a noun may go with it alone: the vast majority, her business friend."""
    is_abstract = reading.upos[word] == "NOUN" and class_of(reading, word) is None
    return bool(labelled(reading, word, *(("compound", "amod") if is_abstract else ("compound",))))


def _is_bare_object(reading: Reading, word: int) -> bool:
    """Return whether a singular noun is the object of a verb without a word of its own: to give rise to."""
    is_object = reading.labels[word] == "obj" and reading.tokens[word].xpos == "NN"
    return is_object and not labelled(reading, word, "det", "nmod:poss", "amod", "nummod", "compound")


_FORTUNE: Final = lemma_set(
    "victory defeat success failure win lose succeed fail happy glad celebrate praise joy proud champion "
    "championship title acclaim award congratulate trophy winner loser celebration congratulation pleased "
    "delighted disappointed sad fortunately unfortunately luckily die survive death birth fatal dead kill victim "
    "crash murder bury funeral"
)
"""Words of luck and misfortune, of which no one is exchanged beside another."""
_GENDERED: Final = lemma_set("man woman boy girl son daughter brother sister husband wife mother father male female")
_GENDERED_PRONOUNS: Final = lemma_set("he him his himself she her hers herself")
_WON: Final = lemma_set("match game election vote battle race war case final set round seat fight set point majority")


def _is_contradicted(reading: Reading, word: int) -> bool:
    """Return whether other words do not fit the opposite: happy after the defeat, a bad 700 people, to lose acclaim."""
    lemma = reading.lemmas[word]
    if lemma in _GENDERED and not _GENDERED_PRONOUNS.isdisjoint(token.text.lower() for token in reading.tokens):
        return True
    if lemma in _FORTUNE and len(_FORTUNE.intersection(reading.lemmas)) > 1:
        return True
    if lemma == "support":  # money to support the work, she supports her child
        is_person = any(class_of(reading, each) == "person" for each in labelled(reading, word, "obj"))
        return is_person or "to" in marks(reading, word)
    following = "".join(reading.lemmas[word + 1 : word + 2])
    if lemma == "bad" and following in {"defeat", "loss", "accident", "injury"}:
        return True
    if lemma == "accept":
        return "into" in reading.lemmas
    if lemma == "win":
        return any(reading.lemmas[each] not in _WON for each in labelled(reading, word, "obj"))
    return lemma == "good" and ("NUM" in reading.upos[word + 1 : word + 2] or following in _GREETED)


def _belongs_to_noun(reading: Reading, word: int) -> bool:
    """Return whether a noun goes with a word, but not with its opposite: small children, poor relations, in the end."""
    lemma, parts = reading.lemmas[word], labelled(reading, word, "nmod")
    if reading.labels[word] == "amod":
        named = class_of(reading, reading.heads[word])
        return (lemma in {"small", "large"} and named == "person") or (lemma in {"rich", "poor"} and named is None)
    if lemma in {"majority", "minority"}:  # of the rain
        return any(reading.tokens[each].xpos == "NN" for each in parts)
    return lemma in {"end", "beginning"} and all(reading.lemmas[each] == "day" for each in parts)


_GREETED: Final = lemma_set("morning evening night luck chance deal friend thing many few bit")
"""Nouns of set phrases with "good"."""


def _is_explained(reading: Reading, verb: int) -> bool:
    """Return whether a clause says how or why, which may not fit the opposite of its verb: die quickly, die of cold."""
    manner = any(reading.tokens[word].text.endswith("ly") for word in labelled(reading, verb, "advmod"))
    return manner or not _EXPLAINING.isdisjoint(reading.lemmas[word] for word in reading.below(verb) if word > verb)


_EXPLAINING: Final = CAUSES | {"of", "from", "during", "hospital"}


def _is_one_of_several(reading: Reading, word: int) -> bool:
    """Return whether a word agrees with others, or contrasts with them: quick and good, slow but friendly."""
    if bool(labelled(reading, word, "conj")) or reading.labels[word] == "conj":  # friends and family
        return True
    if reading.upos[word] != "ADJ":
        return False
    beside = labelled(reading, reading.heads[word], "amod") if reading.labels[word] == "amod" else (word,)
    is_odd = reading.labels[word] == "amod" and reading.lemmas[word] in _PREDICATIVE
    is_odd = is_odd or reading.lemmas[reading.heads[word]] in {"part", "hold", "grip"}  # in large part
    return "but" in reading.lemmas or is_odd or len(beside) > 1


_PREDICATIVE: Final = lemma_set(
    "possible impossible likely unlikely able unable legal illegal popular clear unclear important"
)
"""Adjectives whose opposites do not precede a noun: the possible easing of rules."""


def _has_measure(reading: Reading, word: int) -> bool:
    """Return whether a word is measured or compared: as weak as, 20 metres deep."""
    has_number = bool(labelled(reading, word, "obl:unmarked", "obl:npmod", "nummod", "nmod:unmarked"))
    return has_number or any(
        reading.lemmas[child] in {"as", "so", "that"} for child in labelled(reading, word, "advmod")
    )


_SET_COLOURED: Final = lemma_set(
    "wine paper light card box hole tape carpet line belt pepper tea board water coal gold"
)
"""Things whose colour names a kind: red wine."""
_SET_NATIONAL: Final = lemma_set(
    "franc dollar pound crown krone krona peso rupee rouble ruble yuan lira characteristic"
)


def other_modifier(reading: Reading) -> Iterator[Change]:
    """Yield colours of things and nationalities, replaced by another one."""
    texts = [token.text.casefold() for token in reading.tokens]
    named = {word for each in reading.entities for word in range(each.start, each.end) if each.end - each.start > 1}
    for word in range(len(reading) - 1):
        head, text = word + 1, reading.tokens[word].text
        others = [other for other in others_of(text) if other not in texts] if reading.upos[word] == "ADJ" else []
        is_plain = reading.heads[word] == head and reading.upos[head] == "NOUN" and reading.labels[word] == "amod"
        if not others or not is_plain or texts.count(texts[word]) > 1 or named & {word, head}:
            continue
        is_colour, noun = text.islower(), reading.lemmas[head]
        suits = class_of(reading, head) == "thing" and noun not in _SET_COLOURED if is_colour else True
        is_alone = not (
            is_joined(reading, word) or is_joined(reading, head) or labelled(reading, word, "conj", "advmod")
        )
        if suits and is_alone and noun not in _SET_NATIONAL:
            other = others[sum(map(len, texts)) % len(others)]
            yield replaced("modifier.changed", word, other if is_colour else other.capitalize())


def specificity(reading: Reading) -> Iterator[Change]:
    """Yield nouns replaced by a broader one, beside none that is below it, too: from beetles to insects."""
    for word, token in enumerate(reading.tokens):
        lemma = reading.lemmas[word]
        is_alone = reading.lemmas.count(lemma) == 1 and reading.labels[word] != "conj" and not is_joined(reading, word)
        is_alone = is_alone and {reading.labels[child] for child in reading.children[word]} <= _PLAIN
        if token.upos != "NOUN" or not token.text.islower() or not is_alone or _is_modifier(reading, word):
            continue
        is_chosen = reading.heads[word] != ROOT and reading.lemmas[reading.heads[word]] in _CHOOSING
        if is_chosen or not _is_countable_here(reading, word):
            continue
        others = [other for other in reading.lemmas if other != lemma]
        for broader in BROADER.get(lemma, ()):
            form = inflected_like(broader, token.xpos)
            if (
                form is not None
                and broader not in others
                and all(broader not in BROADER.get(each, ()) for each in others)
            ):
                yield replaced("specificity.broader", word, form)


def _is_modifier(reading: Reading, word: int) -> bool:
    """Return whether a noun is part of another, modifies the one behind it, or is the only one of its owner."""
    label = reading.labels[word]
    if reading.tokens[word].xpos == "NN" and labelled(reading, word, "nmod:poss"):  # with her relative
        return True
    is_before = reading.heads[word] > word and label in {"amod", "nmod", "nmod:unmarked"}
    return is_before or label in {"compound", "fixed"}


def _is_countable_here(reading: Reading, word: int) -> bool:
    """Return whether a noun is plural, or has a determiner as nouns that are counted do: a lunch, not some lunch."""
    counting = labelled(reading, word, "det", "nmod:poss", "nummod")
    return reading.tokens[word].xpos == "NNS" or any(reading.lemmas[each] not in {"some", "any"} for each in counting)


def untranslated(reading: Reading) -> Iterator[Change]:
    """Yield frequent nouns in another language."""
    for word, token in enumerate(reading.tokens):
        if token.upos == "NOUN" and not is_joined(reading, word):
            yield from (replaced("untranslated.word", word, foreign) for foreign in FOREIGN.get(token.text, ()))


def repetition(reading: Reading) -> Iterator[Change]:
    """Yield words and short phrases written twice."""
    for word, token in enumerate(reading.tokens[:-1]):
        if not token.text.isalpha() or token.upos == "PROPN" or not token.space_after or not word:
            continue
        if token.upos == "NOUN" and reading.upos[word - 1] in {"ADJ", "DET"}:
            pair = f"{reading.tokens[word - 1].text.lower()} {token.text}"
            if reading.tokens[word - 1].space_after and word > 1:
                yield Change("repetition.added", (Edit(word + 1, word + 1, pair),))
        elif (
            token.upos in {"DET", "ADP", "AUX"}
            and reading.upos[word + 1] != "PUNCT"
            and token.text.lower() not in {"had", "that", "have", "do"}
        ):
            yield Change("repetition.added", (Edit(word, word, token.text.lower()),))


def grammar(reading: Reading) -> Iterator[Change]:
    """Yield wrong agreement, and articles that are missing or wrong."""
    for word, token in enumerate(reading.tokens[:-1]):
        if token.text.lower() in {"a", "an"} and token.upos == "DET":
            yield from _wrong_article(reading, word)
    for clause in clauses(reading):
        first = clause.auxiliaries[0] if clause.auxiliaries else ROOT
        text = reading.tokens[first].text.lower() if first != ROOT else ""
        if text not in _AGREEMENT or reading.tokens[clause.subject].xpos not in {"NN", "NNS"}:
            continue
        dependents = labelled(reading, clause.subject, "conj", "nmod", "nummod", "acl", "acl:relcl", "appos")
        is_group = class_of(reading, clause.subject) == "group" and reading.tokens[clause.subject].xpos == "NN"
        if text == "was" and not {"if", "wish", "unless"}.isdisjoint(reading.lemmas):  # if it were
            continue
        agrees = (text in {"is", "was", "has"}) == (reading.tokens[clause.subject].xpos == "NN")
        if agrees and not dependents and not is_group and reading.lemmas[clause.subject] not in _COLLECTIVE:
            yield replaced("grammar.agreement", first, _AGREEMENT[text])


def _wrong_article(reading: Reading, word: int) -> Iterator[Change]:
    text, following = reading.tokens[word].text.lower(), reading.tokens[word + 1]
    if not following.text.isalpha() or following.text[:1].lower() == "h" or article(following.text) != text:
        return
    if following.text.isupper():
        return
    yield replaced("grammar.article", word, "an" if text == "a" else "a")
    before = reading.lemmas[word - 1] if word else ""
    is_counted = class_of(reading, word + 1) in {"person", "animal", "thing"} and following.xpos == "NN"
    ends = reading.tokens[-1].text in {".", "!", "?"}
    if word and is_counted and ends and before not in _BEFORE_ARTICLE and reading.labels[word + 1] not in _BARE:
        yield deleted("grammar.article", word, word + 1)
