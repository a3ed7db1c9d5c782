"""Keys of an ideal annotator, who goes from what the annotation editor offers to an annotator's final frames.

Run by hand: ``python tests/benchmarks/keys.py HMEANT-WMT13-EN [--annotator NAME ...] [--every 1]``, with the folder of
tables. Each key is pressed in a real editor, so what a key does is what the program does. Ways through a text are the
shortest there are; of several ways to make an edit the one with the fewest keys is taken. A translation whose frames
the editor refuses to make (fillers that overlap) is counted and left out.
"""

from __future__ import annotations

import argparse
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Final

from meantree.alignment.linked_frames import frames_of, links, partner_of, span_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Span, overlap
from meantree.analysis.layers.required import Layers
from meantree.analysis.role_labeller import load_predicate_labeller
from meantree.analysis.sentences import phrases
from meantree.analysis.store import AnalysisStore
from meantree.annotation import wmt13
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.proposals import Proposals, StartingFrames, preannotate
from meantree.corpus.analyses import analyses_of
from meantree.corpus.corpus import SIDES, Side
from meantree.project.earlier_annotations import EarlierAnnotation, reference_as_earlier
from meantree.project.suggested_frames import suggest
from meantree_gui.annotation_editor.frame_cursor import Cursor
from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

Keystroke = Callable[[FrameEditor], Edit | None]
Goal = Callable[[FrameEditor], bool]


def _pass(editor: FrameEditor, by: int) -> None:
    """Move on with Shift, which leaves the frame active, where the next word is a predicate."""
    passed = replace(editor, cursors=dict(editor.cursors))
    passed.step(by, select=True)
    if passed.predicate_at(passed.side, passed.cursor.word) is not None:
        editor.step(by, select=True)


MOVES: Final[tuple[Keystroke, ...]] = (
    *(partial(move, by=by) for by in (1, -1) for move in (FrameEditor.step_frame, FrameEditor.step_part)),
    *(partial(move, by=by) for by in (1, -1) for move in (FrameEditor.step_unsure, FrameEditor.step)),
    *(FrameEditor.other_text, FrameEditor.to_first, FrameEditor.to_last),
    *(partial(FrameEditor.choose_block, number=number) for number in range(9)),
    *(partial(_pass, by=by) for by in (1, -1)),
)
SELECTS: Final[tuple[Keystroke, ...]] = (
    *(partial(FrameEditor.step, by=by, select=True) for by in (1, -1)),
    *(partial(FrameEditor.to_first, select=True), partial(FrameEditor.to_last, select=True)),
    *(partial(FrameEditor.select_phrase, by=by) for by in (1, -1)),
    *(FrameEditor.select_wider, FrameEditor.select_narrower),
)
KINDS: Final = ("move", "select", "frame", "filler", "span", "role", "link", "delete", "done")


class Unreachable(Exception):
    """No keys lead there."""


class Annotator:
    """An editor, and how often keys of each kind were pressed in it."""

    def __init__(self, editor: FrameEditor) -> None:
        self.editor, self.keys = editor, Counter[str]()

    @property
    def presses(self) -> int:
        """How often any key was pressed."""
        return self.keys.total()

    def press(self, kind: str, key: Keystroke) -> None:
        """Press a key.

        Raises:
            EditRefused: if the editor refuses that.
        """
        edit = key(self.editor)
        if edit is not None:
            self.editor.follow(edit[0])
        self.keys[kind] += 1

    def go(self, goal: Goal, keys: Sequence[Keystroke] = MOVES, kind: str = "move") -> None:
        """Press the fewest keys after which ``goal`` holds.

        Raises:
            Unreachable: if there are none.
        """
        seen = {_state(self.editor)}
        queue: deque[tuple[FrameEditor, int]] = deque([(self.editor, 0)])
        while queue:
            editor, steps = queue.popleft()
            if goal(editor):
                self.editor, self.keys[kind] = editor, self.keys[kind] + steps
                return
            for key in keys:
                moved = replace(editor, cursors=dict(editor.cursors))
                with suppress(EditRefused):
                    key(moved)
                if (state := _state(moved)) not in seen:
                    seen.add(state)
                    queue.append((moved, steps + 1))
        raise Unreachable

    def select(self, side: Side, span: Span, frame: Part | None = None) -> None:
        """Select words, where ``frame`` is worked on, or was before the cursor came to a predicate among the words."""
        ends = span[0], span[1] - 1

        def of_frame(cursor: Cursor) -> bool:
            return frame is None or cursor.frame == frame[0]

        def at_an_end(editor: FrameEditor) -> bool:
            cursor = editor.cursor
            is_here = editor.side == side and not cursor.is_wide and cursor.word in ends
            return is_here and (of_frame(cursor) or of_frame(replace(cursor, frame=cursor.left)))

        self.go(at_an_end)
        self.go(lambda editor: editor.cursor.selection == span and of_frame(editor.cursor), SELECTS, "select")

    def put_on(self, side: Side, part: Part) -> None:
        """Put the cursor on a predicate or filler."""
        self.go(lambda editor: editor.side == side and editor.part(side) == part and not editor.cursor.is_wide)

    def cheapest(self, *ways: Callable[[Annotator], None]) -> None:
        """Go the one of several ways that takes the fewest keys.

        Raises:
            EditRefused: if the editor refuses all.
        """
        gone = []
        for way in ways:
            tried = Annotator(replace(self.editor, cursors=dict(self.editor.cursors)))
            tried.keys = self.keys.copy()
            try:
                way(tried)
            except (EditRefused, Unreachable):
                continue
            gone.append(tried)
        if not gone:
            raise EditRefused("no way leads there")
        best = min(gone, key=lambda tried: tried.presses)
        self.editor, self.keys = best.editor, best.keys


