"""TER-R: TER and its four edits under ten settings of costs, as 50 features (Padó et al. 2009, section 4.3).

Shifts are sought once, with uniform costs, so their rate is the same under all settings; what the settings change is
how the rest is edited and what all of it costs. The search for shifts is nine tenths of the time, and where a block has
to go hardly depends on what a word costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import Levenshtein

from meantree.metrics.edits.shifts import as_characters, edits
from meantree.metrics.edits.ter import ter_words
from meantree.metrics.pair import Pair
from meantree.metrics.regression.part import Part, Quantity, sacrebleu

WHOLE: Final = 100
"""Costs are whole hundredths, so that sums of them are exact."""
EDITS: Final = ("insertions", "deletions", "substitutions", "shifts")


@dataclass(frozen=True, slots=True)
class Costs:
    """What an edit costs in hundredths: putting in a missing word, leaving out, replacing, moving a block."""

    insertion: int = WHOLE
    deletion: int = WHOLE
    substitution: int = WHOLE
    shift: int = WHOLE


SETTINGS: Final[Mapping[str, Costs]] = {
    "TER": Costs(),
    "TER, cheap insertions, dear substitutions": Costs(insertion=5, substitution=200),
    "TER, dear insertions": Costs(insertion=165),
    "TER, dear deletions": Costs(deletion=240),
    "TER, cheap insertions, low substitutions": Costs(insertion=5, substitution=28),
    "TER, cheap substitutions": Costs(substitution=50),
    "TER, cheap insertions, dear deletions": Costs(insertion=5, deletion=450),
    "TER, cheap insertions, lower substitutions": Costs(insertion=5, substitution=20),
    "TER, very cheap substitutions": Costs(substitution=25),
    "TER, nearly free substitutions, cheap shifts": Costs(substitution=10, shift=10),
}
"""The uniform costs and nine others; the paper found an insertion cost close to 0 effective.

How words are edited hangs on (insertion + deletion − substitution) / substitution alone, as insertions and deletions
differ by what the lengths do: settings in which that is the same have the same edits. Here it is, in this order, 1,
−0.475, 1.65, 2.4, 2.75, 3, 3.55, 4.25, 7 and 19; between 0 and 1 hardly a text is edited otherwise than at 1.
"""


def ter_values(pair: Pair) -> list[float]:
    """Of each setting what all edits cost, and the number of each, by the words of the reference."""
    mine, theirs = as_characters(*(ter_words(text.text) for text in pair.beside(0)))
    found = edits(mine, theirs)
    words, shifts = max(1, len(theirs)), len(found.shifts)
    values: list[float] = []
    for costs in SETTINGS.values():
        distance, counts = _edited(found.words, theirs, costs)
        total = (distance + shifts * costs.shift) / WHOLE
        values += [number / words for number in (total, *counts, shifts)]
    return values


def _edited(words: str, ref: str, costs: Costs) -> tuple[int, tuple[int, int, int]]:
    """The cost of a cheapest alignment, and its insertions, deletions and substitutions; of several the one with most
    substitutions.

    Each substitution is made a little cheaper, by less than a hundredth in all: then the distance alone tells how many
    there are, and the two lengths tell the rest.
    """
    little = len(words) + 1
    weights = costs.insertion * little, costs.deletion * little, costs.substitution * little - 1
    fine = Levenshtein.distance(words, ref, weights=weights)
    distance = -(-fine // little)
    substituted = distance * little - fine
    more = len(ref) - len(words)  # insertions − deletions
    both = costs.insertion + costs.deletion
    inserted = (distance - substituted * costs.substitution + more * costs.deletion) // both
    return distance, (inserted, inserted - more, substituted)


def _quantities() -> Iterator[Quantity]:
    for setting in SETTINGS:
        yield Quantity(setting, "TER", "What all edits cost, by the words of the reference.")
        for edit in EDITS:
            _, comma, costs = setting.partition(", ")
            yield Quantity(f"TER {edit}{comma}{costs}", "TER", f"How many {edit} there are, by the reference's words.")


TER_R = Part(tuple(_quantities()), ter_values, resources=sacrebleu)
