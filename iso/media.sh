# SPDX-License-Identifier: MIT
# What the boot media have in common, for make_*.sh to source. The same kernel gives the same bytes:
# dates are SOURCE_DATE_EPOCH's (seconds since 1970; by default the last commit's), not the clock's.
set -eu
umask 022
export TZ=UTC
arguments=$#

here=$(dirname "$0")
grub=/usr/lib/grub/i386-pc
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 315532800)} # 1980
export SOURCE_DATE_EPOCH="$epoch"

# Of GRUB's modules what the menu uses, and what reads each medium; GRUB adds what these depend on.
menu_modules='normal configfile test smbios multiboot'
floppy_modules="biosdisk fat gzio $menu_modules"
cd_modules="biosdisk iso9660 part_msdos $menu_modules"
net_modules="pxe tftp $menu_modules"

# usage NAMES COUNT MOST: ends the script unless it got COUNT to MOST arguments.
usage() {
    if [ "$arguments" -lt "$2" ] || [ "$arguments" -gt "$3" ]; then
        echo "usage: ${0##*/} $1" >&2
        exit 2
    fi
}

# Tools that talk on success too: what they said is of interest only when they fail.
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# files KERNEL FOLDER [OVERLAY]: what every medium holds, and what the folder OVERLAY has. Lines of
# experiments end as on DOS, for any editor.
files() {
    mkdir -p "$2/boot/grub" "$2/parms"
    strip -o "$2/bareprobe" "$1"
    cp "$here/grub.cfg" "$2/boot/grub/grub.cfg"
    for parms in "$here"/experiments/*.parms; do
        name=${parms##*/}
        sed 's/$/\r/' "$parms" >"$2/parms/${name%.parms}.txt"
    done
    [ -z "${3-}" ] || cp -r "$3/." "$2"
    find "$2" -exec touch -d "@$epoch" {} +
}

# A medium half made is none.
work=$(mktemp -d)
trap 'status=$?; rm -rf "$work"; [ $status -eq 0 ] || rm -f "${output-}"' EXIT
