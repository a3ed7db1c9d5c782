"""Agreement between annotators as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from meantree.agreement.frame_agreement import LABEL_MEASURES, MIN_SCORES, NO_FILLER, ROLES, Kappa, LayerAgreement
from meantree.agreement.project_agreement import (
    AgreementPart,
    ComparedAnnotators,
    ComparedTranslation,
    ProjectAgreement,
)
from meantree.annotation.frame_annotation import WHEN_TO_REVIEW
from meantree.escaping import as_json, capitalised, listed
from meantree.evaluation.compared_systems import Ranking
from meantree.evaluation.value_table import Value, ValueTable
from meantree.reporting.error_agreement_tables import error_agreement_tables, error_pair_values, signed
from meantree.reporting.results import CLEAR, CLUSTERS, F1, FEWEST, SORT_NOTES, without_empty

LABELS, WORDS = (measure.name for measure in LABEL_MEASURES[:2])
SHARES = {
    "predicates": "predicates",
    "filler spans and roles": "fillers",
    "filler links, same type": "links",
}
"""The layers that represent all where there is little room, with their short names."""
SHARES_NOTE = "F1 of predicates, of fillers (words and role) and of links between fillers (of the same type)"
LEADING = {
    "predicates": "F1 of predicates",
    "filler spans and roles": "F1 of fillers with their roles",
    "frame links, either type": "F1 of frame links",
}
"""The layers of the summary, with their titles."""
WORDS_ALPHA, COMPARED = "α of words", "translations compared"
FIGURES = {
    COMPARED: "translations compared: those that both finished",
    "predicates": "F1 of predicates: the same words",
    "filler spans and roles": "F1 of fillers: the same words and role, of the same predicate",
    WORDS_ALPHA: "α of words: role or none, of predicates that both marked",
    "frame links, either type": "F1 of frame links: between the same predicates, correct or partial",
}
"""The figures of the summary in their order, and what they mean."""
CONFUSION_NOTE = (
    "Fillers of predicates that both marked: how often the first annotator (rows) gave this role where the second "
    "(columns) gave that one to the same words; the last row and column count fillers that the other has not with just "
    "these words."
)


def agreement_tables(agreement: ProjectAgreement, *, whole: bool = False) -> Iterator[ValueTable]:
    """Yield all tables of agreement on frames, then on error spans, ``whole`` as in files; empty ones are skipped."""
    yield from _of_frames(agreement) if agreement.pairs else ()
    yield from error_agreement_tables(agreement.errors, whole=whole) if agreement.errors is not None else ()


def _of_frames(agreement: ProjectAgreement) -> Iterator[ValueTable]:
    yield from (_summary(agreement), _layers(agreement), _kappas(agreement), _roles(agreement))
    yield from (_confusion(agreement, pair) for pair in agreement.pairs if not agreement.is_automatic(pair))
    of_texts = (_documents, _worst) if len(agreement.pool.corpus.documents) > 1 else (_worst,)
    tables = (table(agreement) for table in of_texts)
    yield from tables if agreement.spec else map(without_empty, tables)  # whose scores are hidden
    yield from systems_tables(agreement)


def systems_tables(agreement: ProjectAgreement) -> list[ValueTable]:
    """Return a table of system scores by annotator, on shared segments if an annotator has any; none without scores.

    Automatic frames are included only if an annotator's work is compared with them.
    """
    tables = (_rankings(agreement), _means(agreement))
    return [table for table in tables if table.rows][:1]


def pair_name(agreement: ProjectAgreement, pair: ComparedAnnotators) -> str:
    """Return both annotators' names, with a sign after a gold standard or automatic frames."""
    return " – ".join(signed(agreement.pool, name) for name in pair.names)


def _summary(agreement: ProjectAgreement) -> ValueTable:
    """Return the table of the five most important figures, with what they mean and the numbers of items."""
    people = agreement.pairs_of_people or agreement.pairs
    no_mean = (None,) * len(_mean(agreement, []))
    rows: list[tuple[Value, ...]] = []
    for name, title in FIGURES.items():
        if name == COMPARED:
            counts = (pair.whole.translations for pair in agreement.pairs)
            rows.append((title, *counts, *no_mean, sum(pair.whole.translations for pair in people)))
            continue
        if name == WORDS_ALPHA:
            values = [pair.whole.kappas[WORDS].alpha for pair in agreement.pairs]
            items = sum(pair.whole.kappas[WORDS].items for pair in people)
        else:
            values = [f_of(pair, name) for pair in agreement.pairs]
            items = round(sum(_marked(pair, name) for pair in people))
        rows.append((title, *values, *_mean(agreement, values), items))
    explanation = (
        "F1: 1 where two annotators agree everywhere, 0 where they agree nowhere; n counts what either of them marked. "
        "α is Krippendorff's: 1 where all labels agree, 0 at chance level; n counts the labelled words, for each "
        "predicate. n adds up the pairs of people, so that it counts once for each pair what several of them compare. "
        f"{_references(agreement)} {reviewed(agreement)}"
    ).strip()
    head = (*_heads(agreement, "agreement"), "n")
    return ValueTable("summary", "Agreement in short", _note(agreement, explanation), head, tuple(rows))


