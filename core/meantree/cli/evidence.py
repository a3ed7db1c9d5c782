"""``meantree explain``: the evidence behind one segment's scores as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from meantree import __version__
from meantree.analysis.layers.required import WORDS
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import list_problems
from meantree.cli.evidence_json import evidence_json, text_json
from meantree.cli.kept import store_over
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, did_you_mean, listed, shortened
from meantree.metrics.metric import required_layers
from meantree.project.kept import KeptAnalyses
from meantree.scoring.languages import foreign_texts
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.provenance import provenance_of, signature
from meantree.scoring.run import configured_metrics, metrics_for, require_texts
from meantree.work import Work


def evidence_text(
    corpus: Corpus,
    specs: Sequence[str],
    segment_id: str,
    system: str | None,
    parsers: Parsers,
    analyses: KeptAnalyses | None = None,
) -> str:
    """The evidence of one segment and system for each metric.

    Token indices count from 0 over the whole text; an arc is ``[dependent, head]``; nodes are those of the
    constituency trees, from 0 in preorder. A derivation says how the score comes about from the counts of the units,
    each times its ``weight`` where it has one, or from what the terms of each group contribute. Spans of frames are
    ``[first token, one past the last]``; a part is ``[frame, filler]``, without filler for the predicate; a link joins
    two frames or two such fillers. Metrics that count by the alignment have the links between words with their reasons.

    Raises:
        UsageError: if the segment or system does not exist, is ambiguous, or cannot be scored.
    """
    configured_metrics(specs)  # a wrong spec is told first
    require_texts(corpus, corpus.systems)
    segment = _segment(corpus, segment_id)
    system = _system(corpus, system)
    store = AnalysisStore(parsers)
    metrics = metrics_for(specs, corpus, store)
    store = store_over(analyses, store, corpus, [system], WORDS | required_layers(metrics), Work())
    list_problems(foreign_texts(corpus, metrics.values(), parsers))
    pair = pair_of(segment, system, store, WORDS | required_layers(metrics))
    if isinstance(pair, Problem):
        raise UsageError(pair.message)
    for spec, chosen in metrics.items():
        if lacking := reason_not_scored(pair, chosen):
            raise UsageError(f"segment {shortened(segment.key)}: {lacking}, needed by {shortened(spec)}")
    provenance = provenance_of(corpus, store, required_layers(metrics))
    document = {
        "version": __version__,
        "segment": {"id": segment.id, "document": segment.document},
        "system": system,
        "hypothesis": text_json(pair.hypothesis),
        "references": {
            name: text_json(analysis) for name, analysis in zip(pair.reference_names, pair.references, strict=True)
        },
        "metrics": [
            {
                "name": spec,
                "signature": signature(chosen, provenance),
                **evidence_json(chosen, pair),
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
        found = "none was named" if wanted is None else f"found {did_you_mean(wanted, corpus.systems)}"
        raise UsageError(f"--system: {found}, expected one of {listed(corpus.systems) or 'none: no hypotheses'}")
    return wanted
