"""Agreement between annotators as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from meantree.escaping import as_json
from meantree.evaluation.agreement import Kappa, LayerAgreement
from meantree.evaluation.agreement_items import LABEL_MEASURES, NO_FILLER, ROLES
from meantree.evaluation.compared_annotators import (
    MIN_SCORES,
    MINUTE,
    AgreementPart,
    ComparedAnnotators,
    ComparedTranslation,
)
from meantree.evaluation.compared_systems import RankedSystem, Ranking
from meantree.evaluation.project_agreement import ProjectAgreement
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.annotation import WHEN_TO_REVIEW

LABELS, WORDS = (measure.name for measure in LABEL_MEASURES[:2])
SHARES = {
    "predicates": "predicates",
    "filler spans and roles": "fillers",
    "filler links, same type": "links",
}
"""The layers that stand for all where there is little room, and how they are called there."""
TOLD_SHARES = "F1 of predicates, of fillers (words and role) and of links between fillers (of the same type)"
LEADING = {
    "predicates": "F1 of predicates",
    "filler spans and roles": "F1 of fillers with their roles",
    "frame links, either type": "F1 of frame links",
}
"""The layers that stand first, and how they are called there."""
WORDS_ALPHA, COMPARED = "α of words", "translations compared"
SORT_SIGNS = {"person": "", "gold": " ‡", "automatic": " †"}
SORT_NOTES = {
    "gold": "‡: adjudicated, made from what others did; not in means.",
    "automatic": "†: automatic frames, of no person; not in means.",
}


def agreement_rows(found: Sequence[ComparedAnnotators], spec: str) -> list[tuple[str, ...]]:
    """The rows of a table with a column for every two annotators, as texts."""
    layers = [
        (layer.name, *(_number(one.whole.layers[place].f) for one in found))
        for place, layer in enumerate(found[0].whole.layers)
    ]
    return [
        ("translations in common", *(str(one.whole.translations) for one in found)),
        *layers,
        (f"{spec}: Pearson's r", *(_number(one.whole.scores.pearson) for one in found)),
        (f"{spec}: mean difference", *(_number(one.whole.scores.mean_difference) for one in found)),
    ]


def agreement_tables(found: ProjectAgreement) -> Iterator[ValueTable]:
    """All that there is to say, from the whole to its parts; what cannot be told apart is left out."""
    yield from (_summary(found), _layers(found), _kappas(found), _roles(found))
    yield from (_confusion(found, pair) for pair in found.pairs)
    if len(set(found.documents.values())) > 1:
        yield _parts(
            found, "documents", "Agreement by document", "document", lambda one: one.by_document(found.documents)
        )
    yield _parts(found, "time", "Agreement over time", "part", ComparedAnnotators.over_time)
    yield _worst(found)
    yield from systems_tables(found)


def systems_tables(found: ProjectAgreement) -> list[ValueTable]:
    """What each annotator's work says of the systems: over all of it, and how it ranks them; no table of dashes alone.

    Automatic frames stand there only where somebody's work is compared with them.
    """
    tables = (_means(found), _rankings(found))
    return [table for table in tables if any(value is not None for row in table.rows for value in row[1:])]


def pair_name(found: ProjectAgreement, pair: ComparedAnnotators) -> str:
    """Both annotators, marked where one of them is no person on their own."""
    return " – ".join(f"{name}{SORT_SIGNS[found.kinds[name]]}" for name in pair.names)


def _summary(found: ProjectAgreement) -> ValueTable:
    """The five figures that say most."""
    rows: list[tuple[Value, ...]] = []
    layers = {name: [_f(pair, name) for pair in found.pairs] for name in LEADING}
    words = [pair.whole.kappas[WORDS].alpha for pair in found.pairs]
    for title, values in (*((LEADING[name], layers[name]) for name in LEADING), (WORDS_ALPHA, words)):
        rows.append((title, *values, *_mean(found, values)))
    rows.append((COMPARED, *(pair.whole.translations for pair in found.pairs), *[None] * len(_mean(found, []))))
    told = (
        "F1: 1 where two annotators agree everywhere, 0 where they agree nowhere. α is Krippendorff's, of the labels "
        "of words (role or none) for each predicate that both found: 1 where all are alike, 0 for chance. A "
        "translation is compared if both finished it, and neither marked it as one that cannot be annotated. "
        f"{_to_review(found)}"
    )
    return ValueTable("summary", "Agreement in short", _note(found, told), _heads(found, "agreement"), tuple(rows))


def _to_review(found: ProjectAgreement) -> str:
    """How many of the translations that are compared are to review, and what that is."""
    count = len(
        {translation.pair for pair in found.pairs for translation in pair.translations if translation.is_to_review}
    )
    are = "is" if count == 1 else "are"
    return (
        f"Translations to review ({WHEN_TO_REVIEW}) are compared without links to what was deleted; {count:,} of those "
        f"compared {are} to review."
    )


def _f(pair: ComparedAnnotators, layer: str) -> float | None:
    return next((one.f for one in pair.whole.layers if one.name == layer), None)


def _layers(found: ProjectAgreement) -> ValueTable:
    """The F of every layer, as :func:`agreement_rows` has them, in numbers."""
    rows: list[tuple[Value, ...]] = [("translations in common", *(pair.whole.translations for pair in found.pairs))]
    for place, layer in enumerate(found.pairs[0].whole.layers):
        values = [pair.whole.layers[place].f for pair in found.pairs]
        rows.append((layer.name, *values, *_mean(found, values)))
    scores = [pair.whole.scores for pair in found.pairs]
    for name, numbers in (
        ("Pearson's r", [score.pearson for score in scores]),
        ("mean difference", [score.mean_difference for score in scores]),
    ):
        rows.append((f"{found.spec}: {name}", *numbers, *_mean(found, numbers)))
    rows[0] = (*rows[0], *([None] * len(_mean(found, []))))
    told = (
        "F1 of every two annotators: 1 where they agree everywhere. A filler belongs to its predicate, "
        "so agreement falls from layer to layer. Translations that either of them could not annotate are left out. "
        f"Pearson's r of fewer than {MIN_SCORES} translations is undefined."
    )
    return ValueTable(
        "agreement", "Agreement layer by layer", _note(found, told), _heads(found, "F between annotators"), tuple(rows)
    )


def _kappas(found: ProjectAgreement) -> ValueTable:
    """Beyond chance."""
    rows: list[tuple[Value, ...]] = []
    everybody = len(found.alphas) > 0
    padding = (None,) * len(_mean(found, []))
    for measure in LABEL_MEASURES:
        kappas = [pair.whole.kappas[measure.name] for pair in found.pairs]
        values = [kappa.value for kappa in kappas]
        alpha = (found.alphas[measure.name],) if everybody else ()
        none = (None,) * len(alpha)
        rows.append((f"{measure.name}: κ", *values, *_mean(found, values), *alpha))
        rows.append((f"{measure.name}: same", *(kappa.observed for kappa in kappas), *padding, *none))
        rows.append((f"{measure.name}: items", *(kappa.items for kappa in kappas), *padding, *none))
    told = " ".join(
        (
            "Cohen's κ: 1 where both say the same of all items, 0 where they agree as often as chance has it.",
            *(
                f"{measure.name.capitalize()}: {measure.explanation}."
                for measure in LABEL_MEASURES
                if "," not in measure.name
            ),
            *(["α is Krippendorff's, of all people together."] if everybody else []),
        )
    )
    heads = (*_heads(found, "beyond chance"), *(["α of all"] if everybody else []))
    return ValueTable("kappa", "Agreement beyond chance", _note(found, told), heads, tuple(rows))


def _roles(found: ProjectAgreement) -> ValueTable:
    rows: list[tuple[Value, ...]] = []
    for place, role in enumerate(ROLES):
        layers = [pair.roles[place] for pair in found.pairs]
        values = [layer.f for layer in layers]
        fillers = [int(layer.first + layer.second) for layer in layers]
        rows.append((role, *values, *_mean(found, values), sum(fillers)))
    told = "F1 of fillers with the same predicate, words and role; the last column counts those of both annotators."
    heads = (*_heads(found, "role"), "fillers")
    return ValueTable("roles", "Agreement by role", _note(found, told), heads, tuple(rows))


def _confusion(found: ProjectAgreement, pair: ComparedAnnotators) -> ValueTable:
    names = (*ROLES, NO_FILLER)
    last = len(ROLES)
    rows = tuple(
        (name, *("" if row == column == last else int(count) for column, count in enumerate(counts)))
        for row, (name, counts) in enumerate(zip(names, pair.confusion, strict=True))
    )
    first, second = pair.names
    told = (
        f"How often {first} (rows) gave this role where {second} (columns) gave that one, to the same words of a "
        "predicate that both found; in the last row and column to words that are no filler of the other's."
    )
    both = pair_name(found, pair)
    return ValueTable("confusion", f"Roles of {both}", told, (f"{first} ↓ {second} →", *names), rows)


def _parts(
    found: ProjectAgreement,
    name: str,
    title: str,
    head: str,
    parts: Callable[[ComparedAnnotators], list[AgreementPart]],
) -> ValueTable:
    is_timed = name == "time"
    rows: list[tuple[Value, ...]] = []
    for pair in found.pairs:
        for part in parts(pair):
            by_name = {layer.name: layer.f for layer in part.layers}
            times = (_day(part.since), _day(part.until)) if is_timed else ()
            numbers = (*(by_name[one] for one in SHARES), part.kappas[LABELS].value, part.scores.mean_difference)
            rows.append((pair_name(found, pair), part.name, *times, part.translations, *numbers))
    heads = ("annotators", head, *(("from", "to") if is_timed else ()), "translations")
    told = f"{TOLD_SHARES}; κ of the labels of fillers; the mean difference of {found.spec}."
    if is_timed:
        told += " Translations are in the order in which the later of both finished them; times are in UTC."
        if (
            len(
                {pair.whole.since[:MINUTE] for pair in found.pairs}
                | {pair.whole.until[:MINUTE] for pair in found.pairs}
            )
            == 1
        ):
            told += " All were put in at once, so this is the order of the file."
    numbered = (*SHARES.values(), "κ of labels", "difference")
    return ValueTable(name, title, _note(found, told), (*heads, *numbered), tuple(rows))


def _worst(found: ProjectAgreement) -> ValueTable:
    rows: list[tuple[float, tuple[Value, ...]]] = []
    for pair in found.pairs:
        for one in pair.worst:
            by_name = {layer.name: layer.f for layer in one.layers}
            rank = 2.0 if one.overall.f is None else one.overall.f
            cells = (pair_name(found, pair), one.overall.f, *(by_name[name] for name in SHARES), *one.scores)
            rows.append((rank, (*one.pair, *cells)))
    rows.sort(key=lambda row: row[0])
    told = f"F1 of all layers together, the least agreement first. {TOLD_SHARES}; {found.spec} of both."
    heads = ("segment", "system", "reference", "annotators", "all", *SHARES.values(), "first", "second")
    return ValueTable("segments", "Least agreement first", _note(found, told), heads, tuple(row for _, row in rows))


def _means(found: ProjectAgreement) -> ValueTable:
    """As scored alone."""
    names = _at_work(found, found.means)
    rows: list[tuple[Value, ...]] = [
        (f"{name}{SORT_SIGNS[found.kinds[name]]}", system, one.score, one.translations)
        for name in names
        for system, one in found.means[name].items()
    ]
    told = (
        f"{found.spec} of each system, over all of its translations that the annotator finished: the score that "
        f"`meantree score` has with --annotator. {_of_automatic(found, names)}"
        "Annotators who finished others are not to be compared by it."
    )
    heads = ("annotator", "system", "score", "translations")
    return ValueTable("means", "Scores by annotator", _note(found, told, names), heads, tuple(rows))


def _rankings(found: ProjectAgreement) -> ValueTable:
    """How the annotators' work ranks the systems."""
    names = _at_work(found, found.rankings)
    by_system = {
        name: {one.system: (place, one) for place, one in enumerate(found.rankings[name].systems, start=1)}
        for name in names
    }
    systems = sorted({system for ranked in by_system.values() for system in ranked})
    rows: list[tuple[Value, ...]] = []
    for system in systems:
        cells: list[Value] = [system]
        for name in names:
            cells += _ranked(found.rankings[name], by_system[name].get(system))
        rows.append(tuple(cells))
    segments = ", ".join(f"{name} {found.rankings[name].segments:,}" for name in names)
    told = (
        f"{found.spec} of each system, on the segments of which the annotator finished the translations of all systems "
        f"({segments}); 95 % intervals of 1,000 bootstrap samples. {_of_automatic(found, names)}"
        "On other segments scores are others."
    )
    heads = [
        head
        for name in names
        for head in (f"{name}{SORT_SIGNS[found.kinds[name]]}", f"{name}: from", f"{name}: to", f"{name}: rank")
    ]
    return ValueTable("systems", "Systems by annotator", _note(found, told, names), ("system", *heads), tuple(rows))


