#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh install|listener PREFIX BUILD | uninstall PREFIX: installs bareprobe and its files under
# PREFIX, or only those of `make listener`, or removes them. The program finds the image in
# ../lib/bareprobe, relative to its own directory (host/base/installed_files.h), so that the whole of
# PREFIX may be moved.
set -eu

verb=$1 prefix=$2
pages=$prefix/share/man/man1
completions=$prefix/share/bash-completion/completions

# put MODE FOLDER FILE...
put() {
    mode=$1 folder=$2
    shift 2
    mkdir -p "$folder"
    install -m "$mode" "$@" "$folder"
}

# The files of the host command.
put_listener() {
    put 755 "$prefix/bin" "$build/bareprobe"
    put 644 "$prefix/lib/bareprobe/experiments" "$build"/experiments/*.parms
    put 644 "$prefix/lib/bareprobe/silicon" "$build"/silicon/*.tsv
    put 644 "$prefix/share/bareprobe/metrics" host/data/metrics/*.metric host/data/metrics/*/*.metric
    put 644 "$pages" "$build"/man/*.1
    put 644 "$completions" completion/bareprobe
}

case $verb in
listener)
    build=$3
    put_listener
    ;;
install)
    build=$3
    put_listener
    put 755 "$prefix/bin" "$build/vpentium" "$build/vpentium-p6" "$build/vpentium-k7" \
        "$build/vpentium-netburst"
    put 644 "$prefix/lib/bareprobe" "$build/bareprobe.elf"
    # Only if `make musl` has fetched it.
    if [ -f "$build/musl/lib/libpentium.a" ]; then
        mkdir -p "$prefix/lib/bareprobe"
        cp -R "$build/musl" "$prefix/lib/bareprobe"
    fi
    ;;
uninstall)
    rm -f "$prefix/bin/bareprobe" "$prefix/bin/vpentium" "$prefix/bin/vpentium-p6" \
        "$prefix/bin/vpentium-k7" "$prefix/bin/vpentium-netburst" \
        "$pages/bareprobe.1" "$pages"/bareprobe-*.1 "$pages/vpentium.1" "$completions/bareprobe"
    rm -rf "$prefix/lib/bareprobe" "$prefix/share/bareprobe"
    ;;
esac
