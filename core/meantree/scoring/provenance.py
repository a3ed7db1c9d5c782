"""The provenance of scores: all that must be the same to get them again, the signature, and the identity of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from meantree import __version__
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.layers.registry import LAYERS, missing_layers, with_required
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import NBestDependencies
from meantree.corpus.analyses import layers_by_input
from meantree.corpus.corpus import Corpus, Text
from meantree.digest import digest
from meantree.escaping import escaped
from meantree.metrics.metric import Metric
from meantree.metrics.registry import SPELLINGS, option_names

NOBODY = "none"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where scores come from, beside the options of their metric.

    Attributes:
        references: how many references a segment has at most.
        reference: the one that was picked of them, empty if the metric took its choice.
        makers: by layer, the fingerprint of what made it for texts that came without it.
        brought: by layer, the digest of what came with the input: tokens and dependencies, constituents, roles.
        runtime: what runs the networks of the makers, empty where none does.
        annotator: in whose name frames were annotated, heads and links corrected, empty for nobody.
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
    corpus: Corpus, store: AnalysisStore, depth: Layers, *, makers: Mapping[str, str] | None = None
) -> Provenance:
    """Where the scores of a corpus come from.

    Args:
        corpus: the whole of it, however much of it was scored.
        store: what analyses its texts.
        depth: as deep as any of the metrics needs them.
        makers: what is known already of what made which layer; the rest is loaded, where a text lacks its layer.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    missing = missing_layers(layers_by_input((text for _, text in _texts(corpus)), depth))
    known = makers or {}
    loaded = store.makers([layer for layer in missing if layer not in known])
    brought = input_digests(corpus, store.tokenizes_alike) if depth else {}
    whose = corpus.annotator, *corrections_of(corpus).values()
    made = {layer: {**known, **loaded}.get(layer, "") for layer in missing}
    runtime = store.runtime if missing else ""
    return Provenance(len(corpus.references), corpus.selected_reference, made, brought, runtime, *whose)


def input_digests(corpus: Corpus, is_own: Callable[[TokenizedText], bool]) -> dict[str, str]:
    """Return digests of the analyses, frames and tokens that came with a corpus, by layer; only of layers that did.

    Args:
        corpus: with its texts.
        is_own: whether tokens are what the analyser finds itself. A project keeps those that annotations count in, and
            the texts are analysed as if it did not.
    """
    found: dict[str, list[str]] = {}
    for place, text in _texts(corpus):
        for layer, content in input_layers(text, is_own).items():
            found.setdefault(layer, []).append(repr((place, content)))
    return {layer: digest(contents) for layer, contents in found.items()}


def corrections_of(corpus: Corpus) -> dict[str, str]:
    """Digests of what an annotator said: ``heads``, ``links`` and ``frames``, empty if none."""
    texts = [(place, text) for place, text in _texts(corpus) if text.arcs or text.links or text.annotation is not None]
    return {
        "heads": digest(repr((place, *sorted(text.arcs.items()))) for place, text in texts if text.arcs),
        "links": digest(repr((place, fixed)) for place, text in texts if (fixed := _corrected_links(text, corpus))),
        "frames": digest(repr((place, text.annotation)) for place, text in texts if text.annotation is not None),
    }


def _texts(corpus: Corpus) -> Iterator[tuple[tuple[str, str, str], Text]]:
    """All of them, and where each stands: its segment, side and the name of its system or reference."""
    for segment in corpus.segments:
        for side, named in (("reference", segment.references), ("hypothesis", segment.hypotheses)):
            for name, text in named.items():
                yield (segment.key, side, name), text


def _corrected_links(text: Text, corpus: Corpus) -> list[object]:
    """The corrected links of a hypothesis with references that take part."""
    found = [(name, text.links[name]) for name in corpus.references if text.links.get(name)]
    return [(name, sorted(fixed.linked), sorted(fixed.unlinked)) for name, fixed in found]


def input_layers(text: Text, is_own: Callable[[TokenizedText], bool]) -> dict[str, object]:
    """Return what the input says of a text beside its letters, by layer; ``is_own`` as in :func:`brought_by`."""
    found: dict[str, object] = {}
    if text.analysis is not None:  # it has tokens of its own
        sentences = text.analysis.sentences
        found["dependencies"] = [(one.tokens, one.tree, _numbers(one.nbest)) for one in sentences]
        constituents = [_numbers(one.constituents) for one in sentences]
        found["constituents"] = constituents if any(constituents) else ()
    elif isinstance(text.raw_input, TokenizedText) and not is_own(text.raw_input):
        found["dependencies"] = text.tokens
    found["roles"] = text.labelled
    return {layer: content for layer, content in found.items() if content}


