"""Correcting heads, labels and links in the pictures.

A correction is saved immediately, and every score that depends on it is recomputed; the automatic analysis is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from meantree.analysis.corrections import FixedLinks, new_head
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.annotation.corrections import (
    Arcs,
    LinksKey,
    TreeKey,
    replaced_links,
    toggle_link,
    toggle_mistranslation,
    without_corrections_of,
)
from meantree.comparison.comparison import Comparison
from meantree.comparison.pair_findings import reason_without_findings
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree.numbers import difference, fixed
from meantree.picture.shapes import ElementKey
from meantree.project.file import Project
from meantree.project.records import Conflict
from meantree_gui.state.comparer import Request
from meantree_gui.state.selection import Selection
from meantree_gui.trees.tree_pair import TreePair
from meantree_gui.trees.tree_pane import LabelBox
from meantree_gui.trees.tree_view import TreeView

DRAWN = ("dependencies", "spans")
"""The structures in whose pictures heads can be corrected."""


class Corrector(QObject):
    """Corrects the heads or the links of a pair on behalf of the annotator.

    What was corrected, or why a correction was refused, is shown below the picture.

    Signals:
        reported: a short message for the annotator.

    Attributes:
        objects: what it corrects, in the plural, for messages.
    """

    reported = Signal(str)
    objects = ""

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__()
        self.selection, self.workspace, self.trees = selection, selection.workspace, trees
        for chosen in (selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            chosen.connect(self.deselect)

    def deselect(self) -> None:
        """Deselect the selected word."""
        raise NotImplementedError

    def _perform(self, correct: Callable[[], None]) -> None:
        try:
            correct()
        except MeantreeError as error:
            self._report(str(error), is_refusal=True)

    def _report(self, message: str, *, is_refusal: bool = False) -> None:
        self.trees.show_notice(message, is_refusal=is_refusal)
        self.reported.emit(message)

    def _save_correction(self, segment: str, save: Callable[[Project, str], None], done: str) -> None:
        """Save a correction, show its consequences and report it.

        Args:
            save: is called with the project and the name of the annotator; missing ones are created first.
            done: what was corrected, for the message.
        """
        before = self._score()
        self.workspace.require_annotator()
        project = self.workspace.project
        assert project is not None
        try:
            save(project, self.workspace.edited_name)
        except Conflict:
            self.deselect()
            self.workspace.follow_project(segment)
            raise
        self.workspace.follow_project(segment)
        after, change = self._score(), ""
        if before is not None and after is not None:
            change = f"{self.selection.focus} {fixed(before)} → {fixed(after)} ({difference(after - before)})"
        author = f"corrected as {escaped(self.workspace.edited_name)}"
        unsaved = "not saved yet (Ctrl+S)" if self.workspace.is_draft else ""
        self._report(" · ".join(filter(None, (done, change, author, unsaved))))

    def _require_writable(self) -> None:
        """Refuse a correction before the user goes to another word.

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
            raise UsageError(f"there are no {self.objects} to correct")
        return self.selection.comparison

    def _drawn_request(self) -> Request:
        """The request whose texts are drawn; the selected segment may be another one that is still being analysed."""
        if self.selection.shown is None:
            raise UsageError(f"there are no {self.objects} to correct")
        return self.selection.shown

    def _reference(self) -> str:
        """The name of the drawn reference."""
        comparison = self._comparison()
        return comparison.pair.reference_names[comparison.reference]


