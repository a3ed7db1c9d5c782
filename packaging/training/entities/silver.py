"""Names that were found in many sentences, made to agree: a name is mostly of one kind wherever it stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from corpora import spans, tags_of

FEWEST, SHARE = 3, 0.5
"""Times that a name was found, and share of the places where its words stand, for it to be one everywhere."""
LONGEST = 5


def consistent_names(words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The tags of all sentences with each name of the kind that it mostly has, and names that were missed."""
    kinds: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for sentence, own in zip(words, tags, strict=True):
        for start, end, kind in spans(own):
            kinds[tuple(sentence[start:end])][kind] += 1
    places = Counter(part for sentence in words for _, part in _parts(sentence) if part in kinds)
    known = {
        name: count.most_common(1)[0][0]
        for name, count in kinds.items()
        if FEWEST <= count.total() >= SHARE * places[name] and name[0][:1].isupper()
    }
    return [_tagged(sentence, own, known) for sentence, own in zip(words, tags, strict=True)]


def _parts(words: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    for size in range(LONGEST, 0, -1):
        for start in range(len(words) - size + 1):
            yield start, tuple(words[start : start + size])


def _tagged(words: Sequence[str], tags: Sequence[str], known: dict[tuple[str, ...], str]) -> tuple[str, ...]:
    found = [(start, end, known.get(tuple(words[start:end]), kind)) for start, end, kind in sorted(spans(tags))]
    for start, part in _parts(words):
        end = start + len(part)
        if part in known and all(end <= other[0] or other[1] <= start for other in found):
            found.append((start, end, known[part]))
    return tags_of(len(words), found)
