#!/bin/sh
# build.sh DATA: trains the probabilities of findings, then measures them on other texts
set -eu
here=$(dirname "$0")
python "$here/train.py" "$1" "$here/../../../resources/meantree_resources/findings/weights.json"
for figure in de-en ted mqm cost; do
    python "$here/measure.py" "$1" "$figure"
done
