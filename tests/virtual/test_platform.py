# SPDX-License-Identifier: MIT
"""A machine is called a real chip only if nothing contradicts it. vpentium-test can hide the leaf
that identifies the simulator, and differ from a chip in one property at a time."""
import os
import re
import subprocess

import pytest

from bounds import HANG_BOUND
from places import ROOT

BUILD = ROOT / os.environ.get("BUILD", "build")

SETTINGS = "command=thesis/program2 events=count_clocks repetitions=2 exit=qemu noise=0"


def boot(*options, settings=SETTINGS):
    """The output of vpentium-test."""
    done = subprocess.run([BUILD / "vpentium-test", "-kernel", BUILD / "bareprobe.elf", "-append",
                           settings, *options], stdin=subprocess.DEVNULL, capture_output=True,
                          cwd=ROOT, text=True, errors="replace", timeout=HANG_BOUND, check=False)
    assert done.stderr == ""
    return done.stdout


def platform(output):
    """(platform, its evidence) of the start record."""
    return re.search(r'ev=start .* platform=(\w+) platform_evidence="([^"]*)"', output).groups()


def test_the_simulator_names_itself(vpentium):
    wire = vpentium(SETTINGS).stdout
    assert platform(wire) == ("virtual", "CPUID leaf 40000000h is BareprobeP5")
    assert "vpentium-test" not in wire


def test_the_simulator_cannot_hide():
    done = subprocess.run([BUILD / "vpentium", "-test", "leaf"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2 and "-test': unknown" in done.stderr


@pytest.mark.parametrize("options", [
    (), ("-cpu", "p55c"), ("-silicon", "rough"), ("-mhz", "60"), ("-mhz", "233"),
    ("-errata", "off"),
    *(pytest.param(("-cpu", cpu), marks=pytest.mark.full)
      for cpu in ("ppro", "p2", "p3", "k7", "willamette", "northwood", "prescott")),
    *(pytest.param(("-cpu", cpu, "-silicon", "rough"), marks=pytest.mark.full)
      for cpu in ("p55c", "p2", "k7", "northwood")),
])
def test_a_chip_is_silicon(options):
    settings = SETTINGS.replace("count_clocks", "time_stamp")
    name, evidence = platform(boot("-test", "leaf", *options, settings=settings))
    assert name == "silicon" and evidence.startswith("as on a chip: features, ")


@pytest.mark.parametrize("options, expected", [
    (("-test", "leaf,bios"), ("emulator", "the BIOS contains the text DOSBox")),
    (("-test", "leaf,msr"), ("emulator", "there is no MSR 1")),
    (("-test", "leaf,any-msr"), ("emulator", "an undefined MSR can be read")),
    (("-test", "leaf,selector"), ("emulator", "the event selector retains undefined bits")),
    (("-test", "leaf,wide"), ("emulator", "a counter retains more than its 40 bits")),
    pytest.param(("-test", "leaf", "-unit-tester", "exit"),
                 ("emulator", "86Box's unit tester answers at port 80h"), marks=pytest.mark.full),
    (("-test", "leaf,counters"), ("unknown", "2 of 2 counters stand still")),
    (("-test", "leaf", "-set", "pairing.enabled=off"),
     ("unknown", "NOP takes 1.00 clocks, on a chip 0.45 to 0.60")),
    (("-test", "leaf", "-silicon", "l1-never"), ("unknown", "caches ineffective")),
    (("-test", "leaf", "-instructions", "mii"),
     ("unknown", "no facts are known about chips of this kind")),
    *(pytest.param(("-test", f"leaf,{switch}", "-cpu", cpu), expected, marks=pytest.mark.full)
      for cpu in ("p2", "k7", "northwood")
      for switch, expected in (("msr", ("emulator", "there is no MSR fe")),
                               ("any-msr", ("emulator", "an undefined MSR can be read")),
                               ("wide", ("emulator", "a counter retains more than its ")),
                               ("counters", ("unknown", " counters stand still")))),
])
def test_a_disagreement_is_evidence(options, expected):
    name, evidence = platform(boot(*options))
    assert name == expected[0] and expected[1] in evidence


def test_an_unknown_machine_on_which_nothing_counts_has_failed(records):
    """It may be a Pentium with dead counters. The time-stamp counter is still measured."""
    mark, _, log = boot("-test", "leaf,counters",
                        settings="command=thesis/hello events=branches,time_stamp repetitions=2 "
                                 "exit=qemu noise=0").partition("\n")
    assert mark.startswith("vpentium-test: ")
    wire = records(log)
    said, = (record["what"] for record in wire if record["ev"] == "error")
    assert "no counter of this Pentium passed its self-test" in said
    assert (wire[-1]["status"], wire[-1]["errors"]) == ("failed", "1")
    assert {record["status"] for record in wire
            if record["ev"] == "result" and record["event"] == "time_stamp"} == {"ok"}


def test_text_says_it():
    text = boot("-test", "leaf,counters", settings=SETTINGS + " report=text trust=all")
    assert " platform: unknown (not known to be a real chip)\n" in text
    assert "\n  2 of 2 counters stand still\n" in text
    assert "platform: silicon\n  as on a chip" in boot("-test", "leaf",
                                                       settings=SETTINGS + " report=text")
