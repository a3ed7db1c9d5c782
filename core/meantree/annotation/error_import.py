"""Reading error spans of other tools into a project: each rater is an annotator, and nothing is moved in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from meantree.annotation.error_annotation import (
    ESA_RANGE,
    NO_PEOPLE,
    ErrorAnnotation,
    ErrorKey,
    MarkedError,
    Origin,
    Place,
    summary_of,
)
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, KNOWN_SEVERITIES, MQM, MQM_CATEGORIES, Rules, equal_name
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.catalogue import find_format
from meantree.corpus.formats.file_contents import NOT_BEGUN, ErrorRow, FileContents
from meantree.corpus.formats.placement import PlacedRow, place_errors, versions_in
from meantree.corpus.formats.raw_file import load
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, listed, quoted
from meantree.grouping import grouped

SET_ASIDE, NOT_TAKEN = "kept aside", "not taken"
OTHER_LETTERS = "letters stand for other systems in each part; import this into its own part, and merge that"
NO_TEXTS = "these errors come without texts, so that nothing tells whether they are of this part or another"
NO_ERROR = "No-error"
"""Category and severity of a row, in Google's spelling, that says that there is no error."""
STATES = listed(state.in_words(of_errors=True) for state in State)


@dataclass(frozen=True, slots=True)
class ImportedErrors:
    """The error spans of files, by the translations of a corpus.

    Attributes:
        unplaced: the rows of the files that fit no translation.
        problems: what was found in the files, and how many rows were set aside.
    """

    annotations: dict[ErrorKey, ErrorAnnotation] = field(default_factory=dict)
    unplaced: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def summary(self) -> str:
        """How much was read, in words."""
        return summary_of(self.annotations)


def read_error_files(paths: Sequence[Path], encoding: str | None = None) -> list[FileContents]:
    """Read files with error spans; raise InputError if one cannot be read, or has no error spans."""
    files = []
    for path in paths:
        raw = load(path, encoding)
        contents = find_format(path, raw.data, encoding).read(raw)
        if not contents.errors:
            if contents.problems:
                first = contents.problems[0]
                raise InputError(path, f"no error spans can be read: {first.message}", line=first.line)
            expected = "expected an MQM table, .rating, Pearmut's or XCOMET's JSON, or a table of error spans"
            raise InputError(path, f"no error spans were found; {expected}")
        files.append(contents)
    return files


def without_errors(contents: FileContents) -> FileContents:
    """Return the texts of a file with error spans, as a corpus of them."""
    return replace(contents, versions=contents.versions or versions_in(contents.errors), errors=())


def import_errors(corpus: Corpus, files: Iterable[FileContents], annotator: str | None = None) -> ImportedErrors:
    """Return the error spans of files as annotations of the translations of a corpus.

    Args:
        annotator: the name under which all are stored; by default the rater in the file, else the name of the file.

    Raises:
        UsageError: if the name is one that no annotator has, or letters stand for the systems, and not all rows fit.
    """
    if annotator is not None and annotator.casefold() in NO_PEOPLE:
        raise UsageError(f"{quoted(annotator)} is the name of no annotator; choose another one")
    problems, rows = list[Problem](), list[ErrorRow]()
    for contents in files:
        problems += contents.problems
        rows += (row for row in contents.errors if row.state != NOT_BEGUN)
    fate = NOT_TAKEN if corpus.why_unnamed else SET_ASIDE
    placed, unplaced = place_errors(corpus.segments, corpus.systems, rows, problems, fate)
    if corpus.why_unnamed and unplaced:
        raise UsageError(f"{'; '.join(map(str, problems))}; {OTHER_LETTERS}")
    if corpus.why_unnamed and not any(row.text or row.words for row in rows):
        problems.append(Problem(None, None, NO_TEXTS, is_note=True))
    keys: list[ErrorKey] = []
    faults: _Faults = []
    for item in placed:
        name = annotator or item.row.rater or (item.row.path.stem if item.row.path is not None else "errors")
        if name.casefold() in NO_PEOPLE:
            new_name = f"{name} (imported)"
            faults.append((item.row, name, "row", f"of raters with a name that no annotator has; stored as {new_name}"))
            name = new_name
        keys.append(ErrorKey(corpus.segments[item.place].key, item.system, name))
    groups = grouped(zip(keys, placed, strict=True))
    annotations = {key: _annotation(corpus, group, faults) for key, group in groups.items()}
    return ImportedErrors(annotations, tuple(row.content for row in unplaced), (*problems, *_counted(faults)))


def rules_for(annotations: Iterable[ErrorAnnotation], rules: Rules) -> Rules:
    """Return the rules of a project of these annotations: the protocol, with all their severities and categories."""
    found = list(annotations)
    errors = [error for annotation in found for error in annotation.errors]
    is_esa = any(annotation.score is not None for annotation in found) and not any(error.category for error in errors)
    used = {error.severity.casefold() for error in errors} | set(rules.severities)
    return replace(
        rules,
        protocol=ESA if is_esa else MQM,
        severities=tuple(name for name in KNOWN_SEVERITIES if name in used),
        categories=_with_used(rules.categories, errors),
    )


