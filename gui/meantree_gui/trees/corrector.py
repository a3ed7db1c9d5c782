"""Correcting heads and labels in the trees: every syntactic score follows, the automatic tree stays below."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from meantree.analysis.corrections import new_head
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.file import Project
from meantree_gui.state.selection import Selection
from meantree_gui.trees.correcting import Corrector
from meantree_gui.trees.label_box import LabelBox
from meantree_gui.trees.pair import TreePair
from meantree_gui.trees.tree_view import TreeView

DRAWN = ("dependencies", "spans")
"""What must be drawn for heads to be corrected."""


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
