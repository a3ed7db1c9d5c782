"""Texts and evidence as plain values, as ``meantree explain`` prints them."""

from __future__ import annotations

from dataclasses import asdict

from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.comparison.word_links import aligned_links
from meantree.metrics.derivation import Derivation, Input
from meantree.metrics.evidence import Place, Status, Term, Unit
from meantree.metrics.metric import Metric, OverFrames
from meantree.metrics.pair import Pair


def text_json(analysis: Analysis) -> dict[str, object]:
    """A text with its dependencies, and its constituents if it has some."""
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


def evidence_json(chosen: Metric, pair: Pair) -> dict[str, object]:
    """The score of a pair, how it comes about, and its evidence."""
    statistics = chosen.statistics(pair)
    evidence = chosen.evidence(pair)
    return {
        "score": chosen.score(statistics, level="segment"),
        "statistics": statistics.tolist(),
        "reference": None if evidence.reference is None else pair.reference_names[evidence.reference],
        "derivation": _derivation(chosen.derivation(evidence)),
        "units": [_unit(unit) for unit in evidence.units],
        **_frames(chosen, pair, evidence.reference or 0),
        **({"links": _links(pair, evidence.reference or 0)} if chosen.by_alignment else {}),
        **({"terms": [_term(term) for term in evidence.terms]} if evidence.terms else {}),
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
    source |= {} if given.group is None else {"group": given.group}
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


def _frames(chosen: Metric, pair: Pair, reference: int) -> dict[str, object]:
    """The frames that a metric over frames compared, and its links; ``parts`` of places count in these."""
    found = chosen.frames(pair, reference) if isinstance(chosen, OverFrames) else None
    if found is None:
        return {}
    mine, theirs, alignment = found
    links = [*alignment.frames, *alignment.fillers]
    return {
        "frames": {"hypothesis": _layer(mine), "reference": _layer(theirs), "links": [list(link) for link in links]}
    }


def _links(pair: Pair, reference: int) -> list[dict[str, object]]:
    """The links between the words of a pair, with their reasons; ``both`` says whether both directions have one."""
    mine, theirs = (text.words for text in pair.sides(reference))
    return [
        {
            "hypothesis": link.hypothesis,
            "reference": link.reference,
            "both": link.status is Status.MATCHED,
            **({} if link.reason is None else asdict(link.reason)),
        }
        for link in aligned_links(pair.alignment(reference), (mine, theirs))
    ]


def _layer(layer: FrameLayer) -> list[dict[str, object]]:
    return [
        {
            "predicate": list(frame.predicate),
            "fillers": [{"role": filler.role.value, "span": list(filler.span)} for filler in frame.fillers],
        }
        for frame in layer.frames
    ]


def _term(term: Term) -> dict[str, object]:
    return {
        "name": term.name,
        "group": term.group,
        **({"claim": term.claim} if term.claim else {}),
        "value": term.value,
        "training_mean": term.training_mean,
        "usual": term.training_mean,  # its name before, for those who read that
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
