"""Measure findings: ``measure.py DATA [FIGURE] [--note]``; a note is kept in ``meta.json``.

``errors``, the default: errors that other people planted or marked, of the fifth on which thresholds are tuned, and in
translations from Chinese, where one expert stands beside another, too; or with ``--held-out`` of the fifth that nothing
is trained or tuned on. Our own planters, ``de-en`` and ``ted``: planted errors beside their original and beside another
reference, and the intact second reference beside the first. ``mqm``: findings against errors that experts marked in TED
talks. ``cost``: time beside that of parsing both texts, of linking their words, and of the entailment features.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean

import numpy as np
from errors_of_others import error_figures
from pairs import HELD_OUT, TUNING
from several import several_planted
from texts import lines, two_references

from meantree.alignment.aligner import align
from meantree.analysis.sentences import character_spans
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import (
    FindingFigures,
    PlantedCorpus,
    finding_figures,
    planted_corpus,
    shown_candidates,
)
from meantree.phenomena.catalogue import feature_firings
from meantree.phenomena.planting.faults import LAYERS
from meantree.phenomena.search import chosen_among, rated_candidates
from meantree.work import chunks, single_threaded
from meantree_resources import resource

Figures = Mapping[str, float | None]
"""By name."""
MOST, SEED = 60, 7
MARKED = re.compile(r"<v>(.*?)</v>", re.DOTALL)
MAJOR_OR_MINOR = ("major", "minor", "critical")


def planted(data: Path, name: str) -> Figures:
    """Print recall of planted errors, other findings, findings on intact texts, and calibration; return the first."""
    texts, references = zip(*two_references(data, name), strict=True)
    store = AnalysisStore()
    corpus = planted_corpus(texts, references, store, most=MOST, seed=SEED)
    intact = [len(shown_candidates(own, other, links)) for own, other, links in corpus.pairs if other and links]
    print(f"{name}: {len(corpus.pairs)} texts, {len(corpus.planted)} changes")
    print(f"findings shown on intact texts: {mean(intact):.3f} each")
    own = finding_figures(each.beside_original for each in corpus.planted)
    other = finding_figures(each.beside_other for each in corpus.planted if each.beside_other is not None)
    for title, figures in (("beside the original", own), ("beside the other reference", other)):
        print_figures(title, figures)
    sure = own.sure + other.sure + several_errors(corpus, store)
    for tenth in range(5, 10):
        right, wrong = sure[tenth, True], sure[tenth, False]
        if right + wrong:
            share = right / (right + wrong)
            print(f"probability {tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {share:.3f} right of {right + wrong}")
    return {
        "named beside the original": own.macro("named"),
        "other findings beside the original": own.others,
        "named beside the other reference": other.macro("named"),
        "shown on an intact text": mean(intact),
    }


def several_errors(corpus: PlantedCorpus, store: AnalysisStore) -> Counter[tuple[int, bool]]:
    """Print how many of several errors in one text shown findings touch, and how many findings touch none.

    Returns the shown findings by tenth of probability, and whether they are right.
    """
    counts: dict[bool, Counter[str]] = defaultdict(Counter)
    sure: Counter[tuple[int, bool]] = Counter()
    for _, is_original, pairs in several_planted(corpus, store, random.Random(SEED)):
        rated = shown_candidates(pairs[0].hypothesis, pairs[0].reference, pairs[0].alignment)
        shown = [found for found, _ in rated]
        sure.update((int(chance * 10), any(pair.is_named_by(found) for pair in pairs)) for found, chance in rated)
        errors = [pair for pair in pairs if not pair.fault.is_harmless]
        counts[is_original] += Counter(
            texts=1,
            errors=len(errors),
            touched=sum(any(map(pair.is_touched_by, shown)) for pair in errors),
            others=sum(not any(pair.is_touched_by(found) for pair in pairs) for found in shown),
        )
    for is_original, count in counts.items():
        beside = "the original" if is_original else "the other reference"
        print(
            f"{count['texts']} texts with several errors beside {beside}: {count['touched'] / count['errors']:.3f} of "
            f"{count['errors']} touched by shown findings; {count['others'] / count['texts']:.3f} others a text"
        )
    return sure


def print_figures(title: str, figures: FindingFigures) -> None:
    """Print recall by kind and on average."""
    print(f"\n{title}: recall by kind, and of errors that the reference allows to see")
    for kind, recall in sorted(figures.by_kind.items()):
        seen = f"{recall.seen_and_named / recall.seen:.2f}" if recall.seen else "-"
        print(
            f"  {kind:<22} n {recall.planted:>3}  named {recall.named / recall.planted:.2f}  "
            f"related {recall.related / recall.planted:.2f}  seen {seen}  others {recall.others / recall.planted:.2f}"
        )
    print(
        f"  macro: named {figures.macro('named'):.3f}, by a related family, too, {figures.macro('related'):.3f}, "
        f"of those that can be seen {figures.macro('seen_and_named', 'seen'):.3f}; "
        f"others {figures.others:.3f} a text\n"
    )


def mqm(data: Path) -> Figures:
    """Print and return how many shown findings touch a marked error, and F1 of characters."""
    folder = data / "mqm" / "ted-zh-en"
    marks = marked_errors(folder)
    reference = lines(folder / "ref.ref.en")
    numbers = [tuple(row.split("\t")) for row in (folder / "segments.tsv").read_text(encoding="utf-8").splitlines()]
    store = AnalysisStore()
    shown = touching = 0
    by_kind: Counter[tuple[str, bool]] = Counter()
    marked_characters: list[np.ndarray] = []
    for path in sorted(folder.glob("hyp.*.en")):
        system = path.name.split(".")[1]
        texts = lines(path)
        analyses = store.analyse({text: LAYERS for text in (*texts, *reference) if text})
        for place, key in enumerate(numbers):
            text = texts[place]
            errors = marks.get((system, *key), {}).get(text)
            if errors is None or not text or not reference[place]:
                continue
            hyp, ref = analyses[text], analyses[reference[place]]
            spans = character_spans(hyp)
            links = align(hyp, ref)
            for candidate, _ in shown_candidates(hyp, ref, links):
                words = candidate.hypothesis or candidate.hypothesis_place
                touches = any(errors[slice(*spans[word])].any() for word in words)
                shown += 1
                touching += touches
                by_kind[candidate.kind, touches] += 1
            marked_characters.append(errors)
    share, count = np.concatenate(marked_characters).mean(), len(marked_characters)
    print(f"{count} translations; {shown} findings shown, {shown / count:.3f} each")
    print(f"of these touch a major or minor error: {touching / shown:.3f}; of all characters are marked {share:.3f}")
    for kind in sorted({kind for kind, _ in by_kind}):
        right, wrong = by_kind[kind, True], by_kind[kind, False]
        print(f"  {kind:<22} {right:>4} of {right + wrong:>4}  {right / (right + wrong):.2f}")
    return {"touch an error": touching / shown}


def marked_errors(folder: Path) -> Mapping[tuple[str, ...], Mapping[str, np.ndarray]]:
    """Return by system, talk and segment the marked characters of each text, major and minor together."""
    marked: dict[tuple[str, ...], dict[str, np.ndarray]] = defaultdict(dict)
    rows = (folder / "errors.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        system, talk, _, segment, _, _, target, _, severity = row.split("\t")
        text = " ".join(target.replace("<v>", "").replace("</v>", "").split())
        flags = marked[system, talk, segment].setdefault(text, np.zeros(len(text), bool))
        found = MARKED.search(" ".join(target.split()))
        if found and severity.casefold() in MAJOR_OR_MINOR:
            flags[found.start() : found.start() + len(found[1])] = True
    return marked


TOGETHER = 16
"""Pairs that are analysed together, as commands do."""


def cost(data: Path) -> Figures:
    """Print and return the time of findings of aligned texts as a share of that of parsing, aligning and features."""
    pairs = [pair for pair in two_references(data, "de-en")[:320] if all(pair)]
    store, times = AnalysisStore(), defaultdict[str, float](float)
    for number, part in enumerate(chunks(pairs, TOGETHER)):
        with single_threaded():  # as programs compute
            ends = [("", time.process_time())]
            analyses = store.analyse(dict.fromkeys(chain.from_iterable(part), LAYERS))
            ends.append(("parsing", time.process_time()))
            for hyp, ref in ((analyses[first], analyses[second]) for first, second in part):
                links = align(hyp, ref)
                ends.append(("aligning", time.process_time()))
                feature_firings(hyp, ref, links)
                ends.append(("features", time.process_time()))
                chosen_among(rated_candidates(hyp, ref, links))
                ends.append(("findings", time.process_time()))
        if number:  # the first part loads the lexicons
            for (_, began), (name, ended) in pairwise(ends):
                times[name] += ended - began
    shares = {f"time beside that of {name}": times["findings"] / times[name] for name in times if name != "findings"}
    print(" · ".join(f"{name} {value:.2f}" for name, value in shares.items()))
    return shares


FIGURES: Mapping[str, Callable[[Path], Figures]] = {
    "errors": lambda data: error_figures(data, TUNING),
    "errors held out": lambda data: error_figures(data, HELD_OUT),
    "de-en": lambda data: planted(data, "de-en"),
    "ted": lambda data: planted(data, "ted"),
    "mqm": mqm,
    "cost": cost,
}


def main() -> None:
    """Print the figure of the second argument."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("figure", nargs="?", choices=[name for name in FIGURES if " " not in name], default="errors")
    parser.add_argument("--held-out", action="store_true", help="errors of the fifth that nothing is tuned on")
    parser.add_argument("--note", action="store_true", help="keep the figures in meta.json of the findings")
    given = parser.parse_args()
    name = "errors held out" if given.held_out else given.figure
    figures = FIGURES[name](given.data)
    if given.note:
        path = resource("findings") / "meta.json"
        meta = json.loads(path.read_text(encoding="utf-8"))
        rounded = {name: None if value is None else round(value, 3) for name, value in figures.items()}
        meta.setdefault("measured", {})[name] = rounded
        path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
