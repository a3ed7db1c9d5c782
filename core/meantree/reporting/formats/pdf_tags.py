"""Tags of a PDF document, by which screen readers tell headings, paragraphs, pictures and the cells of tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fpdf import FPDF
from fpdf.structure_tree import StructElem, StructureTreeBuilder
from fpdf.syntax import PDFObject


class Tags:
    """The tags of a document, in the order of its texts; each stands on one page."""

    def __init__(self, pdf: FPDF) -> None:
        self._pdf, self._structure = pdf, _Structure()
        pdf.struct_builder = self._structure
        self._counts: dict[int, int] = {}
        self._open: tuple[str, str] | None = None
        self._parent = self._document = self._structure.doc_struct_elem

    @contextmanager
    def tagged(self, kind: str, alternative: str = "") -> Iterator[None]:
        """Tag what is written as ``/P``, ``/H1``, ``/Figure`` or a cell; it may continue on other pages."""
        self._open = kind, alternative
        self._begin()
        yield
        self._end()
        self._open = None

    @contextmanager
    def page_break(self) -> Iterator[None]:
        """End what is tagged, and begin it again on the page that is added inside."""
        if self._open is not None:
            self._end()
        yield
        if self._open is not None:
            self._begin()

    def begin_table(self) -> None:
        """Begin a table, or its part on the current page."""
        self._parent = self._document
        self._parent = self._element("/Table")

    @contextmanager
    def row(self) -> Iterator[None]:
        """Put the cells that are tagged inside into a row of the table that was begun last."""
        table = self._parent
        self._parent = self._element("/TR")
        yield
        self._parent = table

    def end_table(self) -> None:
        """Let what follows stand outside of a table."""
        self._parent = self._document

    def artifact(self) -> None:
        """Begin what is not read out, such as the foot of a page; :meth:`end_artifact` ends it."""
        self._pdf._out("/Artifact BMC")

    def end_artifact(self) -> None:
        """End what :meth:`artifact` began."""
        self._end()

    def _begin(self) -> None:
        assert self._open is not None
        (kind, alternative), page = self._open, self._pdf.page
        number = self._counts.get(page, 0)  # fpdf2 itself would count all elements anew for each
        self._counts[page] = number + 1
        pages = self._structure.spid_per_page_number
        parents = pages.setdefault(page, len(pages))
        element = self._element(kind, [number], alternative)
        self._structure.struct_tree_root.parent_tree.nums[parents].append(element)
        self._pdf.pages[page].struct_parents = parents
        self._pdf._out(f"{kind} <</MCID {number}>> BDC")

    def _end(self) -> None:
        self._pdf._out("EMC")

    def _element(self, kind: str, texts: list[int] | None = None, alternative: str = "") -> StructElem:
        element = _Element(kind, self._parent, texts or [], self._pdf.page, alt=alternative or None)
        self._parent.k.append(element)
        return element


class _Element(StructElem):
    """A tag; those inside of tables, whose pages fpdf2 does not look up, stand on the page of the table."""

    __slots__ = ()

    def _build_obj_dict(self, _security_handler: Any = None) -> dict[str, object]:
        """Return the entries, without the optional type; fpdf2 would look through all attributes of each tag."""
        page: Any = self.pg
        if page is None and isinstance(self.p, StructElem):
            page = self.pg = self.p.pg  # rows come before their cells
        entries: dict[str, object] = {} if self.alt is None else {"/Alt": self.alt.serialize()}
        entries |= {"/K": self.k.serialize(), "/P": self.p.ref}
        if page is not None:
            entries["/Pg"] = page.ref
        return {**entries, "/S": self.s}


class _Structure(StructureTreeBuilder):
    """The tree of tags; fpdf2's own knows no tags inside of others."""

    def __iter__(self) -> Iterator[PDFObject]:
        yield from super().__iter__()
        for table in self.doc_struct_elem.k:
            for row in table.k if table.s == "/Table" else ():
                yield row
                yield from row.k
