#!/bin/sh
# SPDX-License-Identifier: MIT
# link_image.sh IMAGE BUILD LD-OPTION...: links IMAGE, with its map in IMAGE.map, and checks it. Each benchmark
# that makes ld, benchcheck or p5gate fail, or that is too large, is left out with the reason, and the rest
# is linked again. Any other failure gives exit status 1.
# In the environment: BENCH, the sources of benchmarks; GATE, options of p5gate (empty: it is not called);
# STATIC_MOST, the most bytes that benchmarks may have together.
set -euf

image=$1 build=$2
shift 2
objects=$build/kernel
found=$image.findings
script=$image.arrays.ld
tab=$(printf '\t')

# Sources of the benchmarks that are not left out.
kept() {
    for source in $BENCH; do
        last=${source##*/}
        [ -e "$objects/${source%/*}/${last%.*}.o.left_out" ] || echo "$source"
    done
}

# Leaves out the benchmarks in lines OBJECT, PLACE, REASON. Returns 1 without such lines.
leave_out_found() {
    guilty=1
    while IFS=$tab read -r object place reason; do
        case $object in
        "$objects"/bench/*.o) ;;
        *) object=$objects/bench/$object.o ;; # benchcheck names the benchmark
        esac
        [ -e "$object" ] || continue
        guilty=0
        tools/leave_out.sh "$object" "$place" "$reason"
    done <"$found"
    rm -f "$found"
    return $guilty
}

linked() {
    ld "$@" -Map="$image.map" -o "$image" 2>"$image.errors" && return
    awk -v folder="$PWD/" -f tools/build_reasons.awk "$image.errors" >"$found"
    grep -q "^$objects/bench/" "$found" || blame "$@"
    return 1
}

# ld's message names no benchmark: links with one of those that bench/order does not list at a time.
blame() {
    for suspect in $(kept | sed 's|\.[a-zA-Z]*$||'); do
        settled "$suspect" && continue
        words=
        for word; do
            case $word in
            "$objects/$suspect.o") ;;
            "$objects"/bench/*/*.o)
                word_name=${word#"$objects/"}
                settled "${word_name%.o}" || continue
                ;;
            esac
            words="$words $word"
        done
        # shellcheck disable=SC2086
        ld $words -o "$image.trial" 2>"$image.trial_errors" || awk -v object="$objects/$suspect.o" \
            -v source="$suspect" -v folder="$PWD/" -f tools/build_reasons.awk "$image.trial_errors" >>"$found"
    done
    rm -f "$image.trial" "$image.trial_errors"
}

settled() {
    grep -qx "${1#bench/}" bench/order
}

# The large static arrays that tools/localize.sh has moved out of .bss are not loaded. All begin at the same
# address, since one benchmark runs at a time: above the image, and above the memory that the kernel uses
# on a machine with 4 MB.
place_arrays() {
    for object; do
        [ -e "$object.arrays" ] || continue
        section=$(cat "$object.arrays")
        echo "SECTIONS { $section MAX(0x400000, ALIGN(late_bss_end, 0x10000)) (NOLOAD) : { *($section) } :NONE }" \
            "INSERT AFTER .late_bss;"
    done >"$script"
}

# The code and data of a benchmark are limited together: the largest are left out.
fits() {
    set +f
    size "$objects"/bench/*/*.o | awk -v most="$STATIC_MOST" -f tools/bench_sizes.awk >"$found"
    set -f
    [ ! -s "$found" ]
}

# p5gate's messages, one for each instruction, are printed only if they are not about a benchmark.
checked() {
    : >"$image.errors"
    # shellcheck disable=SC2046
    "$build/benchcheck" --findings "$found" "$image" $(kept) >&2 || return 1
    # shellcheck disable=SC2086
    [ -z "$GATE" ] || "$build/p5gate" --map "$image.map" --findings "$found" $GATE "$image" >"$image.errors"
}

place_arrays "$@"
[ ! -s "$script" ] || set -- --no-check-sections -T "$script" "$@" # before the option -T linker.ld

while ! { fits && linked "$@" && checked; }; do
    leave_out_found && continue
    cat "$image.errors" >&2
    exit 1
done
rm -f "$image.errors" "$found" "$script"
