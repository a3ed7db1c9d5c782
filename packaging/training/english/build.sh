#!/usr/bin/env bash
# Train the sentence splitter, and unless --senter is given a small pipeline of spaCy:  build.sh DATA WORK [--senter]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$1 work=$2
mkdir -p "$work"
python "$here/corpus.py" "$data" "$work"
python -m spacy train "$here/senter.cfg" --paths.train "$work/senter-train.spacy" --paths.dev "$work/senter-dev.spacy" \
  --output "$work/senter"
[ "${3:-}" = --senter ] && exit
python -m spacy train "$here/parser.cfg" --paths.train "$work/train" --paths.dev "$work/dev.spacy" --output "$work/parser"
python "$here/assemble.py" "$data" "$work/parser/model-best" "$work/senter/model-best" "$work/pipeline"
