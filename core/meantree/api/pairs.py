"""One translation, or two, compared with a reference: :func:`compare` and its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, overload

from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.api.evidence_text import evidence_text
from meantree.api.given_texts import is_text, text_of
from meantree.api.pictures import Pictured
from meantree.api.session import HYPOTHESIS, REFERENCE, corpus_of, listed, parsers_of, specs_of, store_of
from meantree.comparison.compare import compare as compared
from meantree.comparison.comparison import Comparison
from meantree.comparison.two_systems import compare_systems
from meantree.corpus.corpus import Segment, Text
from meantree.errors import UsageError, require_known
from meantree.escaping import escaped
from meantree.metrics.derivation import Derivation
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import Metric
from meantree.numbers import fixed
from meantree.picture.comparison_pictures import PictureSubject, compared_picture, system_comparison_picture
from meantree.picture.display_list import Drawing
from meantree.scoring.pairs import ExplainedPair, explained_pair
from meantree.scoring.run import metrics_for
from meantree.scoring.verdicts import store_for

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language as Pipeline

    from meantree.api.given_texts import GivenText, References

WIDTH = 100
"""Characters of a line of text."""


@dataclass(frozen=True, slots=True)
class ComparedPair(Pictured):
    """A translation compared with its references by one metric.

    Attributes:
        system: the translation's name.
        metric: with its options.
        score: None if undefined.
        signature: everything needed to repeat the score.
        reference: the name of the reference that is drawn: the one the score was taken from, else the first.
    """

    system: str
    metric: str
    score: float | None
    signature: str
    reference: str
    _segment: str
    _comparison: Comparison
    _metric: Metric

    @property
    def evidence(self) -> Evidence:
        """The units behind the score: each with ``kind``, ``label``, ``status`` and counts; features as ``terms``."""
        return self._comparison.evidence

    @property
    def derivation(self) -> Derivation | None:
        """The ``inputs`` and ``steps``, the last of which is the score; None if it is undefined."""
        return self._metric.derivation(self.evidence)

    def frame(self) -> pd.DataFrame:
        """Return a row for each unit, or for each feature of a metric that predicts ratings.

        Examples:
            >>> import meantree as mt
            >>> pair = mt.compare("He left early.", "He left.", metric="wer")
            >>> print(pair.frame()[["kind", "unit", "status"]].to_string(index=False))
                  kind  unit  status
            kept words    he matched
            kept words  left matched
             deletions early   extra
            kept words     . matched
        """
        if self.evidence.terms:
            return _frame(self.evidence.terms, "group", "name", "value", "training_mean", "weight", "contribution")
        counts = "hypothesis", "reference", "matched", "weight"
        frame = _frame(self.evidence.units, "kind", "label", "status", *counts)
        return frame.rename(columns={"label": "unit"}).astype({"status": "str"})

    def __str__(self) -> str:
        """Return what matched and what not, and how the score comes about, as ``meantree explain`` does."""
        return self.text(WIDTH)

    def text(self, width: int) -> str:
        """Return the same in lines of at most ``width`` characters."""
        title = f"{escaped(self.metric)} {'↑' if self._metric.higher_is_better else '↓'}"
        if self.evidence.reference is not None and len(self._comparison.pair.references) > 1:
            title += f" compared with {escaped(self.reference)}"
        return evidence_text(title, self.score, self.evidence, self.derivation, width)

    def __repr__(self) -> str:
        score = "undefined" if self.score is None else fixed(self.score)
        return f"<{self.system} compared with {self.reference} by {self.metric}: {score}>"

    def _subject(self) -> PictureSubject:
        better = self._metric.higher_is_better
        return PictureSubject(self._segment, (self.system,), self.reference, self.metric, "", (self.score,), better)

    def _drawings(self) -> Sequence[Drawing]:
        return compared_picture(self._comparison, self._subject(), frames=True)


@dataclass(frozen=True, slots=True)
class ComparedSystems(Pictured):
    """Two translations compared with the same references by one metric.

    Attributes:
        first, second: the translations.
    """

    first: ComparedPair
    second: ComparedPair

    def __repr__(self) -> str:
        return f"[{self.first!r}, {self.second!r}]"

    @property
    def scores(self) -> dict[str, float | None]:
        """The score of each translation by its name, None if undefined."""
        return {pair.system: pair.score for pair in (self.first, self.second)}

    def frame(self) -> pd.DataFrame:
        """Return the rows of both translations, with a column ``system``."""
        import pandas as pd

        frames = {pair.system: pair.frame() for pair in (self.first, self.second)}
        return pd.concat(frames, names=["system"]).reset_index(level=0).reset_index(drop=True)

    def _drawings(self) -> Sequence[Drawing]:
        first, second = self.first, self.second
        systems, pairs = (first.system, second.system), (first._comparison.pair, second._comparison.pair)
        content = compare_systems(pairs, first._metric, systems)
        subject = replace(first._subject(), systems=systems, scores=content.scores)
        return system_comparison_picture(content, subject)


@overload
def compare(
    hypothesis: GivenText | Segment,
    reference: References | None = ...,
    metric: str = ...,
    *,
    system: str = ...,
    pipeline: str | Pipeline = ...,
    constituency: str = ...,
    parser: str = ...,
    language: str = ...,
) -> ComparedPair: ...


@overload
def compare(
    hypothesis: Mapping[str, GivenText],
    reference: References,
    metric: str = ...,
    *,
    pipeline: str | Pipeline = ...,
    constituency: str = ...,
    parser: str = ...,
    language: str = ...,
) -> ComparedSystems: ...


def compare(
    hypothesis: GivenText | Mapping[str, GivenText] | Segment,
    reference: References | None = None,
    metric: str = "hwcm",
    *,
    system: str = "",
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
    language: str = "",
) -> ComparedPair | ComparedSystems:
    """Compare a translation with its reference, or two translations by name with one.

    Args:
        hypothesis: the translation, or two by the names of their systems: texts, CoNLL-U, documents of spaCy, results
            of :func:`meantree.parse`, ``(words, heads, labels)``, or texts of a corpus with their analyses; or a
            segment of a corpus.
        reference: one text, a list, or several by name; a segment brings its own.
        metric: one metric, with options as in ``dpm:nbest=1``.
        system: whose translation of a segment is compared.
        pipeline: a spaCy pipeline by name or folder, or a loaded one, which analyses in this process alone.
        constituency: ``bundled``, ``none``, ``bllip:FOLDER`` or ``benepar:MODEL``.
        parser: the command line of a program that parses in place of the pipeline, lines in and CoNLL-U out.
        language: of the texts, as a code or name; detected by default.

    Raises:
        MeantreeError: for an unknown metric, and texts that cannot be compared.

    Examples:
        >>> import meantree as mt
        >>> pair = mt.compare("The minister has confirmed it.", "The minister has not confirmed it.", metric="ter")
        >>> pair
        <translation compared with A by ter: 0.167>
        >>> [unit.label for unit in pair.evidence.units if unit.status == "missed"]
        ['not']
        >>> pair.derivation.steps[-1].formula
        'edits / mean_reference_words'
    """
    if isinstance(hypothesis, Segment):
        require_known("system", [system], hypothesis.hypotheses)
        reference = hypothesis.references if reference is None else reference
        hypothesis, name = hypothesis.hypotheses[system], system
    else:
        name = HYPOTHESIS
    hypotheses = hypothesis if isinstance(hypothesis, Mapping) else {name: text_of(hypothesis, "hypothesis")}
    if isinstance(hypothesis, Mapping) and len(hypotheses) != 2:
        raise UsageError(f"hypothesis: found {len(hypotheses)} translations, expected one text, or two by name")
    references = _references(reference)
    spec, *more = specs_of(metric)
    if more:
        raise UsageError(f"metric: found {len(more) + 1} metrics, expected one")
    corpus = corpus_of(
        {str(name): [text_of(text, f"hypothesis {name}")] for name, text in hypotheses.items()},
        {name: [text] for name, text in references.items()},
    ).stated_as(language)
    store = store_for(corpus, parsers_of(pipeline, constituency, parser), store_of)
    metrics = metrics_for([spec], corpus, store)
    (segment,) = corpus.segments
    pairs = [compared_pairs(explained_pair(corpus, segment, system, metrics, store))[0] for system in corpus.systems]
    return pairs[0] if len(pairs) == 1 else ComparedSystems(*pairs)


def compared_pairs(explained: ExplainedPair) -> list[ComparedPair]:
    """Return the comparison of a pair by each of its metrics."""
    pairs = []
    for (spec, metric), signed in zip(explained.metrics.items(), explained.signatures, strict=True):
        comparison = compared(explained.pair, metric)
        value = metric.score(metric.statistics_of(comparison.evidence), level="segment")
        name = explained.pair.reference_names[comparison.reference]
        key, system = explained.segment.key, explained.system
        pairs.append(ComparedPair(system, spec, value, signed, name, key, comparison, metric))
    return pairs


def _frame(items: Sequence[object], *attributes: str) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame([[getattr(item, name) for name in attributes] for item in items], columns=list(attributes))


def _references(reference: Any) -> dict[str, Text]:
    if is_text(reference):
        return {REFERENCE: text_of(reference, "reference")}
    if isinstance(reference, Mapping):
        several: dict[str, GivenText | None] = {str(name): text for name, text in reference.items()}
    else:
        letters = chain(ascii_uppercase, map(str, count(len(ascii_uppercase) + 1)))
        several = dict(zip(letters, listed(reference, "reference"), strict=False))
    if not several:
        raise UsageError("reference: found none, expected one text, or several")
    return {name: text_of(text, f"reference {name}") for name, text in several.items()}
