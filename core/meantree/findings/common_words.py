"""Common words that look like names, or stand for them: words in titles, and definite descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled
from meantree.entailment.entity_names import Name
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.lexicon.wordnet import wordnet

_SHORT, _MOST = 3, 0.75
"""Letters of words that titles may write small, and the share of the other words that have a capital."""
_DESCRIBED: Final = {
    EntityKind.PERSON: ("person",),
    EntityKind.LOCATION: ("location",),
    EntityKind.ORGANISATION: ("group",),
}
"""What nouns are that describe a name of a kind."""


def is_title(view: View, name_here: Name) -> bool:
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


def describes(reading: Reading, words: Sequence[int], kind: EntityKind | None) -> bool:
    """Return whether words are a definite description of what has a name of a kind: the Czech capital."""
    nouns = [word for word in words if reading.upos[word] == "NOUN" and labelled(reading, word, "det", "nmod:poss")]
    if kind not in _DESCRIBED or not nouns or reading.lemmas[min(reading.below(nouns[-1]))] in {"a", "an"}:
        return False
    lexicon = wordnet()
    tops = {lexicon.synsets(top, "n")[0] for top in _DESCRIBED[kind]}
    return any(not tops.isdisjoint(lexicon.above(each)) for each in lexicon.synsets(reading.lemmas[nouns[-1]], "n")[:2])
