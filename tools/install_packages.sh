#!/bin/sh
# SPDX-License-Identifier: MIT
# install_packages.sh run|listener|check|full|iso|qemu|scoreboard|format|fuzz|deb: installs what one make target
# needs. Silent if nothing is missing.
#
# It checks for the command, header, file or Python module itself, not the package database: a
# self-built nasm is accepted, and the check works on systems without dpkg. NO_INSTALL=1 only lists.
# Exit 0: everything exists; 1: something is missing; 2: usage error.
set -u

# The facts: package | what it provides (kind:name) | targets that need it | purpose
facts() {
    cat <<'EOF'
gcc             | command:gcc                              | run listener check iso qemu fuzz | compiles kernel and host tools
g++             | command:g++                              | check              | compiles a C++ program that uses libpcl
binutils        | command:ld                               | run listener check iso qemu fuzz | links the kernel image
libc6-dev       | header:stdio.h                           | run listener check iso qemu fuzz | C library for the host tools
nasm            | command:nasm                             | run check iso qemu fuzz | assembles kernel and benchmarks
libzydis-dev    | header:Zydis/Zydis.h                     | run listener check iso qemu fuzz | decodes x86 in the virtual Pentium
pkg-config      | command:pkg-config                       | run listener check | finds compiler and linker flags of the libraries below
libserialport-dev | header:libserialport.h                 | run listener check | serial ports, for bareprobe
libsqlite3-dev  | header:sqlite3.h                         | run listener check | bareprobe's store of runs
libjansson-dev  | header:jansson.h                         | run listener check | JSON, for bareprobe's exports
libdw-dev       | header:elfutils/libdw.h                  | run listener check | source lines of faults, for bareprobe
zlib1g-dev      | header:zlib.h                            | run listener check | compresses profiles, for bareprobe
libxml2-dev     | header:libxml2/libxml/parser.h         | run listener check | experiments in XML, for bareprobe
libedit-dev     | header:editline/readline.h               | run listener check | line editing, for bareprobe
libncurses-dev  | header:ncurses.h                         | run listener check | bareprobe's live view
gnuplot-nox     | command:gnuplot                          | check              | draws bareprobe's plots
gtkwave         | command:vcd2fst                          | check              | reads VCD files in the tests
chromium        | command:chromium                         | check              | renders bareprobe's web page in the tests
grub-common     | command:grub-mkrescue                    | check iso qemu     | makes the boot media
grub-pc-bin     | file:/usr/lib/grub/i386-pc/multiboot.mod | check iso qemu     | boot loader for BIOS machines
xorriso         | command:xorriso                          | check iso qemu     | writes the CD images
mtools          | command:mformat                          | check iso qemu     | writes the floppy
xz-utils        | command:xz                               | check iso qemu     | compresses the kernel for floppies
qemu-system-x86 | command:qemu-system-i386                 | check qemu scoreboard | boots the image for a test
bochs           | command:bochs                            | check scoreboard   | a reference for the instruction set
bochsbios       | file:/usr/share/bochs/BIOS-bochs-latest  | check scoreboard   | BIOS of Bochs, boots the media
dosbox          | command:dosbox                           | full scoreboard    | boots the floppy in the tests
nodejs          | command:node                             | full scoreboard    | runs v86 in the tests
npm             | command:npm                              | full scoreboard    | installs v86, which boots the media
seabios         | file:/usr/share/seabios/bios.bin         | full scoreboard    | BIOS of v86
vgabios         | file:/usr/share/vgabios/vgabios.bin      | check scoreboard   | BIOS of the display adapter in Bochs
valgrind        | command:valgrind                         | check              | counts the same programs, for comparison
linux-perf      | command:perf                             | check              | profiles the simulator
libcmocka-dev   | header:cmocka.h                          | check              | unit tests on the host
gdb             | command:gdb                              | check              | debugs benchmarks through the monitor
lldb-14         | command:lldb-14                          | full               | another debugger
man-db          | command:man                              | check              | shows the manual pages
python3         | command:python3                          | check scoreboard   | runs the tests
python3-pytest  | module:pytest                            | check              | collects and runs the tests
python3-pytest-xdist | module:xdist                     | check              | runs the tests in parallel
python3-jsonschema | module:jsonschema                     | check              | checks JSON exports against their schemas
python3-labgrid | module:labgrid                           | check              | controls several machines
parallel        | command:parallel                         | check              | runs the points of sweeps
picocom         | command:picocom                          | check              | the terminal program of the handbook
libxml2-utils   | command:xmllint                          | check              | checks XML exports against their schemas
libbenchmark-tools | file:/usr/share/benchmark/compare.py  | check              | compare.py, which reads exports
libpfm4:i386    | file:/usr/lib/i386-linux-gnu/libpfm.so.4 | check            | encodes events of the P6 and the K7
libpfm4-dev     | header:perfmon/pfmlib.h                  | check              | headers of libpfm4
libc6-dev-i386  | file:/usr/lib32/crt1.o                   | check              | builds 32-bit programs for libpfm4
lib32gcc-12-dev | file:/usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a | check    | links 32-bit programs for libpfm4
python3-scipy   | module:scipy                             | check              | needed by compare.py
clang-format    | command:clang-format                     | check format       | checks the C layout
dpkg-dev        | command:dpkg-buildpackage                | deb full           | builds the Debian packages
debhelper       | command:dh                               | deb full           | steps of their build
mmdebstrap      | command:mmdebstrap                       | deb full           | makes a Debian with cross compilers, and one for tests
lintian         | command:lintian                          | full               | checks the Debian packages
qemu-user       | command:qemu-aarch64                     | full               | runs the listener of ARM processors
clang           | command:clang                            | fuzz               | builds the fuzzing targets
libclang-rt-14-dev | file:/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a | fuzz  | libFuzzer
EOF
}

