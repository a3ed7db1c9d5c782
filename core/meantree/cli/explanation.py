"""``meantree explain``: the evidence behind one segment's scores, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import Final

from meantree import __version__
from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.frames import Filler, FrameLayer
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
from meantree.metrics.derivation import Derivation, Input
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


def text_json(analysis: Analysis) -> dict[str, object]:
    """Return a text with its dependencies, and its constituents if it has any."""
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
    """Return the nodes of the best constituency trees in preorder; the parent of a root is -1."""
    return {"constituents": {"labels": list(tree.labels), "parents": list(tree.parents)}}


def evidence_json(chosen: Metric, pair: Pair) -> dict[str, object]:
    """Return the score of a pair with its derivation and its evidence."""
    statistics = chosen.statistics(pair)
    evidence = chosen.evidence(pair)
    return {
        "score": chosen.score(statistics, level="segment"),
        "statistics": statistics.tolist(),
        "reference": None if evidence.reference is None else pair.reference_names[evidence.reference],
        "derivation": _derivation(chosen.derivation(evidence)),
        **({"remark": evidence.remark} if evidence.remark else {}),
        "units": [_unit(unit) for unit in evidence.units],
        **_frames(chosen, pair, evidence.reference or 0),
        **({"links": _links(pair, evidence.reference or 0)} if chosen.by_alignment else {}),
        **({"terms": [_term(term) for term in evidence.terms]} if evidence.terms else {}),
    }


def _derivation(derivation: Derivation | None) -> dict[str, object] | None:
    if derivation is None:
        return None
    return {
        "inputs": [_input(item) for item in derivation.inputs],
        "steps": [{"name": step.name, "formula": step.formula, "value": step.value} for step in derivation.steps],
    }


def _input(item: Input) -> dict[str, object]:
    source = {} if item.kind is None else {"kind": item.kind, "count": item.count}
    source |= {} if item.group is None else {"group": item.group}
    return {"name": item.name, **source, "value": item.value}


def _unit(unit: Unit) -> dict[str, object]:
    return {
        "kind": unit.kind,
        "label": unit.label,
        "status": str(unit.status),
        "hypothesis": unit.hypothesis,
        "reference": unit.reference,
        "matched": unit.matched,
        **({} if unit.weight == 1 else {"weight": unit.weight}),
        "hypothesis_places": [_place(place) for place in unit.hypothesis_places],
        "reference_places": [[_place(place) for place in places] for places in unit.reference_places],
    }


def _frames(metric: Metric, pair: Pair, reference: int) -> dict[str, object]:
    """Return the frames that a metric compared, with their links; ``parts`` of places are indices of these frames."""
    compared = metric.frames(pair, reference) if isinstance(metric, OverFrames) else None
    if compared is None:
        return {}
    hypothesis, reference_frames, alignment = compared
    links = [*alignment.frames, *alignment.fillers]
    return {
        "frames": {
            "hypothesis": _layer(hypothesis),
            "reference": _layer(reference_frames),
            "links": [list(link) for link in links],
        }
    }


def _further(filler: Filler) -> dict[str, object]:
    """Return the other parts of a filler in several parts."""
    return {"further": [list(span) for span in filler.further]} if filler.further else {}


def _links(pair: Pair, reference: int) -> list[dict[str, object]]:
    """Return the links between the words of a pair with their reasons; ``both``: aligned in both directions."""
    hypothesis_words, reference_words = (text.words for text in pair.sides(reference))
    return [
        {
            "hypothesis": link.hypothesis,
            "reference": link.reference,
            "both": link.status is Status.MATCHED,
            **({} if link.reason is None else asdict(link.reason)),
        }
        for link in aligned_links(pair.alignment(reference), (hypothesis_words, reference_words))
    ]


def _layer(layer: FrameLayer) -> list[dict[str, object]]:
    return [
        {
            "predicate": list(frame.predicate),
            "fillers": [
                {"role": filler.role.value, "span": list(filler.span), **_further(filler)} for filler in frame.fillers
            ],
        }
        for frame in layer.frames
    ]


def _term(term: Term) -> dict[str, object]:
    return {
        "name": term.name,
        **({"title": term.title} if term.title else {}),
        "group": term.group,
        **({"claim": term.claim} if term.claim else {}),
        "value": term.value,
        "training_mean": term.training_mean,
        "usual": term.training_mean,  # its former name
        "weight": term.weight,
        "contribution": term.contribution,
        "hypothesis_places": [_place(place) for place in term.hypothesis_places],
        "reference_places": [[_place(place) for place in places] for places in term.reference_places],
    }


def _place(place: Place) -> dict[str, object]:
    return {
        "tokens": list(place.tokens),
        "arcs": [list(arc) for arc in place.arcs],
        "nodes": list(place.nodes),
        "frontier": list(place.frontier),
        **({"parts": [list(part) for part in place.parts]} if place.parts else {}),
    }


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
