#!/usr/bin/env bash
# Learn the weights of the word aligner again and measure them:  build.sh DATA
# DATA holds alignment/*.jsonl. Needs: Meantree itself, which brings NumPy and SciPy.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
weights=$here/../../../resources/meantree_resources/alignment
export OMP_NUM_THREADS=1 PYTHONHASHSEED=0
python "$here/train.py" "$1/alignment" "$weights/weights-in-context.json"
python "$here/measure.py" "$1/alignment" "$weights/weights-in-context.json" --note
python "$here/train.py" "$1/alignment" "$weights/weights.json" --words-alone
python "$here/measure.py" "$1/alignment" "$weights/weights.json" --words-alone --note
python "$here/../../digests.py"
