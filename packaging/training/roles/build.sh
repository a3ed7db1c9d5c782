#!/usr/bin/env bash
# Make the English role labeller again:  build.sh DATA WORK
# Needs: pip install torch, an installed Meantree (its parsers analyse the sentences)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export OMP_NUM_THREADS=1
python "$here/prepare.py" "$1" "$2"
python "$here/train.py" "$2" --epochs 7
python "$here/export.py" "$1" "$2" "$here/../../../resources/meantree_resources/models/en_roles"
