"""Agreement on error spans, beside brute force: ``python tests/benchmarks/error_agreement.py PROJECT``.

Characters, matches and α are counted again one by one; the project must have several annotators.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

from helpers import brute_force
from meantree.agreement.compared_errors import ErrorAgreement, error_agreement
from meantree.agreement.error_agreement import units_of
from meantree.agreement.pooled_annotations import PooledAnnotations, read_pooled
from meantree.annotation.frame_annotation import FINISHED

MOST = 7
"""Translations with more errors by both are not matched in all ways."""


def main(path: Path) -> int:
    """Print both values of each measure; return 1 if any differ."""
    pool = read_pooled([path])
    agreement = error_agreement(pool)
    differences = [_characters(agreement, pool), _matches(agreement), _alpha(agreement, pool)]
    return int(max(differences) > 1e-9)


def _characters(agreement: ErrorAgreement, pool: PooledAnnotations) -> float:
    length = max(len(text.text) for segment in pool.corpus.segments for text in segment.hypotheses.values())
    worst = 0.0
    for pair in agreement.pairs:
        errors = [item.errors for item in agreement.comparisons if " – ".join(item.names) == pair.name]
        slow = brute_force.character_f(errors, length)
        print(f"{pair.name}: characters {pair.characters[''].f} {slow}")
        worst = max(worst, abs((pair.characters[""].f or 0) - (slow or 0)))
    return worst


def _matches(agreement: ErrorAgreement) -> float:
    worst, count = 0.0, 0
    for item in agreement.comparisons:
        first, second = item.errors
        if first and second and max(len(first), len(second)) <= MOST:
            count += 1
            worst = max(worst, abs((item.credits[""].f or 0) - (brute_force.best_error_f(first, second) or 0)))
    print(f"matches of {count:,} of {len(agreement.comparisons):,} pairs of annotations: largest difference {worst}")
    return worst


def _alpha(agreement: ErrorAgreement, pool: PooledAnnotations) -> float:
    """Count coincidences character by character; pairs within one unit are subtracted from all pairs."""
    observed, same, labels = 0.0, 0, Counter[str]()
    for segment in pool.corpus.segments:
        for system, text in segment.hypotheses.items():
            finished = [
                annotation.errors
                for work in pool.errors.values()
                for key, annotation in work.items()
                if (key.segment, key.system) == (segment.key, system) and annotation.state in FINISHED
            ]
            if len(finished) < 2:
                continue
            rows = []
            for errors in finished:
                row, units = [""] * len(text.text), units_of(errors)
                for start, end, label in units:
                    row[start:end] = [label] * (end - start)
                same += sum((end - start) ** 2 for start, end, _ in units) + row.count("")
                labels.update(row)
                rows.append(row)
            for column in zip(*rows, strict=True):
                observed += sum(a != b for a, b in permutations(column, 2)) / (len(rows) - 1)
    total = labels.total()
    differing = total**2 - sum(count**2 for count in labels.values())
    slow = 1 - (observed / total) / (differing / (total**2 - same))
    fast = agreement.alphas["errors"] or 0.0
    print(f"unitized α: {fast} {slow}")
    return abs(fast - slow)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
