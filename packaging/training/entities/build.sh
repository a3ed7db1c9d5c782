#!/usr/bin/env bash
# Make the recogniser of English names again:  build.sh DATA WORK
# Needs: pip install torch, an installed Meantree (its pipeline analyses the sentences)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export OMP_NUM_THREADS=1
python "$here/clusters.py" "$1" "$2"
python "$here/prepare.py" "$1" "$2"
python "$here/train.py" "$2"
python "$here/export.py" "$1" "$2" "$here/../../../resources/meantree_resources/models/en_entities"
