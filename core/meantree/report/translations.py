"""What a report says of one segment and one system's translation of it, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.comparison.content import Comparison
from meantree.comparison.prediction import Prediction
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.derivation import Derivation
from meantree.report.annotators import Annotated, Remark
from meantree.report.tables import reference_title


@dataclass(frozen=True, slots=True)
class Translation:
    """What is said of one system's translation of a segment.

    Attributes:
        system, text: whose, and what.
        scores: by each metric of the report, None where undefined.
        reason: why nothing can be compared, empty if it can.
        comparison: by the metric in focus.
        links: the same with words beside each other, where a person corrected the links that the metric counts by.
        derivation: of the score in focus, None where it is undefined.
        prediction: of a learned metric, that in focus or the first one there is, and ``predicted_by`` its spec.
        frames: those that are drawn, with whose they are.
        differences: between annotators, a table for each reference.
        remarks: by annotators.
        beside: name and text of the reference, where nothing is compared.
    """

    system: str
    text: str
    scores: tuple[float | None, ...]
    reason: str = ""
    comparison: Comparison | None = None
    links: Comparison | None = None
    derivation: Derivation | None = None
    prediction: Prediction | None = None
    predicted_by: str = ""
    frames: tuple[Annotated, ...] = ()
    differences: tuple[ValueTable, ...] = ()
    remarks: tuple[Remark, ...] = ()
    beside: tuple[str, str] = "", ""

    @property
    def reference(self) -> tuple[str, str]:
        """Name and text of the reference that is drawn; empty where nothing is."""
        if self.comparison is None:
            return self.beside
        pair, place = self.comparison.pair, self.comparison.reference
        return pair.reference_names[place], pair.references[place].text

    @property
    def reference_title(self) -> str:
        """What stands before the text of the reference."""
        return reference_title(self.reference[0])


@dataclass(frozen=True, slots=True)
class SegmentContent:
    """A segment with its translations, those alone that there are."""

    key: str
    source: str
    translations: tuple[Translation, ...]