def _state(editor: FrameEditor) -> object:
    return editor.side, editor.cursors["hypothesis"], editor.cursors["reference"]


def annotate(editor: FrameEditor, final: Annotation) -> Counter[str]:
    """Press the keys that make an annotation of another one, and return them by kind.

    Raises:
        EditRefused, Unreachable: if the editor cannot make it.
    """
    annotator = Annotator(editor)
    if final.state in (State.NOTHING, State.CANNOT):
        annotator.keys["done"] += 1
        return annotator.keys
    _make_frames(annotator, final)
    for predicate in _in_order(final):
        for side in SIDES:
            if predicate[SIDES.index(side)] is not None:
                _make_fillers(annotator, side, _frame(final, side, predicate[SIDES.index(side)]))
        _make_links(annotator, final, predicate)
    _drop_links(annotator, final)
    annotator.press("done", FrameEditor.done)
    if _content(annotator.editor.annotation) != _content(final):
        raise Unreachable
    return annotator.keys


# Frames, by their predicates

Pair = tuple[Span | None, Span | None]
"""The predicates of two linked frames, or of one frame alone."""


def _in_order(final: Annotation) -> list[Pair]:
    linked = {final.hypothesis[one].predicate: final.reference[two].predicate for one, two in final.alignment.frames}
    alone = [frame.predicate for frame in final.reference if frame.predicate not in linked.values()]
    pairs: list[Pair] = [(frame.predicate, linked.get(frame.predicate)) for frame in final.hypothesis]
    return sorted(pairs, key=str) + [(None, predicate) for predicate in sorted(alone)]


def _frame(annotation: Annotation, side: Side, predicate: Span | None) -> Frame:
    return next(frame for frame in frames_of(annotation, side) if frame.predicate == predicate)


def _place(annotation: Annotation, side: Side, predicate: Span | None) -> int:
    return [frame.predicate for frame in frames_of(annotation, side)].index(predicate)  # type: ignore[arg-type]


def _make_frames(annotator: Annotator, final: Annotation) -> None:
    for side in SIDES:
        wanted = {frame.predicate for frame in frames_of(final, side)}
        for frame in frames_of(annotator.editor.annotation, side):
            present = {frame.predicate for frame in frames_of(annotator.editor.annotation, side)}
            near = [one for one in wanted - present if overlap(one, frame.predicate)]
            if frame.predicate in present - wanted:
                if near:
                    _move_predicate(annotator, side, frame.predicate, near[0])
                else:
                    _delete_frame(annotator, final, side, frame.predicate)
    for side in SIDES:
        wanted = {frame.predicate for frame in frames_of(final, side)}
        present = {frame.predicate for frame in frames_of(annotator.editor.annotation, side)}
        for predicate in sorted(wanted - present):
            annotator.select(side, predicate)
            annotator.press("frame", FrameEditor.new_frame)