def _marked(pair: ComparedAnnotators, name: str) -> float:
    """Return how many units of a layer either annotator marked."""
    layers = [layer for layer in pair.whole.layers if layer.name == name]
    return sum(layer.first + layer.second - layer.common for layer in layers)


def _references(agreement: ProjectAgreement) -> str:
    """Return how often frames of a reference count that several translations share."""
    often = "once, and again for a translation for which an annotator changed them"
    if agreement.repeats_references:
        often = "once for each of them, as in the literature"
    return f"Frames of a reference that several translations share count {often}."


def reviewed(agreement: ProjectAgreement) -> str:
    """Return a sentence on the compared translations that are to review; empty if none is."""
    count = len(
        {translation.pair for pair in agreement.pairs for translation in pair.translations if translation.is_to_review}
    )
    if not count:
        return ""
    verb = "is" if count == 1 else "are"
    return (
        f"{count:,} of the compared translations {verb} to review ({WHEN_TO_REVIEW}), and compared without links to "
        "what was deleted."
    )


def f_of(pair: ComparedAnnotators, name: str) -> float | None:
    """Return F1 in a layer; None if it is undefined, or there is no such layer."""
    return next((layer.f for layer in pair.whole.layers if layer.name == name), None)


def _layers(agreement: ProjectAgreement) -> ValueTable:
    """Return the F of every layer."""
    rows: list[tuple[Value, ...]] = [("translations in common", *(pair.whole.translations for pair in agreement.pairs))]
    for place, layer in enumerate(agreement.pairs[0].whole.layers):
        values = [pair.whole.layers[place].f for pair in agreement.pairs]
        rows.append((layer.name, *values, *_mean(agreement, values)))
    scores = [pair.whole.scores for pair in agreement.pairs]
    for name, numbers in (
        ("Pearson's r", [score.pearson for score in scores]),
        ("mean difference", [score.mean_difference for score in scores]),
    )[: 2 * bool(agreement.spec)]:
        rows.append((f"{agreement.spec}: {name}", *numbers, *_mean(agreement, numbers)))
    rows[0] = (*rows[0], *([None] * len(_mean(agreement, []))))
    few = f"Pearson's r of fewer than {MIN_SCORES} translations is undefined."
    explanation = (
        "F1 of each pair of annotators: 1 where they agree everywhere. A filler belongs to its predicate, "
        "so agreement falls from layer to layer. "
        f"{_references(agreement)} Translations that either of them could not annotate are left out. "
        + (f"{capitalised(agreement.pool.corpus.why_unscored)}." if agreement.pool.corpus.why_unscored else few)
    )
    return ValueTable(
        "agreement",
        "Agreement layer by layer",
        _note(agreement, explanation),
        _heads(agreement, "F between annotators"),
        tuple(rows),
    )


def _kappas(agreement: ProjectAgreement) -> ValueTable:
    """Return the table of κ, observed agreement and items, and α of all annotators."""
    rows: list[tuple[Value, ...]] = []
    has_alpha = len(agreement.alphas) > 0
    padding = (None,) * len(_mean(agreement, []))
    for measure in LABEL_MEASURES:
        kappas = [pair.whole.kappas[measure.name] for pair in agreement.pairs]
        values = [kappa.value for kappa in kappas]
        alpha = (agreement.alphas[measure.name],) if has_alpha else ()
        no_alpha = (None,) * len(alpha)
        rows.append((f"{measure.name}: κ", *values, *_mean(agreement, values), *alpha))
        rows.append((f"{measure.name}: same", *(kappa.observed for kappa in kappas), *padding, *no_alpha))
        rows.append((f"{measure.name}: items", *(kappa.items for kappa in kappas), *padding, *no_alpha))
    explanation = " ".join(
        (
            "Cohen's κ: 1 where both label all items alike, 0 where they agree as often as by chance.",
            *(
                f"{measure.name.capitalize()}: {measure.explanation}."
                for measure in LABEL_MEASURES
                if "," not in measure.name
            ),
            *(["α is Krippendorff's, over all annotators."] if has_alpha else []),
        )
    )
    heads = (*_heads(agreement, "beyond chance"), *(["α of all"] if has_alpha else []))
    return ValueTable("kappa", "Agreement beyond chance", _note(agreement, explanation), heads, tuple(rows))


