"""Correcting links between words: every score that counts by the alignment follows, the automatic one stays below."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from meantree.analysis.fixed_links import Fixed
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import UsageError
from meantree.picture.shapes import Thing
from meantree.project.corrected_links import LinksKey, restored, toggled
from meantree.project.file import Project
from meantree_gui.state.selection import Selection
from meantree_gui.trees.correcting import Corrector
from meantree_gui.trees.pair import TreePair


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

    def _save(self, fixed: Fixed, what: str, done: str) -> None:
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

    def _fixed(self) -> Fixed:
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