def _move_predicate(annotator: Annotator, side: Side, old: Span, new: Span) -> None:
    part = _place(annotator.editor.annotation, side, old), None
    annotator.cheapest(
        partial(_by_borders, side=side, part=part, span=new), partial(_by_words, side=side, part=part, span=new)
    )


def _delete_frame(annotator: Annotator, final: Annotation, side: Side, predicate: Span) -> None:
    editor = annotator.editor
    part = _place(editor.annotation, side, predicate), None
    partner = partner_of(editor.annotation, side, part)
    other: Side = "reference" if side == "hypothesis" else "hypothesis"
    keeps = partner is not None and span_of(editor.annotation, other, partner[0]) in {
        frame.predicate for frame in frames_of(final, other)
    }
    annotator.put_on(side, part)
    annotator.press("delete", FrameEditor.delete_frame_here if keeps else FrameEditor.delete)


# Fillers


def _make_fillers(annotator: Annotator, side: Side, final: Frame) -> None:
    """Give a frame its fillers: delete those that correspond to none, move the others, then make what is missing."""
    wanted = {filler.span: filler for filler in final.fillers}
    if len(wanted) < len(final.fillers):
        raise EditRefused("two fillers have the same words")
    _, fillers = _fillers(annotator, side, final)
    moves = _moves(fillers, list(wanted))
    for filler in fillers:
        if filler.span not in moves:
            _on_filler(annotator, side, final, filler.span, "delete", FrameEditor.delete)
    # Spans shrink before others grow into their words.
    for old, new in sorted(moves.items(), key=lambda move: _size(move[1]) - _size(move[0])):
        if old != new:
            part = _filler_part(annotator, side, final, old)
            annotator.cheapest(*(partial(way, side=side, part=part, span=new) for way in (_by_borders, _by_words)))
    for _ in range(2):  # a role given to one filler can change that of another, which has it in the end, too
        for _, filler in sorted(wanted.items()):
            _make_filler(annotator, side, final, filler)


def _moves(fillers: Sequence[Filler], wanted: Sequence[Span]) -> dict[Span, Span]:
    """Return to which wanted span each filler is moved, if to any: to its own, else to one that overlaps it."""
    moves = {filler.span: filler.span for filler in fillers if filler.span in wanted}
    for filler in fillers:
        near = [span for span in wanted if overlap(span, filler.span) and span not in moves.values()]
        if filler.span not in moves and near:
            moves[filler.span] = max(near, key=lambda span: min(span[1], filler.span[1]) - max(span[0], filler.span[0]))
    return moves


def _make_filler(annotator: Annotator, side: Side, final: Frame, filler: Filler) -> None:
    """Make a filler of a frame, or give the one that is there the role that it has in the end."""
    place, fillers = _fillers(annotator, side, final)
    present = next((present for present in fillers if present.span == filler.span), None)
    if present is None:
        new = partial(_new_filler, side=side, frame=(place, None), filler=filler)
        copies = (partial(_copied, side=side, frame=place, filler=filler, key=key) for key in COPIES)
        annotator.cheapest(new, *copies)
    elif present.role is not filler.role:
        _on_filler(annotator, side, final, filler.span, "role", partial(FrameEditor.set_role, role=filler.role))


def _fillers(annotator: Annotator, side: Side, frame: Frame) -> tuple[int, tuple[Filler, ...]]:
    """Return place and fillers of the frame with that predicate as they are now."""
    place = _place(annotator.editor.annotation, side, frame.predicate)
    return place, frames_of(annotator.editor.annotation, side)[place].fillers


def _filler_part(annotator: Annotator, side: Side, frame: Frame, span: Span) -> Part:
    place, fillers = _fillers(annotator, side, frame)
    return place, [filler.span for filler in fillers].index(span)


def _size(span: Span) -> int:
    return span[1] - span[0]


COPIES: Final = tuple(partial(FrameEditor.copy_on, step=step) for step in (1, -1))


def _on_filler(annotator: Annotator, side: Side, frame: Frame, span: Span, kind: str, key: Keystroke) -> None:
    annotator.put_on(side, _filler_part(annotator, side, frame, span))
    annotator.press(kind, key)


def _new_filler(annotator: Annotator, side: Side, frame: Part, filler: Filler) -> None:
    annotator.select(side, filler.span, frame)
    annotator.press("filler", partial(FrameEditor.set_role, role=filler.role))