say() {
    printf '%s\n' "$*" >&2
}

# present KIND:NAME
present() {
    name=${1#*:}
    case $1 in
    command:*) command -v "$name" >/dev/null 2>&1 ;;
    header:*) [ -f "/usr/include/$name" ] || [ -f "/usr/local/include/$name" ] ;;
    file:*) [ -f "$name" ] ;;
    module:*) "$python" -c "import importlib.util as u, sys
sys.exit(u.find_spec('$name') is None)" 2>/dev/null ;;
    esac
}

# Prints the table's rows that the target needs and that are missing, as "package|fact|what for".
missing_rows() {
    facts | while IFS='|' read -r package fact targets purpose; do
        # The columns are padded with blanks; unquoted to drop them.
        # shellcheck disable=SC2086
        set -- $fact
        fact=$1
        case " $targets " in
        *" $target "*)
            present "$fact" || printf '%s|%s|%s\n' "${package%% *}" "$fact" "${purpose# }"
            ;;
        esac
    done
}

list() {
    printf '%s\n' "$rows" | while IFS='|' read -r package fact purpose; do
        printf '  %-16s %-42s %s\n' "$package" "${fact#*:}" "$purpose" >&2
    done
}

# Prints the command that dpkg needs before it accepts packages of another architecture than the
# machine's: libpfm4 has the tables of old processors only as a library of 32 bits.
add_architecture() {
    case " $packages " in
    *:i386\ *) ;;
    *) return 0 ;;
    esac
    case " $(dpkg --print-architecture) $(dpkg --print-foreign-architectures | tr '\n' ' ')" in
    *\ i386\ *) ;;
    *) echo "dpkg --add-architecture i386" ;;
    esac
}

# Runs as root or through sudo. apt's lists are fetched only if they lack a package or have nothing
# of an architecture yet. A failed fetch is not an error; the installation shows whether it matters.
apt_commands() {
    # shellcheck disable=SC2086 # words on purpose: $as_root, $architecture and $packages are lists
    {
        [ -z "$architecture" ] || $as_root $architecture || return 1
        { [ -z "$architecture" ] && apt-cache show $packages >/dev/null 2>&1; } ||
            $as_root apt-get update -q
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $packages
    }
}

# Prints a line for each package; V=1 shows all of apt's output, as does a failure.
apt_install() {
    if [ -n "${V-}" ]; then
        apt_commands
        return
    fi
    log=$(mktemp)
    { apt_commands && echo installed >"$log.status"; } 2>&1 | tee "$log" |
        sed -un 's/^Setting up \([^ ]*\) (\([^)]*\)).*/  installed \1 \2/p'
    installed=$(cat "$log.status" 2>/dev/null || true)
    [ -n "$installed" ] || cat "$log" >&2
    rm -f "$log" "$log.status"
    [ -n "$installed" ]
}

target=${1-}
case $target in
run | listener | check | full | iso | qemu | scoreboard | format | fuzz | deb) ;;
*)
    say "usage: install_packages.sh run|listener|check|full|iso|qemu|scoreboard|format|fuzz|deb"
    exit 2
    ;;
esac

# Debian's modules are visible to Debian's Python, which need not be the first one on PATH.
python=${PYTHON:-/usr/bin/python3}
[ -x "$python" ] || python=python3

rows=$(missing_rows)
[ -n "$rows" ] || exit 0
packages=$(printf '%s\n' "$rows" | cut -d '|' -f 1 | tr '\n' ' ')
packages=${packages% }

if ! command -v apt-get >/dev/null 2>&1; then
    say "'make $target' needs the following, which is missing. This system has no apt-get to install"
    say "it; the first column is the name of the package on Debian."
    list
    exit 1
fi

say "'make $target' needs these Debian packages, which are not installed:"
list
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    as_root=none
fi
command_line="apt-get install --no-install-recommends $packages"
architecture=$(add_architecture)
[ -z "$architecture" ] || command_line="$architecture && apt-get update && $command_line"
if [ "${NO_INSTALL:-0}" != 0 ]; then
    say "NO_INSTALL is set: nothing was installed. To install the packages: $command_line"
    exit 1
fi
if [ "$as_root" = none ]; then
    say "Installing requires root, and there is no sudo. Run as root: $command_line"
    exit 1
fi

say "Installing the packages: ${as_root:+$as_root }$command_line"
if ! apt_install; then
    say "apt-get failed (see above). Try 'apt-get update' first, then: $command_line"
    exit 1
fi
rows=$(missing_rows)
[ -n "$rows" ] || exit 0
say "Installed, but still not found:"
list
exit 1