def _roles(agreement: ProjectAgreement) -> ValueTable:
    rows: list[tuple[Value, ...]] = []
    counted = agreement.pairs_of_people or agreement.pairs
    for place, role in enumerate(ROLES):
        layers = [pair.roles[place] for pair in agreement.pairs]
        values = [layer.f for layer in layers]
        fillers = sum(int(pair.roles[place].first + pair.roles[place].second) for pair in counted)
        rows.append((role, *values, *_mean(agreement, values), fillers))
    explanation = (
        f"{F1} of fillers with the same predicate, words and role; the last column counts those of both annotators, "
        "in pairs of people."
    )
    heads = (*_heads(agreement, "role"), "fillers")
    return ValueTable("roles", "Agreement by role", _note(agreement, explanation), heads, tuple(rows))


def _confusion(agreement: ProjectAgreement, pair: ComparedAnnotators) -> ValueTable:
    names = (*ROLES, NO_FILLER)
    last = len(ROLES)
    rows = tuple(
        (name, *("" if row == column == last else int(count) for column, count in enumerate(counts)))
        for row, (name, counts) in enumerate(zip(names, pair.confusion, strict=True))
    )
    first, second = pair.names
    title = f"Roles of {pair_name(agreement, pair)}"
    return ValueTable("confusion", title, CONFUSION_NOTE, (f"{first} ↓ {second} →", *names), rows)


def _documents(agreement: ProjectAgreement) -> ValueTable:
    rows: list[tuple[Value, ...]] = []
    for pair in agreement.pairs:
        for part in pair.by_document(agreement.pool.document_of):
            by_name = {layer.name: layer.f for layer in part.layers}
            numbers = (*(by_name[layer] for layer in SHARES), part.kappas[LABELS].value, part.scores.mean_difference)
            rows.append((pair_name(agreement, pair), part.name, part.translations, *numbers))
    of_scores = f"; the mean difference of {agreement.spec}" * bool(agreement.spec)
    explanation = f"{SHARES_NOTE.replace('F1', F1)}; κ of the labels of fillers{of_scores}."
    heads = ("annotators", "document", "translations", *SHARES.values(), "κ of labels", "difference")
    return ValueTable("documents", "Agreement by document", _note(agreement, explanation), heads, tuple(rows))


def _worst(agreement: ProjectAgreement) -> ValueTable:
    rows: list[tuple[float, tuple[Value, ...]]] = []
    for pair in agreement.pairs:
        for translation in pair.worst:
            by_name = {layer.name: layer.f for layer in translation.layers}
            rank = 2.0 if translation.overall.f is None else translation.overall.f
            cells = (translation.overall.f, *(by_name[name] for name in SHARES), *translation.scores)
            rows.append((rank, (*translation.pair, pair_name(agreement, pair), *cells)))
    rows.sort(key=lambda row: row[0])
    of_scores = f"; {agreement.spec} of both" * bool(agreement.spec)
    explanation = f"{F1} of all layers together, the least agreement first. {SHARES_NOTE}{of_scores}."
    names = "segment", "system", "reference", "annotators", "all layers"
    heads = (*names, *SHARES.values(), f"{agreement.spec}: first", "second")
    return ValueTable(
        "segments", "Least agreement first", _note(agreement, explanation), heads, tuple(row for _, row in rows)
    )


def _means(agreement: ProjectAgreement) -> ValueTable:
    """Return the score of each system by each annotator's work."""
    names = _at_work(agreement, agreement.means)
    rows: list[tuple[Value, ...]] = [
        (signed(agreement.pool, name), system, mean.score, mean.translations)
        for name in names
        for system, mean in agreement.means[name].items()
    ]
    explanation = (
        f"{agreement.spec} of each system, over all of its translations that the annotator finished, as the command "
        f"score computes it with --annotator. {_of_automatic(agreement, names)}"
        "Scores of annotators who finished different translations are not comparable."
    )
    heads = ("annotator", "system", "score", "translations")
    return ValueTable("means", "Scores by annotator", _note(agreement, explanation, names), heads, tuple(rows))


