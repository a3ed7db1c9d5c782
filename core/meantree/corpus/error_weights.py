"""The weights of marked errors.

Each rater's errors in a translation make a rating ``mqm``, the negative sum of the errors' weights:

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
HOTW-test    any                         0    none
===========  =======================  ======  ====================

HOTW-test marks rows of Google's tables that say whether a rater found an error planted to test attention.
Freitag et al. 2021, Experts, Errors, and Context, table 1, has no critical errors. The WMT shared tasks of quality
estimation have (Fonseca et al. 2019, Findings of the WMT 2019 Shared Tasks on Quality Estimation, section 2.2): there
minor and major errors have the same weights, and critical ones twice the weight of major ones.
"""

from __future__ import annotations

from typing import Final

NO_ERROR: Final = "no-error"
"""Category and severity, in lower case, of what was read and has no error."""
NON_TRANSLATION: Final = 25.0
MINOR_PUNCTUATION: Final = 0.1
BY_SEVERITY: Final = {"critical": 10.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0, "hotw-test": 0.0}


def weights_in_words() -> str:
    """Return the weights of errors, the gravest first, as in ``major 5, minor 1``."""
    weights = {name: weight for name, weight in BY_SEVERITY.items() if name not in (NO_ERROR, "hotw-test")}
    weights |= {"minor punctuation": MINOR_PUNCTUATION, "non-translation": NON_TRANSLATION}
    return ", ".join(f"{name} {weight:g}" for name, weight in sorted(weights.items(), key=lambda item: -item[1]))


def error_weight(category: str, severity: str) -> float | None:
    """Return the weight of one error, None for an unknown severity; upper and lower case are the same."""
    category, severity = category.casefold(), severity.strip().casefold().replace(" ", "-")
    if "non-translation" in category and severity != "no-error":
        return NON_TRANSLATION
    if "punctuation" in category and severity == "minor":
        return MINOR_PUNCTUATION
    return BY_SEVERITY.get(severity)
