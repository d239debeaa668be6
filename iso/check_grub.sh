#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the parts of GRUB on the media have only instructions of a plain Pentium:
# check_grub.sh P5GATE
# Modules are ELF files, so all of their code is checked. Images have no headers, and some modules
# modify code before they jump to it: there code and data are decoded alike, as 32-bit code even
# where it is 16-bit. tests/boot shows in Bochs that these few lines run on a Pentium.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage P5GATE 1 1
gate=$1
images_16='boot_hybrid diskboot cdboot pxeboot'
images_32=kernel
patched='relocator mmap'

# Lists modules and the modules that they depend on, from GRUB's moddep.lst.
closure() {
    awk -F '[: ]+' -v wanted="$*" '
        function want(name) {
            if (name == "" || seen[name]++) return
            print name
            split(needs[name], list, " ")
            for (i in list) todo[++n] = list[i]
        }
        { name = $1; $1 = ""; needs[name] = $0 }
        END { n = split(wanted, todo, " "); for (at = 1; at <= n; at++) want(todo[at]) }
    ' "$grub/moddep.lst"
}

raw() { # BITS FILE; an FDIV is data that is decoded as code
    "$gate" --raw "$1" --allow-fdiv raw "$2" || failed=1
}

# Rejects access to CR4, which not every processor has. The relocator for 64-bit kernels is exempt.
no_cr4() {
    access='\x0f[\x20\x22][\xe0-\xe7]' relocator64='\x0f\x20\xe0\x83\xc8\x30\x0f\x22\xe0'
    if LC_ALL=C sed "s/$relocator64//" "$1" | LC_ALL=C grep -aqP "$access"; then
        echo "check_grub.sh: ${1##*/} accesses CR4 without a test" >&2
        failed=1
    fi
}

failed=0
grub_modules
# shellcheck disable=SC2086 # lists
for module in $(closure $floppy_modules $cd_modules $net_modules); do
    file=$grub/$module.mod
    no_cr4 "$file"
    case " $patched " in
    *" $module "*)
        objcopy -O binary -j .text "$file" "$work/$module.mod"
        raw 32 "$work/$module.mod"
        ;;
    *) "$gate" "$file" || failed=1 ;;
    esac
done
for image in $images_16; do
    no_cr4 "$grub/$image.img"
    raw 16 "$grub/$image.img"
done
for image in $images_32; do
    no_cr4 "$grub/$image.img"
    raw 32 "$grub/$image.img"
done
no_cr4 "$grub/lzma_decompress.img"
{ # without loader_memory.asm, which is 16-bit code too, and for which nasm checks "cpu 486"
    head -c "$start" "$grub/lzma_decompress.img"
    head -c "$replaced" /dev/zero | tr '\0' '\220'
    tail -c +$((start + replaced + 1)) "$grub/lzma_decompress.img"
} >"$work/lzma_decompress.img"
raw 32 "$work/lzma_decompress.img"
nasm -f bin -I "$here/" -D CORE_SECTORS=1 -o "$work/boot_floppy.img" "$here/boot_floppy.asm"
raw 16 "$work/boot_floppy.img"
exit $failed
