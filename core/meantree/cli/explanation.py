"""``meantree explain``: the evidence behind one segment's scores, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import Final

from meantree import __version__
from meantree.analysis.frames import FrameLayer
from meantree.analysis.layers.required import WORDS
from meantree.analysis.sentences import Analysis
from meantree.api.pairs import ComparedSystems, compared_pairs
from meantree.cli.command_inputs import Task
from meantree.cli.console import list_problems, text_width
from meantree.cli.finding_output import finding_json, notes_on_findings
from meantree.comparison.comparison import reference_of_findings
from meantree.comparison.pair_findings import SegmentFindings, corpus_findings
from meantree.comparison.word_links import aligned_links
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, did_you_mean, escaped, listed, reference_title, shortened
from meantree.metrics.derivation import Derivation
from meantree.metrics.evidence import Place, Status, Term, Unit
from meantree.metrics.metric import Metric, OverFrames, required_layers
from meantree.metrics.pair import Pair
from meantree.scoring.pairs import ExplainedPair, explained_pair
from meantree.scoring.run import configured_metrics, require_texts
from meantree.scoring.verdicts import language_problems, verdicts

WIDTH: Final = 120
"""Characters of a line where no terminal is narrower."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a translation: the pair that metrics compare, its findings, and why there are none or fewer."""

    explained: ExplainedPair
    found: SegmentFindings | None
    reason: str = ""


def _attributes(value: object, *names: str, **default: object) -> dict[str, object]:
    """Return attributes by their names, without those that have this default."""
    values = {name: getattr(value, name) for name in names}
    return {name: one for name, one in values.items() if name not in default or one != default[name]}


def text_json(analysis: Analysis) -> dict[str, object]:
    """Return a text with its dependencies, and its best constituents in preorder if it has any; a root's head is -1."""
    tree, constituency = analysis.tree(), analysis.constituency() if analysis.sentences else None
    nodes = {} if constituency is None else {"constituents": _attributes(constituency, "labels", "parents")}
    return {"text": analysis.text, "tokens": analysis.words, **_attributes(tree, "heads", "labels"), **nodes}


def evidence_json(chosen: Metric, pair: Pair) -> dict[str, object]:
    """Return the score of a pair with its derivation and its evidence."""
    statistics, evidence = chosen.statistics(pair), chosen.evidence(pair)
    reference = evidence.reference or 0
    terms = [
        {
            **_attributes(term, "name", "title", "group", "claim", "value", "training_mean", title="", claim=""),
            "usual": term.training_mean,  # its former name
            **_attributes(term, "weight", "contribution"),
            **_places(term),
        }
        for term in evidence.terms
    ]
    counted = "kind", "label", "status", "hypothesis", "reference", "matched", "weight"
    return {
        "score": chosen.score(statistics, level="segment"),
        "statistics": statistics.tolist(),
        "reference": None if evidence.reference is None else pair.reference_names[reference],
        "derivation": _derivation(chosen.derivation(evidence)),
        **_attributes(evidence, "remark", remark=""),
        "units": [{**_attributes(unit, *counted, weight=1), **_places(unit)} for unit in evidence.units],
        **_frames(chosen, pair, reference),
        **({"links": _links(pair, reference)} if chosen.by_alignment else {}),
        **({"terms": terms} if terms else {}),
    }


def _derivation(derivation: Derivation | None) -> dict[str, object] | None:
    if derivation is None:
        return None
    names = "name", "kind", "count", "group", "value"
    inputs = [_attributes(item, *names, kind=None, count=None, group=None) for item in derivation.inputs]
    return {"inputs": inputs, "steps": list(map(asdict, derivation.steps))}


def _places(of: Unit | Term) -> dict[str, object]:
    def place(one: Place) -> dict[str, object]:
        return _attributes(one, "tokens", "arcs", "nodes", "frontier", "parts", parts=())

    return {
        "hypothesis_places": list(map(place, of.hypothesis_places)),
        "reference_places": [list(map(place, places)) for places in of.reference_places],
    }


