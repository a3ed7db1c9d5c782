"""``meantree explain``: the evidence behind one segment's scores as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.depth import WORDS
from meantree.analysis.forest import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.model import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.metrics.base import Metric
from meantree.metrics.derivation import Derivation, Input
from meantree.metrics.evidence import Place, Unit
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import lack_of, pair_of
from meantree.scoring.provenance import provenance_of, signature
from meantree.scoring.run import analysers_of, configured, metrics_for, needed_depth
from meantree.shown import as_json, listed, shortened


def evidence_text(
    corpus: Corpus,
    specs: Sequence[str],
    segment_id: str,
    system: str | None,
    parsers: Parsers,
) -> str:
    """The evidence of one segment and system for each metric.

    Token indices count from 0 over the whole text; an arc is ``[dependent, head]``; nodes are those of the
    constituency trees, from 0 in preorder. A derivation says how the score comes about from the counts of the units,
    each times its ``weight`` where it has one.

    Raises:
        UsageError: if the segment or system does not exist, is ambiguous, or cannot be scored.
    """
    configured(specs)  # a wrong spec is told first
    segment = _segment(corpus, segment_id)
    system = _system(corpus, system)
    store = AnalysisStore(parsers)
    metrics = metrics_for(specs, corpus, store)
    pair = pair_of(segment, system, store, WORDS | needed_depth(metrics))
    if isinstance(pair, Problem):
        raise UsageError(pair.message)
    for spec, chosen in metrics.items():
        if lacking := lack_of(pair, chosen):
            raise UsageError(f"segment {shortened(segment.key)}: {lacking}, needed by {shortened(spec)}")
    texts = [segment.hypotheses[system], *segment.references.values()]
    provenance = provenance_of(corpus, analysers_of(texts, needed_depth(metrics), store))
    document = {
        "version": __version__,
        "segment": {"id": segment.id, "document": segment.document},
        "system": system,
        "hypothesis": _tokens(pair.hypothesis),
        "references": {
            name: _tokens(analysis) for name, analysis in zip(pair.reference_names, pair.references, strict=True)
        },
        "metrics": [
            {
                "name": spec,
                "signature": signature(chosen, provenance),
                **_evidence(chosen, pair),
            }
            for spec, chosen in metrics.items()
        ],
    }
    return as_json(document)


def _segment(corpus: Corpus, wanted: str) -> Segment:
    found = [segment for segment in corpus.segments if wanted in (segment.key, segment.id)]
    exact = [segment for segment in found if segment.key == wanted]
    if len(exact) == 1:
        return exact[0]
    if not found:
        known = listed(segment.key for segment in corpus.segments[:3])
        raise UsageError(f"--segment {shortened(wanted)}: there is no such segment; ids are like {known}")
    if len(found) > 1:
        keys = listed(segment.key for segment in found[:5])
        raise UsageError(f"--segment {shortened(wanted)}: {len(found)} documents have it; name one as {keys}")
    return found[0]


def _system(corpus: Corpus, wanted: str | None) -> str:
    if wanted is None and len(corpus.systems) == 1:
        return corpus.systems[0]
    if wanted not in corpus.systems:
        found = "none was named" if wanted is None else f"found {shortened(wanted)}"
        raise UsageError(f"--system: {found}, expected one of {listed(corpus.systems) or 'none: no hypotheses'}")
    return wanted


def _tokens(analysis: Analysis) -> dict[str, object]:
    tree = analysis.tree()
    constituency = analysis.constituency() if analysis.sentences else None
    phrases = {} if constituency is None else _constituents(constituency)
    return {
        "text": analysis.text,
        "tokens": [token.text for token in analysis.tokens],
        "heads": list(tree.heads),
        "labels": list(tree.labels),
        **phrases,
    }


def _constituents(tree: ConstituencyTree) -> dict[str, object]:
    """The nodes of the best constituency trees in preorder; -1 is the parent of an outermost one."""
    return {"constituents": {"labels": list(tree.labels), "parents": list(tree.parents)}}


def _evidence(chosen: Metric, pair: Pair) -> dict[str, object]:
    statistics = chosen.statistics(pair)
    evidence = chosen.evidence(pair)
    return {
        "score": chosen.score(statistics, level="segment"),
        "statistics": statistics.tolist(),
        "reference": None if evidence.reference is None else pair.reference_names[evidence.reference],
        "derivation": _derivation(chosen.derivation(evidence)),
        "units": [_unit(unit) for unit in evidence.units],
    }


def _derivation(derivation: Derivation | None) -> dict[str, object] | None:
    if derivation is None:
        return None
    return {
        "inputs": [_input(given) for given in derivation.inputs],
        "steps": [{"name": step.name, "formula": step.formula, "value": step.value} for step in derivation.steps],
    }


def _input(given: Input) -> dict[str, object]:
    source = {} if given.kind is None else {"kind": given.kind, "count": given.count}
    return {"name": given.name, **source, "value": given.value}


def _unit(unit: Unit) -> dict[str, object]:
    return {
        "kind": unit.kind,
        "label": unit.label,
        "status": unit.status.value,
        "hypothesis": unit.hypothesis,
        "reference": unit.reference,
        "matched": unit.matched,
        **({} if unit.weight == 1 else {"weight": unit.weight}),
        "hypothesis_places": [_place(place) for place in unit.hypothesis_places],
        "reference_places": [[_place(place) for place in places] for places in unit.reference_places],
    }


def _place(place: Place) -> dict[str, object]:
    return {
        "tokens": list(place.tokens),
        "arcs": [list(arc) for arc in place.arcs],
        "nodes": list(place.nodes),
        "frontier": list(place.frontier),
    }
