# SPDX-License-Identifier: MIT
"""Reports of a whole run that only the host makes: a machine on one page, and variants of code."""
import re

import pytest

from logs import finding_record, log_text, result_record, run_log, start_records

CLOCKS, INSTRUCTIONS = ("count_clocks", "0x100"), ("instructions_executed", "0x16")
AGI = ("pipeline_stalled_address_generation_interlock", "0x1f")
READ = ("clocks_stalled_waiting_data_read", "0x1a")

FINDINGS = [
    finding_record("l1_data_size", 16384, "bytes", documented="8192"),
    finding_record("l1_data_ways", 2, "ways", documented="2"),
    finding_record("l1_data_line", 32, "bytes", documented="32"),
    finding_record("l1_data_replacement", text="LRU", documented="LRU"),
    finding_record("l1_data_write_policy", text="write-back", documented="write-back"),
    finding_record("l1_data_write_allocate", text="no", documented="no"),
    finding_record("load_latency", 1.02, "clocks", documented="1"),
    finding_record("load_to_address", 2, "clocks", documented="2"),
    finding_record("l1_code_size", 8192, "bytes"),
    finding_record("mispredict_u", 3, "clocks", documented="4"),
    finding_record("mispredict_v", 5, "clocks", documented="4"),
    finding_record("btb_entries", 1, "entries", bench="branch/btb"),
    finding_record("btb_ways", 4, "ways", bench="branch/btb"),
    finding_record("mispredict_call", 2, "clocks", documented="3"),
    finding_record("mispredict_return", 4, "clocks", documented="4"),
    finding_record("mispredict_indirect_jump", 2, "clocks"),
    finding_record("pairs_mov_pop", text="no", documented="no"),
    finding_record("pairs_mov_alu", text="yes", documented="yes"),
    finding_record("pairs_a_b", text="no", documented="yes"),
    *(finding_record(f"pairs_{a}_{b}", text="no") for a, b in zip("cegikmo", "dfhjlnp")),
    finding_record("latency", 3, "clocks", bench="instr/shift:form=shl_r32"),
    finding_record("throughput", 1, "clocks", bench="instr/shift:form=shl_r32"),
    finding_record("pairs", text="UV", bench="instr/shift:form=shl_r32"),
    finding_record("documented", text="1 1 PU", bench="instr/shift:form=shl_r32"),
    finding_record("direction_2", text="TN 8"),
    finding_record("btb_branches_kept", 256, "branches", bench="branch/btb"),
    finding_record("copy_rate", 12.345, "MB/s", bench="memory/copy:size=4K"),
    finding_record("copy_way", text="rep movs", documented="rep movs", bench="memory/copy:size=4K"),
]


LEGEND = """\
latency      clocks from one to the next that needs its result
throughput   clocks from one to the next that does not need it
pairs        UV: in either pipe; PU: in U only; PV: in V only; NP: not; FX: with a following FXCH
overlap      x87: clocks of integer instructions that execute before the result is ready
silicon      latency/throughput measured on a real chip, if known
documented   the four columns; 3-5: a range; 7+, >15: at least; PU/NP: sources disagree
difference   measured minus documented; =: as documented; ?: the measurement did not settle
-            not measured, or unknown
""".splitlines()


def page_of(bareprobe, tmp_path, *records, report="machine_all"):
    (tmp_path / "a.log").write_text(run_log(result_record(), *records))
    shown = bareprobe("show", "a.log", f"--report={report}")
    assert shown.returncode == 0
    return shown.stdout.splitlines()


def test_a_machine_on_one_page(bareprobe, tmp_path):
    page = page_of(bareprobe, tmp_path, *[
        re.sub(r"bench=(\S+:\S+)", r'bench="\1"', record)
        for record in FINDINGS])
    assert page == """\
Pentium, 100.0 MHz; measured on real hardware

This machine                measured                                    documented
Caches
  L1 data cache             16 KB, 2-way, 32-byte lines, LRU,           8 KB
                            write-back, write allocation: no
  L1 data cache banks       not measured
  L1 code cache             8 KB, not measured: l1_code_ways,
                            l1_code_line, l1_code_replacement
  load from L1              1 clock, to an address register 2 clocks    the same
  misaligned access         not measured
Memory
  read miss                 not measured
  write miss                not measured
  second-level cache        not measured
  memory                    not measured
  data bus                  not measured
  write buffers             not measured
TLBs
  data TLB, 4 KB pages      not measured
  data TLB, 4 MB pages      not measured
  code TLB                  not measured
Branches
  branch target buffer      1 entry, 4-way
  direction                 not measured
  mispredicted branch       3 clocks in U, 5 in V                       4 clocks in U, 4 in V
  mispredicted return       not measured
  other mispredictions      2 clocks: call, indirect jump               call: 3 clocks
                            4 clocks: return
  indirect jumps            not measured
Pipes
  address interlock         not measured
  other interlocks          not measured
  prefixes                  not measured
  pairing                   no: mov pop, a b, c d, e f, g h, i j, k l,  a b: yes
                            m n, o p
                            yes: mov alu
  first execution           not measured
  segment registers         not measured
  locked                    not measured
  ports                     not measured
Measured by memory/copy:size=4K, warm
  copy_rate                 12.3 MB/s
  copy_way                  rep movs                                    the same
and 2 more findings ('bareprobe show' lists them)

Instructions
form     latency  throughput  pairs  overlap  silicon  documented  difference

instr/shift   warm
shl_r32        3           1  UV              -        1 1 PU      +2 = UV =

""".splitlines() + LEGEND


