"""The frames of analysed sentences: by the trained labeller for English, by rules for all other languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meantree.analysis.constituency.bundled import load_bundled_parser
from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.analysis.frames import Frame, FrameLayer, Span
from meantree.analysis.limits import LONGEST_SENTENCE
from meantree.analysis.roles.labeller import load_role_labeller
from meantree.analysis.roles.rules import frames_by_rules
from meantree.analysis.roles.syntax import SLACK, Syntax
from meantree.analysis.sentences import Analysis, Sentence

LANGUAGE = "en"
BY_RULES = "role-rules-2"


def label_frames(analyses: Sequence[Analysis], language: str) -> list[FrameLayer]:
    """The automatic frames of each text, over its tokens; sentences that are too long get none."""
    sentences = [sentence for analysis in analyses for sentence in analysis.sentences if _is_short(sentence)]
    found = iter(_by_labeller(sentences) if language == LANGUAGE else _by_rules(sentences))
    layers = []
    for analysis in analyses:
        frames: list[Frame] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            if _is_short(sentence):
                frames += (frame.moved(offset) for frame in next(found))
        layers.append(FrameLayer(analysis.words, tuple(frames)))
    return layers


def _is_short(sentence: Sentence) -> bool:
    return len(sentence.tokens) <= LONGEST_SENTENCE


def labeller_fingerprint(language: str) -> str:
    """What makes the frames of that language, as it stands in signatures."""
    return load_role_labeller().fingerprint if language == LANGUAGE else BY_RULES


def _by_labeller(sentences: Sequence[Sentence]) -> list[list[Frame]]:
    labeller, parser = load_role_labeller(), load_bundled_parser()
    words = [sentence.tokens for sentence in sentences]
    near, states = parser.near_best(words, slack=SLACK), parser.states(words)
    return [
        list(labeller.frames(_syntax(one, spans), state))
        for one, spans, state in zip(sentences, near, states, strict=True)
    ]


def _by_rules(sentences: Sequence[Sentence]) -> list[list[Frame]]:
    return [list(frames_by_rules(one.tokens, one.tree)) for one in sentences]


def _syntax(sentence: Sentence, near_best: Mapping[Span, float]) -> Syntax:
    """Without constituents every word stands alone, and spans are those of dependencies."""
    if sentence.constituents is not None:
        return Syntax(sentence.tokens, sentence.tree, sentence.constituents.tree(0), near_best)
    tags = tuple(token.xpos or token.upos for token in sentence.tokens)
    return Syntax(sentence.tokens, sentence.tree, ConstituencyTree(tags, (TOP,) * len(tags)), near_best)
