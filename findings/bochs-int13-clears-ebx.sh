#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The BIOS of Bochs 2.7, Debian 12 (bochs and bochsbios 2.7+dfsg-4+deb12u1), INT 13h, AH=02h.
# Expected: a read keeps bits 31-16 of EBX, which the interface does not mention, on every drive.
# Seen: it keeps them for a floppy, and clears them for the floppy image of a CD (El Torito). A boot
# sector that has data or an address in EBX works from the one and not from the other.
#
# Needs apt with Debian 12's sources, dpkg-deb, nasm, xorriso, and the libraries of the package bochs.
# Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download bochs=2.7+dfsg-4+deb12u1 bochsbios=2.7+dfsg-4+deb12u1 vgabios=0.8a+ds-2 \
    libltdl7=2.4.7-7~deb12u1 >download.log 2>&1
for package in *.deb; do
    dpkg-deb -x "$package" unpacked
done

# Reads a sector with EBX = 12347E00h, writes EBX in hex to port E9h, and ends Bochs by port 8900h.
cat >boot.asm <<'END'
org 7C00h
    xor ax, ax
    mov ss, ax
    mov sp, 7C00h
    mov ds, ax
    mov es, ax
    mov ebx, 12347E00h
    mov ax, 0201h
    mov cx, 2
    mov dh, 0
    int 13h
    mov cx, 8
digit:
    rol ebx, 4
    mov al, bl
    and al, 15
    add al, '0'
    cmp al, '9'
    jbe write
    add al, 'A' - '9' - 1
write:
    out 0E9h, al
    loop digit
    mov al, 10
    out 0E9h, al
    mov dx, 8900h
    mov si, word_of_port
    mov cx, word_end - word_of_port
    rep outsb
    hlt
word_of_port: db 'Shutdown'
word_end:
times 510 - ($ - $$) db 0
dw 0AA55h
times 1474560 - ($ - $$) db 0
END
mkdir disk
nasm -f bin boot.asm -o disk/floppy.img
xorriso -as mkisofs -quiet -b floppy.img -o cd.iso disk 2>iso.log

libraries=$(echo "$folder"/unpacked/usr/lib/*-linux-gnu)

# EBX after the read, with $1 and $2 as the drive and the boot sequence of Bochs.
ebx_of() {
    cat >settings <<END
plugin_ctrl: unmapped=1, biosdev=1, speaker=0, parallel=0, serial=0, gameport=0, iodebug=0
config_interface: textconfig
display_library: rfb, options="timeout=0"
romimage: file=$folder/unpacked/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=$folder/unpacked/usr/share/vgabios/vgabios.bin
memory: guest=16, host=16
port_e9_hack: enabled=1
log: log
$1
boot: $2
END
    echo continue >commands
    LD_LIBRARY_PATH=$libraries LTDL_LIBRARY_PATH=$libraries/bochs/plugins timeout 60 unpacked/usr/bin/bochs-bin \
        -q -f settings -rc commands </dev/null >said 2>&1 || true
    grep -ao '[0-9A-F]\{8\}$' said | tail -n 1
}
floppy=$(ebx_of 'floppya: 1_44=disk/floppy.img, status=inserted' floppy)
cd=$(ebx_of 'ata0-master: type=cdrom, path=cd.iso, status=inserted' cdrom)
echo "EBX after a read of a floppy:           $floppy"
echo "EBX after a read of a CD's floppy image: $cd"
[ "$floppy" = 12347E00 ] && [ "$cd" = 00007E00 ]
