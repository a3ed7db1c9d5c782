"""The provenance of scores: everything needed to reproduce them, their signature, and the identity of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

import numpy as np

from meantree import __version__
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import NBestDependencies
from meantree.corpus.analyses import layers_by_input
from meantree.corpus.corpus import Corpus, Text
from meantree.escaping import escaped
from meantree.language.words import AS_WRITTEN, is_normalised
from meantree.metrics.compared_words import sacrebleu
from meantree.metrics.metric import Metric
from meantree.metrics.registry import METRICS, SPELLINGS, option_names
from meantree.shipped import digest, files_digest

if TYPE_CHECKING:
    from meantree.analysis.constituents import NBestConstituents

NOBODY = "none"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where scores come from, in addition to the options of their metric.

    Attributes:
        references: maximum number of references of a segment.
        reference: the selected one; empty if the metric uses all.
        makers: by layer, the fingerprint of the component that made it for texts without the layer.
        brought: by layer, the digest of what came with the input: tokens and dependencies, constituents, roles.
        runtime: runs the networks of the makers; empty if there are none.
        annotator: who annotated frames and corrected heads and links; empty for none.
        heads, links, frames: digests of the corrected heads, of the corrected links and of the finished frames, empty
            if there are none.
    """

    references: int
    reference: str = ""
    makers: Mapping[str, str] = field(default_factory=dict)
    brought: Mapping[str, str] = field(default_factory=dict)
    runtime: str = ""
    annotator: str = ""
    heads: str = ""
    links: str = ""
    frames: str = ""


def provenance_of(
    corpus: Corpus, store: AnalysisStore, layers: Layers, *, makers: Mapping[str, str] | None = None
) -> Provenance:
    """Return the provenance of the scores of a corpus.

    Args:
        corpus: all of it, however much was scored.
        makers: known fingerprints by layer; other components are loaded if a text does not come with their layer.
    """
    annotations = corpus.annotator, *corrections_of(corpus).values()
    if not layers:
        return Provenance(len(corpus.references), corpus.selected_reference, {}, {}, "", *annotations)
    from meantree.analysis.layers.registry import missing_layers

    missing = missing_layers(layers_by_input((text for _, text in _texts(corpus)), layers))
    known = makers or {}
    loaded = store.makers([layer for layer in missing if layer not in known])
    brought = input_digests(corpus, store.tokenizes_alike)
    layer_makers = {layer: {**known, **loaded}.get(layer, "") for layer in missing}
    runtime = store.runtime if missing else ""
    return Provenance(len(corpus.references), corpus.selected_reference, layer_makers, brought, runtime, *annotations)


def input_digests(corpus: Corpus, is_own: Callable[[TokenizedText], bool]) -> dict[str, str]:
    """Return digests of the analyses, frames and tokens that came with a corpus, by layer.

    Args:
        is_own: whether tokens are the same as the analyser's. A project stores tokens for its annotations, but
            its texts are analysed as if it did not.
    """
    contents: dict[str, list[str]] = {}
    for place, text in _texts(corpus):
        for layer, content in input_layers(text, is_own).items():
            contents.setdefault(layer, []).append(repr((place, content)))
    return {layer: digest(parts) for layer, parts in contents.items()}


def corrections_of(corpus: Corpus) -> dict[str, str]:
    """Return digests of an annotator's ``heads``, ``links`` and ``frames``, empty if there are none."""
    texts = [(place, text) for place, text in _texts(corpus) if text.arcs or text.links or text.annotation is not None]
    return {
        "heads": digest(repr((place, *sorted(text.arcs.items()))) for place, text in texts if text.arcs),
        "links": digest(repr((place, fixed)) for place, text in texts if (fixed := _corrected_links(text, corpus))),
        "frames": digest(repr((place, text.annotation)) for place, text in texts if text.annotation is not None),
    }


def _texts(corpus: Corpus) -> Iterator[tuple[tuple[str, str, str], Text]]:
    """Yield all texts with their segment, side and the name of their system or reference."""
    for segment in corpus.segments:
        for side, texts in (("reference", segment.references), ("hypothesis", segment.hypotheses)):
            for name, text in texts.items():
                yield (segment.key, side, name), text


def _corrected_links(text: Text, corpus: Corpus) -> list[object]:
    """Return the corrected links of a hypothesis with references of the corpus."""
    links = [(name, text.links[name]) for name in corpus.references if text.links.get(name)]
    return [(name, sorted(fixed.linked), sorted(fixed.unlinked)) for name, fixed in links]


def input_layers(text: Text, is_own: Callable[[TokenizedText], bool]) -> dict[str, object]:
    """Return the analyses that came with a text, by layer; ``is_own`` as in :func:`input_digests`.

    Heads of constituents follow from the shipped rules, which constituents therefore include.
    """
    layers: dict[str, object] = {}
    if text.analysis is not None:  # it has its own tokens
        sentences = text.analysis.sentences
        layers["dependencies"] = [(sentence.tokens, sentence.tree, _numbers(sentence.nbest)) for sentence in sentences]
        constituents = [_numbers(sentence.constituents) for sentence in sentences]
        layers["constituents"] = [files_digest("head_rules"), *constituents] if any(constituents) else ()
    elif isinstance(text.raw_input, TokenizedText) and not is_own(text.raw_input):
        layers["dependencies"] = text.tokens
    layers["roles"] = text.labelled
    return {layer: content for layer, content in layers.items() if content}