def _copied(annotator: Annotator, side: Side, frame: int, filler: Filler, key: Keystroke) -> None:
    """Copy an equal filler of another frame into this one."""
    before = frames_of(annotator.editor.annotation, side)
    source = next((place for place, other in enumerate(before) if filler in other.fillers), None)
    if source is None:
        raise Unreachable
    annotator.put_on(side, (source, before[source].fillers.index(filler)))
    annotator.press("filler", key)
    after = frames_of(annotator.editor.annotation, side)
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if changed != [frame]:
        raise Unreachable


def _by_borders(annotator: Annotator, side: Side, part: Part, span: Span) -> None:
    annotator.put_on(side, part)
    old = span_of(annotator.editor.annotation, side, part)
    begin, end = span[0] - old[0], span[1] - old[1]
    first = partial(FrameEditor.move_borders, begin=-1 if begin < 0 else 1, end=0)
    last = partial(FrameEditor.move_borders, begin=0, end=1 if end > 0 else -1)
    # Longer before shorter, so that something is left.
    steps = [*[first] * abs(begin), *[last] * abs(end)] if begin < 0 else [*[last] * abs(end), *[first] * abs(begin)]
    for step in steps:
        annotator.press("span", step)


def _by_words(annotator: Annotator, side: Side, part: Part, span: Span) -> None:
    annotator.select(side, span, part)
    annotator.press("span", FrameEditor.take_selection)
    if span_of(annotator.editor.annotation, side, part) != span:
        raise Unreachable


# Links

Ends = tuple[tuple[Span, Span | None], tuple[Span, Span | None]]
"""Of a link: predicate and filler in the hypothesis, and in the reference."""


def _named_links(annotation: Annotation) -> dict[Ends, LinkKind]:
    """Return the links that can count: of frames, and of fillers in linked frames."""

    def named(side: Side, part: Part) -> tuple[Span, Span | None]:
        frame = frames_of(annotation, side)[part[0]]
        return frame.predicate, None if part[1] is None else frame.fillers[part[1]].span

    return {
        (named("hypothesis", one), named("reference", two)): kind
        for one, two, kind in links(annotation, "hypothesis")
        if LinkKind.UNDECIDED not in (kind, annotation.alignment.frames.get((one[0], two[0]), LinkKind.UNDECIDED))
    }


def _parts(annotation: Annotation, ends: Ends) -> tuple[Part, Part]:
    def part(side: Side, end: tuple[Span, Span | None]) -> Part:
        place = _place(annotation, side, end[0])
        fillers = [filler.span for filler in frames_of(annotation, side)[place].fillers]
        return place, None if end[1] is None else fillers.index(end[1])

    return part("hypothesis", ends[0]), part("reference", ends[1])


def _make_links(annotator: Annotator, final: Annotation, pair: Pair) -> None:
    for ends, kind in _named_links(final).items():
        present = _named_links(annotator.editor.annotation).get(ends)
        if pair != (ends[0][0], ends[1][0]) or present is kind:
            continue
        key = FrameEditor.link if kind is LinkKind.CORRECT and present is None else FrameEditor.toggle_partial
        try:
            _on_link(annotator, ends, key)
        except (Unreachable, EditRefused):  # the cursors follow the links of these frames with others
            _drop_links(annotator, final, {end[0] for end in ends})
            _on_link(annotator, ends, key)


def _drop_links(annotator: Annotator, final: Annotation, predicates: Collection[Span] = ()) -> None:
    """Unlink what is not linked in the end: everywhere, or in frames with one of these predicates."""
    wanted = _named_links(final)
    for ends in sorted(_named_links(annotator.editor.annotation), key=lambda ends: ends[0][1] is not None):
        is_meant = not predicates or not {end[0] for end in ends}.isdisjoint(predicates)
        if is_meant and ends not in wanted and ends in _named_links(annotator.editor.annotation):
            _on_link(annotator, ends, FrameEditor.link)


def _on_link(annotator: Annotator, ends: Ends, key: Keystroke) -> None:
    """Press a key at both ends of a link, or at one of them if that has the same effect."""
    annotator.cheapest(*(partial(_at_ends, ends=ends, key=key, sides=sides) for sides in (SIDES, *zip(SIDES))))


