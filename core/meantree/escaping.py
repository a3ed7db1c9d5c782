"""Names and quoted input as people see them: nothing in them moves a cursor, breaks a line or reorders what follows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

QUOTED_CHARACTERS = 80
"""How much of what was found a message quotes at most."""
HEAD, TAIL = 500, 250
"""How much of the start and the end of a long message is shown."""
LONGEST_ESCAPE = 10
"""Characters of an escaped character at most."""
EDITED, SHORTEST = 4, 3
"""Letters to which a misspelt name has one edit, and of the shortest name that is taken for a misspelt one."""
LISTED_NAMES = 20
"""How many names a message lists at most."""

# Control characters, what is invisible or turns the direction of writing, separators of lines, tags, lone surrogates,
# noncharacters. Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji are written with them.
_UNSEEN = (
    r"\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u3164\uffa0\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    r"\ud800-\udfff\U000e0000-\U000e007f"
)
_ESCAPED = re.compile(rf"[\x00-\x1f{_UNSEEN}]")
# JSON escapes control characters itself; those that are left in its text lay it out.
_LEFT_BY_JSON = re.compile(f"[{_UNSEEN}]")
_LETTERS = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
# Backslashes before a character that is escaped, or before what would read as an escape. The look behind keeps the
# time linear in a long row of them.
_AMBIGUOUS = re.compile(rf"(?<!\\)\\++(?=[\x00-\x1f{_UNSEEN}]|[nrt]|x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U[0-9a-f]{{8}})")


def escaped(name: str) -> str:
    r"""A name with its unseen characters escaped, as ``\n``, ``\x1b`` or ``\u202e``; different names stay different.

    Backslashes are doubled where they would else be taken for part of an escape, and only there: an odd number of them
    begins an escape, an even number stands for half as many. An ordinary name, in any script, stays as it is.
    """
    return one_line(_AMBIGUOUS.sub(lambda found: 2 * found[0], name))


def one_line(message: str) -> str:
    """A message with its unseen characters escaped, on one line; a second time changes nothing."""
    return _ESCAPED.sub(_escape, message)


def cut_to_one_line(message: str) -> str:
    """A message :func:`escaped`; its middle is left out where it has more characters than anybody reads."""
    text = one_line(message)
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} … {text[-TAIL:]}"


def shortened(found: str, limit: int = QUOTED_CHARACTERS) -> str:
    """What was found as :func:`shown`, its middle left out where that has more than ``limit`` characters."""
    for length in range(limit, 1, -1):
        text = escaped(found if len(found) <= length else f"{found[: length // 2]}…{found[1 - (length + 1) // 2 :]}")
        if len(text) <= limit:
            return text
    return "…"


def quoted(found: str, limit: int = QUOTED_CHARACTERS) -> str:
    """What was found between quotes, :func:`shortened`."""
    text = shortened(found, limit)
    return f'"{text}"' if "'" in text and '"' not in text else f"'{text}'"


def closest_name(found: str, known: Iterable[str]) -> str | None:
    """The known name that a name was probably meant to be, whatever its case; None where none is like it.

    One edit in four letters is a misspelling: a letter too many, too few or another, or two that changed places.
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extractOne

    name, by_folded = found.casefold(), {one.casefold(): one for one in reversed(list(known))}  # the first of several
    allowed = max(len(name) // EDITED, int(len(name) >= SHORTEST))
    match = extractOne(name, by_folded.keys(), scorer=OSA.distance, score_cutoff=allowed) if allowed else None
    if match is not None:
        return by_folded[match[0]]
    begun = (one for folded, one in by_folded.items() if len(name) >= SHORTEST and folded.startswith(name))
    return next(begun, None)


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """A name that nothing has between quotes, with the known one that it is like: ``'blue' (did you mean bleu?)``."""
    near = closest_name(found, known)
    return quoted(found) if near is None else f"{quoted(found)} (did you mean {shortened(near)}?)"


def unknown_name(found: str, known: Iterable[str]) -> str:
    """What was found and what could have been: ``'blue' (did you mean bleu?), expected one of bleu, chrf``."""
    names = list(known)
    return f"{did_you_mean(found, names)}, expected one of {listed(names) or 'none'}"


def quoted_difference(one: str, two: str, limit: int = QUOTED_CHARACTERS) -> tuple[str, str]:
    """Two different texts, each :func:`quoted`; of longer ones what stands around the first place where they differ.

    Args:
        one, two: the texts.
        limit: the most characters of each, before unseen ones are escaped.
    """
    if max(len(one), len(two)) <= limit:
        return quoted(one, LONGEST_ESCAPE * limit), quoted(two, LONGEST_ESCAPE * limit)
    shorter = min(len(one), len(two))
    differs = next((place for place in range(shorter) if one[place] != two[place]), shorter)
    start = max(0, differs - limit // 3)
    return _from(one, start, limit), _from(two, start, limit)


def _from(text: str, start: int, limit: int) -> str:
    """A piece of a text in quotes, with a mark at each end where there is more."""
    before, room = ("…" if start else ""), limit - bool(start)
    piece = text[start:] if len(text) - start <= room else f"{text[start : start + room - 1]}…"
    return quoted(before + piece, LONGEST_ESCAPE * limit)


def listed(names: Iterable[str]) -> str:
    """Names one after the other, each :func:`shortened`; of many the first, and how many more there are."""
    known = list(names)
    more = [f"… ({len(known) - LISTED_NAMES:,} more)"] if len(known) > LISTED_NAMES else []
    return ", ".join([*map(shortened, known[:LISTED_NAMES]), *more])


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with what it counts, in the singular or plural: ``1 segment``, ``1,234 segments``, ``2 analyses``."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def duration(seconds: float) -> str:
    """A stretch of time as people say it: ``less than a minute``, ``2 min``, ``1 h 5 min``; to the nearest minute."""
    if seconds < 60:
        return "less than a minute"
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join([*([f"{hours:,} h"] if hours else []), *([f"{minutes} min"] if minutes else [])])


def as_json(value: object) -> str:
    """A value as readable JSON; what is unseen in its texts is escaped, which changes nothing for those who read it."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return _LEFT_BY_JSON.sub(lambda found: _json_escape(found[0]), text) + "\n"


def _escape(found: re.Match[str]) -> str:
    character, code = found[0], ord(found[0])
    if character in _LETTERS:
        return _LETTERS[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
