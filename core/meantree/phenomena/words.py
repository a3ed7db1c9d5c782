"""Findings about words: broader and narrower words, untranslated and repeated words, grammar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product, takewhile
from typing import Final
from unicodedata import combining, normalize

from meantree.analysis.frames import spans_of
from meantree.lexicon.articles import article
from meantree.lexicon.frequencies import is_not_english, surprisal, word_counts
from meantree.lexicon.noun_classes import noun_class
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import POS_OF_UPOS, information_content, wordnet
from meantree.phenomena.clauses import labelled
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.contents import in_place, is_same_noun
from meantree.phenomena.entity_names import names_in
from meantree.phenomena.feature import linked_content
from meantree.phenomena.fluency import foreign_script, is_foreign, neighbours_doubled, phrases_repeated, unknown_words
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set
from meantree.phenomena.relatedness import says_less, says_more
from meantree.phenomena.spellings import are_spelled_alike

_BOUND: Final = lemma_set(
    "intra inter anti multi non over under pre post micro mini cyber geo bio eco socio semi un bi re dis thermo "
    "kilo mega giga tera milli micro nano deci centi hecto"
)
_ENDINGS: Final = lemma_set("r er ers rs ial al ly ness ing ed s ish like wise less able ster y iness")
_REBUILT: Final = (("ability", "able"), ("ibility", "ible"), ("ization", "ize"), ("isation", "ize"))
_DOUBTFUL: Final = frozenset({"", "context", "entity", "ppdb"})
"""Relations of words that may be foreign: PPDB has some words of other languages."""
_UNUSUAL, _RARE = 14.5, 16.5
"""Smallest surprisal in bits of unusual and of rare English words."""
_FEW: Final = 3
"""Fewest paraphrases of English words that are not doubtful."""
_FEW_BORROWED, _SHORT, _OFTEN = 5, 4, 20
"""Fewest paraphrases of English words with accents; of those with fewer, letters and counts without accents of words
that are French, German or Spanish: année, Präsident, región."""
_FORMED: Final = tuple(
    lemma_set("tion tions ness ity ities ism ous ful less able ible ive ally ly ing ings ed ship hood ency ance ence")
)
"""Endings of words that are made as English ones are, even if they do not exist."""
_FEWEST_RARE: Final = 3
"""Fewest words that are rare in English in a text of another language."""
_ENGLISH: Final = lemma_set("the and of with that")
"""Words that few texts of other languages have."""
_SINGULAR: Final = frozenset({"is", "was", "has", "does"})
_PLURAL: Final = frozenset({"are", "were", "have", "do"})
_IRREAL: Final = lemma_set("if though wish unless suppose")
_COLLECTIVE: Final = lemma_set(
    "police people number percent total majority half third quarter rest staff variety range host aircraft spacecraft "
    "species series sheep deer fish offspring headquarters means crossroads"
)
"""Nouns with verbs in both numbers or of one form, beside those that WordNet counts among groups and quantities."""
_SENSES: Final = 3
"""Only so many senses of a noun, the most frequent ones, tell whether it is a group or a quantity."""
_IN_BOTH: Final = {"plural": ("quantity",), "of": ("group", "quantity"), "singular": ("social_group", "gathering")}
"""What nouns name that have verbs in both numbers: in the plural, in the singular before "of", and alone."""
_FAR_APART: Final = 15
"""Words between the starts of a phrase and its repetition, from which on it is seldom an error."""
_NEAR: Final = 2
"""Steps of the lexicon up to which a broader noun may be a mere paraphrase: aircraft, plane."""


def specificity(pair: Compared) -> Iterator[Candidate]:
    """Yield words that say less or more than their partners."""
    view = pair.of_hyp
    for word, other in linked_content(view):
        if is_same_noun(pair, word, other) or "PROPN" in {pair.hyp.upos[word], pair.ref.upos[other]}:
            continue
        is_broader = says_less(view, word) or _is_above(pair, view, word, other)
        if not is_broader and not says_more(view, word) and not _is_above(pair, pair.of_ref, other, word):
            continue
        yield pair.candidate(
            view,
            "specificity.broader" if is_broader else "specificity.narrower",
            {word},
            {other},
            same_label=float(pair.hyp.labels[word] == pair.ref.labels[other]),
            same_tag=float(pair.hyp.tokens[word].xpos == pair.ref.tokens[other].xpos),
            content=_content_gap(pair, word, other),
            noun=float(pair.hyp.upos[word] == "NOUN"),
            said=pair.said_elsewhere(word, other),
            modified=float(_is_narrowed(view, word) if is_broader else _is_narrowed(pair.of_ref, other)),
        )


def _is_above(pair: Compared, view: View, word: int, other: int) -> bool:
    """Return whether a noun of the conclusion paraphrases a far more specific one: vehicle, truck."""
    reading, premise = view.conclusion, view.premise
    if pair.relation(view, word) != "ppdb" or not reading.upos[word] == premise.upos[other] == "NOUN":
        return False
    upper, lower = (wordnet().synsets(lemma, "n")[:1] for lemma in (reading.lemmas[word], premise.lemmas[other]))
    return bool(upper and lower) and wordnet().above(lower[0]).get(upper[0], 0) > _NEAR


def _is_narrowed(view: View, word: int) -> bool:
    """Return whether modifiers that the premise lacks narrow a word: non-commissioned officers, sergeants."""
    reading = view.conclusion
    modifiers = labelled(reading, word, "amod", "compound", "nmod", "acl", "acl:relcl")
    return any(view.partner[child] in {None, view.partner[word]} for child in modifiers)


def _content_gap(pair: Compared, word: int, other: int) -> float:
    """Return how much less information content the broader one has, in [0, 1]."""
    contents = []
    for reading, each in ((pair.hyp, word), (pair.ref, other)):
        synsets = wordnet().synsets(reading.lemmas[each], POS_OF_UPOS.get(reading.upos[each]))[:1]
        contents.append(float(information_content()[synsets[0]]) if synsets else 8.0)
    return min(1.0, abs(contents[0] - contents[1]) / 8)


def untranslated(pair: Compared) -> Iterator[Candidate]:
    """Yield words that are neither English nor in the reference."""
    view = pair.of_hyp
    unknown = set(unknown_words(view).conclusion)
    for word in pair.hyp.content:
        token, relation = pair.hyp.tokens[word], pair.relation(view, word)
        text = token.text.casefold()
        if word not in unknown and relation not in _DOUBTFUL | {"spelling"}:
            continue
        other = in_place(pair, view, word)
        is_german = _is_capitalised_for_lower(pair, word, other)
        if relation == "spelling" and word not in unknown and not is_german:
            continue
        is_foreign = word in unknown or not _is_english(pair.hyp, word)
        instead = "" if other is None else pair.ref.lemmas[other]
        if not is_foreign and not is_german and not _is_hardly_english(text, pair.hyp.lemmas[word], instead):
            continue
        if other is not None and "PROPN" == token.upos == pair.ref.upos[other]:
            continue  # another name
        has_determiner = bool(labelled(pair.hyp, word, "det", "nmod:poss"))
        if token.upos == "PROPN" and word in _recognised(pair.hyp) and not (is_german and has_determiner):
            continue  # a name that the reference lacks; of foreign nouns some are taken for names: the Bahnhof
        if token.text.isupper() or not text.replace("-", "").isalpha() or _is_in_borrowed_phrase(pair.hyp, word):
            continue
        if _is_compound(text) or _is_derived(text) or _is_borrowed(text) or (is_foreign and surprisal(text) < _UNUSUAL):
            continue
        if token.text[:1].isupper() and any(are_spelled_alike(text, name) for name in _capitalised(pair.ref)):
            continue  # a name in another spelling
        yield pair.candidate(
            view,
            "word.nonexistent" if _is_formed(pair.hyp, word, unknown) else "untranslated.word",
            {word},
            unknown=float(word in unknown),
            known=float(not is_foreign),
            capital=float(token.text[:1].isupper()),
            proper=float(token.upos == "PROPN"),
            linked=float(view.partner[word] is not None),
            accents=float(not token.text.isascii()),
            common=float(word in unknown and not token.text[:1].isupper()),
            after=float(bool(word) and pair.hyp.upos[word - 1] in {"DET", "ADJ", "NUM", "VERB"}),
            in_name=float(_has_name_beside(pair.hyp, word)),
            other_name=float(any(pair.ref.upos[loose] == "PROPN" for loose in pair.of_ref.unlinked(pair.ref.content))),
            in_place=float(other is not None),
            for_lower=float(is_german),
        )


def untranslated_text(pair: Compared) -> Iterator[Candidate]:
    """Yield the whole translation if it is in another language, as a copy of the source is."""
    view, texts = pair.of_hyp, [token.text for token in pair.hyp.tokens]
    known = {token.text.casefold() for token in pair.ref.tokens}
    own = {text for text in texts if text.isalpha()}
    rare = {text for text in own if surprisal(text.casefold()) >= _UNUSUAL and text.casefold() not in known}
    unknown = [text for text in rare if not wordnet().synsets(text.casefold())]
    is_unknown = 2 * len(rare) >= len(own) and len(unknown) > 1 and any(map(str.islower, unknown))
    is_foreign = len(rare) >= _FEWEST_RARE and (is_not_english([" ".join(texts)]) or is_unknown)
    is_script = bool(pair.hyp.words) and len(_other_script(pair)) == len(pair.hyp.words)
    if is_script or (is_foreign and _ENGLISH.isdisjoint(map(str.casefold, own))):
        kind = "untranslated.script" if is_script else "untranslated.word"
        yield pair.candidate(view, kind, pair.hyp.words, unknown=1.0, common=1.0)


def _is_in_borrowed_phrase(reading: Reading, word: int) -> bool:
    """Return whether a word and a neighbour are an entry of the lexicon, such as "fait accompli"."""
    forms = [_without_accents(token.text.casefold()) for token in reading.tokens]
    return any(wordnet().synsets("_".join(forms[start : start + 2])) for start in (max(0, word - 1), word))


@cached_fact
def _recognised(reading: Reading) -> frozenset[int]:
    """Return the words of names that the entity finder knows by their kind."""
    return frozenset(word for name in names_in(reading) if name.kind is not None for word in name.words)


def _is_capitalised_for_lower(pair: Compared, word: int, other: int | None) -> bool:
    """Return whether a capitalised word, rare in English and in no title, stands for one in lower case: Tag, day."""
    token = pair.hyp.tokens[word]
    is_inside = word > 0 and (pair.hyp.upos[word - 1] != "PUNCT" or pair.hyp.tokens[word - 1].text == ",")
    if other is None or not is_inside or surprisal(token.text.casefold()) < _UNUSUAL:
        return False
    beside = [pair.hyp.tokens[each].text for each in (word - 1, word + 1) if 0 < each < len(pair.hyp)]
    return token.text.istitle() and pair.ref.tokens[other].text.islower() and not any(map(str.istitle, beside))


@lru_cache(maxsize=1 << 14)
def _is_hardly_english(text: str, lemma: str, instead: str) -> bool:
    """Return whether a noun that the lexicon knows occurs in no corpus, and has no paraphrases: agua.

    A word that names what the word in its place does is English: a raven, a crow. So is one of another part of speech.
    """
    lexicon, named = wordnet(), noun_class(lemma)
    is_rare = text == lemma and surprisal(text) >= _RARE and len(paraphrases_of(text)) < _FEW
    is_alike = named is not None and named == noun_class(instead)
    is_alike = is_alike or any(lexicon.synsets(text, pos) for pos in "var")
    return is_rare and not is_alike and not any(map(lexicon.frequency, lexicon.senses(text)))


@cached_fact
def _capitalised(reading: Reading) -> frozenset[str]:
    return frozenset(token.text.casefold() for token in reading.tokens if token.text[:1].isupper())


def _is_compound(text: str) -> bool:
    """Return whether a word consists of two known ones of three letters or more: coronavirus, intraday, hometowns."""
    lexicon = wordnet()
    parts = ((text[:place], text[place:]) for place in range(2, len(text) - 2))
    return any(
        (first in _BOUND or (len(first) > 2 and lexicon.synsets(first)))
        and (lexicon.synsets(last) or lexicon.base_forms(last, "n"))
        for first, last in parts
    )


def _is_derived(text: str) -> bool:
    """Return whether a word is a known one with an ending: biker, notarial, tolerability."""
    lexicon = wordnet()
    if any(lexicon.senses(text.removesuffix(ending) + base) for ending, base in _REBUILT if text.endswith(ending)):
        return True
    stems = (text.removesuffix(ending) for ending in _ENDINGS if text.endswith(ending))
    return any(len(stem) > 3 and any(lexicon.senses(stem + end) for end in ("", "e", "y", "er")) for stem in stems)


def _is_formed(reading: Reading, word: int, unknown: set[int]) -> bool:
    """Return whether an unknown word, alone among known ones, is made as an English one: privivation."""
    text = reading.tokens[word].text
    is_alone = unknown.isdisjoint({word - 1, word + 1})
    return word in unknown and is_alone and text.isascii() and text.islower() and text.endswith(_FORMED)


def _is_borrowed(text: str) -> bool:
    """Return whether a word with accents is English: café, matinée; but not für, Präsident, región."""
    plain = _without_accents(text)
    if plain == text or not wordnet().synsets(plain):
        return False
    is_only_borrowed = len(text) > _SHORT and word_counts().get(plain, 0) < _OFTEN
    return is_only_borrowed or len(paraphrases_of(text)) >= _FEW_BORROWED


def _without_accents(text: str) -> str:
    return "".join(char for char in normalize("NFKD", text) if not combining(char))


def _has_name_beside(reading: Reading, word: int) -> bool:
    beside = [other for other in (word - 1, word + 1) if 0 <= other < len(reading)]
    return any(reading.upos[other] == "PROPN" and reading.tokens[other].text[:1].isupper() for other in beside)


def _is_english(reading: Reading, word: int) -> bool:
    text = reading.tokens[word].text.casefold()
    return not text.isalpha() or bool(wordnet().synsets(text) or wordnet().synsets(reading.lemmas[word]))


def script(pair: Compared) -> Iterator[Candidate]:
    """Yield words in another script that are not in the reference."""
    words = _other_script(pair)
    if words:
        yield pair.candidate(pair.of_hyp, "untranslated.script", words)


def _other_script(pair: Compared) -> tuple[int, ...]:
    """Return the words in another script than Latin; none if that is the script of the reference, too."""
    written = [token.text for token in pair.ref.tokens if token.text.isalpha()]
    if 2 * sum(map(is_foreign, written)) > len(written):
        return ()
    return foreign_script(pair.of_hyp).conclusion


def repetition(pair: Compared) -> Iterator[Candidate]:
    """Yield words and phrases that are repeated, unlike in the reference."""
    view = pair.of_hyp
    known = {*_doubled_phrases(pair.ref).values()}
    phrases = (start for start, phrase in _doubled_phrases(pair.hyp).items() if phrase not in known)
    doubled = {*neighbours_doubled(view).conclusion, *(word for start in phrases for word in (start + 2, start + 3))}
    doubled = {word for word in doubled if not pair.hyp.tokens[word].text.isdigit()}  # 1 000 000
    again = doubled or set(phrases_repeated(view).conclusion)
    if not again:
        return
    runs = (range(*span) for span in spans_of(again))
    words, places = max((_occurrences(pair.hyp, run) for run in runs), key=lambda found: len(found[0]))
    if words.start - places[0] > _FAR_APART and not doubled:
        return  # in a long list
    names = [pair.hyp.upos[word] for word in doubled]
    yield pair.candidate(
        view, "repetition.added", words, place=places, doubled=float(bool(doubled)), name=float("PROPN" in names)
    )


def _doubled_phrases(reading: Reading) -> dict[int, tuple[str, ...]]:
    """Return the pairs of words that follow again at once, by their first word; not: and more and more."""
    texts = tuple(token.text.casefold() for token in reading.tokens)
    pairs = {start: texts[start : start + 2] for start in range(len(texts) - 3)}
    return {
        start: phrase
        for start, phrase in pairs.items()
        if phrase == texts[start + 2 : start + 4] and "".join(phrase).isalpha() and "and" not in phrase
    }


def _occurrences(reading: Reading, run: range) -> tuple[range, tuple[int, ...]]:
    """Return the longest part of repeated words that stands before, too, as far as it goes on; and both occurrences."""
    lemmas = reading.lemmas
    for size in range(len(run), 0, -1):
        for start, before in product(range(run.start, run.stop - size + 1), range(run.start)):
            if before + size <= start and lemmas[before : before + size] == lemmas[start : start + size]:
                last = zip(
                    lemmas[start + size :], lemmas[before + size : start], reading.upos[start + size :], strict=False
                )
                size += sum(1 for _ in takewhile(lambda each: each[0] == each[1] and each[2] != "PUNCT", last))
                return range(start, start + size), (*range(before, before + size), *range(start, start + size))
    return run, tuple(run)


def grammar(pair: Compared) -> Iterator[Candidate]:
    """Yield articles and verbs of the translation that do not fit, unless the reference has the same."""
    yield from _articles(pair)
    yield from _agreement(pair)


def _articles(pair: Compared) -> Iterator[Candidate]:
    reading, view = pair.hyp, pair.of_hyp
    for word, token in enumerate(reading.tokens[:-1]):
        following = reading.tokens[word + 1].text
        if token.text.lower() in {"a", "an"} and token.upos == "DET" and following.isalpha():
            fits = token.text.lower() == article(following) or following.isupper()  # a UV, an MP
            if not fits and not _is_in(pair.ref, token.text, following):
                doubtful = float(following[0].lower() in "uheo")
                yield pair.candidate(view, "grammar.article", {word, word + 1}, doubtful=doubtful, missing=0.0)
    for word, partner in view.linked:
        if reading.tokens[word].xpos != "NN" or pair.ref.tokens[partner].xpos != "NN" or not pair.is_sure(view, word):
            continue
        theirs = labelled(pair.ref, partner, "det")
        determined = labelled(reading, word, "det", "nmod:poss", "nummod", "compound", "amod", "case")
        bare = not labelled(reading, word, "det", "nmod:poss", "nummod")
        if theirs and bare and reading.labels[word] not in {"compound", "flat", "conj", "root"}:
            missing = theirs[0]
            if pair.ref.lemmas[missing] in {"a", "the"} and pair.of_ref.partner[missing] is None:
                yield pair.candidate(
                    view,
                    "grammar.article",
                    (),
                    {missing},
                    place={word},
                    other_place={missing, partner},
                    doubtful=float(pair.ref.lemmas[missing] == "the"),
                    missing=1.0,
                    modified=float(bool(determined)),
                    same_case=float(_cases(reading, word) == _cases(pair.ref, partner)),
                )


def _cases(reading: Reading, word: int) -> set[str]:
    return {reading.lemmas[child] for child in labelled(reading, word, "case")}


def _is_in(reading: Reading, first: str, second: str) -> bool:
    texts = [token.text.lower() for token in reading.tokens]
    return (first.lower(), second.lower()) in pairwise(texts)


def _agreement(pair: Compared) -> Iterator[Candidate]:
    reading, view = pair.hyp, pair.of_hyp
    for predicate in range(len(reading)):
        subjects = labelled(reading, predicate, "nsubj", "nsubj:pass")
        if len(subjects) != 1 or reading.tokens[subjects[0]].xpos not in {"NN", "NNS"}:
            continue
        subject = subjects[0]
        helpers = labelled(reading, predicate, "aux", "aux:pass", "cop")
        verb = helpers[0] if helpers else predicate
        if reading.tokens[verb].text.lower() not in _SINGULAR | _PLURAL or subject > verb:
            continue
        is_plural = reading.tokens[subject].xpos == "NNS"
        if is_plural == (reading.tokens[verb].text.lower() in _PLURAL):
            continue
        if not _is_sure_head(reading, subject, verb):
            continue
        if reading.tokens[verb].text.lower() == "were" and not _IRREAL.isdisjoint(reading.lemmas[:verb]):
            continue  # if it were
        if _is_same_word(view, subject) and _is_same_word(view, verb):
            continue  # so says the reference
        yield pair.candidate(
            view,
            "grammar.agreement",
            {verb},
            place={subject, verb},
            postmodified=float(bool(labelled(reading, subject, "nmod", "acl", "acl:relcl"))),
            same=float(_is_same_word(view, verb)),
            plural_subject=float(is_plural),
            distance=min(1.0, abs(verb - subject) / 6),
        )


def _is_sure_head(reading: Reading, subject: int, verb: int) -> bool:
    """Return whether a noun alone decides the number of a verb: not a batch of cities, cities and towns, of cities."""
    is_plural = reading.tokens[subject].xpos == "NNS"
    is_amount = not is_plural or bool(labelled(reading, reading.heads[subject], "cop"))  # 80 goals is the best result
    joined = labelled(reading, subject, "case", "conj", "cc", *(("nummod",) if is_amount else ()))
    if joined or not {"and", "or"}.isdisjoint(reading.lemmas[subject:verb]):
        return False
    own = {*reading.below(subject)}
    first = min(own)
    form = "plural" if is_plural else "of" if labelled(reading, subject, "nmod") else "singular"
    clause, last = reading.heads[subject], max(0, first - 1)
    is_next = reading.labels[clause] == "conj" and reading.heads[last] == clause and reading.lemmas[last - 1] == ","
    is_inside = first and reading.upos[last] in {"ADP", "CCONJ"} and not is_next
    if is_inside or _agrees_with_both(reading.lemmas[subject], form):
        return False
    before = takewhile(
        lambda word: reading.upos[word] not in {"VERB", "AUX", "SCONJ", "PUNCT"}, range(first - 1, -1, -1)
    )
    around = [*before, *(word for word in range(subject + 1, verb) if word not in own)]
    return not any(_may_be_head(reading, word) for word in around)


def _may_be_head(reading: Reading, word: int) -> bool:
    is_apart = reading.labels[word].startswith("obl") or labelled(reading, word, "case")
    return reading.upos[word] in {"NOUN", "PROPN", "NUM"} and not is_apart


@lru_cache(maxsize=1 << 12)
def _agrees_with_both(lemma: str, form: str) -> bool:
    """Return whether a noun is a quantity, or one group: a batch of cities were sold, two kilometres was enough."""
    lexicon = wordnet()
    tops = {lexicon.synsets(top, "n")[0] for top in _IN_BOTH[form]}
    above = (lexicon.above(synset) for synset in lexicon.synsets(lemma, "n")[:_SENSES])
    return lemma in _COLLECTIVE or any(not tops.isdisjoint(synsets) for synsets in above)


def _is_same_word(view: View, word: int) -> bool:
    partner, text = view.partner[word], view.conclusion.tokens[word].text
    return partner is not None and view.premise.tokens[partner].text.lower() == text.lower()
