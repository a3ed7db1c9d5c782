"""Numbers, sums of money and percentages, with their values, read from the pieces of words.

A value is an integer, a decimal number if that is exact, otherwise a fraction (``1000``, ``1.5``, ``2/3``). An ordinal
begins with ``#``; a plural, which tells only how large a number is, ends in ``s`` (``#3``, ``1000s``). Sums of money
and percentages are ``USD 5000000`` and ``12.5``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from meantree.analysis.tree import Token

_PIECE = re.compile(
    r"""
    \d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]\d)      # 1,000.50
  | \d{1,3}(?:\.\d{3}){2,}(?!\.?\d)              # 1.000.000
  | (?<!\d[.])\d+\.\d+(?!\.?\d)                  # 1.5, but not what is left of 28.07.1999
  | \d+,\d{1,2}(?![\d,])                         # 1,5
  | \d+
  | [ap]\.m\.? | u\.s\.?
  | o['’]clock
  | [^\W\d_]+
  | \S
    """,
    re.VERBOSE | re.IGNORECASE,
)

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS = {word: value for value, word in enumerate(_SMALL.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)} | {"fourty": 40}
ORDINAL_UNITS = {word: value for value, word in enumerate(_ORDINALS.split())}
ORDINAL_TENS = {word[:-1] + "ieth": value for word, value in TENS.items()}
SCALES = {"dozen": 12, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
SCALES |= {"mn": 10**6, "mln": 10**6, "bn": 10**9, "bln": 10**9, "tn": 10**12, "lakh": 10**5, "crore": 10**7}
ABBREVIATED = {"k": 10**3, "m": 10**6, "b": 10**9}
"""Scales next to a currency; elsewhere these may be units of measure."""
VAGUE = {"tens": 10, "dozens": 12, "hundreds": 100} | {
    f"{word}s": size for word, size in SCALES.items() if size >= 1000
}
MAX_GROUPS = 7
"""Groups of digits, separated by spaces, in a number, at most."""
_DIGITS = re.compile(r"\d[\d.,]*")
_FIRST = frozenset(("minus", "half", "a", "an", *VAGUE, *UNITS, *TENS, *ORDINAL_UNITS, *ORDINAL_TENS))
"""Words that can begin a number."""
_MONEY_SCALES = SCALES | ABBREVIATED
_PARTS = {"half": 2, "quarter": 4}
_MANY_PARTS = {"halves": 2, "quarters": 4}


@dataclass(frozen=True, slots=True)
class Pieces:
    """A sentence in pieces: digits, letters and signs, so that rules do not depend on the tokens of ``$5m``.

    Attributes:
        texts: the pieces in lower case.
        origins: for each piece the 0-based token that contains it.
    """

    tokens: Sequence[Token]
    texts: tuple[str, ...]
    origins: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> Pieces:
        """Return the pieces of these tokens."""
        rows = [(text.lower(), place) for place, token in enumerate(tokens) for text in _PIECE.findall(token.text)]
        return cls(tokens, tuple(text for text, _ in rows), tuple(place for _, place in rows))

    def __getitem__(self, place: int) -> str:
        """Return a piece; empty before the first and after the last one."""
        return self.texts[place] if 0 <= place < len(self.texts) else ""

    def token(self, place: int) -> Token:
        """Return the token that contains a piece."""
        return self.tokens[self.origins[place]]

    def is_boundary(self, place: int) -> bool:
        """Return whether a token begins or ends just before a piece; true at both ends of the sentence."""
        return not 0 < place < len(self.texts) or self.origins[place - 1] != self.origins[place]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the tokens from one piece up to another, end exclusive; None if these are not whole tokens."""
        if not (self.is_boundary(start) and self.is_boundary(end)):
            return None
        return self.origins[start], self.origins[end - 1] + 1


@dataclass(frozen=True, slots=True)
class Number:
    """A number that ends before the piece ``end``.

    Attributes:
        end: the piece after the number.
        vague: whether it is a plural such as "thousands".
    """

    end: int
    value: Fraction
    ordinal: bool = False
    vague: bool = False

    def __str__(self) -> str:
        return f"{'#' if self.ordinal else ''}{written(self.value)}{'s' if self.vague else ''}"


def written(value: Fraction) -> str:
    """Return a number as in values of entities."""
    places = 0
    while places < 12 and (value * 10**places).denominator != 1:
        places += 1
    if (value * 10**places).denominator != 1:
        return str(value)
    digits = str(abs(value * 10**places).numerator).zfill(places + 1)
    return ("-" if value < 0 else "") + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def read_digits(text: str) -> Fraction | None:
    """Return the value of digits, with commas as thousands separators or as decimal sign; None for other text."""
    if not _DIGITS.fullmatch(text) or not text.isascii() or len(text) > 40:
        return None
    if re.fullmatch(r"\d+,\d{1,2}", text):
        return Fraction(text.replace(",", "."))
    plain = text.replace(",", "")
    return Fraction(plain.replace(".", "") if plain.count(".") > 1 else plain)


def number_at(pieces: Pieces, place: int, *, money: bool = False) -> Number | None:
    """Return the longest number that begins at a piece; with ``money``, abbreviations as in ``5m`` are allowed."""
    first = pieces[place]
    if first not in _FIRST and not first[:1].isdecimal():
        return None
    if first == "minus" and (number := _unsigned_at(pieces, place + 1, money)) and not number.ordinal:
        return replace(number, value=-number.value)
    return _unsigned_at(pieces, place, money)


def _unsigned_at(pieces: Pieces, place: int, money: bool) -> Number | None:
    number = _vague_at(pieces, place) or _half_at(pieces, place) or _fraction_at(pieces, place)
    return number or _cardinal_at(pieces, place, _MONEY_SCALES if money else SCALES)


def _vague_at(pieces: Pieces, place: int) -> Number | None:
    """``thousands``, ``tens of millions``."""
    size = VAGUE.get(pieces[place])
    if size is None:
        return None
    if pieces[place + 1] == "of" and (more := VAGUE.get(pieces[place + 2], 0)) > size:
        return Number(place + 3, Fraction(size * more), vague=True)
    return Number(place + 1, Fraction(size), vague=True)


def _half_at(pieces: Pieces, place: int) -> Number | None:
    """``half a million``; ``half`` of something."""
    if pieces[place] != "half" or pieces[place + 1] not in ("of", "a", "an", "the"):
        return None
    scale = SCALES.get(pieces[place + 2]) if pieces[place + 1] == "a" else None
    return Number(place + 1, Fraction(1, 2)) if scale is None else Number(place + 3, Fraction(scale, 2))


def _fraction_at(pieces: Pieces, place: int) -> Number | None:
    """``1/2`` in one word, ``two thirds``, ``three-quarters``, ``one third``."""
    if pieces[place + 1] == "/" and not pieces.is_boundary(place + 1) and not pieces.is_boundary(place + 2):
        above, below = (read_digits(pieces[place + step]) for step in (0, 2))
        fits = above is not None and below is not None and above < below <= 100 and pieces[place + 3] != "/"
        return Number(place + 3, above / below) if above is not None and below is not None and fits else None
    number = _small_at(pieces, place)
    if number is None or number.ordinal or not number.value:
        return None
    at = _past_hyphen(pieces, number.end)
    parts = _parts(pieces[at], several=number.value != 1)
    return None if parts is None else Number(at + 1, number.value / parts)


def _parts(word: str, *, several: bool) -> int | None:
    """Return the denominator of "thirds", or of "third" if not ``several``."""
    if several:
        return _MANY_PARTS.get(word) or (_parts(word[:-1], several=False) if word.endswith("s") else None)
    value = ORDINAL_UNITS.get(word, 0)
    return _PARTS.get(word) or (value if value > 2 else None)


def _cardinal_at(pieces: Pieces, place: int, scales: dict[str, int]) -> Number | None:
    """``two million, five hundred thousand and one``, ``1.5 million``, ``3rd``: groups with falling scales."""
    total, floor, end = Fraction(0), Fraction(10**18), 0
    at = place
    while (group := _group_at(pieces, at, scales)) is not None and group.value < floor:
        scale, after = _scale_at(pieces, group, scales)
        if end and scale >= floor:
            break
        total, floor, end = total + group.value * scale, Fraction(scale), after
        if group.ordinal or scale == 1:
            return _with_half(pieces, Number(end, total, ordinal=group.ordinal))
        at = end + (pieces[end] == "and" and _joins(pieces, end))
    return _with_half(pieces, Number(end, total)) if end else None


def _joins(pieces: Pieces, place: int) -> bool:
    """Return whether ``and`` after ``thousand`` continues the number: it does before words below a hundred."""
    number = _small_at(pieces, place + 1)
    return number is not None and number.value > 0


def _scale_at(pieces: Pieces, group: Number, scales: dict[str, int]) -> tuple[int, int]:
    """Return the scale after a group, 1 without one, and the piece after it."""
    at = _past_hyphen(pieces, group.end)
    size = None if group.ordinal else scales.get(pieces[at])
    return (1, group.end) if size is None else (size, at + 1)


def _group_at(pieces: Pieces, place: int, scales: dict[str, int]) -> Number | None:
    """Return the number before a scale: digits, words below a thousand, or ``a``."""
    number = _digits_at(pieces, place) or _small_at(pieces, place)
    if pieces[place] in ("a", "an") and pieces[place + 1] in {"hundred", *scales} - ABBREVIATED.keys():
        number = Number(place + 1, Fraction(1))
    if number is None or number.ordinal:
        return number
    at = _past_hyphen(pieces, number.end)
    if pieces[at] not in ("hundred", "hundredth"):
        return number
    hundreds = Number(at + 1, number.value * 100, ordinal=pieces[at] == "hundredth")
    remainder = None if hundreds.ordinal else _small_at(pieces, hundreds.end + (pieces[hundreds.end] == "and"))
    # "between one hundred and two hundred" are two numbers
    continues = remainder is not None and pieces[_past_hyphen(pieces, remainder.end)] != "hundred"
    return (
        replace(remainder, value=hundreds.value + remainder.value) if remainder is not None and continues else hundreds
    )


def _digits_at(pieces: Pieces, place: int) -> Number | None:
    """``1,000``, ``10 000``, ``3rd``."""
    value = read_digits(pieces[place])
    if value is None:
        return None
    end = place + 1
    if not pieces.is_boundary(end) and pieces[end] in ("st", "nd", "rd", "th"):
        return Number(end + 1, value, ordinal=True)
    if len(pieces[place]) <= 3 and value >= 1:
        while (
            end - place < MAX_GROUPS and re.fullmatch(r"\d{3}", pieces[end]) and pieces.span(end, end + 1) is not None
        ):
            value, end = value * 1000 + int(pieces[end]), end + 1
    return Number(end, value)


def _small_at(pieces: Pieces, place: int) -> Number | None:
    """Words below a hundred: ``five``, ``twenty-one``, ``thirtieth``."""
    word = pieces[place]
    if word in UNITS:
        return Number(place + 1, Fraction(UNITS[word]))
    if word in ORDINAL_UNITS or word in ORDINAL_TENS:
        return Number(place + 1, Fraction((ORDINAL_UNITS | ORDINAL_TENS)[word]), ordinal=True)
    if word not in TENS:
        return None
    at = _past_hyphen(pieces, place + 1)
    for values, ordinal in ((UNITS, False), (ORDINAL_UNITS, True)):
        if 0 < (unit := values.get(pieces[at], 0)) < 10:
            return Number(at + 1, Fraction(TENS[word] + unit), ordinal)
    return Number(place + 1, Fraction(TENS[word]))


def _with_half(pieces: Pieces, number: Number) -> Number:
    """``two and a half``, ``one and a half million``."""
    if number.ordinal or [pieces[number.end + step] for step in range(3)] != ["and", "a", "half"]:
        return number
    scale = SCALES.get(pieces[number.end + 3])
    value = number.value + Fraction(1, 2)
    return Number(number.end + 3, value) if scale is None else Number(number.end + 4, value * scale)


def past(pieces: Pieces, place: int, word: str) -> int:
    """Return the place after a word if it is there, else the same place."""
    return place + (pieces[place] == word)


def _past_hyphen(pieces: Pieces, place: int) -> int:
    return place + 1 if pieces[place] in ("-", "‐", "‑") else place


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
    at = past(pieces, number.end, "-")
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
    at = past(pieces, number.end, "-")
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