def _with_used(categories: str, errors: Iterable[MarkedError]) -> str:
    """Return a list of categories with the used ones first, as the first ones have letters; itself if it has all."""
    known = {line.partition(":")[0].strip().casefold(): line for line in (categories or MQM_CATEGORIES).splitlines()}
    names = {error.category.casefold(): error.category for error in errors}
    counts = Counter(error.category.casefold() for error in errors)
    used = [name for name, _ in counts.most_common() if name.strip("/") and ":" not in name]
    if all(name in known for name in used):
        return categories
    equal = set(map(equal_name, used))
    others = [line for name, line in known.items() if equal_name(name) not in equal]
    return "\n".join([known.get(name, names[name]) for name in used] + others)


def unknown_categories(
    annotations: Iterable[ErrorAnnotation], rules: Rules, fate: str = "kept as they are"
) -> list[Problem]:
    """Return a note on the categories that the list of the rules lacks, and what becomes of them."""
    known = {category.name.casefold() for category in rules.category_list}
    errors = [error.category for annotation in annotations for error in annotation.errors if error.category]
    unknown = [name for name in errors if name.casefold() not in known]
    if not unknown:
        return []
    names = listed(map(quoted, dict.fromkeys(unknown)))
    whose = "the project" if rules.categories else "MQM"
    message = f"{counted(len(unknown), 'error')} of categories that {whose} lacks ({names}); {fate}"
    return [Problem(None, None, message, is_note=True)]


_Faults = list[tuple[ErrorRow, str, str, str]]
"""What cannot be taken over: the row, what was found there, what that is, and what becomes of it."""


def _counted(faults: _Faults) -> Iterator[Problem]:
    """Yield one problem for each file and kind, at its first line."""
    kinds = grouped(((row.path, noun, fate), (row.line, found)) for row, found, noun, fate in faults)
    for (path, noun, fate), items in kinds.items():
        names = listed(dict.fromkeys(quoted(found) for _, found in items))
        yield Problem(path, items[0][0], f"{counted(len(items), noun)} {fate}; found {names}")


def _annotation(corpus: Corpus, group: Sequence[PlacedRow], faults: _Faults) -> ErrorAnnotation:
    marked = [_marked(corpus, item, faults) for item in group]
    first = group[0].row
    if len(group) == 1 and _says_nothing(first, marked[0]):
        marked = []
    score = _score([item.row for item in group], faults)
    state = State.DONE if any(error.counts for error in marked) else State.NOTHING
    if first.state:
        try:
            state = State.from_words(first.state)
        except ValueError:
            fate = f"of unknown state, expected {STATES}; taken as finished"
            faults.append((first, first.state, "translation", fate))
    return ErrorAnnotation(tuple(marked), score, state, cells=first.cells)


def _score(rows: Sequence[ErrorRow], faults: _Faults) -> float | None:
    """Return the last score of a translation; None without one, or if it is out of range."""
    scored = [row for row in rows if row.score is not None]
    if not scored:
        return None
    last, values = scored[-1], list(dict.fromkeys(f"{row.score:g}" for row in scored))
    if len(values) > 1:
        fate = "with several scores; the last one is taken"
        faults.append((scored[0], ", ".join(values), "translation", fate))
    if last.score is None or not ESA_RANGE[0] <= last.score <= ESA_RANGE[1]:
        faults.append((last, values[-1], "score", "left out, expected 0 to 100"))
        return None
    return last.score


def _marked(corpus: Corpus, item: PlacedRow, faults: _Faults) -> MarkedError:
    row, segment = item.row, corpus.segments[item.place]
    texts = segment.texts(item.system)
    is_other = row.marked is not None and {"source": row.source, "hypothesis": row.text} != texts
    try:
        origin = Origin(row.origin or Origin.OWN.value)
    except ValueError:
        origin = Origin.OWN
        faults.append((row, row.origin, "error", f"of unknown origin, expected {listed(Origin)}; taken as own"))
    places = tuple(Place(*span) for span in item.spans)
    as_read = row.marked if is_other else None
    error = MarkedError(places, row.severity, row.category, row.comment, row.missing, origin, row.by, as_read)
    return replace(error, missing=error.missing or error.says_missing)


def _says_nothing(row: ErrorRow, error: MarkedError) -> bool:
    """Return whether a row says no more than that there is no error."""
    is_canonical = row.marked is None or (row.category, row.severity) == (NO_ERROR, NO_ERROR)
    says_so = not error.counts or error.label == ("", "")
    return is_canonical and says_so and replace(error, severity="", category="") == MarkedError()