class HeadCorrector(Corrector):
    """Selects a word and then its head, by keys or clicks."""

    objects = "heads"

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__(selection, trees)
        for pane in trees.panes:
            pane.view.word_clicked.connect(partial(self._take_click, pane.view))
            pane.view.selection_cleared.connect(partial(self._report, "No word is selected any longer."))

    def deselect(self) -> None:
        """Override Corrector.deselect."""
        for pane in self.trees.panes:
            pane.view.select(-1)

    def select_or_attach(self) -> None:
        """Select the word under the cursor; if one is selected, attach it to the word under the cursor."""
        self._perform(self._select_or_attach)

    def _take_click(self, view: TreeView) -> None:
        """Let a click choose a head; without a word to attach, the click was one for a link."""
        if view.selected >= 0:
            self.select_or_attach()

    def make_root(self) -> None:
        """Make the word under the cursor the root of its sentence; the old root is attached to it."""
        self._perform(lambda: self._attach(*self._word(), ROOT))

    def relabel(self) -> None:
        """Ask for another label of the arc of the word under the cursor."""
        self._perform(self._relabel)

    def restore(self) -> None:
        """Restore the automatic head of the word under the cursor."""
        self._perform(self._restore)

    def _select_or_attach(self) -> None:
        side, word = self._word()
        self._require_writable()
        view, text = self._view(side), self._analysis(side).words
        dependent = view.selected
        if dependent < 0:
            self.deselect()
            view.select(word)
            self._report(
                f"“{text[word]}” is selected. Click its new head, or go there and press the key again; Esc cancels."
            )
        elif dependent == word:
            self.deselect()
            self._report_unchanged("head", text[word])
        else:
            self._attach(side, dependent, word)  # a word whose head is refused stays selected
            self.deselect()
            view.go_to(dependent)  # its label may be corrected next, not its head's

    def _attach(self, side: Side, word: int, head: int) -> None:
        analysis, tree = self._analysis(side), self._drawn(side)
        label, text = tree.labels[word], analysis.words
        if head == tree.heads[word]:
            self._report_unchanged("head", text[word])
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
        self.deselect()
        view.select(word)
        self._report(f"Choose the label of “{analysis.words[word]}”: Return accepts it, Esc cancels.")
        key = self._key(side)

        def accept(label: str) -> None:
            view.select(-1)
            view.setFocus()
            if self._key(side) != key:
                return
            if label == tree.labels[word]:
                self._report_unchanged("label", analysis.words[word])
            else:
                new = "" if label in known else ", a label that no other word here has"
                done = f"“{analysis.words[word]}” is {label}{new}"
                self._perform(lambda: self._correct(side, {word: (tree.heads[word], label)}, "label", done))

        def cancel() -> None:
            view.select(-1)
            self._report_unchanged("label", analysis.words[word])

        box = LabelBox(view.viewport(), view.word_box(word), tree.labels[word], known)
        box.chosen.connect(accept)
        box.cancelled.connect(cancel)

    def _restore(self) -> None:
        side, word = self._word()
        corrected = self._corrected_arcs(side)
        if word not in corrected:
            raise UsageError("the head of this word was not corrected")
        remaining = {token: arc for token, arc in corrected.items() if token != word}
        self._save(
            side,
            corrected,
            remaining,
            "restored head",
            f"“{self._analysis(side).words[word]}” has its automatic head again",
        )

    def _correct(self, side: Side, arcs: Arcs, label: str, done: str) -> None:
        corrected = self._corrected_arcs(side)
        self._save(side, corrected, {**corrected, **arcs}, label, done)

    def _save(self, side: Side, known: Arcs, arcs: Arcs, label: str, done: str) -> None:
        key, words = self._key(side), self._analysis(side).words

        def save(project: Project, annotator: str) -> None:
            project.begin(key.segment, {(side, key.name): words})
            project.save_tree(replace(key, annotator=annotator), arcs, label, known=known)

        self._save_correction(key.segment, save, done)

    def _report_unchanged(self, attribute: str, word: str) -> None:
        """Report that the chosen head or label is the present one."""
        self._report(f"The {attribute} of “{word}” is unchanged.")

    def _drawn(self, side: Side) -> DependencyTree:
        return self._comparison().texts[side == "reference"].tree

    def _corrected_arcs(self, side: Side) -> Arcs:
        """Return the corrected heads of the drawn tree, on which an edit builds."""
        segment, key = self._drawn_request().segment, self._key(side)
        texts = segment.hypotheses if side == "hypothesis" else segment.references
        return texts[key.name].arcs if key.name in texts else {}

    def _key(self, side: Side) -> TreeKey:
        request = self._drawn_request()
        name = request.system if side == "hypothesis" else self._reference()
        return TreeKey(request.segment.key, side, name, self.workspace.edited_name)

    def _analysis(self, side: Side) -> Analysis:
        return self._comparison().texts[side == "reference"].analysis

    def _view(self, side: Side) -> TreeView:
        return self.trees.panes[side == "reference"].view

    def _word(self) -> tuple[Side, int]:
        """Return the side with the focus and the word under its cursor."""
        content = self.trees.content
        if content is None or content.structure not in DRAWN:
            raise UsageError("heads are corrected where dependencies are drawn (Ctrl+G)")
        pane = next((pane for pane in self.trees.panes if pane.view.hasFocus()), self.trees.hypothesis)
        if pane.view.word < 0:
            pane.view.setFocus()  # which a command of a menu or the palette leaves elsewhere
            raise UsageError("first choose a word with the arrow keys or the mouse")
        return pane.view.side, pane.view.word


