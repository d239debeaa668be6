#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the first minute of a new user: a minimal Debian 12 with only git and make added, a clone of
# this repository in it, and make with the given targets (default: run). Needs root, debootstrap and
# the network.
#
# The mirror is the first one of the host's own apt sources; MIRROR=URL names another. The output of
# a target is visible; each target's exit status and seconds come last.
set -euo pipefail

usage="usage: try_fresh_debian.sh [--worktree] [--keep] [TARGET]...
  --worktree  copy the files of the working tree, with uncommitted changes, over the clone
  --keep      keep the tree and print its path"

die() {
    echo "try_fresh_debian: $*" >&2
    exit 2
}

worktree=no
keep=no
targets=()
for argument in "$@"; do
    case $argument in
    --worktree) worktree=yes ;;
    --keep) keep=yes ;;
    -*) die "unknown option '$argument'"$'\n'"$usage" ;;
    *) targets+=("$argument") ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || targets=(run)
[ "$(id -u)" = 0 ] || die "must run as root, for debootstrap and chroot"
command -v debootstrap >/dev/null || die "debootstrap is missing: apt-get install debootstrap"

here=$(cd "$(dirname "$0")/.." && pwd)
mirror=$("$here/tools/host_mirror.sh")
root=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh-debian.XXXXXX")

# shellcheck disable=SC2317 # the trap calls it
clean_up() {
    umount "$root/dev/pts" "$root/proc" 2>/dev/null || true
    if [ "$keep" = yes ]; then
        echo "try_fresh_debian: kept in $root"
    elif mountpoint -q "$root/proc" || mountpoint -q "$root/dev/pts"; then
        echo "try_fresh_debian: a file system is still mounted in $root; the tree is not removed" >&2
    else
        rm -rf --one-file-system "$root"
    fi
}
trap clean_up EXIT

debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root" "$mirror" \
    >"$root.log" 2>&1 || die "debootstrap failed; its output is in $root.log"
rm -f "$root.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
chmod 755 "$root" # apt changes to its own user
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"

git clone -q --no-hardlinks "$here" "$root/bareprobe"
if [ "$worktree" = yes ]; then
    (cd "$here" && git ls-files -z --cached --others --exclude-standard |
        tar --null --ignore-failed-read -cf - -T -) | tar -C "$root/bareprobe" -xf -
fi
chown -R 0:0 "$root/bareprobe"

echo "try_fresh_debian: Debian $(cat "$root/etc/debian_version")," \
    "$(chroot "$root" dpkg-query -W -f '.' | wc -c) packages"
summary=
status=0
for target in "${targets[@]}"; do
    started=$(date +%s)
    result=0
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
        make -C /bareprobe "$target" || result=$?
    summary+="try_fresh_debian: make $target: exit $result, $(($(date +%s) - started)) s"$'\n'
    [ "$result" = 0 ] || status=1
done
printf '%s' "$summary"
exit $status
