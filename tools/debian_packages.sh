#!/bin/sh
# SPDX-License-Identifier: MIT
# debian_packages.sh STATE DIR PACKAGE...: downloads Debian packages and unpacks them into DIR,
# without installing them. PACKAGE is NAME:ARCHITECTURE[=VERSION], or src:NAME[=VERSION] for the
# original source, which becomes DIR/NAME.
#
# apt uses the system's sources and keys, but its own lists, in STATE: neither root nor a foreign
# architecture in dpkg is needed. The system's own lists are tried first. Debian only.
# Exit 0: everything is in DIR; 1: an error was printed; 2: usage error.
set -u

fail() {
    printf 'debian_packages.sh: %s\n' "$*" >&2
    exit 1
}

[ $# -ge 3 ] || {
    echo "usage: debian_packages.sh STATE DIR PACKAGE..." >&2
    exit 2
}
mkdir -p "$1" "$2" || exit 1
state=$(cd "$1" && pwd) folder=$(cd "$2" && pwd)
shift 2
for command in apt-get dpkg-deb tar flock; do
    command -v $command >/dev/null 2>&1 || fail "$command is missing; only Debian's packages can be fetched"
done

# One at a time: the lists are shared.
exec 9>"$state/lock"
flock 9

# A configuration of apt with both architectures, binaries and sources, and all state in STATE.
private_configuration() {
    mkdir -p "$state/sources" "$state/lists/partial" "$state/cache/archives/partial"
    : >"$state/status"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        [ -f "$file" ] || continue
        sed 's/^Types:.*/Types: deb deb-src/; s/^deb-src .*//; s/^deb \(.*\)/deb \1\ndeb-src \1/' \
            "$file" >"$state/sources/$(basename "$file")"
    done
    native=$(dpkg --print-architecture)
    cat >"$state/apt.conf" <<END
#clear APT::Architectures;
APT::Architecture "$native";
APT::Architectures { "$native"; "i386"; };
APT::Sandbox::User "$(id -un)";
Dir::State::lists "$state/lists";
Dir::State::status "$state/status";
Dir::Cache "$state/cache";
Dir::Etc::sourcelist "/nonexistent";
Dir::Etc::sourceparts "$state/sources";
END
}

# download PACKAGE: into the current directory, with the configuration that APT_CONFIG names.
download() {
    case $1 in
    src:*) apt-get -q source --download-only "${1#src:}" ;;
    *) apt-get -q download "$1" ;;
    esac >>"$state/log" 2>&1
}

# First with the system's lists, then with those of STATE as they are, then with new ones.
download_somehow() {
    rm -f -- *.deb *.tar.* *.dsc
    download "$1" && return
    [ -f "$state/apt.conf" ] || private_configuration
    export APT_CONFIG="$state/apt.conf"
    download "$1" && return
    private_configuration
    apt-get -q update >>"$state/log" 2>&1
    download "$1"
}

unpack() {
    case $1 in
    src:*)
        name=${1#src:} && name=${name%%=*}
        mkdir -p "$folder/$name" && tar -xf ./*.orig.tar.* --strip-components=1 -C "$folder/$name"
        ;;
    *) dpkg-deb -x ./*.deb "$folder" ;;
    esac
}

mkdir -p "$state/downloads" && cd "$state/downloads" || exit 1
: >"$state/log"
for package; do
    (download_somehow "$package") || {
        cat "$state/log" >&2
        fail "$package could not be downloaded (see above): is there a network, and does the name exist in /etc/apt's sources?"
    }
    unpack "$package" || fail "$package could not be unpacked into $folder"
done
