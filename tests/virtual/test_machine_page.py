# SPDX-License-Identifier: MIT
"""The suite `machine` finds the settings of the model, for any settings.
The expected page is computed from the list of settings that vpentium prints.
"""
import os
import pathlib
import re
import subprocess

import pytest

pytestmark = pytest.mark.full

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
HANG_BOUND = 1200  # seconds
LINE = 32  # bytes; not a setting
MEASURED_AT, DOCUMENTED_AT = 28, 72  # columns of the page

SMALL = ["cache.data=64x2", "cache.code=64x2", "tlb.data=8x4", "tlb.code=4x4", "cache.misaligned=5",
         "branch.conditional_u=4", "branch.conditional_v=6", "clocks.multiply32=12",
         "bus.l2_bytes=131072"]
OTHER = ["cache.data=128x4", "branch.btb=32x4", "cache.bank_conflict=2", "prefix.size=2",
         "branch.direct=5", "branch.return_stack=4",
         "bus.write_buffers=4", "bus.write_buffers_shared=on"]
FEW = "command=memory/data*,memory/code*,memory/banks,memory/load,memory/misaligned*,memory/" \
      "write_*," \
      "memory/second_level,branch/*,pipe/prefix,instr/muldiv"


class Machine:
    """A run of the suite on a configured model. `settings` is the list that the model prints."""

    def __init__(self, folder, changes, *more):
        changed = [word for change in changes for word in ("-set", change)]
        self.settings = dict(re.findall(r"^(\S+)=(\S+)$", vpentium(*changed, "-set", "help"), re.M))
        log = vpentium("-kernel", BUILD / "bareprobe.elf", *changed, "-initrd",
                       BUILD / "experiments/machine.parms", "-append",
                       " ".join(["repetitions=2", "exit=qemu", *more]))
        (folder / "machine.log").write_text(log)
        shown = subprocess.run([BUILD / "bareprobe", "show", "machine.log", "--report=machine_all"],
                               cwd=folder, capture_output=True, text=True, check=True)
        self.short = subprocess.run([BUILD / "bareprobe", "show", "machine.log",
                                     "--report=machine"], cwd=folder, capture_output=True,
                                    text=True, check=True).stdout.splitlines()
        assert shown.stderr == ""
        self.text, self.log, self.page = shown.stdout.split("\nInstructions\n")[0], log, {}
        label = ""
        for line in self.text.splitlines():
            if line.startswith("  "):
                label = line[2:MEASURED_AT].strip() or label
                self.page.setdefault(label, []).append(line[MEASURED_AT:DOCUMENTED_AT].strip())

    def says(self, label):
        return " ".join(filter(None, self.page[label]))

    def number(self, name):
        return int(self.settings[name])

    def sets_and_ways(self, name):
        return map(int, self.settings[name].split("x"))

    def finding(self, bench, name):
        line = rf'ev=finding bench="?{bench}"? .* name={name} value=(\S+)'
        return float(re.search(line, self.log)[1])


def vpentium(*arguments):
    done = subprocess.run([BUILD / "vpentium", *arguments], capture_output=True, text=True,
                          timeout=HANG_BOUND, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(name="machine", scope="module", params=[[], SMALL, OTHER],
                ids=["as_it_is", "small", "other"])
def fixture_machine(request, tmp_path_factory):
    return Machine(tmp_path_factory.mktemp("machine"), request.param, *[FEW] * bool(request.param))


def clocks(number):
    return f"{number} clock{'s' * (number != 1)}"


def test_caches(machine):
    sets, ways = machine.sets_and_ways("cache.data")
    replacement = "LRU" if ways == 2 else "pseudo-LRU"
    allocates = {"on": "yes", "off": "no"}[machine.settings["cache.l1_write_allocate"]]
    assert machine.says("L1 data cache") == (
        f"{sets * ways * LINE // 1024} KB, {ways}-way, {LINE}-byte lines, {replacement}, "
        f"write-back, write allocation: {allocates}")
    assert machine.says("L1 data cache banks") == (
        f"8 banks, 4 bytes wide, a conflict costs {clocks(machine.number('cache.bank_conflict'))}")
    sets, ways = machine.sets_and_ways("cache.code")
    assert machine.says("L1 code cache") == (
        f"{sets * ways * LINE // 1024} KB, {ways}-way, {LINE}-byte lines, LRU")
    misaligned = machine.number("cache.misaligned")
    assert machine.says("misaligned access").startswith(
        f"{clocks(misaligned)} more, {misaligned} across lines, {misaligned} across pages, stores "
        f"{clocks(misaligned)}")
    assert machine.says("second-level cache").startswith(
        f"{machine.number('bus.l2_bytes') // 1024} KB")


def test_tlbs(machine):
    for label, name in (("data TLB, 4 KB pages", "tlb.data"), ("code TLB", "tlb.code"),
                        ("data TLB, 4 MB pages", "tlb.data_large")):
        sets, ways = machine.sets_and_ways(name)
        assert machine.says(label).startswith(f"{sets * ways} entries, {ways}-way")


def test_branches(machine):
    sets, ways = machine.sets_and_ways("branch.btb")
    assert machine.says("branch target buffer") == f"{sets * ways} entries, {ways}-way"
    assert machine.says("mispredicted branch") == (
        f"{clocks(machine.number('branch.conditional_u'))} in U, "
        f"{machine.number('branch.conditional_v')} in V")
    others = machine.says("other mispredictions")
    direct, indirect = machine.number("branch.direct"), machine.number("branch.indirect")
    assert others == (f"{clocks(direct)}: jump, call {clocks(indirect)}: return, indirect jump, "
                      "indirect call")
    assert f"return stack of {machine.number('branch.return_stack')} entries" in machine.says(
        "mispredicted return")


def test_write_buffers(machine):
    buffers = machine.number("bus.write_buffers")
    shared = {"on": "yes", "off": "no"}[machine.settings["bus.write_buffers_shared"]]
    assert machine.says("write buffers").startswith(
        f"{buffers} buffers, shared by the pipes: {shared}")


def test_prefixes_and_multiplication(machine):
    of_size = next(line for line in machine.page["prefixes"] if "operand size" in line)
    assert of_size.startswith(clocks(machine.number("prefix.size")) + ": ")
    latency = machine.finding("instr/muldiv:form=imul_r32", "latency")
    assert latency == machine.number("clocks.multiply32")


def test_the_page(machine):
    """The report fits on a page, nothing failed, and differences from the documents are marked."""
    assert len(machine.short) <= 60 and max(map(len, machine.short)) <= 100
    assert max(map(len, machine.text.splitlines())) <= 100
    assert "not measured\n" not in machine.text.split("Pipes", maxsplit=1)[0]
    assert "incomplete" not in machine.text
    assert " errors=0 " in machine.log and "status=ok" in machine.log.splitlines()[-1]
    documented = {line[2:MEASURED_AT].strip(): line[DOCUMENTED_AT:]
                  for line in machine.text.splitlines() if len(line) > DOCUMENTED_AT}
    usual = {"cache.data": "128x2", "branch.btb": "64x4", "branch.conditional_u": "3"}
    for label, name in (("L1 data cache", "cache.data"), ("branch target buffer", "branch.btb"),
                        ("mispredicted branch", "branch.conditional_u")):
        assert (documented[label] == "the same") == (machine.settings[name] == usual[name])
