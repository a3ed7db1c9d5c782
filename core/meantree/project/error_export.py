"""Writing the error spans of a project in the formats of other tools; what these cannot hold is reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from meantree.annotation.annotated_corpus import Losses, place_of
from meantree.annotation.error_annotation import (
    NO_PEOPLE,
    ErrorAnnotation,
    ErrorKey,
    MarkedError,
    Origin,
    fitting,
    summary_of,
)
from meantree.annotation.error_import import NO_ERROR
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import CHECK, Corpus, ErrorSide, Segment
from meantree.corpus.error_weights import error_weight
from meantree.corpus.formats.file_contents import PEARMUT
from meantree.corpus.formats.marked_errors import DECIDED, EXTRA, id_column
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, shortened
from meantree.grouping import nested
from meantree.project.file import Project
from meantree.project.splitting import key_wanted

SpanFormat = Literal["mqm", "rating", "pearmut", "csv"]
FORMATS: tuple[SpanFormat, ...] = ("mqm", "rating", "pearmut", "csv")
_PEARMUT_SEVERITIES = ("neutral", "minor", "major", "critical")


@dataclass(slots=True)
class Exported:
    """The error spans of one or all annotators of a project.

    Attributes:
        annotations: by translation, in the order of segments and systems.
        ids: of the segments, in the columns of an imported table: whoever annotates one later names it alike.
        unplaced: rows of imported tables that fit no text.
        found: what the project lost, and errors outside of their texts.
        losses: what the format cannot hold, once it was written.
        changed: when those of the gold standard were changed last, in UTC.
        written: how many errors the file has of the finished translations, once it was written; None if it has all.
    """

    corpus: Corpus
    annotations: dict[ErrorKey, ErrorAnnotation]
    ids: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unplaced: tuple[str, ...] = ()
    found: list[Problem] = field(default_factory=list)
    losses: Losses = field(default_factory=Losses)
    changed: Mapping[ErrorKey, str] = field(default_factory=dict)
    written: int | None = None

    @property
    def problems(self) -> list[Problem]:
        """What the project lost, and what is left out."""
        return [*self.found, *self.losses.problems]

    @property
    def summary(self) -> str:
        """How many errors the file has, in how many translations, in words."""
        if self.written is None:
            return summary_of(self.annotations)
        return summary_of({key: found for key, found in self.annotations.items() if _is_finished(found)}, self.written)

    def segment(self, key: ErrorKey) -> Segment:
        """Return the segment of an annotation."""
        return self.corpus.segments[self.corpus.places[key.segment]]

    def decided(self, key: ErrorKey, annotation: ErrorAnnotation, error: MarkedError) -> dict[str, str]:
        """Return the cells of the columns :data:`DECIDED`."""
        texts = self.segment(key).texts(key.system)
        words = " … ".join(texts[place.side][place.start : place.end] for place in error.suggested)
        by = annotation.finalized_by
        cells = error.finding, words, by, self.changed.get(key, "") if by else ""
        return dict(zip(DECIDED, cells, strict=True))

    def leave_out_comments(self) -> None:
        """Count the comments on whole translations, where a format has a row for each error."""
        for key, annotation in self.annotations.items():
            has_one = bool(annotation.comment.strip())
            self.losses.add("comment", place_of(key), has_one, "on whole translations left out")

    def finished(self) -> Iterator[tuple[ErrorKey, ErrorAnnotation]]:
        """Yield the annotations that are finished; the others are counted."""
        for key, annotation in self.annotations.items():
            if _is_finished(annotation):
                yield key, annotation
            else:
                fate = "not finished, or impossible to annotate, left out"
                self.losses.add("translation", place_of(key), fate=fate)

    def by_translation(self) -> dict[tuple[str, str], tuple[ErrorKey, ErrorAnnotation]]:
        """Return the only finished annotation of each translation, by segment and system.

        Raises:
            UsageError: if a translation has several annotators.
        """
        result: dict[tuple[str, str], tuple[ErrorKey, ErrorAnnotation]] = {}
        for key, annotation in self.finished():
            if (key.segment, key.system) in result:
                names = listed(dict.fromkeys(other.annotator for other in self.annotations))
                found = f"segment {shortened(key.segment)} was annotated by several"
                raise UsageError(f"{found}, and this format holds one; name one with --annotator: {names}")
            result[key.segment, key.system] = key, annotation
        return result


def _is_finished(annotation: ErrorAnnotation) -> bool:
    return annotation.state not in (State.OPEN, State.CANNOT)


def exported_errors(project: Project, annotator: str | None = None) -> Exported:
    """Return the error spans of one annotator, by default of all, tools too; raise UsageError if there are none."""
    corpus = project.corpus_of("") if annotator == CHECK else project.texts()
    project.require_annotator(annotator)
    left_out, own = NO_PEOPLE - {annotator}, project.error_annotations(annotator)
    annotations = {key: found for key, found in own.items() if key.annotator not in left_out}
    ids: dict[str, dict[str, str]] = {}
    for key, found in project.error_annotations().items() if annotator else annotations.items():
        if found.cells:
            ids.setdefault(key.segment, {name: cell for name, cell in found.cells if id_column(name)})
    unplaced, changed = project.unplaced_rows if annotator is None else (), project.errors_changed(project.rules.gold)
    exported = Exported(corpus, {}, ids, unplaced, [*project.problems, *key_wanted(project)], changed=changed)
    systems = {name: place for place, name in enumerate(corpus.systems)}
    for key in sorted(annotations, key=lambda one: (corpus.places[one.segment], systems.get(one.system, len(systems)))):
        if key.system == CHECK and annotator != CHECK:
            exported.losses.add("annotation", place_of(key), fate="of attention checks left out")
            continue
        within = exported.annotations[key] = fitting(exported.segment(key), key.system, annotations[key])
        if removed := len(annotations[key].marked) - len(within.marked):
            where, count = f"segment {key.segment}, {key.system}, {key.annotator}", counted(removed, "error")
            message = f"{where}: {count} outside of the text; left out"
            exported.found.append(Problem(None, None, message, key.segment))
    if not exported.annotations:
        raise UsageError(f"{project.path}: there are no error spans" + (f" by {annotator}" if annotator else ""))
    return exported


# Google's MQM table


def mqm_table(exported: Exported) -> str:
    """Return Google's MQM table: a row for each error, or one that there is none."""
    annotations = list(exported.finished())
    others = list(dict.fromkeys(name for _, found in annotations for name, _ in found.cells))
    others = others or list(dict.fromkeys(name for ids in exported.ids.values() for name in ids))
    others = others or ["doc", "doc_id", "seg_id"]
    rows = [row for key, found in annotations for row in _mqm_rows(exported, key, found, others)]
    extra = [name for name in EXTRA if any(row[name] for row in rows)]
    header = ["system", *others, "rater", "source", "target", "category", "severity", *extra]
    lines = ["\t".join(header), *("\t".join(_cell(row.get(name, "")) for name in header) for row in rows)]
    # Rows of other formats, or of tables with other columns, would not be read again.
    fitting_rows = list(filter(None, (_in_columns(row, len(header), len(extra)) for row in exported.unplaced)))
    exported.leave_out_comments()
    exported.written = sum(len(found.errors) for _, found in annotations)
    for key, found in annotations:
        _count_rejected(exported, key, found)
    aside = len(exported.unplaced) - len(fitting_rows)
    exported.losses.add("row", "of an imported table", aside, "kept aside at import, with other columns, left out")
    return "".join(f"{line}\n" for line in (*lines, *fitting_rows))


