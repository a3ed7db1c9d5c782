#!/bin/sh
# Installs Meantree for you alone, without root; or removes it:
#   sh install.sh             into ~/.local (or the folder that PREFIX names)
#   sh install.sh --remove    removes all of it but your settings, projects and own packages
set -eu

prefix=${PREFIX:-$HOME/.local}
program=$prefix/lib/meantree
share=$prefix/share
opens=$share/applications/mimeinfo.cache
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

refresh() {
    update-mime-database "$share/mime" || rm -rf "$share/mime/application/x-meantree.xml"
    update-desktop-database "$share/applications"
    gtk-update-icon-cache -q -t "$share/icons/hicolor"
} >/dev/null 2>&1

require_end() {
    if readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$(readlink -f "$program/meantree")"; then # by any name
        echo "Meantree is running. Close it, then run this again." >&2
        exit 1
    fi
}

remove() {
    require_end
    rm -rf "$program" "$program.new" "$program.old"
    rm -f "$prefix/bin/meantree" "$share/applications/meantree.desktop" "$share/metainfo/meantree.metainfo.xml" \
        "$share/mime/packages/meantree.xml" "$share"/icons/hicolor/*/apps/meantree.*
    refresh || true
    sed -i '/^application\/x-meantree=meantree.desktop;$/d' "$opens" 2>/dev/null || true
    # What those programs made, if nobody else needs it, and empty folders.
    [ -n "$(ls "$share/mime/packages" 2>/dev/null)" ] || rm -rf "$share/mime"
    ls "$share"/applications/*.desktop >/dev/null 2>&1 || rm -f "$opens"
    find "$share/icons/hicolor" -type f ! -name icon-theme.cache 2>/dev/null | grep -q . || rm -rf "$share/icons/hicolor"
    # Caches, the log, and completion by the shell.
    rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/meantree" "${XDG_STATE_HOME:-$HOME/.local/state}/meantree"
    data=${XDG_DATA_HOME:-$HOME/.local/share}/meantree
    rm -f "$data"/completion.*
    for start in "$HOME/.bashrc" "$HOME/.zshrc" "$HOME/.config/fish/config.fish"; do
        if grep -q "^source .*/meantree/completion\." "$start" 2>/dev/null; then
            sed -i '\#^source .*/meantree/completion\.#d' "$start"
        fi
    done
    for folder in "$data" "$share/icons" "$share/applications" "$share/metainfo" "$share" "$prefix/lib" "$prefix/bin" "$HOME/.local/state" "$prefix"; do
        rmdir "$folder" 2>/dev/null || true
    done
    echo "Meantree is removed. Your settings (~/.config/Meantree), projects and own packages are left."
}

install() {
    if [ ! -x "$here/program/meantree" ]; then
        echo "Run this where the archive was unpacked: $here has no program." >&2
        exit 1
    fi
    require_end
    mkdir -p "$prefix/lib" "$prefix/bin" "$share"
    rm -rf "$program.new"
    cp -R "$here/program" "$program.new"
    cp "$here/install.sh" "$program.new/install.sh"
    if [ -d "$program" ]; then
        rm -rf "$program.old"
        mv "$program" "$program.old"
    fi
    mv "$program.new" "$program"
    rm -rf "$program.old"
    ln -sf "$program/meantree" "$prefix/bin/meantree"
    cp -R "$here/share/." "$share/"
    command=$program/meantree
    case "$command" in *" "*) command="\"$command\"" ;; esac # xdg-open takes no others in quotes
    sed -i "s#^Exec=meantree#Exec=$command#" "$share/applications/meantree.desktop"
    refresh || true
    # Where update-desktop-database is not installed, a double click finds nothing without this.
    grep -qs x-meantree "$opens" || printf '[MIME Cache]\napplication/x-meantree=meantree.desktop;\n' >>"$opens"
    echo "Meantree is installed: see your menu, or run $prefix/bin/meantree"
    case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "$prefix/bin is not in your PATH; log in again, or add it." ;; esac
    "$program/meantree" --version
    echo "To remove it: sh $program/install.sh --remove"
}

case "${1:-}" in
"") install ;;
--remove) remove ;;
*)
    sed -n '2,4p' "$0"
    exit 2
    ;;
esac
