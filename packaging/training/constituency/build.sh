#!/usr/bin/env bash
# Make the English constituency parser again:  build.sh DATA WORK
# Needs: pip install torch, an installed Meantree (its English pipeline tags the words)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$1 work=$2
mkdir -p "$work"
export OMP_NUM_THREADS=1
python "$here/train.py" "$data" "$work/both.pt" --vectors --seed 1 --minutes 15 &
python "$here/train.py" "$data" "$work/words.pt" --seed 2 --minutes 15
wait
for part in 0 1; do
  python "$here/silver.py" "$data" "$work/silver-$part.props" "$work/both.pt" "$work/words.pt" --part $part --of 2 &
done
wait
python "$here/train.py" "$data" "$work/student.pt" --silver "$work"/silver-?.props --minutes 65
python "$here/export.py" "$data" "$work/student.pt" "$here/../../../resources/meantree_resources/models/en_constituency"
