"""Semantic frames of sentences: by the trained labeller for English, by rules over dependencies otherwise.

The rules read the arc labels of UD and of ClearNLP.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meantree.analysis.constituency_parsers import CACHED_RESULTS, DECIMALS, load_bundled_parser
from meantree.analysis.encoder.decoding import likely_spans
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Floats, Network, read_labels
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role, Span
from meantree.analysis.inputs import LONGEST_SENTENCE
from meantree.analysis.parsers import LANGUAGE, MADE_WITH
from meantree.analysis.roles import Roleset, hmeant_role, rolesets
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token, subtree_spans
from meantree.shipped import fingerprint, shipped

BY_RULES = "role-rules-3"
FOLDER = "models/en_roles"

MIN_PROBABILITY = 0.4
"""Of fillers; see :func:`~meantree.analysis.encoder.decoding.likely_spans`."""
UNLIKELY = 0.01
"""Added to the probability that a span is a constituent, which multiplies the odds of a filler there."""
CORE = (Role.AGENT, Role.PATIENT, Role.BENEFACTIVE)
BY_NUMBER = {"ARG0": Role.AGENT, "ARG1": Role.PATIENT}
"""The roles that these arguments have with most predicates."""
ROLES = {
    "nsubj": Role.AGENT,
    "csubj": Role.AGENT,
    "nsubj:pass": Role.PATIENT,
    "csubj:pass": Role.PATIENT,
    "nsubjpass": Role.PATIENT,
    "csubjpass": Role.PATIENT,
    "obl:agent": Role.AGENT,
    "agent": Role.AGENT,
    "obj": Role.PATIENT,
    "dobj": Role.PATIENT,
    "ccomp": Role.PATIENT,
    "xcomp": Role.PATIENT,
    "iobj": Role.BENEFACTIVE,
    "dative": Role.BENEFACTIVE,
    "obl:tmod": Role.TEMPORAL,
    "obl:loc": Role.LOCATIVE,
    "neg": Role.NEGATION,
    "obl": Role.OTHER,
    "obl:arg": Role.OTHER,
    "prep": Role.OTHER,
    "npadvmod": Role.OTHER,
    "advcl": Role.OTHER,
    "advmod": Role.MANNER,
    "sb": Role.AGENT,
    "oa": Role.PATIENT,
    "da": Role.BENEFACTIVE,
    "ng": Role.NEGATION,
}
"""Roles of a verb's dependents by arc label, of UD, ClearNLP and German TIGER.

