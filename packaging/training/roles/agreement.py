"""How far automatic frames agree with a person's: ``agreement.py FOLDER ANNOTATOR``, a folder of HMEANT-WMT13 tables.

Frames of English translations and references that the annotator finished; nothing was trained on them.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from meantree.agreement.frame_agreement import finished_annotations, layer_agreement, summed_agreement
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.annotation import wmt13
from meantree.annotation.frame_annotation import Annotation

LAYERS = ("predicates", "filler spans, exact", "filler spans, by tokens", "filler spans and roles")


def main() -> None:
    """Print F1 for each layer, as ``meantree agreement`` does between two people."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("annotator")
    options = parser.parse_args()
    read = wmt13.read(options.folder)
    work = finished_annotations(
        {key: one for key, one in read.annotations.items() if key.annotator == options.annotator}
    )
    segments = {segment.key: segment for segment in read.corpus.segments}
    analyser = load_analyser()
    texts = {(segment, "", system): segments[segment].hypotheses[system] for segment, system, _ in work}
    texts |= {(segment, one, ""): segments[segment].references[one] for segment, _, one in work if one}
    starts = [TokenizedText(text.text, text.tokens or tuple(text.text.split())) for text in texts.values()]
    analyses = analyser.analyse(starts, Layers(1, 1, roles=1))
    frames = {key: one.labelled.frames for key, one in zip(texts, analyses, strict=True) if one.labelled}
    people, automatic = [], []
    for (segment, system, reference), annotation in work.items():
        made = Annotation(frames.get((segment, "", system), ()), frames.get((segment, reference, ""), ()))
        people.append(annotation)
        automatic.append(replace(made, state=annotation.state))
    print(f"{options.annotator}: {len(work)} translations")
    for name in LAYERS:
        found = summed_agreement(name, (layer_agreement(name, *pair) for pair in zip(people, automatic, strict=True)))
        print(f"{name}: F1 {100 * (found.f or 0):.1f} (common {found.common}, {found.first}, {found.second})")


if __name__ == "__main__":
    main()
