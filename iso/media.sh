# SPDX-License-Identifier: MIT
# What the boot media have in common, for make_*.sh to source. The same kernel gives the same bytes:
# dates are SOURCE_DATE_EPOCH's (seconds since 1970; by default the last commit's), not the clock's.
set -eu
umask 022
export TZ=UTC
arguments=$#

here=$(dirname "$0")
grub=/usr/lib/grub/i386-pc
syslinux=/usr/lib/syslinux
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 315532800)} # 1980
export SOURCE_DATE_EPOCH="$epoch"

# Of GRUB's modules what the menu uses, and what reads each medium; GRUB adds what these depend on.
menu_modules='normal configfile test smbios multiboot'
floppy_modules="biosdisk fat xzio $menu_modules"
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
    strip -R .bench_work -R .bench_source -o "$2/bareprobe" "$1" # which the host reads in the .elf
    cp "$here/grub.cfg" "$2/boot/grub/grub.cfg"
    for parms in "$here"/experiments/*.parms; do
        name=${parms##*/}
        sed 's/$/\r/' "$parms" >"$2/parms/${name%.parms}.txt"
    done
    [ -z "${3-}" ] || cp -r "$3/." "$2"
    find "$2" -exec touch -d "@$epoch" {} +
}

# onto_floppy FOLDER IMAGE: all that is in the folder.
onto_floppy() {
    (cd "$1" && find . -mindepth 1 -type d) | sort | while read -r folder; do
        quietly mmd -i "$2" "::${folder#.}"
    done
    (cd "$1" && find . -type f) | sort | while read -r file; do
        quietly mcopy -m -i "$2" "$1/$file" "::${file#.}"
    done
}

# grub_floppy FOLDER IMAGE KB: a floppy of that size with GRUB, and what is in the folder. GRUB's
# first sector and its core stand before the file system, where a FAT has its reserved sectors;
# boot.img looks for the core in sector 1 and on, unless told otherwise.
grub_floppy() {
    sector=512
    # GRUB unpacks it, with 64 KB to look back in and without a check that it has a module for; a
    # floppy gives some 30 KB a second.
    xz --check=none --lzma2=preset=9e,dict=64KiB "$1/bareprobe"
    mv "$1/bareprobe.xz" "$1/bareprobe"

    # shellcheck disable=SC2086 # a list
    quietly grub-mkimage -d "$grub" -O i386-pc -p /boot/grub -o "$work/core.img" $floppy_modules
    truncate -s %$sector "$work/core.img"

    # mformat reserves 255 sectors at most, so an empty file system is parted behind its first.
    quietly mformat -C -f "$3" -B "$grub/boot.img" -N 42415245 -v BAREPROBE -i "$work/empty" ::
    {
        head -c $sector "$work/empty"
        cat "$work/core.img"
        tail -c +$((sector + 1)) "$work/empty"
    } | head -c $(($3 * 1024)) >"$2"
    reserved=$((1 + $(stat -c %s "$work/core.img") / sector))
    # shellcheck disable=SC2059 # two bytes, the lower first, at 14 of the BIOS parameter block
    printf "$(printf '\\%o\\%o' $((reserved % 256)) $((reserved / 256)))" |
        quietly dd of="$2" bs=1 seek=14 conv=notrunc
    onto_floppy "$1" "$2"
}

# A medium half made is none.
work=$(mktemp -d)
trap 'status=$?; rm -rf "$work"; [ $status -eq 0 ] || rm -f "${output-}"' EXIT
