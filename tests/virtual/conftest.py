# SPDX-License-Identifier: MIT
"""Fixtures that assemble a one-file guest and run it in the virtual Pentium."""
import dataclasses
import pathlib
import subprocess

import pytest

from bounds import HANG_BOUND
from places import ROOT, VPENTIUM

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Guest:
    """A kernel made of `main` in nasm syntax. guest.inc describes the state in which it starts."""
    elf: pathlib.Path

    def run(self, *options):
        return subprocess.run([VPENTIUM, "-kernel", self.elf, *options], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, timeout=HANG_BOUND, check=False)

    def symbols(self):
        """Returns the addresses of the symbols by name."""
        listed = subprocess.run(["nm", self.elf], capture_output=True, text=True, check=True)
        return {name: int(address, 16)
                for address, _, name in map(str.split, listed.stdout.splitlines())}

    def numbers(self, *options):
        """Returns the numbers that the guest printed. Fails if the guest or the simulator reported
        an error."""
        done = self.run(*options)
        assert (done.returncode, done.stderr) == (0, "")
        return [int(line, 16) for line in done.stdout.split()]


@pytest.fixture
def guest(tmp_path):
    """guest(source): a guest assembled from the source and linked at 1 MB."""
    def build(source):
        asm, obj, elf = (tmp_path / f"guest.{ending}" for ending in ("asm", "o", "elf"))
        asm.write_text(f'%include "guest.inc"\n{source}\n')
        subprocess.run(["nasm", "-f", "elf32", f"-I{HERE}/", "-o", obj, asm], check=True)
        subprocess.run(["ld", "-m", "elf_i386", "-n", "--no-warn-rwx-segments",
                        "--section-start=.multiboot=0x100000", "-Ttext", "0x101000",
                        "-o", elf, obj], check=True)
        return Guest(elf)
    return build


@pytest.fixture
def device(guest):
    """device(source, *options): the numbers printed by a guest that includes devices.inc."""
    return lambda source, *options: guest('%include "devices.inc"\n' + source).numbers(*options)


@pytest.fixture
def protected(guest):
    """protected(source, *options): the numbers printed by a guest that includes protected.inc."""
    return lambda source, *options: guest('%include "protected.inc"\n' + source).numbers(*options)


@pytest.fixture
def same(guest):
    """same(source, *options): the numbers that the guest prints. They and the clocks must be the
    same with -exact, and if `alike` is set the numbers must also be the same on the P55C."""
    def run(source, *options, alike=True):
        kernel = guest('%include "translated.inc"\n' + source)
        numbers = None
        for cpu in ("p54c", "p55c"):
            plain, exact = (kernel.run("-v", "-cpu", cpu, *options, *how)
                            for how in ((), ("-exact",)))
            assert exact.returncode == 0, exact.stderr
            assert (plain.stdout, plain.stderr, plain.returncode) == \
                (exact.stdout, exact.stderr, exact.returncode)
            numbers = numbers or [int(line, 16) for line in plain.stdout.split()]
            assert not alike or numbers == [int(line, 16) for line in plain.stdout.split()]
        return numbers
    return run
