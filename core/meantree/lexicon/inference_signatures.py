"""What follows from a predicate that embeds a clause: its signature (MegaVeridicality 2, White et al. 2018).

``manage to`` has ``+-``: whoever managed to come came, whoever did not manage to did not. ``know that`` has ``++``,
``think that`` has ``oo``. ``packaging/training/lexicon`` builds the file: verbs separated by blanks, by frame, voice
and signature.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from meantree.shipped import shipped

UNKNOWN: Final = "o"
"""Nothing follows; ``+`` means that the clause is true, ``-`` that it is false."""


def inference_signature(verb: str, frame: str, *, passive: bool = False, stative: bool = False) -> str | None:
    """Return what follows about the clause if ``verb`` is affirmed, then if it is negated; None for unknown verbs.

    Args:
        verb: its lemma, with a particle after an underscore (``find_out``).
        frame: ``that_S``, ``to_VP``, ``NP_to_VP`` or ``for_NP_to_VP``.
        passive: whether the verb is in the passive voice.
        stative: whether the clause describes a state; if only the other reading is known, that one is used.
    """
    known, voice = _signatures(), "passive" if passive else "active"
    kinds = ("", "stative", "eventive") if stative else ("", "eventive", "stative")
    return next((known[key] for kind in kinds if (key := (verb, frame + kind, voice)) in known), None)


@cache
def _signatures() -> dict[tuple[str, str, str], str]:
    """Return the signatures by verb, frame and voice."""
    stored = json.loads((shipped("lexicon/signatures") / "signatures.json").read_text(encoding="utf-8"))
    return {
        (verb, frame, voice): value
        for (frame, voice, value), verbs in ((key.split(), verbs) for key, verbs in stored.items())
        for verb in verbs.split()
    }
