#!/bin/sh
# build.sh DATA: trains the probabilities of findings, then measures them on other texts; needs Meantree
set -eu
export ORT_DISABLE_TELEMETRY=1
here=$(dirname "$0")
findings=$here/../../../resources/meantree_resources/findings
python "$here/train.py" "$1" "$findings/weights.json"
python "$here/../../digests.py"
for figure in de-en ted mqm cost; do
    python "$here/measure.py" "$1" "$figure" --note
done