def test_the_page_leaves_the_rest_to_be_asked_for(bareprobe, tmp_path):
    """A list takes one line of 42 characters: of nine names five, and the number of the others. For
    4 findings without a line only their number appears; for instruction forms the one that differs
    from its documentation."""
    records = [re.sub(r"bench=(\S+:\S+)", r'bench="\1"', record) for record in FINDINGS]
    page = page_of(bareprobe, tmp_path, *records, report="machine")
    whole = page_of(bareprobe, tmp_path, *records)
    pairing = next(line for line in page if line.startswith("  pairing"))
    assert pairing[28:].split("  ")[0] == "no: mov pop, a b, c d, e f, g h, 4 more"
    assert pairing.endswith("  a b: yes")
    assert page[-3:] == ["  instructions              1 form; 1 differ from the documentation",
                         "and 4 more findings ('bareprobe show' lists them)",
                         "--report machine_all prints all lists and instructions in full"]
    shared = [line for line in page[:-3] if not line.startswith("  pairing")]
    assert len(page) <= 60 and all(line in whole for line in shared)


def test_forms_of_which_nothing_is_documented(bareprobe, tmp_path):
    """An Athlon has no documented forms: then none can differ."""
    records = [re.sub(r"bench=(\S+:\S+)", r'bench="\1"', record) for record in FINDINGS
               if "name=documented" not in record]
    page = page_of(bareprobe, tmp_path, *records, report="machine")
    assert "  instructions              1 form; no documented values" in page


def test_the_page_is_100_columns_wide(bareprobe, tmp_path):
    words = "a word " * 40
    page = page_of(bareprobe, tmp_path,
                   finding_record("l1_data_size", text=words, documented="b" * 150),
                   finding_record("x" * 70, text="c" * 99, documented=words, bench="a/b"))
    assert max(map(len, page)) <= 100
    assert "".join("".join(page).split()).count("aword") == 80  # no text is cut off


def test_the_whole_machine_and_not_a_part_of_it(bareprobe, tmp_path):
    """Only the last findings of the warm state with everything enabled appear; other states are
    left out."""
    page = page_of(bareprobe, tmp_path, *[
        finding_record("address_interlock", value, "clocks", state=state, ablate=ablate)
        for value, state, ablate in ((9, "warm", "vpipe"), (2, "warm", "none"), (1, "warm", "none"),
                                     (8, "cold", "none"), (7, "cold", "l1"))])
    assert "  address interlock         1 clock" in page
    assert "Measured by" not in "\n".join(page)


def test_what_did_not_come_is_said(bareprobe, tmp_path):
    log = log_text(*start_records(), 'ev=bench bench=instr/one text="a text"',
                   'ev=bench bench=memory/far text="a text" memory_kb=8192',
                   "ev=skipped bench=memory/far needs_kb=8192 has_kb=2876",
                   "ev=fault bench=instr/one vector=13 name=GP error=0 eip=0x100000")
    (tmp_path / "a.log").write_text(log)
    page = bareprobe("show", "a.log", "--report", "machine").stdout
    assert "incomplete: values marked 'not measured' may have been lost in transmission\n" in page
    assert "  skipped: memory/far needs 8192 KB, but only 2876 KB are free\n" in page
    assert "instr/one: exception 13 (GP) at 0x00100000" in " ".join(page.split())


def counted(bench, region=0, **means):
    """Returns results of one region, by the events' short names."""
    events = {"clocks": CLOCKS, "instructions": INSTRUCTIONS, "agi": AGI, "read": READ,
              "flushes": ("pipeline_flushes", "0x15"), "banks": ("bank_conflicts", "0x0a"),
              "time": ("time_stamp", "0x101")}
    return [result_record(mean, bench=f'"{bench}"', region=region, event=events[name][0],
                          code=events[name][1])
            for name, mean in means.items()]


