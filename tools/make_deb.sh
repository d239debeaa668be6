#!/bin/sh
# SPDX-License-Identifier: MIT
# make_deb.sh OUT [ARCHITECTURE...]: builds the Debian packages of the last commit into OUT by
# dpkg-buildpackage. Default: amd64, arm64 and armhf on amd64, and the machine's own elsewhere.
#
# The machine's own architecture is built with its installed packages. For others, mmdebstrap makes a
# Debian with cross compilers in OUT/chroot, so that the machine gets no packages of another
# architecture; this needs root. Each architecture's output of dpkg-buildpackage is in
# OUT/ARCHITECTURE.log.
# Exit 0: the last line names the packages; 1: an error was printed; 2: usage error.
set -eu

die() {
    echo "make deb: $*" >&2
    exit 1
}

[ $# -ge 1 ] || {
    echo "usage: make_deb.sh OUT [ARCHITECTURE...]" >&2
    exit 2
}
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
native=$(dpkg --print-architecture)
if [ $# = 0 ]; then
    set -- "$native"
    [ "$native" != amd64 ] || set -- amd64 arm64 armhf
fi
version=$(dpkg-parsechangelog -l "$here/debian/changelog" -S Version)
# The make that calls this script must not pass its variables to the make of the packages.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

BAREPROBE_REVISION=$(git -C "$here" describe --always --abbrev=7)
export BAREPROBE_REVISION
name=bareprobe-$version
foreign=
for architecture; do
    [ "$architecture" = "$native" ] || foreign="$foreign $architecture"
done

[ -z "$(git -C "$here" status --porcelain --untracked-files=no)" ] ||
    die "there are uncommitted changes; commit them first, because the packages have the last commit"
[ -z "$foreign" ] || [ "$(id -u)" = 0 ] ||
    die "packages for$foreign need root, for mmdebstrap and chroot; 'make deb DEB_ARCHITECTURES=$native' does not"

# unpack DIR: puts the sources of the last commit into DIR.
unpack() {
    rm -rf "$1"
    mkdir -p "$1"
    git -C "$here" archive --format=tar --prefix="$name/" HEAD | tar -xf - -C "$1"
}

# Makes a Debian for cross-compiling to each of $foreign, unless it exists. It is made again when debian/control
# changes.
make_chroot() {
    for architecture in $foreign; do
        include="${include-}${include+,}crossbuild-essential-$architecture"
        architectures="${architectures-$native},$architecture"
        set -- "$@" "--customize-hook=chroot \"\$1\" apt-get build-dep -q -y --no-install-recommends \
            --arch-only -P cross -a $architecture /packages/$name"
    done
    wanted=$(cat "$here/debian/control" && echo "$foreign")
    [ "$(cat "$out/chroot.made" 2>/dev/null)" != "$wanted" ] || return 0
    rm -rf "$out/chroot" "$out/chroot.made"
    unpack "$out/source"
    mirror=$("$here/tools/host_mirror.sh") || exit 1
    # shellcheck disable=SC1091 # of the system
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # A name space hides the mounts of mmdebstrap from programs that read the build directory meanwhile.
    unshare --mount mmdebstrap --variant=apt --architectures="$architectures" --include="build-essential,$include" \
        --customize-hook="mv $out/source \"\$1/packages\"" "$@" "$suite" "$out/chroot" "$mirror" \
        >"$out/chroot.log" 2>&1 ||
        die "mmdebstrap failed; its output is in $out/chroot.log"
    echo "$wanted" >"$out/chroot.made"
}

# The packages that do not depend on the architecture are built on amd64: GRUB for BIOS exists only there.
build_native() {
    unpack "$out/source"
    kinds=any
    [ "$native" != amd64 ] || kinds=any,all
    (cd "$out/source/$name" && dpkg-buildpackage --build=$kinds -us -uc)
}

build_foreign() {
    unpack "$out/chroot/packages"
    # A directory of the machine need not exist there.
    env -u TMPDIR chroot "$out/chroot" sh -c "cd /packages/$name && dpkg-buildpackage -a$1 -Pcross --build=any -us -uc"
}

[ -z "$foreign" ] || make_chroot
for architecture; do
    made=$out/source log=$out/$architecture.log
    if [ "$architecture" = "$native" ]; then
        build_native >"$log" 2>&1 || die "dpkg-buildpackage failed for $architecture; its output is in $log"
    else
        build_foreign "$architecture" >"$log" 2>&1 ||
            die "dpkg-buildpackage failed for $architecture; its output is in $log"
        made=$out/chroot/packages
    fi
    mv "$made"/*.deb "$made"/*.changes "$made"/*.buildinfo "$out"
    rm -rf "${made:?}/$name"
done
cd "$out"
echo "wrote $(echo ./*_"$version"_*.deb | sed 's,\./,,g') in $out"
