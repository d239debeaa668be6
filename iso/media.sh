# SPDX-License-Identifier: MIT
# Functions that make_*.sh share; they source this file. The same kernel gives the same bytes: dates
# are SOURCE_DATE_EPOCH (seconds since 1970; default: the last commit), not the current time.
set -eu
umask 022
export TZ=UTC
arguments=$#

here=$(dirname "$0")
grub=/usr/lib/grub/i386-pc
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 315532800)} # 1980
export SOURCE_DATE_EPOCH="$epoch"

# GRUB modules for the menu and for each medium; GRUB adds the modules that they depend on.
menu_modules='normal configfile test smbios multiboot'
floppy_modules="biosdisk fat xzio $menu_modules"
cd_modules="biosdisk iso9660 part_msdos $menu_modules"
net_modules="pxe tftp $menu_modules"

# grub_modules: provides $work/grub, GRUB's directory with three changes, as $grub.
# - relocator.mod clears CR4.PAE before it enters a kernel, without a test for CR4. An i486DX2 and
#   other processors without CR4 raise #UD there and restart forever. PAE is off since the reset, so
#   nine NOPs replace these instructions.
# - grub-mkrescue 2.06 loads each module of partmap.lst when the CD starts, and GRUB prints "error:
#   file ... not found" for each one that the CD does not have.
# - lzma_decompress.img, the start of the core, verifies the memory: loader_memory.asm.
grub_modules() {
    mkdir "$work/grub"
    ln -s "$grub"/* "$work/grub"
    clear_pae='\x0f\x20\xe0\x83\xe0\xdf\x0f\x22\xe0' nop='\x90\x90\x90'
    rm "$work/grub/relocator.mod" "$work/grub/partmap.lst"
    LC_ALL=C sed "s/$clear_pae/$nop$nop$nop/g" "$grub/relocator.mod" >"$work/grub/relocator.mod"
    if cmp -s "$grub/relocator.mod" "$work/grub/relocator.mod"; then
        echo "${0##*/}: $grub/relocator.mod does not clear CR4.PAE; is it another version?" >&2
        exit 1
    fi
    echo part_msdos >"$work/grub/partmap.lst"
    loader_memory
    grub=$work/grub
}

# loader_memory: writes loader_memory.asm over the Reed-Solomon decoder in lzma_decompress.img, from
# 838Bh on. The image is loaded at 8200h.
loader_memory() {
    image=lzma_decompress.img start=$((0x838b - 0x8200))
    known=9b552e7c95cd86d4d28c41dc23a86a86f6df5a710241ad412e91f7a16c563888
    if ! echo "$known  $grub/$image" | sha256sum --check --status; then
        echo "${0##*/}: $grub/$image is not that of GRUB 2.06 in Debian 12;" \
            'loader_memory.asm needs its addresses' >&2
        exit 1
    fi
    quietly nasm -f bin -I "$here/" -o "$work/loader_memory" "$here/loader_memory.asm"
    replaced=$(stat -c %s "$work/loader_memory")
    rm "$work/grub/$image"
    {
        head -c $start "$grub/$image"
        cat "$work/loader_memory"
        tail -c +$((start + replaced + 1)) "$grub/$image"
    } >"$work/grub/$image"
}

# usage NAMES COUNT MOST: ends the script unless it got COUNT to MOST arguments.
usage() {
    if [ "$arguments" -lt "$2" ] || [ "$arguments" -gt "$3" ]; then
        echo "usage: ${0##*/} $1" >&2
        exit 2
    fi
}

# Runs a tool that prints messages even on success, and shows its output only if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# example FOLDER: assembles the example program.
example() {
    nasm -f elf32 -I "$here/../pmc/program/" -o "$work/hello.o" "$here/programs/hello.asm"
    ld -m elf_i386 -s -o "$1/hello" "$work/hello.o"
}

# loaded COMMAND FOLDER: prints a command for each experiment with programs and for each file in
# programs/, with the word by which the kernel knows it: program= for an executable.
loaded() {
    (cd "$2/parms" && find . -name 'programs*.txt') | sort | while read -r file; do
        echo "$1 /parms/${file#./} ${file#./}"
    done
    (cd "$2/programs" && find . -type f ! -name menu.cfg) | sort | while read -r file; do
        name=${file#./} kind=file
        [ "$(head -c 4 "$2/programs/$name" | tr -d '\177')" != ELF ] || kind=program
        echo "$1 /programs/$name $kind=$name"
    done
}

# programs_menu FOLDER: writes the menu's entry that loads programs.
programs_menu() {
    {
        echo 'menuentry "Programs: executables in programs/ (g)" --id=programs --hotkey=g {'
        # shellcheck disable=SC2016 # variables of GRUB
        echo '    multiboot /bareprobe report=$report console=$console exit=$exit'
        loaded '    module' "$1"
        echo '}'
    } >"$work/menu.cfg"
    mv "$work/menu.cfg" "$1/programs"
}

# start_at_once MENU: makes the menu start its entry $START, such as score, without waiting for a key.
start_at_once() {
    entries=$(sed -n 's/^ *menuentry.* --id=\([a-z]*\) .*/\1/p' "$1" | sed '/^port$/,$d' | tr '\n' ' ')
    case " $entries" in
    *" $START "*) ;;
    *)
        echo "${0##*/}: START: '$START' is not an entry of the menu; allowed: $entries" >&2
        exit 1
        ;;
    esac
    sed -i -e "s/^\( *set timeout=\).*/\10/" -e "s/^\( *set chosen=\)quick\$/\1$START/" "$1"
}

# files KERNEL FOLDER [OVERLAY]: writes the files of every medium, and those of OVERLAY. Lines of
# experiments end in CR LF, for any editor.
files() {
    mkdir -p "$2/boot/grub" "$2/parms" "$2/programs"
    strip -R .bench_work -R .bench_source -o "$2/bareprobe" "$1" # only the host reads these
    cp "$here/grub.cfg" "$2/boot/grub/grub.cfg"
    example "$2/programs"
    for parms in "$here"/experiments/*.parms "$here"/programs/*.parms; do
        name=${parms##*/}
        sed 's/$/\r/' "$parms" >"$2/parms/${name%.parms}.txt"
    done
    [ -z "${3-}" ] || cp -r "$3/." "$2"
    [ -z "${START-}" ] || start_at_once "$2/boot/grub/grub.cfg"
    programs_menu "$2"
    find "$2" -exec touch -d "@$epoch" {} +
}

# An incomplete medium is removed.
work=$(mktemp -d)
trap 'status=$?; rm -rf "$work"; [ $status -eq 0 ] || rm -f "${output-}"' EXIT