def variants_of(bareprobe, tmp_path, *results):
    (tmp_path / "a.log").write_text(run_log(*results))
    shown = bareprobe("show", "a.log", "--report=variants")
    assert shown.returncode == 0
    return shown.stdout.splitlines()[1:]


def test_variants(bareprobe, tmp_path):
    """60,000 to 20,000: AGI loses 30,000, so the rest loses 10,000. To 10,000: of the 50,000 lost,
    AGI has 30,000, and reads cost 4,000 more, so the rest has 24,000."""
    results = [
        *counted("apps/sum:size=4K:variant=before", clocks=60000, instructions=20000, agi=30000,
                 read=0),
        *counted("apps/sum:size=4K:variant=after", clocks=20000, instructions=20000, agi=0, read=0),
        *counted("apps/other", clocks=5, instructions=5),
        *counted("apps/sum:size=4K:variant=best", clocks=10000, instructions=8000, agi=0,
                 read=4000),
        *counted("apps/sum:size=8K:variant=before", clocks=100, instructions=50, agi=10, read=10),
        *counted("apps/sum:size=8K:variant=after", clocks=80, instructions=25, agi=10, read=15),
        *counted("apps/sum:size=8K:variant=same", clocks=100, instructions=50, agi=10, read=10),
    ]
    assert variants_of(bareprobe, tmp_path, *results) == """\
variant    clocks   CPI    gain  largest change, clocks

apps/sum:size=4K   region 0   warm
before   60,000.0  3.00
after    20,000.0  1.00  x 3.00  address generation (AGI): -30,000 (75 %)
best     10,000.0  1.25  x 6.00  address generation (AGI): -30,000 (60 %)

apps/sum:size=8K   region 0   warm
before      100.0  2.00
after        80.0  3.20  x 1.25  issue and the rest: -25 (125 %); instructions 50 to 25
same        100.0  2.00  x 1.00  no change
""".splitlines()


def test_causes_with_a_price(bareprobe, tmp_path):
    """700 flushes of 3 clocks disappear and 900 conflicts of 1 are added: -1200 in total, none of
    the rest."""
    results = [*counted("apps/a:variant=x", clocks=10000, instructions=9, flushes=700, banks=0),
               *counted("apps/a:variant=y", clocks=8800, instructions=1, flushes=0, banks=900)]
    assert variants_of(bareprobe, tmp_path, *results)[-1].endswith(
        "x 1.14  mispredicted branches, 3 clocks each: -2,100 (175 %)")


def test_variants_where_less_was_counted(bareprobe, tmp_path):
    results = [*counted("apps/a:variant=x:n=1", time=50),
               *counted("apps/a:variant=y:n=1", time=100),
               *counted("apps/a:variant=x:n=1", 1, time=8),
               *counted("apps/a:variant=y:n=1", 1, time=2)]
    assert variants_of(bareprobe, tmp_path, *results) == """\
variant  clocks  CPI    gain  largest change, clocks

apps/a:n=1   region 0   warm
x          50.0    -
y         100.0    -  x 0.50  no cause was counted

apps/a:n=1   region 1   warm
x           8.0    -
y           2.0    -  x 4.00  no cause was counted
""".splitlines()
    none = variants_of(bareprobe, tmp_path, *counted("apps/a:n=1", clocks=1))
    assert none == ["No selected benchmark has an argument `variant` and a count of clocks."]


@pytest.mark.parametrize("report", ["text", "p5mon_file", "machine", "variants", "instr_table"])
def test_a_report_into_a_file(bareprobe, write_run, tmp_path, report):
    write_run("a.log", result_record())
    printed = bareprobe("show", "--report", report, "a.log")
    assert printed.returncode == 0 and printed.stdout
    assert bareprobe("show", "a.log", "--report", report, "-o", "out").stdout == ""
    assert (tmp_path / "out").read_text() == printed.stdout
    assert bareprobe("show", "a.log", f"--report={report}", "-o", "no/out").returncode == 2


def test_tables_into_a_file(bareprobe, write_run, tmp_path):
    write_run("a.log", result_record())
    assert bareprobe("show", "a.log", "-o", "out").stdout == ""
    assert (tmp_path / "out").read_text() == bareprobe("show", "a.log").stdout


def test_findings_in_the_kernels_report(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(
        result_record(), finding_record("imul_latency", 9.125, "clocks", documented="10"),
        finding_record("policy", text="LRU")))
    text = bareprobe("show", "a.log", "--report").stdout
    assert "Finding: imul_latency: 9.125 clocks (documented: 10)\nFinding: policy: LRU\n" in text
