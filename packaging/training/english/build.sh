#!/usr/bin/env bash
# Make the English pipeline again:  build.sh DATA WORK   (DATA holds treebank/ and mlqe-pe/; about four hours on 2 cores)
# Needs: pip install spacy==3.8.* torch networkx
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$1 work=$2
resources=$here/../../../resources/meantree_resources/models/en_meantree
mkdir -p "$work"

for seed in 1 2; do
  python "$here/teacher.py" "$data" "$work/teacher$seed.pt" --seed $seed --minutes 36 &
done
wait
for part in 0 1; do
  python "$here/silver.py" "$data" "$work/train/silver-$part.spacy" "$work"/teacher{1,2}.pt --part $part --of 2 &
done
wait
python "$here/corpus.py" "$data" "$work"
python -m spacy train "$here/senter.cfg" --paths.train "$work/senter-train.spacy" --paths.dev "$work/senter-dev.spacy" \
  --output "$work/senter" &
python -m spacy train "$here/parser.cfg" --paths.train "$work/train" --paths.dev "$work/dev.spacy" --output "$work/parser"
wait
python "$here/assemble.py" "$data" "$work/parser/model-best" "$work/senter/model-best" "$resources"
