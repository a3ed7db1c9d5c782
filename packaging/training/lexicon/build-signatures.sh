#!/usr/bin/env bash
# Make the signatures of embedding predicates again from a table of them:  build-signatures.sh TABLE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python "$here/signatures.py" "$1" "$here/signatures-license.txt" \
  "$here/../../../resources/meantree_resources/lexicon/signatures"
python "$here/../../digests.py"
