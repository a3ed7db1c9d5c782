#!/usr/bin/env bash
# Make the pairs of paraphrases again from a table of them (two words a line, a tab between):  build-ppdb.sh PAIRS
# Needs: pip install numpy
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python "$here/ppdb.py" "$1" "$here/ppdb-license.txt" "$here/../../../resources/meantree_resources/lexicon/ppdb"
python "$here/../../digests.py"