def _at_ends(annotator: Annotator, ends: Ends, key: Keystroke, sides: Sequence[Side]) -> None:
    parts, before = (
        dict(zip(SIDES, _parts(annotator.editor.annotation, ends), strict=True)),
        _named_links(annotator.editor.annotation),
    )
    annotator.go(lambda editor: editor.side in sides and all(editor.part(side) == parts[side] for side in sides))
    annotator.press("link", key)
    changed = before.items() ^ _named_links(annotator.editor.annotation).items()
    if ends not in dict(changed) or (ends[0][1] is not None and {end for end, _ in changed} != {ends}):
        raise Unreachable


def _content(annotation: Annotation) -> object:
    frames = [{frame.predicate: frozenset(frame.fillers) for frame in frames_of(annotation, side)} for side in SIDES]
    return frames, _named_links(annotation)


# What is measured


@dataclass(frozen=True, slots=True)
class Task:
    """A translation as the editor opens it, and its final annotation.

    Attributes:
        is_repeated: whether the annotator has annotated another translation with the same words.
    """

    editor: FrameEditor
    final: Annotation
    is_repeated: bool


def tasks(folder: Path, annotator: str) -> Iterator[Task]:
    """Yield all translations of an annotator, in order."""
    imported, store = wmt13.read(folder), AnalysisStore()
    label = load_predicate_labeller(store.makers(("roles",))["roles"])
    assert label is not None
    references: dict[tuple[str, str], tuple[Frame, ...]] = {}
    earlier: dict[tuple[str, str], list[EarlierAnnotation]] = {}
    known: set[tuple[str, tuple[str, ...]]] = set()
    segments = {segment.key: segment for segment in imported.corpus.segments}
    for key, final in imported.annotations.items():
        if key.annotator != annotator or not (key.system and key.reference):
            continue
        segment = segments[key.segment]
        texts = segment.hypotheses[key.system], segment.references[key.reference]
        hypothesis, reference = analyses_of(texts, store, Layers(1, roles=1))
        words: dict[Side, tuple[str, ...]] = {"hypothesis": hypothesis.words, "reference": reference.words}
        known_frames = references.get((key.segment, key.reference))
        start = preannotate(hypothesis, reference, known_frames, wmt13.RULES)
        automatic = preannotate(hypothesis, reference, rules=wmt13.RULES)
        sources = earlier.setdefault((key.segment, key.reference), [])
        own = [reference_as_earlier(start, automatic, words)] if known_frames is not None else []
        starting = StartingFrames(hypothesis, wmt13.RULES)
        start = suggest(start, words, [*sources, *own], starting).annotation
        spans: dict[Side, tuple[Span, ...]] = {"hypothesis": phrases(hypothesis), "reference": phrases(reference)}
        proposals = Proposals((hypothesis, reference), wmt13.RULES, label)
        editor = FrameEditor(words, start, phrases=spans, proposals=proposals)
        yield Task(editor, final, (key.segment, hypothesis.words) in known)
        references[key.segment, key.reference] = final.reference
        sources.append(EarlierAnnotation(key.system, words, final, automatic))
        known.add((key.segment, hypothesis.words))


def main() -> None:
    """Print a table: mean keys a translation by kind for each annotator, and for translations with known words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--annotator", nargs="+", default=["maria", "barry", "lexi"])
    parser.add_argument("--every", type=int, default=1, help="measure each n-th translation")
    options = parser.parse_args()
    print("annotator", "translations", "left out", "keys", *KINDS, sep="\t")
    repeated: list[Counter[str]] = []
    for name in options.annotator:
        measured: list[Counter[str]] = []
        left_out = 0
        for number, task in enumerate(tasks(options.folder, name)):
            if number % options.every and not task.is_repeated:
                continue
            try:
                keys = annotate(task.editor, task.final)
            except (EditRefused, Unreachable):
                left_out += 1
                continue
            measured += [keys] if number % options.every == 0 else []
            repeated += [keys] if task.is_repeated else []
        print(name, _row(measured, left_out), sep="\t")
    print("words known", _row(repeated, 0), sep="\t")


def _row(measured: Sequence[Counter[str]], left_out: int) -> str:
    means = [mean(keys.total() for keys in measured), *(mean(keys[kind] for keys in measured) for kind in KINDS)]
    return "\t".join([str(len(measured)), str(left_out), *(f"{value:.1f}" for value in means)])


if __name__ == "__main__":
    main()
