#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# v86 0.5.462 (npm), an emulator that runs in a browser or in Node.js.
# Expected: CPUID leaf 40000000h names v86 as QEMU's names TCG, or does not exist.
# Seen: it names VMware, another hypervisor, so a guest that trusts the leaf reports the wrong one.
#
# Needs Node.js with npm, and nasm. Exit status 0: as seen; 1: it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund v86@0.5.462

# A multiboot kernel, which v86 starts without a BIOS. It writes the leaf's 12 bytes to COM1.
cat >leaf.asm <<'ASM'
bits 32
org 100000h
MAGIC equ 1BADB002h
FLAGS equ 10000h                        ; the addresses that follow are valid
header:
    dd MAGIC, FLAGS, -(MAGIC + FLAGS), header, header, end, end, start
start:
    mov eax, 40000000h
    cpuid
    mov [name], ebx
    mov [name + 4], ecx
    mov [name + 8], edx
    mov esi, name
    mov ecx, end - name
    mov edx, 3F8h
.next:
    lodsb
    out dx, al
    loop .next
    hlt
name:
    times 12 db 0
    db 10
end:
ASM
nasm -f bin -o leaf leaf.asm

cat >leaf.mjs <<'JS'
import { readFileSync } from "node:fs";
import { V86 } from "v86";
const image = readFileSync("leaf");
const machine = new V86({
    wasm_path: "node_modules/v86/build/v86.wasm",
    memory_size: 16 << 20,
    multiboot: { buffer: image.buffer.slice(image.byteOffset, image.byteOffset + image.length) },
    autostart: true,
});
let text = "";
machine.add_listener("serial0-output-byte", byte => {
    if (byte !== 10) {
        text += String.fromCharCode(byte);
        return;
    }
    console.log(text);
    process.exit(0);
});
setTimeout(() => process.exit(1), 60000);
JS
seen=$(node leaf.mjs)
echo "CPUID leaf 40000000h: $seen"
[ "$seen" = VMwareVMware ]
