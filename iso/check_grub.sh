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
images_16='boot boot_hybrid diskboot cdboot pxeboot'
images_32='lzma_decompress kernel'
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

failed=0
# shellcheck disable=SC2086 # lists
for module in $(closure $floppy_modules $cd_modules $net_modules); do
    file=$grub/$module.mod
    case " $patched " in
    *" $module "*)
        objcopy -O binary -j .text "$file" "$work/$module.mod"
        raw 32 "$work/$module.mod"
        ;;
    *) "$gate" "$file" || failed=1 ;;
    esac
done
for image in $images_16; do
    raw 16 "$grub/$image.img"
done
for image in $images_32; do
    raw 32 "$grub/$image.img"
done
exit $failed
