// SPDX-License-Identifier: MIT
// speedscope.mjs RELEASE FILE...: imports files with speedscope's own importer, without a browser.
// Prints a JSON object by file: the profile that speedscope opens first, and for each profile its
// name, its total and the frames with their own and total weight; null if the format is unknown.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import vm from "node:vm";

const [release, ...files] = process.argv.slice(2);
const bundle = readdirSync(release).find(name => /^speedscope-.*\.js$/.test(name));
const text = readFileSync(join(release, bundle), "utf8");

// The bundle is one function. Its importer is what loads a URL's bytes; it becomes a global.
const importer = /await (\w+)\(\w+,await \w+\.arrayBuffer\(\)\)/.exec(text)[1];
const start = '"use strict";(()=>{';
if (!text.startsWith(start))
    throw new Error("speedscope's bundle has another form");

// What the bundle needs until it draws, which fails here, after the importer is complete.
console.log = () => {};
Object.assign(globalThis, {
    window: globalThis,
    location: { hash: "", protocol: "file:", pathname: "/" },
    addEventListener() {},
    matchMedia: () => ({ matches: false, addListener() {}, addEventListener() {} }),
});
try {
    vm.runInThisContext(`${start}globalThis.importProfile=${importer};${text.slice(start.length)}`);
} catch (error) {
    if (!/document is not defined/.test(error.message))
        throw error;
}

function describe(profile) {
    const frames = {};
    profile.forEachFrame(frame => {
        frames[frame.name] = [frame.getSelfWeight(), frame.getTotalWeight()];
    });
    return { name: profile.getName(), total: profile.getTotalWeight(), frames };
}

const found = {};
for (const file of files) {
    const bytes = readFileSync(file);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const group = await globalThis.importProfile(basename(file), buffer);
    found[basename(file)] = group && {
        shown: group.indexToView, profiles: group.profiles.map(describe),
    };
}
process.stdout.write(JSON.stringify(found));
