"""What marked errors weigh.

===========  =======================  ======  ====================
severity     category                 weight  source
===========  =======================  ======  ====================
any          Non-translation            25    Freitag et al. 2021
critical     any other                  10    Fonseca et al. 2019
major        any other                   5    Freitag et al. 2021
minor        Fluency/Punctuation         0.1  Freitag et al. 2021
minor        any other                   1    Freitag et al. 2021
neutral      any                         0    Freitag et al. 2021
no error     none                        0    Freitag et al. 2021
===========  =======================  ======  ====================

Freitag et al. 2021, Experts, Errors, and Context, table 1, has no critical errors. The WMT shared tasks of quality
estimation have (Fonseca et al. 2019, Findings of the WMT 2019 Shared Tasks on Quality Estimation, section 2.2): there
minor and major errors weigh what they weigh here, and critical ones twice as much as major ones.
"""

from __future__ import annotations

from typing import Final

NON_TRANSLATION: Final = 25.0
PUNCTUATION: Final = 0.1
"""A minor error of punctuation."""
BY_SEVERITY: Final = {"critical": 10.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}


def weight(category: str, severity: str) -> float | None:
    """What one error weighs, whatever the case of its names; None for a severity that is unknown."""
    what, how = category.casefold(), severity.strip().casefold().replace(" ", "-")
    if "non-translation" in what and how != "no-error":
        return NON_TRANSLATION
    if "punctuation" in what and how == "minor":
        return PUNCTUATION
    return BY_SEVERITY.get(how)