class LinkCorrector(Corrector):
    """Selects a word, then links it with a word of the other text, or unlinks the two."""

    objects = "links"

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__(selection, trees)
        trees.links.word_clicked.connect(self.select_or_link)
        trees.links.selection_cleared.connect(partial(self._report, "No word is selected any longer."))
        for pane in trees.panes:
            pane.view.selection_cleared.connect(self.deselect)
            pane.view.word_clicked.connect(partial(self._take_click, pane.view))

    def deselect(self) -> None:
        """Override Corrector.deselect."""
        self.trees.select_to_link(None)

    def select_or_link(self) -> None:
        """Select the word under the cursor; if one is selected, link or unlink it and the word under the cursor."""
        self._perform(self._select_or_link)

    def _take_click(self, view: TreeView) -> None:
        """Let a click choose the word to link with the selected one, unless a head is to be chosen there."""
        if view.selected < 0 and self.trees.to_link is not None:
            self.select_or_link()

    def mark(self) -> None:
        """Mark the link of the word under the cursor as a mistranslation, or remove the mark."""
        self._perform(self._mark)

    def restore(self) -> None:
        """Restore the automatic links of the word under the cursor."""
        self._perform(self._restore)

    def _select_or_link(self) -> None:
        word, selected = self._word(), self.trees.to_link
        self._require_writable()
        if word == selected:
            self.deselect()
            self._report(f"{self._named(word)} is no longer selected.")
        elif selected is None or selected[1] == word[1]:
            self.trees.select_to_link(word)
            how = "Go to a word of the other text and press the key again, or click it; Esc cancels."
            self._report(f"{self._named(word)} is selected. {how}")
        else:
            comparison, words = self._comparison(), _in_order(selected, word)
            fixed = toggle_link(comparison.pair, comparison.reference, words)
            label = "unlink" if words in fixed.unlinked or words in self._fixed().linked else "link"
            self._save(fixed, label, self._done(f"{self._both(words)} are {label}ed", fixed, words))
            self.deselect()

    def _mark(self) -> None:
        word, selected, comparison = self._word(), self.trees.to_link, self._comparison()
        self._require_writable()
        if selected is not None and selected[1] != word[1]:
            words = _in_order(selected, word)
        else:
            side, pairs = SIDES.index(word[1]), comparison.pair.alignment(comparison.reference).pairs
            linked = [pair for pair in pairs if pair[side] == word[2]]
            if len(linked) != 1:
                number = "several links" if linked else "no link"
                raise UsageError(f"{self._named(word)} has {number}: first select (K) the word that it mistranslates")
            (words,) = linked
        fixed = toggle_mistranslation(comparison.pair, comparison.reference, words)
        kind = "a mistranslation" if words in fixed.mistranslated else "no mistranslation"
        self._save(fixed, "mistranslation", self._done(f"{self._both(words)} are {kind}", fixed, words))
        self.deselect()

    def _done(self, what: str, fixed: FixedLinks, words: tuple[int, int]) -> str:
        """Return what was done, and which other links had to go."""
        comparison = self._comparison()
        gone = replaced_links(comparison.pair, comparison.reference, fixed) - {words}
        return " · ".join((what, *(f"in place of {self._both(pair)}" for pair in sorted(gone))))

    def _both(self, words: tuple[int, int]) -> str:
        """Return the words of a pair, quoted."""
        texts = (text.analysis.words for text in self._comparison().texts)
        return " and ".join(f"“{text[word]}”" for text, word in zip(texts, words, strict=True))

    def _restore(self) -> None:
        word = self._word()
        self._save(
            without_corrections_of(self._fixed(), word[1], word[2]),
            "restored links",
            f"{self._named(word)} has its automatic links again",
        )

    def _save(self, fixed: FixedLinks, label: str, done: str) -> None:
        key = self._key()
        known, (hypothesis, reference) = self._fixed(), self._comparison().texts
        words: dict[tuple[Side, str], tuple[str, ...]] = {
            ("hypothesis", key.system): hypothesis.analysis.words,
            ("reference", key.reference): reference.analysis.words,
        }

        def save(project: Project, annotator: str) -> None:
            project.begin(key.segment, words)
            project.save_links(replace(key, annotator=annotator), fixed, label, known=known)

        self._save_correction(key.segment, save, done)

    def _fixed(self) -> FixedLinks:
        """Return the corrections of the drawn links, on which an edit builds."""
        comparison = self._comparison()
        return comparison.pair.fixed_links(comparison.reference)

    def _key(self) -> LinksKey:
        request = self._drawn_request()
        return LinksKey(request.segment.key, request.system, self._reference(), self.workspace.edited_name)

    def _word(self) -> ElementKey:
        """Return the word under the cursor of a text that is not too long to be aligned."""
        content, word = self._comparison(), self.trees.word
        if content.structure == "frames":
            raise UsageError("links are corrected where words are drawn (Ctrl+G)")
        if self.trees.frames.view.hasFocus():
            raise UsageError(
                "links are corrected between the words, not in the frames below them; press F7 to go to the words"
            )
        if reason := reason_without_findings(content.pair):
            raise UsageError(f"links cannot be corrected: {reason}")
        if word is None:
            self.trees.canvases[0].setFocus()
            raise UsageError("first choose a word with the arrow keys or the mouse")
        return word

    def _named(self, word: ElementKey) -> str:
        text = self._comparison().texts[SIDES.index(word[1])].analysis
        return f"“{text.words[word[2]]}”"


def _in_order(one: ElementKey, other: ElementKey) -> tuple[int, int]:
    """Return a word of the hypothesis and one of the reference."""
    hypothesis, reference = sorted((one, other), key=lambda end: SIDES.index(end[1]))
    return hypothesis[2], reference[2]
