"""What follows from a predicate that embeds a clause: its signature (MegaVeridicality 2, White et al. 2018).

``manage to`` has ``+-``: who managed to come came, who did not manage did not. ``know that`` has ``++``, ``think that``
``oo``. ``packaging/training/lexicon`` makes the file: verbs between blanks by frame, voice and signature.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from meantree_resources import resource

UNKNOWN: Final = "o"
"""Neither follows; ``+`` is that it happened, ``-`` that it did not."""


def inference_signature(verb: str, frame: str, *, passive: bool = False, stative: bool = False) -> str | None:
    """What follows of the clause if ``verb`` is affirmed, and what if it is denied; None for unknown verbs.

    Args:
        verb: its lemma, a particle after an underscore (``find_out``).
        frame: ``that_S``, ``to_VP``, ``NP_to_VP`` or ``for_NP_to_VP``.
        passive: whether it is in the passive voice.
        stative: whether the clause tells of a state; where only the other is known, that is taken.
    """
    known, voice = _signatures(), "passive" if passive else "active"
    kinds = ("", "stative", "eventive") if stative else ("", "eventive", "stative")
    return next((known[key] for kind in kinds if (key := (verb, frame + kind, voice)) in known), None)


@cache
def _signatures() -> dict[tuple[str, str, str], str]:
    """By verb, frame and voice."""
    stored = json.loads((resource("lexicon/signatures") / "signatures.json").read_text(encoding="utf-8"))
    return {
        (verb, frame, voice): found
        for (frame, voice, found), verbs in ((key.split(), verbs) for key, verbs in stored.items())
        for verb in verbs.split()
    }
