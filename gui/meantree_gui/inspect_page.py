"""The page that shows how a translation differs: its trees, words and frames, and what can be done with them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt

from meantree_gui.actions import Command, CommandList, pop_up
from meantree_gui.centre import AUTO, WRAPPINGS, Centre
from meantree_gui.pages import Page
from meantree_gui.settings import COMPACT, DOUBTS, FRAMES, LINKED, STACKED, WRAPPING, Settings
from meantree_gui.state.selection import Selection
from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.trees.tree_pane import ParseBrowser

ZOOM = 1.2


class InspectPage(QObject):
    """Heads, labels and links are corrected by keys that work in the trees, or between the words, alone."""

    def __init__(self, selection: Selection, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.centre = Centre(selection)
        self.trees = self.centre.trees
        self.heads = CommandList(self._head_commands(), self.centre, "In the trees", self.trees.panes)
        self.links = CommandList(self._link_commands(), self.centre, "Between the words", self._linked)
        commands = CommandList((*self._view_commands(), *self._parse_commands()), self.centre)
        self.page = Page(
            "Inspect",
            self.centre,
            (commands, self.heads, self.links),
            "the trees",
            ("F7",),
            self._focus,
            self.trees.refresh,
        )
        for pane in self.trees.panes:
            pane.view.menu_wanted.connect(partial(self._pop_up, self.heads))
        self.trees.links.menu_wanted.connect(partial(self._pop_up, self.links))
        self.trees.set_stacked(STACKED.read(settings))
        self.trees.set_with_frames({"on": True, "off": False}.get(FRAMES.read(settings)))
        self.centre.frames.clicked.connect(self._keep_frames)
        self.centre.wrap.clicked.connect(self.next_wrapping)
        self.trees.linked.set_on(LINKED.read(settings))
        selection.set_doubts(DOUBTS.read(settings))
        self._lay_out()

    def toggle_stacked(self) -> None:
        """Trees side by side, or one above the other."""
        stacked = self.trees.splitter.orientation() == Qt.Orientation.Horizontal
        self.trees.set_stacked(stacked)
        STACKED.write(self.settings, stacked)

    def toggle_compact(self) -> None:
        """Draw sentences of more than 40 words closer, or like others."""
        COMPACT.write(self.settings, not COMPACT.read(self.settings))
        self._lay_out()

    def toggle_linked(self) -> None:
        """Let both trees scroll and zoom as one, or each alone."""
        self.trees.linked.set_on(not self.trees.linked.on)
        LINKED.write(self.settings, self.trees.linked.on)

    def toggle_doubts(self) -> None:
        """Mark arcs, constituents and parts of frames that are improbable to the parser, or none."""
        self.centre.selection.set_doubts(not self.centre.selection.doubts)
        DOUBTS.write(self.settings, self.centre.selection.doubts)

    def _keep_frames(self) -> None:
        wanted = self.trees.with_frames
        FRAMES.write(self.settings, "auto" if wanted is None else "on" if wanted else "off")

    def next_wrapping(self) -> None:
        """Wrap long sentences alone, then all that are too wide, then none."""
        names = list(WRAPPINGS)
        WRAPPING.write(self.settings, names[(names.index(self._wrapping) + 1) % len(names)])
        self._lay_out()

    @property
    def _wrapping(self) -> str:
        kept = WRAPPING.read(self.settings)
        return kept if kept in WRAPPINGS else AUTO

    def _lay_out(self) -> None:
        self.centre.show_wrapping(self._wrapping)
        wrapped = None if self._wrapping == AUTO else self._wrapping == "on"
        self.trees.set_layout(wrapped=wrapped, compact=COMPACT.read(self.settings))

    @property
    def _linked(self) -> tuple[Canvas, ...]:
        """Where keys for links are heard: the frames below the words only say where they work."""
        return self.trees.links, self.trees.frames.view

    def _focus(self) -> None:
        """Keys go to the hypothesis' tree, then to the reference's."""
        first, *others = self.trees.canvases
        (others[0] if others and first.hasFocus() else first).setFocus()

    def _pop_up(self, commands: CommandList, where: QPoint) -> None:
        pop_up(where, self.centre, commands.actions.values())

    def _view_commands(self) -> tuple[Command, ...]:
        trees, centre = self.trees, self.centre
        return (
            Command("zoom_in", "Zoom in", "View", partial(trees.zoom, ZOOM), ("Ctrl++", "Ctrl+=")),
            Command("zoom_out", "Zoom out", "View", partial(trees.zoom, 1 / ZOOM), ("Ctrl+-",)),
            Command("actual_size", "Actual size", "View", trees.actual_size, ("Ctrl+0",)),
            Command("fit_trees", "Fit to view", "View", trees.fit, ("Ctrl+9",)),
            Command("toggle_frames", "Show frames below the trees", "View", centre.toggle_frames, ("Ctrl+Shift+G",)),
            Command("toggle_wrapped", "Wrap long sentences, all or none", "View", self.next_wrapping, ("Ctrl+Alt+W",)),
            Command("toggle_compact", "Long sentences compact, or not", "View", self.toggle_compact, ("Ctrl+Alt+K",)),
            Command("toggle_linked", "Scroll both trees as one, or apart", "View", self.toggle_linked, ("Ctrl+Alt+L",)),
            Command("toggle_doubts", "Mark what is improbable, or not", "View", self.toggle_doubts, ("Ctrl+Alt+Q",)),
            Command("toggle_stacked", "Stack trees, or side by side", "View", self.toggle_stacked, ("Ctrl+T",)),
        )

    def _parse_commands(self) -> tuple[Command, ...]:
        mine, theirs = (pane.browser for pane in self.trees.panes)
        return (
            Command("next_structure", "Next structure", "Go", self.centre.next_structure, ("Ctrl+G",)),
            _parse("less_probable_parse", "Less probable parse of the hypothesis", mine, 1, "Ctrl+N"),
            _parse("more_probable_parse", "More probable parse of the hypothesis", mine, -1, "Ctrl+Shift+N"),
            _parse("less_probable_reference_parse", "Less probable parse of the reference", theirs, 1, "Ctrl+B"),
            _parse("more_probable_reference_parse", "More probable parse of the reference", theirs, -1, "Ctrl+Shift+B"),
        )

    def _head_commands(self) -> tuple[Command, ...]:
        menu, corrector = "Annotate · Heads and labels", self.centre.corrector
        return (
            Command("take_or_attach", "Pick word, then its new head", menu, corrector.pick_or_attach, ("H",)),
            Command("make_root", "Make root", menu, corrector.make_root, ("R",)),
            Command("relabel", "Change label …", menu, corrector.relabel, ("L",)),
            Command("take_back", "Restore the parser's head", menu, corrector.restore, ("Delete", "Backspace")),
        )

    def _link_commands(self) -> tuple[Command, ...]:
        menu, corrector = "Annotate · Links of words", self.centre.link_corrector
        pick = Command("pick_or_link", "Pick word, then link or unlink it", menu, corrector.pick_or_link, ("K", "H"))
        title = "Restore the automatic links of the word"
        return (pick, Command("restore_links", title, menu, corrector.restore, ("Delete", "Backspace")))


def _parse(name: str, title: str, browser: ParseBrowser, step: int, shortcut: str) -> Command:
    return Command(name, title, "Go", partial(browser.step, step), (shortcut,))