def _at_work(found: ProjectAgreement, names: Iterable[str]) -> list[str]:
    """Those of them who annotated, and the automatic frames where somebody's work is compared with them."""
    compared = {name for pair in found.pairs for name in pair.names}
    return [name for name in names if found.kinds[name] != "automatic" or name in compared]


def _of_automatic(found: ProjectAgreement, names: Iterable[str]) -> str:
    """What takes the place of finished work where automatic frames are scored, with a blank after it."""
    is_there = any(found.kinds[name] == "automatic" for name in names)
    return "Automatic frames are finished by nobody; all that the project has are scored. " if is_there else ""


def _ranked(ranking: Ranking, there: tuple[int, RankedSystem] | None) -> tuple[Value, ...]:
    if there is None or there[1].score is None:
        return (None,) * 4
    one = there[1]
    better = sum(other.score is not None and _is_before(ranking, other, one) for other in ranking.systems)
    return one.score, one.low, one.high, 1 + better


def _is_before(ranking: Ranking, other: RankedSystem, one: RankedSystem) -> bool:
    """Whether another system has a better score; equal scores share a rank."""
    names = ranking.names
    return names.index(other.system) < names.index(one.system) and other.score != one.score


def _heads(found: ProjectAgreement, first: str) -> tuple[str, ...]:
    mean = ["mean of people"] * len(_mean(found, []))
    return (first, *(pair_name(found, pair) for pair in found.pairs), *mean)


