"""Names and quoted input for people to read: escaped, so that nothing breaks a line or reorders what follows."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Collection, Iterable

QUOTED_CHARACTERS = 80
"""Length of quoted input in a message, at most."""
HEAD, TAIL = 500, 250
"""Characters that are kept of the start and the end of a long message."""
LONGEST_ESCAPE = 10
"""Length of an escape sequence, at most."""
EDITED, SHORTEST = 4, 3
"""A misspelt name may have one edit in ``EDITED`` letters; one shorter than ``SHORTEST`` letters gets no suggestion."""
LISTED_NAMES = 20
"""Names in a list of a message, at most."""

# Control characters, invisible characters, changes of writing direction, line separators, tags, lone surrogates and
# noncharacters. Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji need them.
_UNSEEN = (
    r"\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u3164\uffa0\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    r"\ud800-\udfff\U000e0000-\U000e007f"
)
_ESCAPED = re.compile(rf"[\x00-\x1f{_UNSEEN}]")
# JSON escapes control characters itself; those that remain in its text are its own line breaks.
_LEFT_BY_JSON = f"[{_UNSEEN}]"
_LETTERS = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_CHARACTERS = {letter[1:]: character for character, letter in _LETTERS.items()}
# Backslashes before an escaped character, or before text that reads as an escape. The lookbehind keeps the time linear
# in long runs of backslashes.
_AMBIGUOUS = re.compile(rf"(?<!\\)\\++(?=[\x00-\x1f{_UNSEEN}]|[nrt]|x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U[0-9a-f]{{8}})")
_ESCAPE = r"(?<!\\)(\\++)([nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"
# Control characters but for tabs and line ends, and what no file of characters may hold. Letters that join or turn what
# follows stay: they belong to texts in many scripts, and each text stands apart.
_UNPRINTABLE = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"'*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def escaped(name: str) -> str:
    r"""Return a name with unsupported characters as ``\n``, ``\x1b`` or ``\u202e``; different names stay different.

    Backslashes are doubled only where they would read as part of an escape: an odd number of them begins an escape, an
    even number stands for half as many. An ordinary name, in any script, stays as it is.
    """
    return one_line(_AMBIGUOUS.sub(lambda match: 2 * match[0], name))


def unescaped(text: str) -> str:
    """Return the name of which :func:`escaped` made a text."""
    return re.sub(_ESCAPE, _unescape, text)


def is_encodable(text: str) -> bool:
    """Return whether a text can be written in UTF-8: it has no lone surrogates, which are halves of characters."""
    return text.isascii() or re.search(r"[\ud800-\udfff]", text) is None


def guarded(cell: str) -> str:
    """Return a cell with an apostrophe before what a spreadsheet would take for a formula.

    One more precedes a formula after apostrophes: readers of such a cell drop the first. A number is no formula and
    stays as it is.
    """
    return f"'{cell}" if _is_formula(cell) else cell


def unguarded(cell: str) -> str:
    """Return the cell of which :func:`guarded` made another."""
    return cell[1:] if cell[:1] == "'" and _is_formula(cell[1:]) else cell


def _is_formula(cell: str) -> bool:
    return bool(_FORMULA.match(cell)) and not _NUMBER.fullmatch(cell)


def name_cell(name: str) -> str:
    """Return a name as the text of a cell, with invisible characters escaped; different names stay different."""
    return guarded(escaped(name))


def printable(text: str) -> str:
    r"""Return a text with unprintable characters as escapes, such as ``\x1b``."""
    return re.sub(_UNPRINTABLE, _escape, text)


def one_line(message: str) -> str:
    """Return a message on one line, with unsupported characters escaped. Applying it twice changes nothing."""
    return _ESCAPED.sub(_escape, message)


def cut_to_one_line(message: str) -> str:
    """Return :func:`one_line` of a message, without its middle if it is very long."""
    text = one_line(message)
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} … {text[-TAIL:]}"


def shortened(text: str, limit: int = QUOTED_CHARACTERS) -> str:
    """Return :func:`escaped` text of at most ``limit`` characters, without its middle if it is longer."""
    for length in range(limit, 1, -1):
        result = escaped(text if len(text) <= length else f"{text[: length // 2]}…{text[1 - (length + 1) // 2 :]}")
        if len(result) <= limit:
            return result
    return "…"


def quoted(text: str, limit: int = QUOTED_CHARACTERS) -> str:
    """Return :func:`shortened` text in quotation marks."""
    result = shortened(text, limit)
    return f'"{result}"' if "'" in result and '"' not in result else f"'{result}'"


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one probably means, ignoring case; None if no known name is close.

    One edit per four letters counts as a misspelling: a letter too many, too few or wrong, or two letters swapped.
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extractOne

    folded = name.casefold()
    by_folded = {candidate.casefold(): candidate for candidate in reversed(list(known))}  # the first of equals wins
    allowed = max(len(folded) // EDITED, int(len(folded) >= SHORTEST))
    match = extractOne(folded, by_folded.keys(), scorer=OSA.distance, score_cutoff=allowed) if allowed else None
    if match is not None:
        return by_folded[match[0]]
    longer = (known_name for key, known_name in by_folded.items() if len(folded) >= SHORTEST and key.startswith(folded))
    return next(longer, None)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return an unknown name in quotation marks, with the closest known one: ``'blue' (did you mean bleu?)``."""
    closest = closest_name(name, known)
    return quoted(name) if closest is None else f"{quoted(name)} (did you mean {shortened(closest)}?)"