def _numbers(trees: NBestDependencies | NBestConstituents | None) -> tuple[object, ...]:
    """Return all values of an n-best list."""
    values = () if trees is None else (getattr(trees, attribute.name) for attribute in fields(trees))
    return tuple(value.tolist() if isinstance(value, np.ndarray) else value for value in values)


def signature(metric: Metric, provenance: Provenance) -> str:
    """Return the signature of a score: everything needed to reproduce it.

    ``name|option:value|…|refs:N|analyser:fingerprint|runtime:…|version:…``; annotator, corrected heads and links,
    analyser and runtime only if the metric uses them.
    """
    parts = [metric.name]
    for name in option_names(metric):
        value = getattr(metric, name)
        text = metric.contents.get(name) or (",".join(value) if isinstance(value, tuple) else str(value))
        parts.append(f"{SPELLINGS.get(name, name)}:{text}")
    if metric.name == "given":
        return "|".join([*parts, *metric.resources, f"version:meantree-{__version__}"])
    parts.append(f"refs:{1 if provenance.reference else provenance.references}")
    if provenance.reference:
        parts.append(f"ref:{escaped(provenance.reference)}")
    parts += [AS_WRITTEN] * (not is_normalised())
    parts += metric.resources
    if provider := METRICS.provider(metric.name):
        parts.append(f"plugin:{provider}")
    parts += (part for part in _makers(metric, provenance) if part not in parts)
    return "|".join([*parts, f"version:meantree-{__version__}"])


def _makers(metric: Metric, provenance: Provenance) -> list[str]:
    annotator = escaped(provenance.annotator) or NOBODY
    if metric.needs:
        heads = provenance.heads if metric.follows_heads else ""
        corrected = {"heads": heads, "links": provenance.links if metric.by_alignment else ""}
        corrections = (f"{kind}:{annotator}@{content}" for kind, content in corrected.items() if content)
        return [*analysers(metric.needs, provenance), *corrections]
    if metric.needs.frames:
        return [f"frames:{annotator}@{provenance.frames}" if provenance.frames else f"frames:{NOBODY}"]
    return [*sacrebleu()]


def analysers(needs: Layers, provenance: Provenance) -> list[str]:
    """Return the analyser of the layers that a metric needs, and of the input; then its runtime, if there is one."""
    from meantree.analysis.layers.registry import LAYERS, with_required

    needed = with_required(needs)
    words, *others = (provenance.makers.get(layer.name, "") if needed[layer.name] else "" for layer in LAYERS)
    from_input = {
        layer.name: content
        for layer in LAYERS
        if needed[layer.name] and (content := provenance.brought.get(layer.name))
    }
    brought = f"input-{digest(map(repr, from_input.items()))}" if from_input else ""
    analyser = f"analyser:{'+'.join(filter(None, (words, brought, *others)))}"
    return [analyser, f"runtime:{provenance.runtime}"] if provenance.runtime and any((words, *others)) else [analyser]


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """Everything on which the statistics of a run depend, except the analyser, which is known once it is loaded.

    Attributes:
        texts: digest of the corpus, with the analyses and annotations that came with it.
        systems: to be scored, in this order.
        metrics: spec strings, each with its signature.
        runtime: runs their networks; empty if no metric needs an analysis.
    """

    version: str
    segments: int
    texts: str
    systems: tuple[str, ...]
    metrics: tuple[tuple[str, str], ...]
    parsers: str
    runtime: str


def run_identity(
    corpus: Corpus, metrics: Mapping[str, Metric], systems: Sequence[str], store: AnalysisStore
) -> RunIdentity:
    """Return the identity of the run that scores these systems by these metrics, which are adapted to the corpus.

    Tokens are part of it if they differ from the pipeline's and a metric needs an analysis.
    """
    is_analysed = any(metric.needs for metric in metrics.values())
    is_own: Callable[[TokenizedText], bool] = store.tokenizes_alike if is_analysed else lambda _text: True
    provenance = Provenance(len(corpus.references), corpus.selected_reference, annotator=corpus.annotator)
    signatures = tuple((spec, signature(metric, provenance)) for spec, metric in metrics.items())
    size = len(corpus.segments)
    texts, parsers = _digest(corpus, systems, is_own), repr(store.parsers)
    runtime = store.runtime if is_analysed else ""
    return RunIdentity(__version__, size, texts, tuple(systems), signatures, parsers, runtime)


def _digest(corpus: Corpus, systems: Sequence[str], is_own: Callable[[TokenizedText], bool]) -> str:
    sha = hashlib.sha256(repr(corpus.references).encode("utf-8", "surrogatepass"))
    for segment in corpus.segments:
        hypotheses = {name: text for name, text in segment.hypotheses.items() if name in systems}
        sides = [
            [(name, _content(text, is_own)) for name, text in side.items()] for side in (segment.references, hypotheses)
        ]
        sha.update(repr((segment.document, segment.id, sides)).encode("utf-8", "surrogatepass"))
    return sha.hexdigest()


def _content(text: Text, is_own: Callable[[TokenizedText], bool]) -> tuple[object, ...]:
    """Return everything that identifies a text."""
    links = [(name, sorted(fixed.linked), sorted(fixed.unlinked)) for name, fixed in sorted(text.links.items())]
    return (text.text, list(input_layers(text, is_own).items()), sorted(text.arcs.items()), links, text.annotation)
