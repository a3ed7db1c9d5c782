"""The pairs that the network of doubts is trained on, with a label for each word."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import spacy
from corruption import Corrupter
from numpy.typing import NDArray
from several import several
from texts import GOOD, Rated, correct, marked, other_translations, post_edited, rated_translations

from meantree.alignment.aligner import align
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import partners
from meantree.faults.edits import Fault, tokens_in
from meantree.faults.planting import LAYERS, chosen_faults

Labels = NDArray[np.float32]
Words = tuple[str, ...]
Reader = Callable[[str], Words]
"""Splits a text into words."""
Group = Literal["rated", "intact", "corrupted", "planted", "post-edited", "marked"]
FAIR = -1.01
"""The MQM score from which a translation counts as intact."""
PSEUDO_REFERENCES, CORRUPTIONS = 2, 1
"""Good translations that a rated one stands beside, and corrupted copies of an intact pair."""
MOST, BESIDE_ORIGINAL = 900, 0.35
"""Planted errors of each kind, at most, and the share of them that stand beside their original, too."""
MARKED_TIMES = 2
"""How often each translation of WMT 2023 is there."""
MOST_WORDS = 80
EXPERTS = 3
"""Experts that mark a word of WMT 2023."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts in words, and what is known of them.

    Attributes:
        group: where it comes from.
        hypothesis, reference: the words.
        labels: of each word of the hypothesis, in [0, 1]: that it says what the reference does not, or, of marked
            pairs, the share of experts who marked it.
        reference_labels: the same for the reference.
        count: what the pair counts.
        score: the MQM score of rated translations, at most 0; only they have one.
    """

    group: Group
    hypothesis: Words
    reference: Words
    labels: Labels
    reference_labels: Labels
    count: float = 1.0
    score: float | None = None


def doubt_pairs(data: Path, seed: int) -> list[Pair]:
    """Return all pairs with at most :data:`MOST_WORDS` words in each text."""
    chooser = random.Random(seed)
    tokenizer = spacy.blank("en")

    def words(text: str) -> Words:
        return tuple(token.text for token in tokenizer.make_doc(text) if not token.is_space)

    rated = list(rated_pairs(data, words, chooser))
    intact = list(intact_pairs(data, words, chooser))
    texts = correct(data)
    analyses = AnalysisStore().analyse({text: LAYERS for row in texts for text in row})
    corrupter = Corrupter(analyses.values(), (pair.reference for pair in intact), chooser)
    pairs = [*rated, *intact, *corrupted_pairs(intact, corrupter, chooser)]
    pairs += planted_pairs([[analyses[text] for text in row] for row in texts], words, chooser)
    pairs += edited_pairs(data, words)
    pairs += MARKED_TIMES * list(marked_pairs(marked(data, for_weights=False), words))
    return [pair for pair in pairs if 0 < len(pair.hypothesis) <= MOST_WORDS and 0 < len(pair.reference) <= MOST_WORDS]


def plain(group: Group, hypothesis: Words, reference: Words, count: float = 1.0, score: float | None = None) -> Pair:
    """Return a pair without labels."""
    labels, reference_labels = (np.zeros(len(words), np.float32) for words in (hypothesis, reference))
    return Pair(group, hypothesis, reference, labels, reference_labels, count, score)


def rated_pairs(data: Path, words: Reader, chooser: random.Random) -> Iterator[Pair]:
    """Yield rated translations of WMT 2021 beside the reference and beside good other translations."""
    for rated in rated_translations(data):
        good = [words(text) for text, score in rated.translations.items() if score >= GOOD]
        for text, score in rated.translations.items():
            own = words(text)
            others = [other for other in good if other != own]
            chosen = chooser.sample(others, min(PSEUDO_REFERENCES, len(others)))
            for reference in (words(rated.reference), *chosen):
                yield plain("rated", own, reference, score=score)


def intact_pairs(data: Path, words: Reader, chooser: random.Random) -> Iterator[Pair]:
    """Yield translations of WMT 2021 that are about right, as they come less sure ones count less."""
    for rated in rated_translations(data):
        fair = {text: score for text, score in rated.translations.items() if score >= FAIR}
        for text, score in fair.items():
            yield plain("intact", words(text), words(rated.reference), 0.5 if score >= GOOD else 0.25)
        good = [words(text) for text, score in fair.items() if score >= GOOD]
        chooser.shuffle(good)
        for first, second in pairwise(good):
            yield plain("intact", first, second, 0.35)
    for text, reference in other_translations(data):
        yield plain("intact", words(text), words(reference), 0.2)


def corrupted_pairs(intact: Iterable[Pair], corrupter: Corrupter, chooser: random.Random) -> Iterator[Pair]:
    """Yield corrupted copies of intact pairs; sometimes the reference is corrupted, too."""
    for pair in intact:
        for _ in range(CORRUPTIONS):
            hypothesis, labels = corrupter.corrupted(pair.hypothesis, pair.reference)
            if not labels.any():
                continue
            reference, reference_labels = pair.reference, pair.reference_labels
            if chooser.random() < 0.3:
                reference, reference_labels = corrupter.corrupted(pair.reference, hypothesis)
            yield Pair("corrupted", hypothesis, reference, labels, reference_labels)


def planted_pairs(texts: Sequence[Sequence[Analysis]], words: Reader, chooser: random.Random) -> Iterator[Pair]:
    """Yield errors of the fault lab and harmless changes beside the other texts, some beside the original, too.

    They are planted one by one, and then several in a text. Each faulty text is parsed when it is planted.

    Args:
        texts: in which errors are planted, each followed by others of the same meaning.
        words: splits texts.
        chooser: of errors.
    """
    chosen = chosen_faults([own for own, *_ in texts], MOST, chooser, AnalysisStore())
    alone = ((place, (fault,)) for place, fault in chosen)
    for place, faults in (*alone, *several(chosen, chooser)):
        own, *others = texts[place]
        changed = [tokens_in(own, fault.original_spans) for fault in faults]
        if chooser.random() < BESIDE_ORIGINAL:
            yield _planted_pair(faults, own, changed, words)
        for other in others:
            links = align(own, other)
            corresponding = [partners(each, links) for each in changed]
            if any(
                found or fault.is_harmless or not fault.original_spans
                for fault, found in zip(faults, corresponding, strict=True)
            ):
                yield _planted_pair(faults, other, corresponding, words)


def _planted_pair(
    faults: Sequence[Fault], reference: Analysis, reference_words: Sequence[Iterable[int]], words: Reader
) -> Pair:
    text = faults[0].faulty
    row = plain("planted", words(text), tuple(token.text for token in reference.tokens))
    inside = np.zeros(len(text) + 1, bool)
    for fault, changed in zip(faults, reference_words, strict=True):
        if not fault.is_harmless:
            for start, end in fault.faulty_spans:
                inside[start:end] = True
            row.reference_labels[list(changed)] = 1.0
    place = 0
    for number, word in enumerate(row.hypothesis):
        place = text.index(word, place)
        row.labels[number] = inside[place : place + len(word)].any()
        place += len(word)
    return row


def edited_pairs(data: Path, words: Reader) -> Iterator[Pair]:
    """Yield machine translations beside their post-edited versions; edited words say something else."""
    for text, edited in post_edited(data):
        row = plain("post-edited", words(text), words(edited), 0.3)
        forms = [[word.casefold() for word in side] for side in (row.hypothesis, row.reference)]
        for change, start, end, new_start, new_end in SequenceMatcher(None, *forms, autojunk=False).get_opcodes():
            if change != "equal":
                row.labels[start:end] = 1.0
                row.reference_labels[new_start:new_end] = 1.0
        yield row


def marked_pairs(pairs: Iterable[tuple[Rated, str]], words: Reader) -> Iterator[Pair]:
    """Yield translations of WMT 2023 beside good ones, labelled with the share of experts who marked each word."""
    for rated, reference in pairs:
        row = plain("marked", words(rated.text), words(reference))
        shares = np.minimum(1.0, rated.marks / EXPERTS)
        place = 0
        for number, word in enumerate(row.hypothesis):
            place = rated.text.index(word, place)
            row.labels[number] = shares[place : place + len(word)].mean()
            place += len(word)
        yield row
