#!/usr/bin/env bash
# Make the lexicon again from Debian's wordnet-base (WordNet 3.0):  build.sh WORK
# Needs: apt-get download, dpkg-deb, pip install numpy
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
apt-get download wordnet-base
dpkg-deb -x wordnet-base_*.deb .
python "$here/wordnet.py" usr/share/wordnet usr/share/doc/wordnet-base/copyright \
  "$here/../../../resources/meantree_resources/lexicon/wordnet"
python "$here/../../digests.py"
