"""Correcting heads and labels in the trees: every syntactic score follows, the automatic tree stays below."""

from __future__ import annotations

from collections.abc import Callable

from meantree.analysis.corrections import Arc, new_head
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.corpus.model import Side
from meantree.errors import UsageError
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree_gui.state.selection import Selection
from meantree_gui.trees.correcting import Corrector
from meantree_gui.trees.pair import TreePair

DRAWN = ("dependencies", "spans")
"""What must be drawn for heads to be corrected."""


class HeadCorrector(Corrector):
    """Takes a word, then its head."""

    things = "heads"

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__(selection, trees)
        self.taken: tuple[Side, int] | None = None
        self.ask_label: Callable[[str, list[str]], str | None] = lambda _now, _known: None
        for chosen in (selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            chosen.connect(self.let_go)

    def let_go(self) -> None:
        """Forget the word that was taken."""
        self.taken = None

    def take_or_attach(self) -> None:
        """Take the word under the cursor; the next time, hang it on the word under the cursor then."""
        self._try(self._take_or_attach)

    def make_root(self) -> None:
        """Make the word under the cursor the root of its sentence; the old root hangs on it."""
        self._try(lambda: self._attach(*self._word(), ROOT))

    def relabel(self) -> None:
        """Ask for another label for the arc of the word under the cursor."""
        self._try(self._relabel)

    def take_back(self) -> None:
        """Let the word under the cursor hang where the parser had it."""
        self._try(self._take_back)

    def _take_or_attach(self) -> None:
        side, word = self._word()
        self._project()  # whoever cannot correct is told before walking to a head
        text = self._analysis(side).words
        if self.taken is None or self.taken[0] != side:
            self.taken = side, word
            self.told.emit(f"“{text[word]}” is picked. Go to its new head and press the key again.")
            return
        dependent = self.taken[1]
        self.taken = None
        if dependent == word:
            self.told.emit(f"The head of “{text[word]}” is unchanged.")
            return
        self._attach(side, dependent, word)

    def _attach(self, side: Side, word: int, head: int) -> None:
        self._project()
        analysis = self._analysis(side)
        label = analysis.tree().labels[word]
        self._correct(side, new_head(analysis, word, head, "dep" if label == "root" else label))

    def _relabel(self) -> None:
        side, word = self._word()
        self._project()  # nobody is asked for what cannot be kept
        tree = self._analysis(side).tree()
        if tree.heads[word] == ROOT:
            raise UsageError("the label of a root cannot be changed")
        known = sorted(
            {label for pane in self.trees.panes if pane.view.content for label in pane.view.content.tree.labels}
        )
        label = self.ask_label(tree.labels[word], known)
        if label:
            self._correct(side, {word: (tree.heads[word], label)}, "label")

    def _take_back(self) -> None:
        side, word = self._word()
        key = self._key(side)
        kept = self._shown_arcs(side)
        if word not in kept:
            raise UsageError("the head of this word was not corrected")
        self._save(key, kept, {token: arc for token, arc in kept.items() if token != word}, "restored head")

    def _correct(self, side: Side, arcs: dict[int, Arc], what: str = "head") -> None:
        project, key = self._project(), self._key(side)
        project.begin(key.segment, {(side, key.name): self._analysis(side).words})
        kept = self._shown_arcs(side)
        self._save(key, kept, {**kept, **arcs}, what)

    def _save(self, key: TreeKey, kept: Arcs, arcs: Arcs, what: str) -> None:
        self._keep(key.segment, lambda project: project.save_tree(key, arcs, what, known=kept))

    # Inside

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

    def _word(self) -> tuple[Side, int]:
        """The text that keys work in, and the word under its cursor."""
        content = self.trees.content
        if content is None or content.structure not in DRAWN:
            raise UsageError("heads are corrected where dependencies are drawn (Ctrl+G)")
        pane = next((pane for pane in self.trees.panes if pane.view.hasFocus()), self.trees.hypothesis)
        if pane.view.word < 0:
            raise UsageError("first choose a word with the arrow keys or the mouse")
        return pane.view.side, pane.view.word
