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
python "$here/train.py" "$2" --split train --seed 1 --epochs 9 --name roles-1
python "$here/train.py" "$2" --split noisy --seed 2 --epochs 8 --name roles-2
python "$here/export.py" "$1" "$2" "$output"
