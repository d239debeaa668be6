# SPDX-License-Identifier: MIT
"""The table of instruction forms: measured next to documented values."""
import re

import pytest

from logs import finding_record, result_record, run_log


def form(name, documented, group="x87", **facts):
    bench = f'"instr/{group}:form={name}"'
    records = [finding_record(fact, text=value, bench=bench) if isinstance(value, str) else
               finding_record(fact, value, "clocks", bench=bench) for fact, value in facts.items()]
    if documented:
        records.append(finding_record("documented", text=documented, bench=bench))
    return records


def table_of(bareprobe, tmp_path, *records, **start):
    (tmp_path / "a.log").write_text(run_log(result_record(), *records, **start))
    shown = bareprobe("show", "a.log", "--report=instr_table")
    assert shown.returncode == 0, shown.stderr
    return shown.stdout.splitlines()


def test_each_form_has_a_line(bareprobe, tmp_path):
    table = table_of(
        bareprobe, tmp_path,
        *form("fadd", "3 1 FX 2", latency=3, throughput=1, pairs="FX", overlap=2),
        *form("fdiv", "39 37 FX 38", latency=19, throughput=17.5, pairs="NP", overlap=18),
        *form("fsin", "65-100 - NP", latency=100, pairs="NP"),
        *form("fcos", "65-100 - NP", latency=101.25, pairs="NP"),
        *form("fist", "- 7+ PU/NP", throughput=9, pairs="PU"),
        *form("xchg", "- >15 NP", throughput=14, pairs="UV"),
        *form("emms", "", needs="MMX"),
        finding_record("latency", 1, "clocks", bench='"apps/other:form=no"'))
    assert max(map(len, table)) <= 100
    end = table.index("", table.index("") + 1)
    assert [" ".join(line.split()) for line in table[1:end]] == [
        "form latency throughput pairs overlap silicon documented difference",
        "",
        "instr/x87 warm",
        "fadd 3 1 FX 2 - 3 1 FX 2",
        "fdiv 19 17.5 NP 18 - 39 37 FX 38 -20 -19.5 NP -20",
        "fsin 100 NP - 65-100 - NP",
        "fcos 101.25 NP - 65-100 - NP +1.25 = = =",
        "fist 9 PU - - 7+ PU/NP",
        "xchg 14 UV - - >15 NP = -1 UV =",
    ]
    legend = {line.split()[0] for line in table[end + 1:-1]}
    assert legend == {"latency", "throughput", "pairs", "overlap", "silicon", "documented",
                      "difference", "-"}
    assert table[-1] == "omitted: 1 form that needs MMX"


def test_what_the_processor_cannot_run_is_counted(bareprobe, tmp_path):
    """Unsupported forms have no lines and their class no heading, but the number for each missing
    feature is printed."""
    table = table_of(bareprobe, tmp_path, *form("nop", "1 0.5 UV", "alu", throughput=0.5),
                     *form("paddb", "", "mmx", needs="MMX"),
                     *form("cli", "", "ring", needs="ring 0"),
                     *form("emms", "", "mmx", needs="MMX"))
    text = "\n".join(table)
    assert table[-2:] == ["omitted: 2 forms that need MMX",
                          "omitted: 1 form that needs ring 0"]
    assert "nop " in text and not re.search("paddb|cli|emms|instr/mmx|instr/ring", text)


def test_every_column_and_mark_is_explained(bareprobe, tmp_path):
    """The entries of columns 4 and 8 come from a list that must be extended by hand."""
    table = table_of(bareprobe, tmp_path, *form("fadd", "3 1 FX 2", latency=3))
    header = table[1].split()[1:]
    legend = {line.split()[0]: line for line in table[6:] if line}
    assert all(column in legend for column in header)
    assert all(f"{mark}:" in legend["pairs"] for mark in ("UV", "PU", "PV", "NP", "FX"))
    assert all(f"{mark}:" in legend["difference"] for mark in "=?")
    assert all(f"{mark}" in legend["documented"] for mark in ("3-5:", "7+", ">15:", "PU/NP:"))


def test_a_run_without_forms_says_so(bareprobe, tmp_path):
    assert table_of(bareprobe, tmp_path)[1:] == ["No findings of instr/*."]


@pytest.mark.parametrize("signature, aad, add", [
    # tests/data/silicon: NOT r16 is 2 on the P54C (52xh), 3 on the P55C (54xh); AAD is doubtful,
    # and a store depends on the board. There is no table of the 60 MHz Pentium (51xh).
    ("0x52c", "-", "2/2"), ("0x525", "-", "2/2"), ("0x543", "-", "3/3"), ("0x517", "", ""),
])
def test_what_silicon_takes(bareprobe, tmp_path, signature, aad, add):
    table = table_of(bareprobe, tmp_path, *form("not_r16", "2 2 -", "narrow", latency=2),
                     *form("aad", "10 10 NP", "unary", latency=10),
                     *form("mov_m32_r32", "- 0.5 UV", "mov", throughput=0.5),
                     signature=signature)
    lines = {line.split()[0]: " ".join(line.split()) for line in table[1:] if line}
    assert lines["not_r16"] == " ".join(f"not_r16 2 {add} 2 2 -".split())
    assert lines["aad"] == " ".join(f"aad 10 {aad} 10 10 NP".split())
    assert lines["mov_m32_r32"] == " ".join(f"mov_m32_r32 0.5 {aad} - 0.5 UV".split())
