#!/bin/sh
# SPDX-License-Identifier: MIT
# host_mirror.sh: prints the URL of a Debian archive: MIRROR in the environment, or the first one in the
# host's apt sources, in their one-line or deb822 form. A security archive is not a whole archive.
# Exit 1 after a message: the sources name no archive.
set -u

mirror=${MIRROR:-$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
    /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } | sed -nE \
    -e '/security/d' \
    -e 's/^deb (\[[^]]*\] )?([a-z]+:\/\/[^ ]+).*/\2/p' \
    -e 's/^URIs: *([a-z]+:\/\/[^ ]+).*/\1/p' | sed -n 1p)}
if [ -z "$mirror" ]; then
    echo "no mirror in the apt sources of the host; set MIRROR=URL" >&2
    exit 1
fi
echo "$mirror"