def _in_columns(row: str, columns: int, extra: int) -> str | None:
    """Return a row that was kept aside for a table of so many columns, of which it may lack the last, extra ones."""
    cells = row.split("\t")
    if len(cells) == columns:
        return row
    while len(cells) > columns - extra and not cells[-1]:
        cells.pop()
    return "\t".join((*cells, *[""] * extra)) if len(cells) == columns - extra else None


def _mqm_rows(
    exported: Exported, key: ErrorKey, annotation: ErrorAnnotation, others: Sequence[str]
) -> Iterator[dict[str, str]]:
    texts = exported.segment(key).texts(key.system)
    cells = dict(annotation.cells) or _id_cells(exported, key, others)
    row = {**cells, "system": key.system, "rater": key.annotator, **dict.fromkeys(EXTRA, "")}
    row["score"] = "" if annotation.score is None else f"{annotation.score:g}"
    none = MarkedError(severity=NO_ERROR, category=NO_ERROR)
    for error in [error for error in annotation.marked if error.origin is not Origin.REJECTED] or [none]:
        source, target = error.as_read or (
            _with_marks(texts["source"], error, "source"),
            _with_marks(texts["hypothesis"], error, "hypothesis"),
        )
        yield row | {
            "source": source,
            "target": target,
            "category": error.category,
            "severity": error.severity,
            "missing": "1" if error.missing and not error.says_missing else "",
            "comment": error.comment,
            "origin": "" if error.origin is Origin.OWN else error.origin.value,
            "by": error.by,
            **exported.decided(key, annotation, error),
        }