def _frames(metric: Metric, pair: Pair, reference: int) -> dict[str, object]:
    """Return the frames that a metric compared, with their links; ``parts`` of places are indices of these frames."""
    compared = metric.frames(pair, reference) if isinstance(metric, OverFrames) else None
    if compared is None:
        return {}
    hypothesis, reference_frames, alignment = compared
    links = [*alignment.frames, *alignment.fillers]
    return {"frames": {"hypothesis": _layer(hypothesis), "reference": _layer(reference_frames), "links": links}}


def _layer(layer: FrameLayer) -> list[dict[str, object]]:
    """Return frames; a filler in several parts has the further ones."""
    return [
        {
            "predicate": frame.predicate,
            "fillers": [_attributes(filler, "role", "span", "further", further=()) for filler in frame.fillers],
        }
        for frame in layer.frames
    ]


def _links(pair: Pair, reference: int) -> list[dict[str, object]]:
    """Return the links between the words of a pair with their reasons; ``both``: aligned in both directions."""
    hypothesis_words, reference_words = (text.words for text in pair.sides(reference))
    return [
        {
            **_attributes(link, "hypothesis", "reference"),
            "both": link.status is Status.MATCHED,
            **({} if link.reason is None else asdict(link.reason)),
        }
        for link in aligned_links(pair.alignment(reference), (hypothesis_words, reference_words))
    ]


def explanation_json(explanation: Explanation) -> str:
    """Return all evidence.

    Token indices count from 0 over the whole text; an arc is ``[dependent, head]``; nodes are those of the
    constituency trees, from 0 in preorder. A derivation computes the score from the counts of the units, each times
    its ``weight`` if it has one, or from the contributions of the terms of each group. Spans of frames are
    ``[first token, one past the last]``; a part is ``[frame, filler]``, without filler for the predicate; a link joins
    two frames or two such fillers. Metrics that use the word alignment have its links with their reasons. Findings are
    those beside the closest reference, which is named, as ``meantree findings`` lists them with ``--all``.
    """
    explained, pair = explanation.explained, explanation.explained.pair
    document = {
        "version": __version__,
        "segment": {"id": explained.segment.id, "document": explained.segment.document},
        "system": explained.system,
        "hypothesis": text_json(pair.hypothesis),
        "references": {
            name: text_json(analysis) for name, analysis in zip(pair.reference_names, pair.references, strict=True)
        },
        "metrics": [
            {"name": spec, "signature": signed, **evidence_json(metric, pair)}
            for (spec, metric), signed in zip(explained.metrics.items(), explained.signatures, strict=True)
        ],
        **_findings_json(explanation),
    }
    return as_json(document)


def explanation_text(explanation: Explanation) -> str:
    """Return the texts, and for each metric what matched and what not, and how the score comes about."""
    explained, pair, width = explanation.explained, explanation.explained.pair, text_width(WIDTH)
    named = {"translation": pair.hypothesis.text}
    for name, reference in zip(pair.reference_names, pair.references, strict=True):
        named[escaped(reference_title(name))] = reference.text
    room = max(map(len, named)) + 4
    head = [f"Segment {escaped(explained.segment.key)}, {escaped(explained.system)}"]
    for name, text in named.items():
        head.append(fill(escaped(text), width, initial_indent=f"  {name}".ljust(room), subsequent_indent=" " * room))
    parts = [f"{pair.text(width)}\n  {pair.signature}\n" for pair in compared_pairs(explained)]
    return "\n".join(["\n".join([*head, ""]), *parts, *shown_findings(explanation, width)])


