"""Agreement between annotators for programs: all numbers, in the order and under the names of the tables."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from meantree.escaping import as_json
from meantree.evaluation.agreement import Layer
from meantree.evaluation.agreement_items import NO_FILLER, ROLES
from meantree.evaluation.chance_corrected import Kappa
from meantree.evaluation.compared_work import ComparedAnnotators, ComparedTranslation, Part
from meantree.evaluation.project_agreement import ProjectAgreement
from meantree.evaluation.rankings import Ranking
from meantree.report.agreement import COMPARED, LEADING, WORDS, WORDS_ALPHA


def agreement_json(found: ProjectAgreement) -> str:
    """A list with an object for every two annotators; what is undefined is null."""
    return as_json([_row(found, one) for one in found.pairs])


def _row(found: ProjectAgreement, one: ComparedAnnotators) -> dict[str, Any]:
    return {
        "project": str(found.paths[0]),
        "projects": list(map(str, found.paths)),
        "annotators": list(one.names),
        "sorts": [found.sorts[name] for name in one.names],
        "summary": _summary(one.whole),
        **_part(one.whole),
        "roles": list(map(_layer, one.roles)),
        "confusion": {"labels": [*ROLES, NO_FILLER], "counts": one.confusion.tolist()},
        "documents": [{"name": part.name, **_part(part)} for part in one.by_document(found.documents)],
        "time": [{"name": part.name, "from": part.since, "to": part.until, **_part(part)} for part in one.over_time()],
        "segments": list(map(_translation, one.worst)),
        "alpha": dict(found.alphas),
        "systems": {name: _ranking(found.rankings[name]) for name in one.names if name in found.rankings},
    }


def _summary(part: Part) -> dict[str, Any]:
    """The five figures that say most."""
    layers = {layer.name: layer.f for layer in part.layers}
    words = part.kappas[WORDS].alpha
    return {**{title: layers[name] for name, title in LEADING.items()}, WORDS_ALPHA: words, COMPARED: part.translations}


def _part(part: Part) -> dict[str, Any]:
    return {
        "translations": part.translations,
        "layers": list(map(_layer, part.layers)),
        "kappa": [{"name": name, **_kappa(one)} for name, one in part.kappas.items()],
        "score": asdict(part.scores),
    }


def _layer(layer: Layer) -> dict[str, Any]:
    return {"name": layer.name, "f": layer.f, "common": layer.common, "first": layer.first, "second": layer.second}


def _kappa(found: Kappa) -> dict[str, Any]:
    return {"kappa": found.value, **asdict(found)}


def _translation(one: ComparedTranslation) -> dict[str, Any]:
    segment, system, reference = one.pair
    names = {"segment": segment, "system": system, "reference": reference}
    return {**names, "f": one.overall.f, "layers": list(map(_layer, one.layers)), "scores": list(one.scores)}


def _ranking(ranking: Ranking) -> dict[str, Any]:
    return {"segments": ranking.segments, "systems": [asdict(one) for one in ranking.systems]}
