#!/usr/bin/env bash
# Make the English role labeller again:  build.sh DATA WORK
# Needs: pip install torch, an installed Meantree (its parsers analyse the sentences)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
output=$here/../../../resources/meantree_resources/models/en_roles
export OMP_NUM_THREADS=1
python "$here/rolesets.py" "$1" "$output"
python "$here/analyses.py" "$1" "$2"
python "$here/senses.py" "$2" "$output"
python "$here/prepare.py" "$2" "$output"
python "$here/train.py" "$2" --finder --epochs 5
python "$here/train.py" "$2" --parts train examples --seed 1 --epochs 9 --name teacher-1
python "$here/train.py" "$2" --parts noisy examples --seed 2 --epochs 8 --name teacher-2
python "$here/silver.py" "$1" "$2" "$output"
python "$here/prepare.py" "$2" "$output" silver
python "$here/teach.py" "$2" teacher-1 teacher-2
student=(--soft --rate 0.2)
python "$here/train.py" "$2" "${student[@]}" --parts noisy examples silver --start teacher-1 --most 1e-3 \
  --seed 11 --epochs 5 --name student-1
last=(noisy examples silver dev dev)
python "$here/train.py" "$2" "${student[@]}" --parts "${last[@]}" --start student-1 --most 5e-4 \
  --seed 31 --epochs 2 --name roles-1
python "$here/train.py" "$2" "${student[@]}" --parts "${last[@]}" --start teacher-2 --most 1e-3 \
  --seed 32 --epochs 2 --name roles-2
python "$here/export.py" "$1" "$2" "$output"
