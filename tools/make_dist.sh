#!/bin/sh
# SPDX-License-Identifier: MIT
# make_dist.sh BUILD VERSION: makes BUILD/bareprobe-VERSION.tar.gz with the media, the sources of
# the last commit and a checksum of each file. The same commit gives the same bytes, so the image
# has no debug information: that contains the directory's name.
set -eu

build=$1 name=bareprobe-$2
here=$(cd "$(dirname "$0")/.." && pwd)
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}

if [ -n "$(git -C "$here" status --porcelain --untracked-files=no)" ]; then
    echo "make dist: there are uncommitted changes; commit them first, because the archive has the last commit" >&2
    exit 1
fi
rm -rf "$build/dist"
mkdir -p "$build/dist/$name/media"
git -C "$here" archive --format=tar --prefix="$name/" HEAD | tar -xf - -C "$build/dist"
for medium in bareprobe.iso bareprobe-floppy.iso bareprobe.img bareprobe.elf netboot; do
    cp -R "$build/$medium" "$build/dist/$name/media/"
done
strip -g "$build/dist/$name/media/bareprobe.elf"
(cd "$build/dist/$name" && find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum) \
    >"$build/dist/sums"
mv "$build/dist/sums" "$build/dist/$name/SHA256SUMS"
tar --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    -cf - -C "$build/dist" "$name" | gzip -9n >"$build/$name.tar.gz"
rm -rf "$build/dist"
echo "wrote $build/$name.tar.gz: media, sources, SHA256SUMS"
