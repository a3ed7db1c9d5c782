#!/usr/bin/env bash
# Count the words of the treebanks again:  build-frequencies.sh DATA
# DATA holds treebank/ewt and treebank/gum (Universal Dependencies, CoNLL-U).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH="$here/../english" python "$here/frequencies.py" "$1" "$here/../../../resources/meantree_resources/lexicon/frequencies"
python "$here/../../digests.py"
