#!/usr/bin/env bash
# Train the weights of the regression metrics again:  build.sh DATA CACHE [--count N] [--jobs N]
# DATA holds mlqe-pe; CACHE keeps what the features measured, so that the next run takes a minute.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$1 cache=$2
shift 2
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
python "$here/measured.py" "$data" "$cache" "$@"
python "$here/train.py" "$data" "$cache" "$here/../../../resources/meantree_resources/regression" "$@"
python "$here/../../digests.py"