def unknown_name(name: str, known: Collection[str]) -> str:
    """Return what was found and what is expected: ``'blue' (did you mean bleu?), expected one of bleu, chrf``."""
    return f"{did_you_mean(name, known)}, expected one of {listed(known) or 'none'}"


def there_is_no(kind: str, name: str, known: Iterable[str]) -> str:
    """Return a message such as "there is no system 'nort' (did you mean north?); there are north, south"."""
    names = list(known)
    return f"there is no {kind} {did_you_mean(name, names)}; there are {listed(names) or 'none'}"


def quoted_difference(first: str, second: str, limit: int = QUOTED_CHARACTERS) -> tuple[str, str]:
    """Return two different texts, each :func:`quoted`; of long ones the part around the first difference.

    Args:
        limit: the most characters of each, before escaping.
    """
    if max(len(first), len(second)) <= limit:
        return quoted(first, LONGEST_ESCAPE * limit), quoted(second, LONGEST_ESCAPE * limit)
    shorter = min(len(first), len(second))
    difference = next((place for place in range(shorter) if first[place] != second[place]), shorter)
    start = max(0, difference - limit // 3)
    return _excerpt(first, start, limit), _excerpt(second, start, limit)


def _excerpt(text: str, start: int, limit: int) -> str:
    """Return a part of a text in quotation marks, with an ellipsis at each end where text is left out."""
    before, room = ("…" if start else ""), limit - bool(start)
    part = text[start:] if len(text) - start <= room else f"{text[start : start + room - 1]}…"
    return quoted(before + part, LONGEST_ESCAPE * limit)


def is_right_to_left(text: str) -> bool:
    """Whether most letters belong to a script that runs from right to left."""
    if text.isascii():
        return False
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2


def reference_title(name: str) -> str:
    """Return the label of a reference among other texts: ``reference NAME``, or the name if it is ``reference``."""
    return name if name.casefold() == "reference" else f"reference {name}"


def listed(names: Iterable[str]) -> str:
    """Return :func:`shortened` names separated by commas; of many, the first ones and how many more there are."""
    known = list(names)
    more = [f"… ({len(known) - LISTED_NAMES:,} more)"] if len(known) > LISTED_NAMES else []
    return ", ".join([*map(shortened, known[:LISTED_NAMES]), *more])


def with_and(names: Iterable[str]) -> str:
    """Return names as in “A, B and C”; of more than six, the first five and how many more."""
    known = list(names)
    if len(known) > 6:
        known[5:] = [f"{len(known) - 5:,} more"]
    return " and ".join(filter(None, (", ".join(known[:-1]), *known[-1:])))


def capitalised(text: str) -> str:
    """Return a text whose first letter is a capital; the others stay as they are."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return a text as it stands inside a sentence: its first letter is small, but for a letter alone, as F-measure."""
    return text if text[1:2] == "-" else text[:1].lower() + text[1:]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, singular or plural: ``1 segment``, ``1,234 segments``, ``2 analyses``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def duration(seconds: float) -> str:
    """Return a duration to the nearest minute: ``less than a minute``, ``2 min``, ``1 h 5 min``."""
    if seconds < 60:
        return "less than a minute"
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join([*([f"{hours:,} h"] if hours else []), *([f"{minutes} min"] if minutes else [])])


def as_json(value: object) -> str:
    """Return readable JSON; unsupported characters in its texts are escaped, which changes nothing for its readers."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return re.sub(_LEFT_BY_JSON, lambda match: _json_escape(match[0]), text) + "\n"


def _escape(match: re.Match[str]) -> str:
    character, code = match[0], ord(match[0])
    if character in _LETTERS:
        return _LETTERS[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _unescape(match: re.Match[str]) -> str:
    backslashes, rest = "\\" * (len(match[1]) // 2), match[2]
    if len(match[1]) % 2 == 0:
        return backslashes + rest
    code = int(rest[1:], 16) if rest[1:] else ord(_CHARACTERS[rest])
    return backslashes + chr(code) if code <= sys.maxunicode else match[0]


def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