def _id_cells(exported: Exported, key: ErrorKey, names: Iterable[str]) -> dict[str, str]:
    """Return the ids of a segment by column, as its imported rows have them, else those of the project."""
    segment, place = exported.segment(key), exported.corpus.places[key.segment]
    own = {"document": segment.document, "within": segment.id, "segment": str(place + 1)}
    return {name: own[id_column(name)] for name in names if id_column(name)} | dict(exported.ids.get(key.segment, {}))


def _with_marks(text: str, error: MarkedError, side: ErrorSide) -> str:
    """Return a text with ``<v>`` and ``</v>`` around the places of an error; overlapping ones become one."""
    spans: list[tuple[int, int]] = []
    for place in sorted(error.in_side(side)):
        if spans and place.start < spans[-1][1]:
            spans[-1] = spans[-1][0], max(spans[-1][1], place.end)
        else:
            spans.append((place.start, place.end))
    for start, end in reversed(spans):
        text = f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"
    return text


def _cell(text: str) -> str:
    """Return a cell in one line; offsets stay."""
    return text if text.isprintable() else text.translate({0: "\ufffd", 9: " ", 10: " ", 13: " "})


# mt-metrics-eval


def rating_lines(exported: Exported) -> str:
    """Return mt-metrics-eval's ratings: a line for each system and segment, ``None`` where nobody annotated."""
    by_translation, lines = exported.by_translation(), list[str]()
    for system in exported.corpus.systems:
        for segment in exported.corpus.segments:
            item = by_translation.get((segment.key, system))
            if item is None:
                lines.append(f"{system}\tNone\n")
                continue
            key, annotation = item
            errors = [span for error in annotation.errors for span in _rating_spans(segment, system, error)]
            content = json.dumps({"errors": errors}, ensure_ascii=False)
            lines.append(f"{system}\t{content}\t{_cell(key.annotator)}\n")
    _count(exported, by_translation.values(), RATING_LOSES, lambda error: len(error.places), has_scores=False)
    return "".join(lines)


def _rating_spans(segment: Segment, system: str, error: MarkedError) -> Iterator[dict[str, Any]]:
    end = len(segment.hypotheses[system].text)
    places = [(place.side, place.start, place.end) for place in error.places]
    weight = error_weight(error.category, error.severity)
    for number, (side, start, stop) in enumerate(places or ([("hypothesis", end, end)] if error.missing else [])):
        yield {
            "start": start,
            "end": stop,
            "category": error.category,
            "severity": error.severity,
            "score": 0.0 if number else weight,
            "is_source_error": side == "source",
        }


# Pearmut


def pearmut_campaign(exported: Exported, name: str, protocol: str) -> str:
    """Return a campaign of Pearmut, with the errors as spans that its annotators start from; the end is inclusive."""
    by_translation = exported.by_translation()
    documents = [
        [_pearmut_item(segment, segment.hypotheses) | _proposed(segment, by_translation) for segment in segments]
        for segments in _by_document(exported.corpus)
    ]
    _count(exported, by_translation.values(), PEARMUT_LOSES, _in_translation, has_scores=False)
    info = {"assignment": "task-based", "protocol": "MQM" if protocol == "mqm" else "ESA"}
    campaign = {"info": info, "campaign_id": name, "data": [documents]}
    return json.dumps(campaign, ensure_ascii=False, indent=1) + "\n"


def pearmut_results(exported: Exported) -> str:
    """Return results of Pearmut: a line for each document and annotator."""
    lines, finished = list[str](), dict(exported.finished())
    for annotator in dict.fromkeys(key.annotator for key in finished):
        own = nested((key.segment, key.system, found) for key, found in finished.items() if key.annotator == annotator)
        for number, segments in enumerate(_by_document(exported.corpus)):
            if annotated := [(segment, own[segment.key]) for segment in segments if segment.key in own]:
                items = [_pearmut_item(segment, work) for segment, work in annotated]
                annotations = [_pearmut_annotations(segment, work) for segment, work in annotated]
                result = {"user_id": annotator, "item_i": number, "item": items, "annotation": annotations}
                lines.append(json.dumps(result | {"actions": []}, ensure_ascii=False) + "\n")
    _count(exported, finished.items(), PEARMUT_LOSES, _in_translation, has_scores=True)
    return "".join(lines)


def _by_document(corpus: Corpus) -> Iterator[list[Segment]]:
    for places in corpus.documents.values():
        yield [corpus.segments[place] for place in places]


def _pearmut_item(segment: Segment, systems: Container[str]) -> dict[str, Any]:
    texts = {name: text.text for name, text in segment.hypotheses.items() if name in systems}
    source = {} if segment.source is None else {"src": segment.source}
    return {"item_id": segment.key, "tgt": texts, **source}


