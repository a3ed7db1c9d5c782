"""Correcting heads, labels and links in the pictures.

A correction is saved immediately and every score that depends on it follows; the automatic analysis is kept below it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from meantree.analysis.corrections import FixedLinks, new_head
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.comparison.comparison import Comparison
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree.numbers import difference, fixed
from meantree.picture.shapes import Thing
from meantree.project.corrections import Arcs, LinksKey, TreeKey, restored, toggled
from meantree.project.file import Project
from meantree.project.records import Conflict
from meantree_gui.state.comparer import Request
from meantree_gui.state.selection import Selection
from meantree_gui.trees.tree_pair import TreePair
from meantree_gui.trees.tree_pane import LabelBox
from meantree_gui.trees.tree_view import TreeView

DRAWN = ("dependencies", "spans")
"""What must be drawn for heads to be corrected."""


class Corrector(QObject):
    """Corrects one sort of thing, as the annotator.

    What is said of it, and why something is refused, stands below the picture.

    Signals:
        reported: a short message for the annotator.

    Attributes:
        things: what it corrects, in the plural.
    """

    reported = Signal(str)
    things = ""

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__()
        self.selection, self.workspace, self.trees = selection, selection.workspace, trees

    def drop(self) -> None:
        """Let go of the word that is picked."""
        raise NotImplementedError

    def _try(self, perform: Callable[[], None]) -> None:
        try:
            perform()
        except MeantreeError as error:
            self._say(str(error), is_refusal=True)

    def _say(self, message: str, *, is_refusal: bool = False) -> None:
        self.trees.tell(message, is_refusal=is_refusal)
        self.reported.emit(message)

    def _keep(self, segment: str, save: Callable[[Project, str], None], done: str) -> None:
        """Keep what was corrected in a segment, show what follows of it, and tell what was ``done``.

        ``save`` is given the project and the name of the annotator. Where there is none of either, both are made.
        """
        before = self._score()
        self.workspace.require_annotator()
        project = self.workspace.project
        assert project is not None
        try:
            save(project, self.workspace.annotator)
        except Conflict:
            self.drop()
            self.workspace.follow_project(segment)
            raise
        self.workspace.follow_project(segment)
        after, change = self._score(), ""
        if before is not None and after is not None:
            change = f"{self.selection.focus} {fixed(before)} → {fixed(after)} ({difference(after - before)})"
        whose = f"corrected as {escaped(self.workspace.annotator)}"
        unsaved = "not saved yet (Ctrl+S)" if self.workspace.is_draft else ""
        self._say(" · ".join(filter(None, (done, change, whose, unsaved))))

    def _require_writable(self) -> None:
        """Tell whoever cannot correct before they go to another word.

        Raises:
            UsageError: if the project is open for reading only.
        """
        project = self.workspace.project
        if project is not None and project.damage:
            raise UsageError(f"{project.path} is open for reading only: {project.damage}")

    def _score(self) -> float | None:
        table, selection = self.selection.scoring.table, self.selection
        return None if table is None else table.segment_score(selection.system, selection.focus, selection.place)

    def _comparison(self) -> Comparison:
        if self.selection.comparison is None:
            raise UsageError(f"there are no {self.things} to correct")
        return self.selection.comparison

    def _shown(self) -> Request:
        """Whose texts are drawn: what is chosen may be another segment, which is still being analysed."""
        if self.selection.shown is None:
            raise UsageError(f"there are no {self.things} to correct")
        return self.selection.shown

    def _reference(self) -> str:
        """The name of the reference that is drawn."""
        comparison = self._comparison()
        return comparison.pair.reference_names[comparison.reference]


class HeadCorrector(Corrector):
    """Picks a word, then its head: by keys, or by a click on it."""

    things = "heads"

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__(selection, trees)
        for chosen in (selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            chosen.connect(self.drop)
        for pane in trees.panes:
            pane.view.word_clicked.connect(self.pick_or_attach)
            pane.view.pick_dropped.connect(partial(self._say, "No word is picked any longer."))

    def drop(self) -> None:
        """Override Corrector.drop."""
        for pane in self.trees.panes:
            pane.view.pick(-1)

    def pick_or_attach(self) -> None:
        """Pick the word under the cursor; the next time, hang it on the word under the cursor then."""
        self._try(self._pick_or_attach)

    def make_root(self) -> None:
        """Make the word under the cursor the root of its sentence; the old root hangs on it."""
        self._try(lambda: self._attach(*self._word(), ROOT))

    def relabel(self) -> None:
        """Ask for another label for the arc of the word under the cursor."""
        self._try(self._relabel)

    def restore(self) -> None:
        """Let the word under the cursor hang where the parser had it."""
        self._try(self._restore)

    def _pick_or_attach(self) -> None:
        side, word = self._word()
        self._require_writable()
        view, text = self._view(side), self._analysis(side).words
        dependent = view.picked
        if dependent < 0:
            self.drop()
            view.pick(word)
            self._say(
                f"“{text[word]}” is picked. Click its new head, or go there and press the key again; Esc lets go."
            )
        elif dependent == word:
            self.drop()
            self._say_unchanged("head", text[word])
        else:
            self._attach(side, dependent, word)  # a word whose head is refused stays picked
            self.drop()
            view.go_to(dependent)  # its label is corrected next, not its head's

    def _attach(self, side: Side, word: int, head: int) -> None:
        analysis, tree = self._analysis(side), self._drawn(side)
        label, text = tree.labels[word], analysis.words
        if head == tree.heads[word]:
            self._say_unchanged("head", text[word])
            return
        changes = new_head(analysis, word, head, "dep" if label == "root" else label)
        done = f"“{text[word]}” is a root" if head == ROOT else f"“{text[head]}” is the head of “{text[word]}”"
        self._correct(side, changes, "head", done)

    def _relabel(self) -> None:
        side, word = self._word()
        self._require_writable()
        analysis, view = self._analysis(side), self._view(side)
        tree = self._drawn(side)
        if tree.heads[word] == ROOT:
            raise UsageError("the label of a root cannot be changed")
        known = sorted(
            {label for pane in self.trees.panes if pane.view.content for label in pane.view.content.tree.labels}
        )
        self.drop()
        view.pick(word)
        self._say(f"Choose the label of “{analysis.words[word]}”: Return takes it, Esc lets go.")
        key = self._key(side)

        def take(label: str) -> None:
            view.pick(-1)
            view.setFocus()
            if self._key(side) != key:
                return
            if label == tree.labels[word]:
                self._say_unchanged("label", analysis.words[word])
            else:
                done = f"“{analysis.words[word]}” is {label}"
                self._try(lambda: self._correct(side, {word: (tree.heads[word], label)}, "label", done))

        def drop() -> None:
            view.pick(-1)
            self._say_unchanged("label", analysis.words[word])

        box = LabelBox(view.viewport(), view.word_box(word), tree.labels[word], known)
        box.chosen.connect(take)
        box.dropped.connect(drop)

    def _restore(self) -> None:
        side, word = self._word()
        kept = self._shown_arcs(side)
        if word not in kept:
            raise UsageError("the head of this word was not corrected")
        left = {token: arc for token, arc in kept.items() if token != word}
        self._save(
            side, kept, left, "restored head", f"“{self._analysis(side).words[word]}” hangs where the parser had it"
        )

    def _correct(self, side: Side, arcs: Arcs, what: str, done: str) -> None:
        kept = self._shown_arcs(side)
        self._save(side, kept, {**kept, **arcs}, what, done)

    def _save(self, side: Side, kept: Arcs, arcs: Arcs, what: str, done: str) -> None:
        key, words = self._key(side), self._analysis(side).words

        def save(project: Project, annotator: str) -> None:
            project.begin(key.segment, {(side, key.name): words})
            project.save_tree(replace(key, annotator=annotator), arcs, what, known=kept)

        self._keep(key.segment, save, done)

    # Inside

    def _say_unchanged(self, what: str, word: str) -> None:
        """Say that nothing was corrected: what was chosen stands there already."""
        self._say(f"The {what} of “{word}” is unchanged.")

    def _drawn(self, side: Side) -> DependencyTree:
        return self._comparison().texts[side == "reference"].tree

    def _shown_arcs(self, side: Side) -> Arcs:
        """The corrected heads of the tree as it is shown: an edit builds on these."""
        segment, key = self._shown().segment, self._key(side)
        texts = segment.hypotheses if side == "hypothesis" else segment.references
        return texts[key.name].arcs if key.name in texts else {}

    def _key(self, side: Side) -> TreeKey:
        shown = self._shown()
        name = shown.system if side == "hypothesis" else self._reference()
        return TreeKey(shown.segment.key, side, name, self.workspace.annotator)

    def _analysis(self, side: Side) -> Analysis:
        return self._comparison().texts[side == "reference"].analysis

    def _view(self, side: Side) -> TreeView:
        return self.trees.panes[side == "reference"].view

    def _word(self) -> tuple[Side, int]:
        """The text that keys work in, and the word under its cursor."""
        content = self.trees.content
        if content is None or content.structure not in DRAWN:
            raise UsageError("heads are corrected where dependencies are drawn (Ctrl+G)")
        pane = next((pane for pane in self.trees.panes if pane.view.hasFocus()), self.trees.hypothesis)
        if pane.view.word < 0:
            raise UsageError("first choose a word with the arrow keys or the mouse")
        return pane.view.side, pane.view.word


class LinkCorrector(Corrector):
    """Picks a word, then links it with a word of the other text, or unlinks the two."""

    things = "links"

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__(selection, trees)
        trees.links.word_clicked.connect(self.pick_or_link)
        trees.links.pick_dropped.connect(partial(self._say, "No word is picked any longer."))

    def drop(self) -> None:
        """Override Corrector.drop."""
        self.trees.links.pick(None)

    def pick_or_link(self) -> None:
        """Pick the word under the cursor; the next time, link it with the word under the cursor then."""
        self._try(self._pick_or_link)

    def restore(self) -> None:
        """Give the word under the cursor the links that the aligner found."""
        self._try(self._restore)

    def _pick_or_link(self) -> None:
        word, picked = self._word(), self.trees.links.picked
        self._require_writable()
        if word == picked:
            self.drop()
            self._say(f"{self._named(word)} is no longer picked.")
        elif picked is None or picked[1] == word[1]:
            self.trees.links.pick(word)
            self._say(
                f"{self._named(word)} is picked. Click a word of the other text, or go there and press the key again; "
                "Esc lets go."
            )
        else:
            self._toggle(*sorted((picked, word), key=lambda one: SIDES.index(one[1])))  # refused, it stays picked
            self.drop()

    def _toggle(self, mine: Thing, theirs: Thing) -> None:
        comparison, words = self._comparison(), (mine[2], theirs[2])
        fixed = toggled(comparison.pair, comparison.reference, words)
        what = "link" if words in fixed.linked else "unlink"
        self._save(fixed, what, f"{self._named(mine)} and {self._named(theirs)} are {what}ed")

    def _restore(self) -> None:
        word = self._word()
        self._save(
            restored(self._fixed(), word[1], word[2]),
            "restored links",
            f"{self._named(word)} has its automatic links again",
        )

    def _save(self, fixed: FixedLinks, what: str, done: str) -> None:
        key = self._key()
        known, (mine, theirs) = self._fixed(), self._comparison().texts
        words: dict[tuple[Side, str], tuple[str, ...]] = {
            ("hypothesis", key.system): mine.analysis.words,
            ("reference", key.reference): theirs.analysis.words,
        }

        def save(project: Project, annotator: str) -> None:
            project.begin(key.segment, words)
            project.save_links(replace(key, annotator=annotator), fixed, what, known=known)

        self._keep(key.segment, save, done)

    # Inside

    def _fixed(self) -> FixedLinks:
        """What is corrected in the links as they are shown: an edit builds on it."""
        comparison = self._comparison()
        return comparison.pair.fixed_links(comparison.reference)

    def _key(self) -> LinksKey:
        shown = self._shown()
        return LinksKey(shown.segment.key, shown.system, self._reference(), self.workspace.annotator)

    def _word(self) -> Thing:
        """The word that keys work on."""
        content = self.trees.content
        if content is None or content.structure != "words":
            raise UsageError("links are corrected where words are drawn (Ctrl+G)")
        if self.trees.frames.view.hasFocus():
            raise UsageError("links are corrected between the words, not in the frames below them (F7)")
        if not content.aligned:
            raise UsageError(
                f"{self.selection.focus} does not count by the alignment of words; choose a metric that does"
            )
        if self.trees.links.word is None:
            raise UsageError("first choose a word with the arrow keys or the mouse")
        return self.trees.links.word

    def _named(self, word: Thing) -> str:
        text = self._comparison().texts[SIDES.index(word[1])].analysis
        return f"“{text.words[word[2]]}”"
