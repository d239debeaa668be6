# SPDX-License-Identifier: MIT
"""Random blocks, translated and interpreted: sim/cpu/translator/README.md promises the same bytes.
The reference is `vpentium -exact`, which translates nothing."""
import pytest

import random_blocks
from tiers import fast_cases

BOXES = {
    "p54c": "", "p55c": "-cpu p55c", "at once": "-translate-after 1",
    "p54c-100": "-machine p54c-100", "p55c-200": "-machine p55c-200",
    "rough": "-silicon rough -errata off",
    "other branches": "-set branch.rule=saturating -set branch.btb=4x1",
    "two levels": "-set branch.rule=two-levels -set branch.return_stack=4",
    "small caches": "-set cache.data=16x1 -set cache.code=4x2 -set tlb.data=1x1 -set tlb.code=1x1",
    "fills": "-set cache.fill_wait=on -set cache.fill_set_wait=on -set cache.fill_hit=2",
    "shared": "-set cache.fill_shared=on -set cache.l1_write_allocate=on",
    "alone": "-set pairing.enabled=off -set x87.by_value=off",
    "more pairs": "-set pairing.rotate_immediate=on -set pairing.displacement_immediate_u=on "
                  "-set pairing.ftst=on -set pairing.opcode_size_prefix_in_v=on",
    "x87": "-set x87.store_early=5 -set x87.multiply_issue=4 -set x87.divide_overlap=0",
    "lost clocks": "-set cache.misaligned=7 -set cache.bank_conflict=4 -set bus.write_buffers=1",
    "uncached": "-set cache.uncached_from=0x110000 -set cache.uncached_to=0x140000",
    "others on the bus": "-smi 3000,700,random -set bus.master_interval=100",
}


def by_block(output):
    numbers = output.split()
    each = len(random_blocks.FIELDS)
    return [dict(zip(random_blocks.FIELDS, numbers[n:n + each]))
            for n in range(0, len(numbers), each)]


def differences(plain, exact):
    return [(n, {field: (a[field], b[field]) for field in a if a[field] != b[field]})
            for n, (a, b) in enumerate(zip(by_block(plain), by_block(exact))) if a != b]


@pytest.mark.parametrize("first, count", fast_cases(1, [(1000, 60), (1060, 180), (3000, 180)]))
def test_random_blocks_are_the_same(guest, first, count):
    """Registers, flags, x87 state, memory, clocks and counts of each block are equal on every kind
    of processor; so are the total clocks that -v prints."""
    blocks = random_blocks.blocks(first, count)
    kernel = guest(random_blocks.guest_of(blocks))
    for box, options in BOXES.items():
        plain, exact = (kernel.run("-v", *options.split(), *how) for how in ((), ("-exact",)))
        assert exact.returncode == 0, exact.stderr
        assert len(exact.stdout.split()) == count * len(random_blocks.FIELDS)
        found = differences(plain.stdout, exact.stdout)
        assert not found, (box, [(first + n, what) for n, what in found[:3]])
        assert (plain.stdout, plain.stderr, plain.returncode) == \
            (exact.stdout, exact.stderr, exact.returncode), box


def test_snoops_into_random_blocks(guest):
    """Another bus master reads and writes the addresses of the blocks' data and code."""
    blocks = random_blocks.blocks(5000, 60)
    kernel = guest(random_blocks.guest_of(blocks))
    area, code = kernel.symbols()["area"] + 3072, kernel.symbols()["block5010"]
    for place in (area, area + 32, code, code + 32):
        for kind in ("", ",write"):
            snoop = ("-v", "-snoop", f"{place:#x},97{kind}")
            plain, exact = kernel.run(*snoop), kernel.run(*snoop, "-exact")
            assert exact.returncode == 0
            assert (plain.stdout, plain.stderr) == (exact.stdout, exact.stderr), (place, kind)