def _mean(found: ProjectAgreement, values: Sequence[float | None]) -> tuple[float | None, ...]:
    """The mean over people alone, where it is defined for all of them; nothing where there is but one pair of them."""
    of_people = [found.is_of_people(pair) for pair in found.pairs]
    if sum(of_people) < 2:
        return ()
    known = [value for value, kept in zip(values, of_people, strict=False) if kept and value is not None]
    return (sum(known) / len(known) if len(known) == sum(of_people) else None,)


def _note(found: ProjectAgreement, told: str, names: Iterable[str] | None = None) -> str:
    """``told``, and what the signs beside these annotators are; without names, beside those that are compared."""
    if names is None:
        names = (name for pair in found.pairs for name in pair.names)
    sorts = {found.kinds[name] for name in names}
    return " ".join((told, *(text for sort, text in SORT_NOTES.items() if sort in sorts)))


def _day(time: str) -> str:
    return time[:MINUTE].replace("T", " ")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def agreement_json(found: ProjectAgreement) -> str:
    """A list with an object for every two annotators; what is undefined is null."""
    return as_json([_row(found, pair) for pair in found.pairs])


def _row(found: ProjectAgreement, one: ComparedAnnotators) -> dict[str, Any]:
    return {
        "project": str(found.paths[0]),
        "projects": list(map(str, found.paths)),
        "annotators": list(one.names),
        "sorts": [found.kinds[name] for name in one.names],
        "summary": _summary_json(one.whole),
        **_part(one.whole),
        "roles": list(map(_layer, one.roles)),
        "confusion": {"labels": [*ROLES, NO_FILLER], "counts": one.confusion.tolist()},
        "documents": [{"name": part.name, **_part(part)} for part in one.by_document(found.documents)],
        "time": [{"name": part.name, "from": part.since, "to": part.until, **_part(part)} for part in one.over_time()],
        "segments": list(map(_translation, one.worst)),
        "alpha": dict(found.alphas),
        "systems": {name: _ranking(found.rankings[name]) for name in one.names if name in found.rankings},
    }