def shown_findings(explanation: Explanation, width: int) -> list[str]:
    """Return the findings shown of a translation as text, or why it was not searched; an empty list without any."""
    found = explanation.found
    if found is None or not found.is_searched:
        return [f"{fill(explanation.reason, width)}\n"]
    if not found.shown:
        return []
    name = reference_of_findings(found.pair, found.reference)
    lines = [f"findings beside {escaped(reference_title(name))}, the closest" if name else "findings"]
    for finding in found.shown:
        text = f"{finding.verdict:>5}  {escaped(finding.sentence)}"
        lines.append(fill(text, width, initial_indent="  ", subsequent_indent=" " * 9))
    return ["\n".join([*lines, ""])]


def explanation_picture(*explained: ExplainedPair, ending: str) -> bytes:
    """Return the picture of a pair by its first metric, or of two pairs with the same references.

    Args:
        explained: the pair, or two of two systems.
        ending: one of the file endings of pictures, such as ``.svg``.
    """
    pairs = [compared_pairs(one)[0] for one in explained]
    return (ComparedSystems(*pairs) if len(pairs) == 2 else pairs[0]).picture(ending)


def explain_segment(
    task: Task, specs: Sequence[str], segment_id: str, system: str | None = None, *, with_findings: bool = True
) -> Explanation:
    """Return the pair of one segment and system with the metrics that compare it, and its findings.

    Raises:
        UsageError: if the segment or system does not exist, is ambiguous, or cannot be scored.
    """
    configured_metrics(specs)  # reports a wrong spec first
    corpus = task.corpus
    require_texts(corpus, corpus.systems)
    segment = _segment(corpus, segment_id)
    system = _system(corpus, system)
    given = (score.kind for score in segment.given if score.system == system)
    metrics, store = task.adapted(tuple(dict.fromkeys((*specs, *given))), with_given=False)
    store = task.with_stored(store, [system], WORDS | required_layers(metrics))
    explained = explained_pair(corpus, segment, system, metrics, store)
    list_problems(language_problems(corpus, verdicts(corpus, metrics, store.parsers)))
    part = corpus.part([corpus.places[segment.key]] if with_findings else ())
    searched = list(corpus_findings(part, [system], store, task.work))
    found = [each for each in searched if isinstance(each, SegmentFindings)]
    problems = [*(each for each in searched if isinstance(each, Problem)), *notes_on_findings(found)]
    list_problems(problems)
    return Explanation(explained, found[0] if found else None, problems[0].message if problems else "")


def _findings_json(explanation: Explanation) -> dict[str, object]:
    """Return the findings of a translation and the reference that they are beside, and why there are none or fewer."""
    found, why = explanation.found, {"findings_reason": explanation.reason} if explanation.reason else {}
    if found is None:
        return {"findings_reference": None, "findings": [], **why}
    texts = found.pair.sides(found.reference)
    listed_findings = [finding_json(finding, *texts) for finding in found.findings]
    return {"findings_reference": found.pair.reference_names[found.reference], "findings": listed_findings, **why}


def _segment(corpus: Corpus, name: str) -> Segment:
    matches = [segment for segment in corpus.segments if name in (segment.key, segment.id)]
    exact = [segment for segment in matches if segment.key == name]
    if len(exact) == 1:
        return exact[0]
    if not matches:
        examples = listed(segment.key for segment in corpus.segments[:3])
        raise UsageError(f"--segment {shortened(name)}: there is no such segment; ids are like {examples}")
    if len(matches) > 1:
        keys = listed(segment.key for segment in matches[:5])
        raise UsageError(f"--segment {shortened(name)}: {len(matches)} documents have it; name one as {keys}")
    return matches[0]


def _system(corpus: Corpus, name: str | None) -> str:
    if name is None and len(corpus.systems) == 1:
        return corpus.systems[0]
    if name not in corpus.systems:
        found = "none was named" if name is None else f"found {did_you_mean(name, corpus.systems)}"
        raise UsageError(f"--system: {found}, expected one of {listed(corpus.systems) or 'none: no hypotheses'}")
    return name
