"""Scores of systems in bootstrap samples, against corpora in which segments stand as often as they were drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from helpers.studies import rated_corpus, small_study
from meantree.evaluation.significance import bootstrap_draws
from meantree.experiments.rated import LENGTHS
from meantree.experiments.system_measures import system_samples
from meantree.metrics.compared_words import length_of
from meantree.scoring.run import metrics_for, score_corpus
from meantree.work import Work

CORPUS = rated_corpus(
    [
        ("the cat sat on the mat", {"a": ("the cat sat on the mat", 5), "b": ("a cat sat on mat", 3)}),
        ("dogs bark at night", {"a": ("dogs bark at the night", 4), "b": ("dog barks", None)}),
        ("we went home early", {"a": ("we go home early", 2), "b": ("we went home early", 4)}),
    ]
)


@pytest.mark.parametrize("spec", ["bleu", "ter"])
def test_a_sample_is_a_corpus_with_its_segments(spec: str) -> None:
    study = small_study(CORPUS, metrics=(spec,))
    (rated,) = study.rated(Work())
    samples = system_samples(rated, 6, 3, Work())
    (weights,) = bootstrap_draws(3, 6, 3)
    for sample, row in enumerate(weights.astype(int)):
        for place, system in enumerate(rated.systems):
            drawn = [
                replace(segment, id=f"{number}-{again}", hypotheses={system: segment.hypotheses[system]})
                for number, segment in enumerate(CORPUS.segments)
                for again in range(row[number])
                if any(rating.system == system for rating in segment.ratings)
            ]
            if not drawn:
                assert np.isnan(samples.human[sample, place])
                assert np.isnan(samples.scores[spec][sample, place])
                continue
            corpus = replace(CORPUS, segments=tuple(drawn), systems=(system,))
            table = score_corpus(corpus, metrics_for([spec], corpus, study.store), study.store, work=Work(jobs=1))
            score = table.system_score(system, spec)
            assert score is not None
            assert samples.scores[spec][sample, place] == pytest.approx(-score if spec == "ter" else score)
            ratings = [rating.value for segment in drawn for rating in segment.ratings if rating.system == system]
            assert samples.human[sample, place] == pytest.approx(np.mean(ratings))
            lengths = [length_of(segment.hypotheses[system].text) for segment in drawn]
            assert samples.scores[LENGTHS[0]][sample, place] == pytest.approx(np.mean(lengths))
