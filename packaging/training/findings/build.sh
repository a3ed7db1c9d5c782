#!/bin/sh
# build.sh DATA: trains the network of doubts and the probabilities of findings, then measures them on other texts
# Needs: pip install torch==2.13.0 onnx, and Meantree.
set -eu
export ORT_DISABLE_TELEMETRY=1
here=$(dirname "$0")
findings=$here/../../../resources/meantree_resources/findings
python "$here/train_doubts.py" "$1" "$findings/doubts.onnx"
python "$here/../../digests.py"
python "$here/train.py" "$1" "$findings/weights.json"
python "$here/../../digests.py"
for figure in de-en ted mqm cost; do
    python "$here/measure.py" "$1" "$figure" --note
done
