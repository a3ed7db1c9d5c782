"""How sure the parser is of translations, as far as they are analysed. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Text


class Certainties:
    """Looks at each analysis of a store once, and has none made; safe to use from several threads."""

    def __init__(self, store: AnalysisStore) -> None:
        self._store = store
        self._known: dict[object, float | None] = {}

    def __call__(self, text: Text) -> float | None:
        """Return :func:`meantree.analysis.certainty.certainty` of a text; None, too, where it is not analysed."""
        from meantree.analysis.certainty import certainty
        from meantree.analysis.layers.required import Layers
        from meantree.corpus.analyses import kept_analysis

        key = text.raw_input if text.analysis is None else text.analysis, tuple(text.arcs.items())
        if key not in self._known:
            analysis = kept_analysis(text, self._store, Layers(1, all_trees=1))
            if analysis is None:
                return None
            self._known[key] = certainty(analysis)
        return self._known[key]