For labels that are missing here, it is that of the part before the colon.
"""


def label_frames(analyses: Sequence[Analysis], language: str) -> list[FrameLayer]:
    """Return the automatic frames of each text; sentences that are too long get none."""
    find_frames = _labeller_frames if language == LANGUAGE else frames_by_rules
    layers = []
    for analysis in analyses:
        frames: list[Frame] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            if len(sentence.tokens) <= LONGEST_SENTENCE:
                frames += (frame.moved(offset) for frame in find_frames(sentence))
        layers.append(FrameLayer(analysis.words, tuple(frames)))
    return layers


def labeller_fingerprint(language: str) -> str:
    """Return the fingerprint of what makes the frames of a language, as in signatures; the models are not loaded."""
    if language != LANGUAGE:
        return BY_RULES
    return fingerprint(FOLDER, *MADE_WITH, "lexicon/wordnet", "role_tables")


LabelPredicate = Callable[[Analysis, int], Frame | None]
"""Returns the frame of a word, 0-based over a text, that is taken for a predicate; None in a sentence too long."""


def load_predicate_labeller(maker: str) -> LabelPredicate | None:
    """Return what labels the words that annotators take for predicates as the text was labelled; loads it.

    Args:
        maker: the fingerprint of what labelled the text, of any version; empty if texts came with their trees, or
            have none.

    Returns:
        None if that labels no single words.
    """
    if maker in (BY_RULES, ""):
        return partial(_labelled_predicate, by_rules=True)
    if not maker.startswith(f"{LANGUAGE}_"):
        return None
    load_role_labeller()
    return partial(_labelled_predicate, by_rules=False)


def _labelled_predicate(analysis: Analysis, word: int, *, by_rules: bool) -> Frame | None:
    offset, sentence = next(
        (offset, sentence)
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True)
        if word < offset + len(sentence.tokens)
    )
    place = word - offset
    if len(sentence.tokens) > LONGEST_SENTENCE:
        return None
    if by_rules:
        return _frame_by_rules(place, sentence).moved(offset)
    start, part = next((start, part) for start, part in _parts(sentence) if place < start + len(part))
    (frame,) = load_role_labeller().labelled(part, {place - start: None})
    return frame.moved(offset + start)


def _labeller_frames(sentence: Sentence) -> Iterator[Frame]:
    for start, part in _parts(sentence):
        yield from (frame.moved(start) for frame in load_role_labeller().frames(tuple(part)))


def _parts(sentence: Sentence) -> Iterator[tuple[int, Sequence[Token]]]:
    """Yield the parts of a sentence that the encoder reads together, with the 0-based place of their first word."""
    start = 0
    for part in load_bundled_parser().parts(sentence.tokens):
        yield start, part
        start += len(part)


class Argument(NamedTuple):
    """A span that fills a role, its PropBank label, and its probability."""

    span: Span
    label: str
    probability: float


class RoleLabeller:
    """Two heads of the encoder: one finds predicates, the other their rolesets and the fillers of their roles.

    Attributes:
        frames: the frames of a sentence, from its tokens, with the roles of HMEANT, in the order of their predicates;
            those of the last sentences are cached.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._labels = read_labels(folder / "labels.json", "roles")["roles"]
        self._encoder, self._parser = encoder, load_bundled_parser()
        self._predicates = Network(folder / "predicates.onnx", {"predicates": None})
        self._frames = Network(folder / "head.onnx", {"senses": None, "roles": 1 + 2 * len(self._labels)})
        self._senses = Senses(folder / "senses.npz", rolesets())
        self.frames = lru_cache(maxsize=CACHED_RESULTS)(self._all_frames)

    def _all_frames(self, tokens: tuple[Token, ...]) -> tuple[Frame, ...]:
        return tuple(self.labelled(tokens, self.predicates([token.text for token in tokens])))

    def labelled(self, tokens: Sequence[Token], predicates: Mapping[int, float | None]) -> Iterator[Frame]:
        """Yield the frames of these predicates, given with their probabilities by the 0-based places of their words."""
        labelled = zip(predicates.items(), self.arguments(tokens, list(predicates)), strict=True)
        for (predicate, probability), (name, arguments) in labelled:
            ranked = sorted(arguments, key=lambda argument: -argument.probability)
            roleset = rolesets().get(name)
            fillers = [filler for argument in ranked if (filler := _filler(argument, roleset)) is not None]
            certain = None if probability is None else round(probability, DECIMALS)
            yield Frame((predicate, predicate + 1), with_distinct_core(fillers), name, certain)

    def predicates(self, words: Sequence[str]) -> dict[int, float]:
        """Return the places of words that are predicates with a probability above 0.5, with these probabilities."""
        (scores,) = self._predicates({"states": self._encoder.states(words)[None]})
        return {int(place): 1 / (1 + math.exp(-scores[0][place])) for place in np.flatnonzero(scores[0] > 0)}

    def arguments(self, tokens: Sequence[Token], predicates: Sequence[int]) -> Iterator[tuple[str, list[Argument]]]:
        """Yield the roleset of each predicate, empty if none is known, and the spans that fill its roles.

        Args:
            tokens: of a sentence that the encoder can read without splitting it, with lemmas.
        """
        if not predicates:
            return
        words = tuple(token.text for token in tokens)
        states, places = self._encoder.states(words)[None], np.array(predicates, dtype=np.int64)
        senses, roles = self._frames({"states": states, "predicate": places})
        prior = np.log(self._parser.spans(words).constituents() + UNLIKELY)
        for place, vector, scores in zip(predicates, senses, roles, strict=True):
            spans = likely_spans(scores, MIN_PROBABILITY, prior)
            yield (
                self._senses.best(tokens[place], vector),
                [Argument((span.start, span.end), self._labels[span.label], span.probability) for span in spans],
            )