def _summary_json(part: AgreementPart) -> dict[str, Any]:
    """The five figures that say most."""
    layers = {layer.name: layer.f for layer in part.layers}
    words = part.kappas[WORDS].alpha
    return {**{title: layers[name] for name, title in LEADING.items()}, WORDS_ALPHA: words, COMPARED: part.translations}


def _part(part: AgreementPart) -> dict[str, Any]:
    return {
        "translations": part.translations,
        "layers": list(map(_layer, part.layers)),
        "kappa": [{"name": name, **_kappa(kappa)} for name, kappa in part.kappas.items()],
        "score": asdict(part.scores),
    }


def _layer(layer: LayerAgreement) -> dict[str, Any]:
    return {"name": layer.name, "f": layer.f, "common": layer.common, "first": layer.first, "second": layer.second}


def _kappa(found: Kappa) -> dict[str, Any]:
    return {"kappa": found.value, **asdict(found)}


def _translation(one: ComparedTranslation) -> dict[str, Any]:
    segment, system, reference = one.pair
    names = {"segment": segment, "system": system, "reference": reference}
    return {**names, "f": one.overall.f, "layers": list(map(_layer, one.layers)), "scores": list(one.scores)}


def _ranking(ranking: Ranking) -> dict[str, Any]:
    return {"segments": ranking.segments, "systems": [asdict(system) for system in ranking.systems]}
