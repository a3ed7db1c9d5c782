#!/usr/bin/env bash
# Make the fonts of PDF reports again from Debian's fonts-dejavu-core:  build.sh WORK
# Needs: apt-get download, dpkg-deb, pip install fonttools
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=$here/../../../resources/meantree_resources/fonts
mkdir -p "$1" && cd "$1"
apt-get download fonts-dejavu-core
dpkg-deb -x fonts-dejavu-core_*.deb .
fonts=usr/share/fonts/truetype/dejavu
# Letters and signs; the bold face stands in headings alone, so that fewer scripts are enough.
common=U+20-7E,U+A0-24F,U+2B0-36F,U+370-3FF,U+400-52F,U+1E00-1EFF,U+2000-206F,U+20A0-20BF,U+2100-22FF
letters=U+250-2AF,U+530-58F,U+590-6FF,U+750-77F,U+10A0-10FF,U+1F00-1FFF,U+2C60-2C7F,U+2460-24FF,U+2500-27BF,U+27C0-27EF,U+A640-A7FF,U+FB00-FEFF,U+FFFD
pyftsubset "$fonts/DejaVuSans.ttf" --unicodes="$common,$letters" --layout-features='*' --no-hinting \
  --name-IDs='*' --output-file="$target/DejaVuSans.ttf"
pyftsubset "$fonts/DejaVuSans-Bold.ttf" --unicodes="$common" --layout-features='*' --no-hinting \
  --name-IDs='*' --output-file="$target/DejaVuSans-Bold.ttf"
sed -n '/^Files: \*/,/^Files: debian/p' usr/share/doc/fonts-dejavu-core/copyright | sed '$d; s/^ \.$//; s/^ //' > "$target/LICENSE"
python "$here/../../digests.py"
