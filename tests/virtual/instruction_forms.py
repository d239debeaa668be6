# SPDX-License-Identifier: MIT
"""Reads the instruction forms of bench/instr from a linked image: names, machine code, needs."""
import dataclasses
import struct
import subprocess

FORM = struct.Struct("<7I4B")
WIDE_HEAD, WIDE_END = 3, 255


@dataclasses.dataclass(frozen=True)
class InstructionForm:
    """One form, as struct form of bench/instr.h has it."""
    name: str
    prologue: bytes
    code: bytes
    chain: bytes  # depends on itself; empty: `code` does
    units: int
    needs: int
    x87: bool


class Image:
    """The memory of an ELF file after loading."""

    def __init__(self, path):
        self.bytes = path.read_bytes()
        offset, size, count = (struct.unpack_from("<I", self.bytes, 28)[0],
                               *struct.unpack_from("<HH", self.bytes, 42))
        self.segments = [struct.unpack_from("<8I", self.bytes, offset + n * size)
                         for n in range(count)]

    def at(self, address, size):
        for kind, offset, start, _, in_file, *_ in self.segments:
            if kind == 1 and start <= address and address + size <= start + in_file:
                return self.bytes[offset + address - start:offset + address - start + size]
        raise ValueError(f"{address:#x}: not in the image")

    def word(self, address):
        return struct.unpack("<I", self.at(address, 4))[0]

    def text(self, address):
        found = b""
        while (byte := self.at(address + len(found), 1)) != b"\0":
            found += byte
        return found.decode()

    def code(self, address):
        return self.at(address + 1, self.at(address, 1)[0]) if address else b""


def symbols(path):
    listed = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    return [(name, int(address, 16))
            for address, _, name in map(str.split, listed.splitlines()) if address != "U"]


def classes(image, path):
    """The addresses of all classes, from the list of their wide forms: see bench/instr.h."""
    of = dict(symbols(path))
    at, addresses = of["wide_start"], []
    while at < of["wide_end"]:
        addresses.append(image.word(at))
        at += 4
        while image.at(at, 1)[0] != WIDE_END:
            at += WIDE_HEAD + image.at(at + 2, 1)[0]
        at += 1
    return addresses


def forms_of(path):
    """Every form of the image at `path`. A class is followed by its arguments, whose second word is
    the address of its forms' names."""
    image = Image(path)
    forms = []
    for address in classes(image, path):
        table, *_, x87, _, names = struct.unpack("<8I", image.at(address, 32))
        for n, name in enumerate(image.text(names).split(",")):
            prologue, single, _, chain, *_, units, _, needs, _ = \
                FORM.unpack(image.at(table + n * 32, 32))
            forms.append(InstructionForm(name, image.code(prologue), image.code(single),
                                         image.code(chain), units, needs, bool(x87)))
    return forms
