"""The frames of analysed sentences: by the trained labeller for English, by rules for all other languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meantree.analysis.bundled_parser import load_bundled_parser
from meantree.analysis.frames import Frame, FrameLayer
from meantree.analysis.inputs import LONGEST_SENTENCE
from meantree.analysis.roles.labeller import load_role_labeller
from meantree.analysis.roles.rules import frames_by_rules
from meantree.analysis.sentences import Analysis, Sentence

LANGUAGE = "en"
BY_RULES = "role-rules-2"


def label_frames(analyses: Sequence[Analysis], language: str) -> list[FrameLayer]:
    """The automatic frames of each text, over its tokens; sentences that are too long get none."""
    find = _by_labeller if language == LANGUAGE else _by_rules
    layers = []
    for analysis in analyses:
        frames: list[Frame] = []
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            if len(sentence.tokens) <= LONGEST_SENTENCE:
                frames += (frame.moved(offset) for frame in find(sentence))
        layers.append(FrameLayer(analysis.words, tuple(frames)))
    return layers


def labeller_fingerprint(language: str) -> str:
    """What makes the frames of that language, as it stands in signatures."""
    return load_role_labeller().fingerprint if language == LANGUAGE else BY_RULES


def _by_labeller(sentence: Sentence) -> Iterator[Frame]:
    start = 0
    for piece in load_bundled_parser().pieces(sentence.tokens):
        yield from (frame.moved(start) for frame in load_role_labeller().frames(piece))
        start += len(piece)


def _by_rules(sentence: Sentence) -> Iterator[Frame]:
    return frames_by_rules(sentence.tokens, sentence.tree)