def _numbers(trees: NBestDependencies | NBestConstituents | None) -> tuple[object, ...]:
    """All values of an n-best list, in full."""
    values = () if trees is None else (getattr(trees, one.name) for one in fields(trees))
    return tuple(value.tolist() if isinstance(value, np.ndarray) else value for value in values)


def signature(configured: Metric, provenance: Provenance) -> str:
    """Everything that must be the same to get the same score again.

    ``name|option:value|…|refs:N|analyser:fingerprint|runtime:…|version:…``; annotator, corrected heads and links,
    analyser and what runs it stand only where they take part.
    """
    parts = [configured.name]
    for name in option_names(configured):
        value = getattr(configured, name)
        text = configured.contents.get(name) or (",".join(value) if isinstance(value, tuple) else str(value))
        parts.append(f"{SPELLINGS.get(name, name)}:{text}")
    parts.append(f"refs:{1 if provenance.reference else provenance.references}")
    if provenance.reference:
        parts.append(f"ref:{escaped(provenance.reference)}")
    parts += configured.resources
    parts += (one for one in _makers(configured, provenance) if one not in parts)
    return "|".join([*parts, f"version:meantree-{__version__}"])


def _makers(configured: Metric, provenance: Provenance) -> list[str]:
    annotator = escaped(provenance.annotator) or NOBODY
    if configured.needs:
        heads = provenance.heads if configured.follows_heads else ""
        corrected = {"heads": heads, "links": provenance.links if configured.by_alignment else ""}
        signed = (f"{what}:{annotator}@{content}" for what, content in corrected.items() if content)
        return [*analysers(configured.needs, provenance), *signed]
    if configured.needs.frames:
        return [f"frames:{annotator}@{provenance.frames}" if provenance.frames else f"frames:{NOBODY}"]
    import sacrebleu

    return [f"sacrebleu:{sacrebleu.__version__}"]


def analysers(needs: Layers, provenance: Provenance) -> list[str]:
    """What made the layers that a metric needs, and what came with the texts; then what ran it, if anything did."""
    wanted = with_required(needs)
    words, *others = (provenance.makers.get(layer.name, "") if wanted[layer.name] else "" for layer in LAYERS)
    came = {layer.name: one for layer in LAYERS if wanted[layer.name] and (one := provenance.brought.get(layer.name))}
    brought = f"input-{digest(map(repr, came.items()))}" if came else ""
    analyser = f"analyser:{'+'.join(filter(None, (words, brought, *others)))}"
    return [analyser, f"runtime:{provenance.runtime}"] if provenance.runtime and any((words, *others)) else [analyser]


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """All that the statistics of a run depend on, but the analyser itself, which is known when it is loaded.

    Attributes:
        version: of the program.
        segments: how many the corpus has.
        texts: digest of the corpus, with the analyses and annotations that came with it.
        systems: that are scored, in this order.
        metrics: spec strings, each with its signature.
        parsers: as they were asked for.
    """

    version: str
    segments: int
    texts: str
    systems: tuple[str, ...]
    metrics: tuple[tuple[str, str], ...]
    parsers: str


def run_identity(
    corpus: Corpus, metrics: Mapping[str, Metric], systems: Sequence[str], store: AnalysisStore
) -> RunIdentity:
    """The run that scores these systems by these metrics, which are adapted to the corpus.

    Tokens that the pipeline finds itself are not compared; those of others are, where a metric needs an analysis.
    """
    is_own = store.tokenizes_alike if any(one.needs for one in metrics.values()) else _is_unused
    asked = Provenance(len(corpus.references), corpus.selected_reference, annotator=corpus.annotator)
    signed = tuple((spec, signature(one, asked)) for spec, one in metrics.items())
    size = len(corpus.segments)
    return RunIdentity(__version__, size, _digest(corpus, systems, is_own), tuple(systems), signed, repr(store.parsers))


def _is_unused(_given: TokenizedText) -> bool:
    return True


def _digest(corpus: Corpus, systems: Sequence[str], is_own: Callable[[TokenizedText], bool]) -> str:
    found = hashlib.sha256(repr(corpus.references).encode("utf-8", "surrogatepass"))
    for segment in corpus.segments:
        hypotheses = {name: text for name, text in segment.hypotheses.items() if name in systems}
        sides = [
            [(name, _content(text, is_own)) for name, text in side.items()] for side in (segment.references, hypotheses)
        ]
        found.update(repr((segment.document, segment.id, sides)).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _content(text: Text, is_own: Callable[[TokenizedText], bool]) -> tuple[object, ...]:
    """All that is said of a text."""
    links = [(name, sorted(fixed.linked), sorted(fixed.unlinked)) for name, fixed in sorted(text.links.items())]
    return (
        text.text,
        list(input_layers(text, is_own).items()),
        sorted(text.arcs.items()),
        links,
        text.annotation,
    )
