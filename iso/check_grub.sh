#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds what the media have of GRUB to what a plain Pentium executes: check_grub.sh P5GATE
# Modules are ELF files, in which all code is seen. Images have no headers, and some modules write
# into their code before they jump to it, in other modes too: there code and data are read alike, of
# 32 bits even where it has 16. That those few lines run on a Pentium tests/boot shows, in Bochs.
# shellcheck source=media.sh
. "$(dirname "$0")/media.sh"
usage P5GATE 1 1
gate=$1
images_16='boot boot_hybrid diskboot cdboot pxeboot'
images_32='lzma_decompress kernel'
patched='relocator mmap'

# Modules and what they need, by GRUB's own list.
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

raw() { # BITS FILE; FDIV would be data, which is read as code too
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
