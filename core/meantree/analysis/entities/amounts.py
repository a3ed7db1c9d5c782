"""Sums of money and percentages: values as ``USD 5000000`` and ``12.5``."""

from __future__ import annotations

from fractions import Fraction

from meantree.analysis.entities.numbers import Number, Pieces, number_at, written

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₤": "GBP"}
_CODES = "usd eur gbp jpy inr cny rub chf cad aud nzd sek nok dkk pln czk huf ron eek lkr npr hkd sgd krw brl mxn"
CODES = frozenset(_CODES.split())
WORDS = {
    "dollar": "USD",
    "buck": "USD",
    "euro": "EUR",
    "pound": "GBP",
    "yen": "JPY",
    "yuan": "CNY",
    "renminbi": "CNY",
    "rmb": "CNY",
    "rouble": "RUB",
    "ruble": "RUB",
    "rupee": "INR",
    "leu": "RON",
    "lei": "RON",
    "kroon": "EEK",
    "zloty": "PLN",
    "forint": "HUF",
    "rs": "INR",
}
"""Currencies by the singular of their English names; without a country, the best-known one."""
COUNTRIES = {
    ("canadian", "dollar"): "CAD",
    ("australian", "dollar"): "AUD",
    ("american", "dollar"): "USD",
    ("us", "dollar"): "USD",
    ("u.s.", "dollar"): "USD",
    ("british", "pound"): "GBP",
    ("sri", "rupee"): "LKR",
    ("nepali", "rupee"): "NPR",
    ("nepalese", "rupee"): "NPR",
    ("indian", "rupee"): "INR",
    ("estonian", "kroon"): "EEK",
    ("romanian", "leu"): "RON",
    ("romanian", "lei"): "RON",
}
DOLLARS = {"us": "USD", "u.s.": "USD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "nz": "NZD", "hk": "HKD"}
"""Dollars by the letters before the sign, as in ``US$``."""
CENTS = frozenset({"cent", "cents", "¢"})

Match = tuple[int, str]
"""The piece after an entity, and its value."""


def money_at(pieces: Pieces, place: int) -> Match | None:
    """Return the sum of money that begins at a piece, with its currency before or after the number."""
    before = _currency_at(pieces, place, words=False)
    number = number_at(pieces, place if before is None else before[0], money=True)
    if number is None or number.ordinal:
        return None
    if before is not None:
        after = _worded_at(pieces, number.end)  # "$5 million dollars"
        end = after[0] if after is not None and after[1] == before[1] else number.end
        return end, f"{before[1]} {number}"
    at = _past_hyphen(pieces, number.end)
    if pieces[at] in CENTS:
        return at + 1, f"USD {written(number.value / 100)}"
    currency = _currency_at(pieces, at, words=True)
    if pieces[at] in SIGNS and number_at(pieces, at + 1) is not None:  # that sign belongs to the next number
        return None
    return None if currency is None else _with_cents(pieces, number, *currency)


def percent_at(pieces: Pieces, place: int) -> Match | None:
    """Return the percentage that begins at a piece."""
    number = number_at(pieces, place)
    if number is None or number.ordinal:
        return None
    at = _past_hyphen(pieces, number.end)
    for words in (("%",), ("percent",), ("per", "cent"), ("pct",), ("percentage", "points"), ("percentage", "point")):
        if all(pieces[at + step] == word for step, word in enumerate(words)):
            return at + len(words), str(number)
    return None


def _with_cents(pieces: Pieces, number: Number, end: int, currency: str) -> Match:
    """``5 dollars and 50 cents``."""
    more = number_at(pieces, end + (pieces[end] == "and"))
    if more is None or more.ordinal or pieces[more.end] not in CENTS or number.vague:
        return end, f"{currency} {number}"
    return more.end + 1, f"{currency} {written(number.value + more.value / Fraction(100))}"


def _currency_at(pieces: Pieces, place: int, *, words: bool) -> Match | None:
    """Return the currency that begins at a piece, by sign or code, or if allowed by words."""
    word, after = pieces[place], pieces[place + 1]
    if word in SIGNS:
        return place + 1, SIGNS[word]
    if word in DOLLARS and after == "$" and (word != "a" or not pieces.is_boundary(place + 1)):
        return place + 2, DOLLARS[word]
    if word in CODES:
        return place + 1, word.upper()
    if word == "rs":
        return place + (2 if after == "." else 1), WORDS[word]
    return _worded_at(pieces, place) if words else None


def _worded_at(pieces: Pieces, place: int) -> Match | None:
    """``US dollars``, ``pounds sterling``, ``Sri Lankan rupees``."""
    if pieces[place] == "of":  # "millions of dollars"
        place += 1
    name = _name(pieces[place])
    if name in WORDS:
        return place + 1 + (pieces[place + 1] == "sterling"), WORDS[name]
    at = place + 1 + (pieces[place + 1] == "lankan")
    currency = COUNTRIES.get((pieces[place], _name(pieces[at])))
    return None if currency is None else (at + 1, currency)


def _name(word: str) -> str:
    return word if word in WORDS else word.removesuffix("s")


def _past_hyphen(pieces: Pieces, place: int) -> int:
    return place + 1 if pieces[place] == "-" else place