def _rankings(agreement: ProjectAgreement) -> ValueTable:
    """Return a row for each annotator and system: the score with its interval, and the cluster, best first."""
    names = _at_work(agreement, agreement.rankings)
    ranked = {name: [one for one in agreement.rankings[name].systems if one.score is not None] for name in names}
    rows: list[tuple[Value, ...]] = []
    for name in names:
        ranking = agreement.rankings[name]
        is_few = ranking.segments < FEWEST
        for one in ranked[name]:
            tested = (None,) * 3 if is_few else (one.low, one.high, one.cluster)
            rows.append((signed(agreement.pool, name), one.system, one.score, *tested, ranking.segments))
    unranked = [name for name in names if not ranked[name]]
    explanation = (
        f"{agreement.spec} on the segments of which the annotator finished the translations of all systems: systems "
        "compare with each other within the work of one annotator, and annotators only where they have the same "
        "segments."
    )
    if any(agreement.rankings[name].segments >= FEWEST for name in names):
        explanation += (
            f" From, to: the 95 % interval by 1,000 bootstrap samples, of at least {FEWEST} segments. {CLUSTERS}: "
            f"{CLEAR}."
        )
    else:
        explanation += f" Fewer than {FEWEST} segments are too few for intervals and tests."
    explanation += f" {_of_automatic(agreement, names)}"
    explanation += f"Without such segments: {listed(unranked)}." if unranked else ""
    heads = ("annotator", "system", "score", "from", "to", "cluster", "segments")
    note = _note(agreement, explanation.strip(), names)
    return ValueTable("systems", "Systems by annotator", note, heads, tuple(rows))


def _at_work(agreement: ProjectAgreement, names: Iterable[str]) -> list[str]:
    """Return the names of annotators, and of automatic frames if an annotator's work is compared with them."""
    compared = {name for pair in agreement.pairs for name in pair.names}
    return [name for name in names if agreement.pool.kind_of(name) != "automatic" or name in compared]


def _of_automatic(agreement: ProjectAgreement, names: Iterable[str]) -> str:
    """Return a sentence on scored automatic frames, with a blank after it; empty if there are none."""
    has_automatic = any(agreement.pool.kind_of(name) == "automatic" for name in names)
    return "Automatic frames have no finished state; all of them are scored. " if has_automatic else ""


def _heads(agreement: ProjectAgreement, first: str) -> tuple[str, ...]:
    mean = ["mean of people"] * len(_mean(agreement, []))
    return (first, *(pair_name(agreement, pair) for pair in agreement.pairs), *mean)


def _mean(agreement: ProjectAgreement, values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return the mean over pairs of people, None if a value is undefined; an empty tuple for fewer than two pairs."""
    of_people = [agreement.pool.are_people(pair.names) for pair in agreement.pairs]
    if sum(of_people) < 2:
        return ()
    known = [
        value for value, is_of_people in zip(values, of_people, strict=False) if is_of_people and value is not None
    ]
    return (sum(known) / len(known) if len(known) == sum(of_people) else None,)


def _note(agreement: ProjectAgreement, explanation: str, names: Iterable[str] | None = None) -> str:
    """Append to an explanation the meaning of the signs after these names, by default those of compared annotators."""
    if names is None:
        names = (name for pair in agreement.pairs for name in pair.names)
    sorts = {agreement.pool.kind_of(name) for name in names}
    return " ".join((explanation, *(text for sort, text in SORT_NOTES.items() if sort in sorts)))


def agreement_json(agreement: ProjectAgreement) -> str:
    """Return a JSON list: an object for every two annotators of frames, then of error spans; undefined is null."""
    of_errors = [] if agreement.errors is None else error_pair_values(agreement.errors)
    return as_json([*(_row(agreement, pair) for pair in agreement.pairs), *of_errors])


def _row(agreement: ProjectAgreement, pair: ComparedAnnotators) -> dict[str, Any]:
    confusion = {"labels": [*ROLES, NO_FILLER], "counts": pair.confusion.tolist()}
    return {
        "project": str(agreement.pool.paths[0]),
        "projects": list(map(str, agreement.pool.paths)),
        "annotators": list(pair.names),
        "sorts": [agreement.pool.kind_of(name) for name in pair.names],
        "summary": _summary_json(pair.whole),
        **_part(pair.whole),
        "roles": list(map(_layer, pair.roles)),
        **({} if agreement.is_automatic(pair) else {"confusion": confusion}),
        "documents": [{"name": part.name, **_part(part)} for part in pair.by_document(agreement.pool.document_of)],
        "segments": list(map(_translation, pair.worst)),
        "alpha": dict(agreement.alphas),
        "systems": {name: _ranking(agreement.rankings[name]) for name in pair.names if name in agreement.rankings},
    }


def _summary_json(part: AgreementPart) -> dict[str, Any]:
    """Return the values of the summary, by title."""
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


def _kappa(kappa: Kappa) -> dict[str, Any]:
    return {"kappa": kappa.value, **asdict(kappa)}


def _translation(translation: ComparedTranslation) -> dict[str, Any]:
    segment, system, reference = translation.pair
    names = {"segment": segment, "system": system, "reference": reference}
    return {
        **names,
        "f": translation.overall.f,
        "layers": list(map(_layer, translation.layers)),
        "scores": list(translation.scores),
    }


def _ranking(ranking: Ranking) -> dict[str, Any]:
    return {"segments": ranking.segments, "systems": [asdict(system) for system in ranking.systems]}