def _proposed(segment: Segment, proposed: Mapping[tuple[str, str], tuple[ErrorKey, ErrorAnnotation]]) -> dict[str, Any]:
    names = [name for name in segment.hypotheses if (segment.key, name) in proposed]
    spans = {name: _pearmut_spans(segment, name, proposed[segment.key, name][1]) for name in names}
    return {"error_spans": spans} if spans else {}


def _pearmut_annotations(segment: Segment, work: Mapping[str, ErrorAnnotation]) -> dict[str, Any]:
    found = {name: work[name] for name in segment.hypotheses if name in work}
    return {
        name: {"score": one.score, "error_spans": _pearmut_spans(segment, name, one), "textfield": None}
        for name, one in found.items()
    }


def _pearmut_spans(segment: Segment, system: str, annotation: ErrorAnnotation) -> list[dict[str, Any]]:
    indices, spans = PEARMUT[0].indices(segment.hypotheses[system].text), list[dict[str, Any]]()
    end = indices[-1]
    for error in annotation.errors:
        ends = [(indices[place.start], indices[place.end] - 1) for place in error.in_side("hypothesis")]
        places = [(start, last) for start, last in ends if last >= start]
        for start, last in places or ([(end, end)] if error.missing else []):
            severity = error.severity.casefold()
            spans.append(
                {
                    "start_i": start,
                    "end_i": last,
                    "severity": severity if severity in _PEARMUT_SEVERITIES else None,
                    "category": error.category or None,
                }
            )
    return spans


# What is lost


def _in_translation(error: MarkedError) -> int:
    """Return how many of its places in the translation have characters."""
    return sum(place.end > place.start for place in error.in_side("hypothesis"))


_Losses = Mapping[str, Callable[[MarkedError], bool]]
"""Which errors are concerned, by what becomes of them; those that are left out come first."""
_IN_PARTS: Final = "in several parts written as several errors"
_UNMARKED: Final = "written without the mark that something is missing"
_EVERYWHERE: Final[_Losses] = {
    "written without origin": lambda error: error.origin is not Origin.OWN,
    "written without the finding that suggested it": lambda error: bool(error.finding),
    "written without the words first suggested": lambda error: bool(error.suggested),
}
RATING_LOSES: Final[_Losses] = {
    "marked nowhere left out": lambda error: not error.places and not error.missing,
    _IN_PARTS: lambda error: len(error.places) > 1,
    _UNMARKED: lambda error: error.missing,
    **_EVERYWHERE,
}
PEARMUT_LOSES: Final[_Losses] = {
    "not marked in the translation left out": lambda error: not error.missing and not _in_translation(error),
    _IN_PARTS: lambda error: _in_translation(error) > 1,
    _UNMARKED: lambda error: error.missing and _in_translation(error) > 0,
    "written without words in the source": lambda error: bool(error.in_side("source")),
    "written without a position between characters": lambda error: (
        len(error.in_side("hypothesis")) > _in_translation(error)
    ),
    "written without severity": lambda error: error.severity.casefold() not in _PEARMUT_SEVERITIES,
    **_EVERYWHERE,
}


def _count(
    exported: Exported,
    items: Iterable[tuple[ErrorKey, ErrorAnnotation]],
    losses: _Losses,
    parts: Callable[[MarkedError], int],
    *,
    has_scores: bool,
) -> None:
    """Count what a format cannot hold of annotations; it holds no comments, and no rejected suggestions.

    Args:
        parts: returns how many places of an error are written, each as one error.
    """
    add, exported.written = exported.losses.add, 0
    for key, annotation in items:
        place = place_of(key)
        exported.written += sum(parts(error) or error.missing for error in annotation.errors)
        add("comment", place, len(annotation.all_comments))
        add("score", place, annotation.score is not None and not has_scores)
        add("finalized annotation", place, bool(annotation.finalized_by), "written without who finalized it")
        _count_rejected(exported, key, annotation)
        for error in annotation.errors:
            fates = [fate for fate, concerns in losses.items() if concerns(error)]
            is_written = bool(parts(error) or error.missing)
            for fate in fates if is_written else fates[:1]:  # nothing more is lost of an error that is left out
                add("error", place, 1, fate)


def _count_rejected(exported: Exported, key: ErrorKey, annotation: ErrorAnnotation) -> None:
    what = "rejected error" if key in exported.changed else "rejected suggestion"  # the gold standard's are of people
    for error in annotation.marked:
        exported.losses.add(what, place_of(key), error.origin is Origin.REJECTED)
