"""Changes that keep the meaning: active and passive, contractions, moved adverbials, synonyms, digits and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading
from meantree.faults.edits import HARMLESS, Change, Edit, phrase, replaced, text_of, word_list
from meantree.faults.inflection import inflected_like, participle
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet

_CONTRACTED: Final = {
    ("do", "not"): "don't",
    ("does", "not"): "doesn't",
    ("did", "not"): "didn't",
    ("is", "not"): "isn't",
    ("are", "not"): "aren't",
    ("was", "not"): "wasn't",
    ("were", "not"): "weren't",
    ("has", "not"): "hasn't",
    ("have", "not"): "haven't",
    ("will", "not"): "won't",
    ("would", "not"): "wouldn't",
    ("it", "is"): "it's",
    ("i", "am"): "I'm",
    ("he", "is"): "he's",
    ("we", "are"): "we're",
    ("they", "are"): "they're",
    ("i", "have"): "I've",
    ("we", "have"): "we've",
    ("do", "n't"): "do not",
    ("does", "n't"): "does not",
    ("did", "n't"): "did not",
    ("is", "n't"): "is not",
    ("was", "n't"): "was not",
    ("wo", "n't"): "will not",
    ("ca", "n't"): "cannot",
    ("it", "'s"): "it is",
    ("i", "'m"): "I am",
    ("we", "'re"): "we are",
}
_NUMERALS: Final = word_list("zero one two three four five six seven eight nine ten eleven twelve")
RAREST: Final = 18.0
"""Largest surprisal in bits of a synonym."""
_OBJECT_FORMS: Final = frozenset({"PRON"})


def contraction(reading: Reading) -> Iterator[Change]:
    """Yield contractions, and their full forms."""
    for word in range(len(reading) - 1):
        pair = (reading.tokens[word].text.lower(), reading.tokens[word + 1].text.lower().replace("’", "'"))
        is_verb = pair[1] in {"not", "n't"} or reading.upos[word + 1] == "AUX"
        if pair in _CONTRACTED and is_verb and (pair[1] != "'s" or reading.lemmas[word + 1] == "be"):
            yield Change(f"{HARMLESS}contraction", (Edit(word, word + 2, _CONTRACTED[pair]),))


def digits(reading: Reading) -> Iterator[Change]:
    """Yield small numbers in digits instead of words, and the reverse."""
    for word, token in enumerate(reading.tokens):
        if token.upos != "NUM" or reading.labels[word] != "nummod":
            continue
        text = token.text.lower()
        if text in _NUMERALS[2:] and word:
            yield replaced(f"{HARMLESS}digits", word, str(_NUMERALS.index(text)))
        elif text.isdecimal() and 1 < int(text) < len(_NUMERALS):
            yield replaced(f"{HARMLESS}digits", word, _NUMERALS[int(text)])


def passive(reading: Reading) -> Iterator[Change]:
    """Yield simple past clauses in the passive."""
    for verb, token in enumerate(reading.tokens):
        if token.xpos != "VBD" or token.upos != "VERB" or labelled(reading, verb, "aux", "xcomp", "ccomp", "iobj"):
            continue
        subjects, objects = labelled(reading, verb, "nsubj"), labelled(reading, verb, "obj")
        form = participle(reading.lemmas[verb])
        if len(subjects) != 1 or len(objects) != 1 or form is None or labelled(reading, verb, "conj", "compound:prt"):
            continue
        if {reading.upos[subjects[0]], reading.upos[objects[0]]} & _OBJECT_FORMS or reading.labels[verb] == "acl:relcl":
            continue
        first, second = phrase(reading, subjects[0]), phrase(reading, objects[0])
        if first is None or second is None or first[1] != verb or second[0] != verb + 1 or _ends_badly(reading, first):
            continue
        if "PRON" in {reading.upos[child] for child in reading.children[objects[0]]}:
            continue
        is_plural = reading.tokens[objects[0]].xpos in {"NNS", "NNPS"} or bool(labelled(reading, objects[0], "conj"))
        is_plural = is_plural or reading.lemmas[objects[0]] in {"police", "people"}
        text = f"{text_of(reading, second)} {'were' if is_plural else 'was'} {form} by {text_of(reading, first)}"
        yield Change(f"{HARMLESS}passive", (Edit(first[0], second[1], text),))


def _ends_badly(reading: Reading, span: tuple[int, int]) -> bool:
    return any(reading.upos[word] == "PUNCT" for word in range(*span)) or span[1] - span[0] > 8


def moved(reading: Reading) -> Iterator[Change]:
    """Yield prepositional phrases of time and place at the end of a sentence, moved to its beginning."""
    for root in reading.roots:
        below = reading.below(root)
        if reading.tokens[below[-1]].text != "." or reading.upos[root] != "VERB":
            continue
        if min(below) not in {min(reading.below(word)) for word in labelled(reading, root, "nsubj", "nsubj:pass")}:
            continue
        for word in labelled(reading, root, "obl", "obl:unmarked"):
            span = phrase(reading, word)
            known = any(entity.start <= word < entity.end for entity in reading.entities)
            if span is None or span[1] != below[-1] or span[1] - span[0] > 6 or not known:
                continue
            start = below[0]
            first = text_of(reading, (start, start + 1))
            yield Change(
                f"{HARMLESS}moved",
                (Edit(start, start + 1, f"{text_of(reading, span)}, {first}"), Edit(*span, "")),
            )


def synonym(reading: Reading) -> Iterator[Change]:
    """Yield words with one main sense replaced by a synonym that is a paraphrase, too."""
    lexicon = wordnet()
    denied = {word for cue in negators(reading) for word in cue.scope}
    for word, token in enumerate(reading.tokens):
        lemma = reading.lemmas[word]
        if token.upos not in {"NOUN", "VERB", "ADJ"} or token.text != token.text.lower() or word in denied:
            continue
        synsets = lexicon.synsets(lemma, POS_OF_UPOS[token.upos])
        if len(synsets) != 1 or (word and reading.lemmas[word - 1] in {"a", "an"}):
            continue
        for sense in lexicon.members(synsets[0]):
            other = lexicon.lemma(sense)
            form = inflected_like(other, token.xpos)
            is_known = other != lemma and other in paraphrases_of(lemma)
            if is_known and form is not None and surprisal(form) < RAREST:
                yield replaced(f"{HARMLESS}synonym", word, form)
