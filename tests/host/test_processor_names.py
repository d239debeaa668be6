# SPDX-License-Identifier: MIT
"""Every verb that has --cpu, the simulator and the tables of chips accept the same names."""
import subprocess

import pytest

from line_damage import BUILD
from logs import finding_record, result_record, run_log
from tiers import fast_cases

NAMES = {  # names of GCC's -march, QEMU's -cpu, Intel, AMD and users: the virtual processor
    "p54c": ("p5", "pentium", "Pentium", "i586", "586", "Pentium-1", "pentium i"),
    "p55c": ("pentium-mmx", "PentiumMMX", "pentium mmx", "pmmx"),
    "ppro": ("pentiumpro", "Pentium-Pro", "i686", "p6", "PPro"),
    "p2": ("pii", "pentium2", "Pentium II", "pentium-ii", "deschutes"),
    "p3": ("piii", "pentium3", "pentium_iii", "katmai"),
    "k7": ("athlon", "Athlon", "athlon-tbird", "K7"),
    "northwood": ("p4", "pentium4", "Pentium 4", "pentium-iv"),
    "prescott": ("Prescott",),
    "willamette": ("WILLAMETTE",),
}
FIRST = ("pentium", "Pentium II", "Athlon", "pentium4")  # in make check
CASES = sorted(((name, processor) for processor, names in NAMES.items()
                for name in (processor, *names)), key=lambda case: case[0] not in FIRST)


@pytest.fixture(name="shown", scope="module")
def fixture_shown(tmp_path_factory):
    """shown(*words): status, stdout and stderr of a command, which is run once."""
    folder, known = tmp_path_factory.mktemp("names"), {}

    def shown(*words, stdin=""):
        if words not in known:
            done = subprocess.run([BUILD / "bareprobe", *words], cwd=folder, text=True, input=stdin,
                                  capture_output=True, timeout=60, check=False)
            known[words] = done.returncode, done.stdout, done.stderr
        return known[words]
    return shown


@pytest.mark.parametrize("name, processor", fast_cases(len(FIRST), CASES))
def test_a_name_is_known_everywhere(name, processor, shown):
    explained = shown("explain", "--cpu", processor, "-c", "nop")
    assert explained[0] == 0 and shown("explain", "--cpu", name, "-c", "nop") == explained
    simulated = subprocess.run([BUILD / "vpentium", "-cpu", name, "-set", "help"],
                               capture_output=True, text=True, timeout=60, check=False)
    assert simulated.returncode == 0, simulated.stderr
    _, _, stderr = shown("run", "--cpu", name, "-b", "thesis/hello", "-e", "no_event")
    assert "'no_event' is not an event" in stderr
    status, stdout, stderr = shown("monitor", "--cpu", name, stdin="cpuid 1\n")
    assert (status, stderr) == (0, "") and "CPUID 1" in stdout


@pytest.mark.parametrize("name, processor", fast_cases(len(FIRST), CASES))
def test_lists(name, processor, shown):
    if name in ("p5", "p6", "K7"):  # families
        assert shown("list", "events", "--cpu", name)[0] == 0
    elif processor == "northwood" and name != "northwood":  # all models
        assert shown("list", "events", "--cpu", name) == shown("list", "events", "--cpu", "p4")
    else:
        listed = shown("list", "events", "--cpu", processor)
        assert listed[0] == 0 and shown("list", "events", "--cpu", name) == listed


@pytest.mark.parametrize("name, chip", (
    ("pentium", "p54c-100"), ("pentium-mmx", "p55c-200"), ("i686", "p6-200"),
    ("Pentium II", "p2-deschutes"), ("Pentium III", "p3-coppermine"),
    ("athlon", "k7-thunderbird"), ("p4", "p4-northwood")))
def test_chips(name, chip, bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(result_record(), finding_record(
        "latency", 10, "clocks", bench='"instr/unary:form=aad"', state="warm")))
    assert f"silicon {chip}:" in bareprobe("compare", "a.log", f"silicon:{name}").stdout


def test_an_unknown_name(shown):
    for verb in (("run", "-b", "thesis/hello"), ("explain", "-c", "nop"), ("monitor", "-"),
                 ("profile", "--sim", "thesis/hello")):
        status, _, stderr = shown(*verb, "--cpu", "pentium5")
        assert status == 2
        assert "--cpu: 'pentium5' is not a processor; allowed: p54c, p55c, ppro, p2, p3, k7, " \
            "willamette, northwood, prescott; aliases: pentium" in stderr
