// SPDX-License-Identifier: MIT
// Boots a medium in v86 and writes COM1 to standard output up to the end of the run, whose status is
// the exit status: node v86.mjs floppy|cd|disk IMAGE
// `npm install v86@0.5.462` in the current directory provides v86. Its package has no BIOS; SeaBIOS
// is Debian's.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const drives = {
    floppy: { option: "fda", bootOrder: 0x321 },
    cd: { option: "cdrom", bootOrder: 0x213 },
    disk: { option: "hda", bootOrder: 0x312 },
};
const [kind, image] = process.argv.slice(2);
const drive = drives[kind];
if (!drive || !image) {
    console.error("usage: v86.mjs floppy|cd|disk IMAGE");
    process.exit(2);
}

const packaged = resolve("node_modules/v86/build");
const { V86 } = await import(resolve(packaged, "libv86.mjs"));

function contents(name) {
    return { buffer: new Uint8Array(readFileSync(name)).buffer };
}

const machine = new V86({
    wasm_path: resolve(packaged, "v86.wasm"),
    bios: contents("/usr/share/seabios/bios.bin"),
    vga_bios: contents("/usr/share/seabios/vgabios-stdvga.bin"),
    memory_size: 16 << 20,
    boot_order: drive.bootOrder,
    [drive.option]: contents(image),
    autostart: true,
});

let line = "";
machine.add_listener("serial0-output-byte", byte => {
    line += String.fromCharCode(byte);
    if (byte !== 10)
        return;
    const end = / ev=done .*status=(\w+)/.exec(line);
    process.stdout.write(line, () => end && process.exit(end[1] === "ok" ? 0 : 1));
    line = "";
});
