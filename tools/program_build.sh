#!/bin/sh
# SPDX-License-Identifier: MIT
# program_build.sh TARGET FOLDER COMPILER-WORD...: makes a program of the sources in FOLDER. FOLDER/*.asm and
# *.nasm are assembled by nasm; the words end with the libraries. If that fails, the program is left out: the
# reason and the remedy are in TARGET.left_out, and TARGET does not exist.
set -eu

target=$1 folder=$2
shift 2
objects=${target%/*}/objects/$folder
errors=$target.errors

leave_out() {
    rm -f "$target" "$errors"
    printf '%s: left out: %s\n' "$folder" "$1" >"$target.left_out"
    exit 0
}

# Ends with the first error of the commands.
failed() {
    cat "$errors" >&2
    leave_out "$(awk -v object="$target" -v owner="$folder" -v source="$folder" -v folder="$PWD/" \
        -f tools/build_reasons.awk "$errors" | awk -F '\t' '{ print $2 ": " $3 }')"
}

sources=
mkdir -p "$objects"
for file in "$folder"/*; do
    case ${file##*/} in
    *.cpp | *.cc | *.cxx | *.c++ | *.C | *.f | *.f90 | *.rs | *.go | *.pas | *.a | *.ASM)
        leave_out "$file: only C, nasm (.asm, .nasm), GNU as (.s, .S) and object files (.o) are supported; move it out of $folder/, or translate it, as in 'g++ -m32 -O2 -fno-exceptions -S FILE' for C++" ;;
    *.c | *.s | *.S | *.o | *.asm | *.nasm) ;;
    *) continue ;;
    esac
    case ${file##*/} in
    *[!A-Za-z0-9_.+-]*)
        leave_out "$file: a source file's name is of letters, digits, _, -, + and .; rename it" ;;
    *.asm | *.nasm)
        object=$objects/${file##*/}.o
        nasm -f elf32 -g -F dwarf -I./ -I"$folder"/ -o "$object" "$file" 2>"$errors" || failed
        cat "$errors" >&2
        sources="$sources $object"
        ;;
    *) sources="$sources $file" ;;
    esac
done
[ -n "$sources" ] ||
    leave_out "no source file in it; add one (.c, .asm, .nasm, .s, .S or .o), or remove the directory"

# shellcheck disable=SC2086
"$@" -Wl,-z,noexecstack -o "$target" $sources -lp5mon -lpcl -lp4pm -lm 2>"$errors" || failed
cat "$errors" >&2
rm -f "$errors" "$target.left_out"