class Senses:
    """Chooses among the rolesets of a word."""

    def __init__(self, path: Path, known: Mapping[str, Roleset]) -> None:
        with np.load(path, allow_pickle=False) as stored:
            self._weights, self._scales, self._bias = stored["weights"], stored["scales"], stored["bias"]
            names = stored["names"].tolist()
        self._by_word: dict[str, list[tuple[int, str]]] = {}
        for code, name in enumerate(names):
            aliases = known[name].aliases if name in known else ()
            words = (alias.rpartition(".")[0].partition("_")[0].lower() for alias in (name, *aliases))
            for word in dict.fromkeys(words):
                self._by_word.setdefault(word, []).append((code, name))

    def best(self, token: Token, vector: Floats) -> str:
        """Return the best roleset of a predicate among those of its lemma, otherwise of its form; empty without any.

        Args:
            vector: the output of the head for its sense.
        """
        choices = self._by_word.get(token.lemma.lower()) or self._by_word.get(token.text.lower(), [])
        if not choices:
            return ""
        codes = [code for code, _ in choices]
        scores = (self._weights[codes] @ vector) * self._scales[codes] + self._bias[codes]
        return choices[int(scores.argmax())][1]


def _filler(argument: Argument, roleset: Roleset | None) -> Filler | None:
    role = hmeant_role(argument.label, roleset)
    return None if role is None else Filler(argument.span, role, argument.label, round(argument.probability, DECIMALS))


@cache
def load_role_labeller() -> RoleLabeller:
    """Return the labeller that ships with Meantree, loaded once; raise UsageError if a file is missing or damaged."""
    return RoleLabeller(shipped(FOLDER), load_encoder())


def with_distinct_core(fillers: Sequence[Filler]) -> tuple[Filler, ...]:
    """Return the fillers in the order of the text; of several with the same core role, the first one keeps it.

    Function tags can give two arguments the same role, as "agent" to both of "fail". The others then get the role of
    their number if no filler has it, otherwise "other".

    Args:
        fillers: the most probable ones first.
    """
    result: dict[int, Filler] = {}
    used: set[Role] = set()
    for place, filler in enumerate(fillers):
        if filler.role not in used:
            result[place] = filler
            used |= {filler.role} & set(CORE)
    for place, filler in enumerate(fillers):
        if place not in result:
            role = BY_NUMBER.get(filler.label, Role.OTHER)
            result[place] = replace(filler, role=Role.OTHER if role in used else role)
            used.add(role)
    return tuple(sorted(result.values()))


def frames_by_rules(sentence: Sentence) -> Iterator[Frame]:
    """Yield a frame for each verb, with the subtrees of its dependents as fillers."""
    return (_frame_by_rules(place, sentence) for place, token in enumerate(sentence.tokens) if token.upos == "VERB")


def _frame_by_rules(place: int, sentence: Sentence) -> Frame:
    tokens, tree, spans = sentence.tokens, sentence.tree, subtree_spans(sentence.tree)
    fillers = [
        Filler(_trimmed(spans[child], tokens), role)
        for child, head in enumerate(tree.heads)
        if head == place
        and (role := _role(tokens[child], tree.labels[child])) is not None
        and not spans[child][0] <= place < spans[child][1]
    ]
    return Frame((place, place + 1), with_distinct_core(sorted(fillers)))


def _role(token: Token, label: str) -> Role | None:
    if "Polarity=Neg" in token.feats:
        return Role.NEGATION
    if label.startswith("aux"):
        return Role.MODAL if "VerbType=Mod" in token.feats or token.xpos in ("MD", "VMFIN") else None
    return ROLES.get(label, ROLES.get(label.partition(":")[0]))


def _trimmed(span: Span, tokens: Sequence[Token]) -> Span:
    """Return a span without punctuation at its ends."""
    start, end = span
    while end - start > 1 and tokens[start].upos == "PUNCT":
        start += 1
    while end - start > 1 and tokens[end - 1].upos == "PUNCT":
        end -= 1
    return start, end
