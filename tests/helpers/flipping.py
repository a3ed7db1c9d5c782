"""Projects with one flipped bit: nothing raises, no file is changed, and most still score.

Run as a program: ``python -m helpers.flipping FOLDER FLIPS [SEED]``; prints how many files had how much left.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from helpers.frames import frame
from helpers.stores import HandMadeStore
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.analysis.layers.required import Layers
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Text
from meantree.errors import MeantreeError
from meantree.project.file import Project
from meantree.scoring.run import score_corpus

SEGMENTS = 20
WORDS = ["we", "saw", "the", "old", "bridge", "over", "the", "river", "when", "it", "rained", "in", "the", "evening"]
SPECS = ("hwcm", "bleu", "ter", "hmeant")
ANNOTATORS = ("ann", "bob")


def make_project(path: Path) -> None:
    """Two systems, a reference, ratings, errors, two annotators with frames and history, trees, links, analyses."""
    chance = random.Random(7)
    segments = []
    for number in range(SEGMENTS):
        texts = [" ".join(chance.sample(WORDS, 9)) for _ in range(3)]
        hypotheses = {name: Text(text) for name, text in zip(("north", "south"), texts, strict=False)}
        rating = Rating("north", "da", 50.0 + number, "r1")
        error = ErrorSpan("north", "hypothesis", 0, 3, "Style", "minor", "r1")
        reference = {"A": Text(texts[2])}
        segments.append(Segment(str(number), f"d{number % 4}", "Quelle", reference, hypotheses, (rating,), (error,)))
    done = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), FrameAlignment({(0, 0): LinkKind.CORRECT}))
    with Project(path, new=True) as project:
        project.fill(Corpus("flipped", tuple(segments), ("north", "south"), ("A",), "de", "en"))
        for segment in segments:
            for annotator in ANNOTATORS:
                key = AnnotationKey(segment.key, "north", "A", annotator)
                project.save(key, done, "new frame")
                project.save(key, Annotation(done.hypothesis, done.reference, done.alignment, State.DONE), "done")
            project.save_tree(TreeKey(segment.key, "hypothesis", "north", "ann"), {1: (0, "x")}, "head")
            project.add_time(segment.key, "north", "ann", "2026-01-01T00:00:00.000+00:00", 30.5)
            project.save_links(LinksKey(segment.key, "north", "A", "ann"), FixedLinks(frozenset({(1, 0)})), "link")
        project.assign({name: [segment.key for segment in segments] for name in ANNOTATORS})
        project.set_rules(Rules(nouns=False, guidelines="Verbs alone."))
        store = HandMadeStore()
        texts_of = [text.text for one in segments for text in one.hypotheses.values()]
        found = store.analyse(dict.fromkeys(texts_of, Layers(1)))
        project.store_analyses(store.fingerprint, {text: found[text] for text in texts_of})


def flips(data: bytes, count: int, seed: int) -> Iterator[tuple[int, bytes]]:
    """Copies of a file with one flipped bit each, and where: in bytes other than 0, of which few are unused."""
    chance = random.Random(seed)
    used = [place for place, byte in enumerate(data) if byte]
    for _ in range(count):
        place = chance.choice(used) * 8 + chance.randrange(8)
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << (place % 8)
        yield place, bytes(flipped)


def use(path: Path) -> str:
    """Do what window and command do with a project, and say what was left of it.

    Raises:
        Exception: whatever is no message to the user, or a file that was opened for reading only and changed.
    """
    before = path.read_bytes()
    try:
        with Project(path) as project:
            damaged = bool(project.damage)
            scored = _use(project)
            told = bool(project.problems)
    except MeantreeError as error:
        return f"refused: {str(error).partition(': ')[2][:60]}"
    if damaged and path.read_bytes() != before:
        raise AssertionError("the file was changed, though it was opened for reading only")
    if not scored:
        return "opened, not scored"
    return "scored, damage told" if damaged or told else "scored"


def _use(project: Project) -> bool:
    store = HandMadeStore().with_stored(project.stored_analyses())
    scored = 0
    _ = project.rules, project.times(), [project.assigned_to(name) for name in project.annotators]
    for annotator in (None, *project.annotators):
        if annotator is not None:
            project.translation_states(annotator)
            for key in project.annotations(annotator):
                project.annotations(annotator, key.segment)
        corpus = project.corpus(annotator)
        for segment in corpus.segments[:3]:
            project.annotated_segment(segment, annotator or "nobody")
        table = score_corpus(corpus, SPECS, store)
        for system in corpus.systems:
            scored += table.system_score(system, "bleu") is not None
    if not project.damage:
        project.take_step("ann", "undo")
        project.save(AnnotationKey(corpus.segments[0].key, "north", "A", "new"), Annotation(), "edit")
    return scored > 0


def main(folder: Path, count: int, seed: int) -> int:
    """Flip bits one after the other; every file that misbehaves is kept in the folder."""
    whole = folder / "whole.meantree"
    make_project(whole)
    data, found, failed = whole.read_bytes(), Counter[str](), 0
    for place, flipped in flips(data, count, seed):
        path = folder / f"flipped-{place}.meantree"
        path.write_bytes(flipped)
        try:
            found[use(path)] += 1
        except Exception:
            print(f"bit {place} of {len(data) * 8} (page {place // 8 // 4096 + 1})", file=sys.stderr)
            traceback.print_exc()
            failed += 1
            continue
        for beside in folder.glob(f"{path.name}*"):
            beside.unlink()
    for left, times in found.most_common():
        print(f"{times:6} {left}")
    scored = sum(times for left, times in found.items() if left.startswith("scored"))
    print(f"{scored} of {count} scored, {failed} failed")
    return int(failed > 0 or scored < 0.9 * count)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
