# SPDX-License-Identifier: MIT
"""Latency and throughput of each instruction form in the virtual Pentium are as documented, or
differ for a reason given in bench/instr/README.md. The results also follow changes of the model."""
import re

import pytest

from places import ROOT
from tiers import fast_cases

pytestmark = pytest.mark.full

FACTS = ("latency", "throughput", "pairs", "overlap")

# Instructions that wait for the bus. The first of a sequence may wait for a bus clock, which is 1.5
# processor clocks, so 16 more instructions may take up to 2 clocks more or less than their share of
# a long sequence.
ON_THE_BUS = {"mov_cr3_r32", "mov_cr4_r32", "xchg_r8_m8", "xchg_r16_m16", "xchg_r32_m32",
              "lock_add_m8_r8", "lock_add_m16_r16", "lock_add_m32_r32", "lock_add_m32_r32_disp"}
BUS_WAIT = 2 / 16
SETTINGS = "events=count_clocks,instructions_executed_in_v_pipe repetitions=1 exit=qemu"


@pytest.fixture(scope="module")
def measure(vpentium, records):
    """Returns the findings of the forms selected by `command`, by benchmark and form."""
    def run(command, *options, settings=""):
        done = vpentium(f"command={command} {SETTINGS} {settings}", *options, timeout=600)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        forms = {}
        for record in records(done.stdout):
            if record["ev"] == "finding":
                form = forms.setdefault(record["bench"].replace(":form=", "/"), {})
                form[record["name"]] = record.get("text") or float(record["value"])
        return forms
    return run


@pytest.fixture(scope="module")
def on_p54c(measure):
    return measure("instr/*")


@pytest.fixture(scope="module")
def on_p55c(measure):
    return measure("instr/*", "-cpu", "p55c")


def agrees(word, value):
    """Tells if a measured value such as 3 or PU agrees with "3", "2-3", "3+", ">2" or "PU/NP"."""
    if isinstance(value, str):
        return value in word.split("/")
    if word.startswith(">"):
        return value >= float(word[1:])
    if word.endswith("+"):
        return value >= float(word[:-1])
    low, _, high = word.partition("-")
    return float(low) <= value <= float(high or low)


def documented(form):
    words = form["documented"].split(" ")
    return {fact: word for fact, word in zip(FACTS, words) if word != "-"}


def differences(forms):
    """Returns {(form, fact): (documented, measured)}. Every documented fact must have been
    measured."""
    found = {}
    for name, form in forms.items():
        if "needs" in form:
            continue
        assert documented(form).keys() == form.keys() & set(FACTS), name
        for fact, word in documented(form).items():
            short, value = name.rsplit("/", 1)[1], form[fact]
            if short in ON_THE_BUS and fact != "pairs" and abs(value - round(value)) <= BUS_WAIT:
                value = round(value)
            if not agrees(word, value):
                found[short, fact] = (word, value if isinstance(value, str) else f"{value:g}")
    return found


def reasoned(processor):
    """Returns the rows of the README: | forms | fact | documented | P54C | P55C | why |."""
    found = {}
    text = (ROOT / "bench" / "instr" / "README.md").read_text()
    text = text.split("## Where the virtual Pentium differs")[1]
    for row in re.findall(r"^\| (`.*) \|$", text, re.MULTILINE):
        forms, fact, word, p54c, p55c, why = row.split(" | ")
        assert len(why.split()) >= 3, row
        value = p54c if processor == "p54c" else p55c
        for form in re.findall(r"`(\w+)`", forms):
            if value != "=":
                found[form, fact] = (word, value)
    return found


def test_there_are_many_forms(on_p54c, on_p55c):
    assert len([form for form in on_p54c.values() if "needs" not in form]) >= 700
    assert on_p54c.keys() == on_p55c.keys()
    assert not [name for name, form in on_p55c.items() if "needs" in form]


def test_each_form_is_as_documented_or_for_a_reason(on_p54c):
    assert differences(on_p54c) == reasoned("p54c")


def test_on_the_p55c_too(on_p55c):
    assert differences(on_p55c) == reasoned("p55c")


def test_mmx_needs_a_p55c(on_p54c):
    needs = {form.get("needs") for name, form in on_p54c.items() if name.startswith("instr/mmx")}
    assert needs == {"MMX"}
    assert not [name for name, form in on_p54c.items()
                if "needs" in form and not name.startswith("instr/mmx")]


@pytest.mark.parametrize("setting, form, fact, before, after", [
    # The fact depends directly on the parameter.
    ("clocks.multiply32=10", "instr/muldiv/imul_r32", "latency", 9, 10),
    ("x87.multiply_issue=1", "instr/x87_arith/fmul_st_i_st", "throughput", 2, 1),
    ("pairing.rotate_immediate=on", "instr/shift/rol_r32_imm8", "pairs", "NP", "PU"),
    ("pairing.ftst=on", "instr/x87/ftst", "pairs", "NP", "FX"),
    # One prefix each, with no other instruction to hide it.
    ("prefix.size=3", "instr/alu/add_r16_r16", "latency", 2, 4),
    # Without pairing, each instruction takes a clock.
    ("pairing.enabled=off", "instr/alu/add_r32_r32", "throughput", 0.5, 1),
    ("pairing.enabled=off", "instr/alu/add_r32_r32", "pairs", "UV", "NP"),
])
def test_the_table_follows_the_model(measure, on_p54c, setting, form, fact, before, after):
    assert on_p54c[form][fact] == before
    benchmark, name = form.rsplit("/", 1)
    assert measure(f"{benchmark}:form={name}", "-set", setting)[form][fact] == after


def test_a_cold_state_changes_nothing(measure, on_p54c):
    """A sequence runs once before it is counted, so the state of the caches has no effect."""
    for name, form in measure("instr/alu,instr/jump,instr/stack", settings="state=cold").items():
        assert form == on_p54c[name], name


def test_ring_3_measures_what_it_may(measure, on_p54c):
    forms = measure("instr/system,instr/string", settings="privilege=user")
    needs = {name for name, form in forms.items() if "needs" in form}
    assert "instr/system/cli" in needs and "instr/system/wrmsr_cesr" in needs
    assert {forms[name]["needs"] for name in needs} == {"ring 0"}
    # RDTSC takes 8 clocks in ring 0 (perfctr) and 12 in ring 3 (InstLatx64).
    in_ring_3 = {"instr/system/rdtsc": {"throughput": 12}}
    for name in forms.keys() - needs:
        assert forms[name] == on_p54c[name] | in_ring_3.get(name, {}), name


@pytest.mark.parametrize("cpu", fast_cases(1, ("northwood", "p2", "k7")))
def test_cesr_exists_on_a_pentium_only(vpentium, records, cpu):
    """A form that accesses CESR or its counters needs them; it is not run elsewhere."""
    forms = ",".join(f"instr/system:form={name}" for name in
                     ("rdmsr_cesr", "rdmsr_counter", "wrmsr_cesr"))
    wire = records(vpentium(f"command={forms} events=time_stamp repetitions=1 exit=qemu",
                            "-cpu", cpu).stdout)
    assert [(r["name"], r["text"]) for r in wire if r["ev"] == "finding"] == [("needs", "CESR")] * 3
    assert wire[-1]["status"] == "ok"
