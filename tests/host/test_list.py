# SPDX-License-Identifier: MIT
"""`bareprobe list`: events and groups from the tables, benchmarks from the image, metrics, runs."""
import os
import pathlib
import re

import pytest

from logs import result_record

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


def rows(done):
    assert done.returncode == 0, done.stderr
    return [re.split(r"  +", line.strip()) for line in done.stdout.splitlines()[1:]]


def table_events():
    """Returns (code, name, mnemonic) of each event in the tables from which the kernel is built."""
    text = "".join((ROOT / "pmc" / "p5" / name).read_text() for name in ("p5.def", "p55c.def"))
    return re.findall(r"^EVENT\((\w+),\s+(\w+),\s+(\w+),", text, re.M)


def test_events_have_their_headers(bareprobe):
    headers = bareprobe("list", "events", "-v").stdout.splitlines()[0]
    assert re.split(r"  +", headers.strip()) == [
        "code", "event", "unit", "counter", "processor", "group", "text", "Intel's name",
        "what is counted"]


def test_every_event_of_the_tables_is_listed(bareprobe):
    listed = {row[1]: row for row in rows(bareprobe("list", "events", "-v"))}
    events = table_events()
    assert len(events) > 70 and len(listed) == len(events) + 1  # and time_stamp
    for code, name, mnemonic in events:
        row = listed[name]
        assert mnemonic in row
        if code.startswith("0x"):
            assert int(row[0], 16) == int(code, 16)
    assert listed["data_tlb_miss"][2:6] == ["events", "0 or 1", "p54c, p55c", "cache"]
    assert listed["data_tlb_miss"][-1].endswith(
        "; erratum: counts 2 when the access also faults")
    assert listed["clocks_stalled_full_write_buffers"][2] == "clocks"


def defined(family):
    """Returns (code, name) of each event of a family with event selectors."""
    text = (ROOT / "pmc" / family / f"{family}.def").read_text()
    return [(int(code, 16), name)
            for code, name in re.findall(r"^EVENT\((\w+),\s+(\w+),", text, re.M)]


@pytest.mark.parametrize("family, events", [("p6", 110), ("k7", 57)])
def test_events_of_other_families(bareprobe, family, events):
    listed = rows(bareprobe("list", "events", "--cpu", family))
    assert len(defined(family)) == events
    assert [(int(row[0], 16), row[1]) for row in listed] == \
        [*defined(family), (0x101, "time_stamp")]


def test_members_have_their_own_events(bareprobe):
    """SDM volume 3, Table 19-37: MMX events came with the Pentium II, and B0h exists only there;
    SSE events exist on the Pentium III. libpfm4 has the same number of rows for the four: 68, 78,
    80, 102."""
    def names(cpu):
        return [row[1] for row in rows(bareprobe("list", "events", "--cpu", cpu))]
    assert [len(names(cpu)) - 1 for cpu in ("ppro", "p2", "p3", "pm")] == [68, 78, 80, 102]
    assert "mmx_instr_exec" in names("p2") and "mmx_instr_exec" not in names("p3") + names("ppro")
    assert "emon_kni_inst_retired" in names("p3")
    assert names("P54C") == names("p5")[:39] + ["time_stamp"]


def test_parts_sources_and_doubts(bareprobe):
    listed = {row[1]: row for row in rows(bareprobe("list", "events", "--cpu", "p2", "-v"))}
    row = listed["l2_ld"]
    assert row[:7] == ["0x29", "l2_ld", "events", "0 or 1", "ppro, p2, p3", "cache",
                       ":m :e :s :i, default 0x0f"]
    assert row[7].endswith("erratum: E53 of the Pentium III: wrong")
    assert row[8] == "SDM LPFM OPRO PCTR FBSD NBSD LKW"
    assert listed["dcu_miss_outstanding"][6].endswith("; sources differ: X FBSD code 47")
    assert rows(bareprobe("list", "events", "--cpu", "k7", "retired_ops"))[0][3] == "0 to 3"


def test_all_families_and_wrong_ones(bareprobe):
    done = bareprobe("list", "events", "--cpu", "all", "cpu_clk_unhalted")
    assert [line.split()[0] for line in done.stdout.splitlines() if line] == [
        "code", "0x79", "code", "0x76"]
    wrong = bareprobe("list", "events", "--cpu", "p7")
    assert wrong.returncode == 2 and "--cpu: 'p7' is not a processor; allowed: p5, " in wrong.stderr
    assert bareprobe("list", "benches", "--cpu", "p6").returncode == 2
    groups = bareprobe("list", "groups", "--cpu", "p2", "mmx").stdout
    assert "mmx_instr_exec" in groups and "emms" not in groups


def test_events_of_the_pentium_4(bareprobe):
    """47 events and 20 tagged ones; the rows are those of pmc/netburst/*.def."""
    def listed(*arguments):
        return {row[1]: row for row in rows(bareprobe("list", "events", "--cpu", *arguments))}
    events = listed("p4")
    tables = "".join((ROOT / "pmc/netburst" / name).read_text()
                     for name in ("netburst.def", "tagged.def"))
    assert set(events) == set(re.findall(r"^(?:EVENT|TAGGED)\((\w+),", tables, re.M))
    assert len(events) == 47 + 20
    assert events["instr_retired"][:6] == [
        "0x02", "instr_retired", "events", "12 to 17", "pipe",
        ":nbogusntag :nbogustag :bogusntag :bogustag, default nbogusntag+nbogustag"]
    assert events["bsq_active_entries"][3] == "2, 3"
    assert events["memory_loads"][-1] == "load uops retired; front_end_event, tagged by uop_type"
    assert "instr_completed" in listed("prescott")
    assert set(events) - set(listed("Northwood")) == {"instr_completed"}
    parts = listed("p4", "-v")
    assert parts[":clear"][2] == "clocks" and parts[":smclear"][0] == "bit 6"
    assert parts[":smclear"][3] == "no"  # not in the virtual one
    assert "sources differ: PCTR: bit 3" in parts[":smclear"][4]
    assert "; not in the simulator: clears of the pipeline are not" in parts[":smclear"][4]
    groups = bareprobe("list", "groups", "--cpu", "p4", "branch").stdout
    assert "mispred_branch_retired" in groups and "taken_branches" not in groups
    threads = re.findall(r"^EVENT\((\w+),(?:[^,]*,){8}[^,]*,\s*(T[SI]),", tables, re.M)
    assert len(threads) == 47
    verbose = listed("p4", "-v")
    for event, kind in threads:
        words = " ".join(verbose[event])
        assert ("thread-specific" if kind == "TS" else "thread-independent") in words, event
    assert "tc_deliver_mode" in bareprobe("list", "events", "--cpu", "all").stdout


def test_each_event_that_no_model_counts_has_a_reason(bareprobe):
    """A part of a Pentium 4's event, or a K7's event, has a row in its model or the reason why it
    has none, and never both. The list prints the reason."""
    def model(path, macro, pattern):
        return re.findall(rf"^{macro}\({pattern}", (ROOT / "sim/model" / path).read_text(), re.M)
    lines = "netburst/netburst_lines.def"
    counted = {(event, int(bit)) for event, bit in model(lines, "EVENT_BIT", r"(\w+), (\d+),")}
    counted |= {(event, bit) for event, mask in model(lines, "ALSO", r"(\w+), (\w+)\)")
                for bit in range(16) if int(mask, 0) >> bit & 1}
    reasons = {(event, bit) for event, mask in model(lines, "NOT_COUNTED", r"(\w+), (\w+),")
               for bit in range(16) if int(mask, 0) >> bit & 1}
    parts = {(event, int(bit)) for event, bit in re.findall(
        r"^MASK\((\w+), (\d+),", (ROOT / "pmc/netburst/netburst.def").read_text(), re.M)}
    assert len(parts) == 181 and parts <= counted | reasons
    assert not counted & reasons and reasons <= parts
    codes = {int(code, 0) for code in model("k7/k7_events.def", r"(?:EVENT|MOESI)", r"(\w+),")}
    reasons = {int(code, 0) for code in model("k7/k7_events.def", "NOT_COUNTED", r"(\w+),")}
    assert codes | reasons == {code for code, _ in defined("k7")} and not codes & reasons
    listed = bareprobe("list", "events", "--cpu", "k7", "-v").stdout
    assert listed.count("; not in the simulator: ") == len(reasons)


def paragraphs(bareprobe, *arguments):
    """Returns {event: {label: text}} of `list events PATTERN -v`."""
    done = bareprobe("list", "events", "-v", *arguments)
    assert done.returncode == 0 and all(len(line) < 80 for line in done.stdout.splitlines())
    found = {}
    for paragraph in done.stdout.strip().split("\n\n"):
        first, *lines = paragraph.splitlines()
        facts = found[first.split(":")[0]] = {}
        for line in lines:
            label = line[:16].strip() or label
            facts[label] = f"{facts.get(label, '')} {line[16:]}".strip()
    return found


def test_an_event_is_described_in_a_paragraph(bareprobe):
    """The text of the thesis's Appendix A for 03h, and the sources of 07h."""
    one = paragraphs(bareprobe, "data_read_miss")
    assert list(one) == ["data_read_miss"]
    facts = one["data_read_miss"]
    assert facts["code"] == "03h, counter 0 or 1; p54c, p55c"
    assert facts["Intel's name"] == "DATA_READ_MISS" and "cacheable or not" in facts["counts"]
    assert facts["not counted"] == "I/O, and the reads of a page walk"
    assert facts["unit"].startswith("an occurrence") and "ring 3" in facts["rings"]
    assert facts["errata"] == "of P5 and P54C: counts 2 on a misaligned access"
    assert "thesis (Appendix A)" in facts["sources"] and "they differ" not in facts
    snoops = paragraphs(bareprobe, "external_snoops")["external_snoops"]
    assert "Ralf Brown" in snoops["they differ"]
    stalls = paragraphs(bareprobe, "clocks_stalled*")
    assert len(stalls) == 3 and all(of["unit"] == "a duration, in clocks" for of in stalls.values())
    assert paragraphs(bareprobe, "time_stamp")["time_stamp"]["unit"] == "a duration, in clocks"


def test_paragraphs_of_other_families(bareprobe):
    l2_ld = paragraphs(bareprobe, "l2_ld", "--cpu", "p2")["l2_ld"]
    assert l2_ld["parts"] == ":m :e :s :i, default 0x0f" and "rings 1 to 3" in l2_ld["rings"]
    assert l2_ld["errata"] == "E53 of the Pentium III: wrong"
    described = paragraphs(bareprobe, "machine_clear", "--cpu", "p4")
    clear = described["machine_clear"]
    assert list(described) == ["machine_clear"] and "sources differ" in clear[":smclear"]
    assert clear["unit"].startswith("some parts are durations")
    loads = paragraphs(bareprobe, "memory_loads", "--cpu", "p4")["memory_loads"]
    assert loads["counted by"] == "front_end_event, tagged by uop_type"


def test_every_event_of_the_p5_says_what_it_counts(bareprobe):
    described = paragraphs(bareprobe, "*")
    assert {name for _, name, _ in table_events()} < set(described)
    assert all(facts["counts"] for facts in described.values())


def test_reserved_codes_are_described(bareprobe):
    reserved = paragraphs(bareprobe, "reserved_10h")
    assert list(reserved) == ["reserved_10h"]
    assert reserved["reserved_10h"]["counts"] == "unknown: Intel reserves this code"
    assert "descriptor cache" in reserved["reserved_10h"]["they differ"]
    assert "reserved" not in bareprobe("list", "events").stdout
    # Every code of six bits is an event's or reserved: 4 + 22 on a P54C (thesis, Table 2.3).
    listed = bareprobe("list", "events", "reserved", "-v").stdout
    assert len(re.findall(r"^  code .*p54c", listed, re.M)) == 64 - 38
    assert list(paragraphs(bareprobe, "r10")) == list(paragraphs(bareprobe, "0x10")) == [
        "reserved_10h"]


def test_cesr_of_a_pentium(bareprobe):
    """The bits of the thesis's Figure 2.1 and Table 2.2: 03h | 010b << 6 in bits 15 to 0, 12h |
    011b << 6 above."""
    done, lines = registers(bareprobe, "data_read_miss:u,branches")
    assert done.returncode == 0 and lines[0] == ["CESR (MSR 11) = 0x00d20083"]
    assert lines[3:6] == [["5-0", "ES0", "0x03", "data_read_miss"],
                          ["8-6", "CC0", "010", "counts the event in ring 3"],
                          ["9", "PC0", "0", "pin PM0 signals each increment"]]
    assert lines[6:8] == [["21-16", "ES1", "0x12", "branches"],
                          ["24-22", "CC1", "011", "counts the event in all rings"]]
    # The thesis's Figure B.1: data_read_miss in ring 3, data_read in rings 0 to 3 would be 00c0;
    # p5montest wrote 00800083.
    assert registers(bareprobe, "data_read_miss:u,data_read:u")[1][0] == [
        "CESR (MSR 11) = 0x00800083"]
    assert registers(bareprobe, "clocks:k", "--cpu", "p54c")[1][0] == [
        "CESR (MSR 11) = 0x00000140"]
    assert registers(bareprobe, "r10:u", "--cpu", "p5")[1][3][3] == "reserved_10h"
    # Each event of the P55C's pair has its counter, in any order.
    for pair in ("bus_ownership_transfers,bus_ownership_latency", "0x2a"):
        assert registers(bareprobe, pair, "--cpu", "p55c")[1][0] == [
            "CESR (MSR 11) = 0x00ea00ea"]
    done, lines = registers(bareprobe, "branches,data_read,data_write")
    assert lines[0] == ["2 passes, because there are 2 counters"] and lines.count(["pass 2"]) == 1


def test_selectors_of_p6_and_k7(bareprobe):
    """Event C0h (SDM volume 3, Table 19-37; AMD 22007), USR bit 16, OS bit 17, EN bit 22."""
    _, lines = registers(bareprobe, "instructions:u", "--cpu", "p6")
    assert lines == [["EVNTSEL0 (MSR 186) = 0x004100c0",
                      "inst_retired, rings 1 to 3; starts both counters"]]
    _, lines = registers(bareprobe, "l2_ld:mes,resource_stalls:c=1:e:k", "--cpu", "p2")
    assert lines[1] == ["EVNTSEL1 (MSR 187) = 0x010600a2", "resource_stalls:c=1:e=1, ring 0"]
    _, lines = registers(bareprobe, "instructions,clocks", "--cpu", "k7")
    assert [line[0] for line in lines] == ["EVNTSEL0 (MSR c0010000) = 0x004300c0",
                                           "EVNTSEL1 (MSR c0010001) = 0x00430076"]


def registers(bareprobe, *arguments):
    done = bareprobe("list", "registers", *arguments)
    return done, [re.split(r"  +", line.strip()) for line in done.stdout.splitlines()]


def test_registers_of_the_pentium_4(bareprobe):
    """The values are published: the table in pmc/netburst/README.md; perfex's command prints the
    same."""
    done, lines = registers(bareprobe, "x87_fp_retired:u,1stL_cache_load_miss_retired:uk", "-v")
    assert done.returncode == 0 and lines == [
        ["counter", "CCCR", "in", "ESCR", "counts"],
        ["8", "0x00033000", "FIRM_ESCR0", "0x09000034", "tags for x87_fp_retired:u"],
        ["12", "0x0003b000", "CRU_ESCR2", "0x18000204", "x87_fp_retired:u"],
        ["14", "0x0003b000", "CRU_ESCR3", "0x1200020c", "1stl_cache_load_miss_retired:uk"],
        ["PEBS_ENABLE 0x01000001, PEBS_MATRIX_VERT 0x1"],
        ["perfex -e 0x33000/0x9000034@0x8 -e 0x3b000/0x18000204@0xc -e 0x3b000/0x1200020c@0xe "
         "--p4pe=0x1000001 --p4pmv=0x1"]]
    done, lines = registers(bareprobe, "ioq_active_entries:own")
    assert lines[-1] == ["FSB_ESCR0", "0x0640000c", "must have the same value"]


def test_registers_with_hyper_threading(bareprobe):
    """The command that is printed is accepted again. ESCR bit 0 is ring 3 of the second logical
    processor; an event that cannot tell the two apart has no such bit."""
    done = bareprobe("list", "registers", "--cpu", "northwood+ht", "-v", "instr_retired:u1")
    registers_as_perfex = re.search(r"^perfex -e (.*)$", done.stdout, re.M)[1]
    assert registers_as_perfex == "0x39000/0x4000601@0xc"
    again = bareprobe("list", "registers", "--cpu", "northwood+ht", "-v", registers_as_perfex)
    assert again.returncode == 0 and f"perfex -e {registers_as_perfex}\n" in again.stdout
    refused = bareprobe("list", "registers", "--cpu", "northwood+ht", "page_walk_type:dtmiss:u1")
    assert refused.returncode == 2 and "counts both logical processors together" in refused.stderr
    run = bareprobe("run", "--cpu", "northwood", "-b", "thesis/hello", "-e", "instr_retired:u1")
    assert run.returncode == 2 and "this processor has no Hyper-Threading" in run.stderr
    run = bareprobe("run", "--cpu", "northwood+ht", "-b", "thesis/hello")
    assert run.returncode == 2 and "use northwood, or --serial" in run.stderr


def test_registers_in_several_passes_and_wrong_ones(bareprobe):
    three = "instr_retired,uops_retired,mispred_branch_retired"
    done, lines = registers(bareprobe, three, "--cpu", "prescott")
    assert lines[0] == ["2 passes (lower bound: 2), because mispred_branch_retired:uk does not "
                        "fit; CRU_ESCR0 is used by instr_retired:uk; CRU_ESCR1 is used by "
                        "uops_retired:uk"]
    assert ["pass 1"] in lines and ["pass 2"] in lines
    for arguments, word in (
            (["branch_retird:u"], "did you mean branch_retired?"),
            (["instr_retired:foo"], "instr_retired:foo: ':foo' is not allowed"),
            (["instr_retired,"], "'' is not an event"),
            (["instr_retired:cascade"], "no event before it can start it"),
            (["instr_completed", "--cpu", "northwood"], "needs model 3 (Prescott) or later"),
            (["0x35000/0x04000205@14"], "0x00035000/0x04000405 is meant"),
            ([], "no events given; separate events by commas"),
            ([""], "no events given; separate events by commas"),
            (["instr_retired", "--cpu", "p3"], "only a processor of the family p4 counts it"),
            (["branches", "--cpu", "all"], "'all' is not one processor"),
            (["r12", "--cpu", "p54c"], "'r12' is not an event"),  # 12h has a name
            (["time_stamp", "--cpu", "p5"], "needs no other register")):
        done, _ = registers(bareprobe, *arguments)
        assert done.returncode == 2 and word in done.stderr and not done.stdout, arguments
    done, lines = registers(bareprobe, "0x39000/0x0200020A@14", "--cpu", "northwood+ht")
    assert lines[1][-1] == "uops_retired:k:k1@14"
    assert "0x0027b000/0x0c001804 is meant" in done.stderr


def test_recipes_for_the_pentium_4_can_be_asked_for(bareprobe):
    text = (ROOT / "pmc/netburst/README.md").read_text()
    recipes = re.findall(r"`([a-z0-9]\w+(?::[\w+=]+)*)`", text[text.index("## What to ask for"):
                                                            text.index("## Where sources differ")])
    assert len(recipes) > 40
    done = bareprobe("list", "registers", ",".join(recipes), "--cpu", "prescott")
    assert done.returncode == 0, done.stderr
    for recipe in recipes:
        assert re.search(rf"  {recipe.split(':')[0]}(:|$)", done.stdout, re.M), recipe


def test_what_is_held_against_what_are_events():
    """Ratios and shares of probes refer to events by name, which no compiler checks."""
    for family in ("p5", "p6", "k7"):
        names = {name for _, name, *_ in table_events()} if family == "p5" else \
            {name for _, name in defined(family)}
        said = (ROOT / "pmc" / family / f"{family}_ratios.def").read_text()
        if family == "p5":
            said += (ROOT / "pmc/p5/probe_shares.def").read_text()
        held = re.findall(r"^(?:RATIO\((\w+), (\w+)|PROBE_SHARE\((\w+))", said, re.M)
        assert len(held) > 10
        for name in sum(held, ()):
            assert not name or name in names, f"{family}: {name}"


def test_patterns(bareprobe):
    def names(*arguments):
        return {row[1] for row in rows(bareprobe("list", "events", *arguments))}
    assert {"data_read_miss", "code_cache_miss"} < names("MISS")
    assert "data_read" in names("data_read*") and "misaligned" not in names("data_read*")
    assert names("*read") >= {"data_read", "code_read"}
    assert names("DATA_READ") >= {"data_read", "data_read_miss"}
    assert names("0x12") == names("r12") == {"branches"} and "data_read" in names("read")
    assert names("0xc0", "--cpu", "p6") == names("RC0", "--cpu", "p6") == {"inst_retired"}
    none = bareprobe("list", "events", "nosuch")
    assert none.returncode == 2 and "none of the events matches 'nosuch'" in none.stderr
    assert not none.stdout


def test_groups_are_those_of_the_kernel(bareprobe, vpentium, records):
    done = bareprobe("list", "groups")
    members = {}
    for line in done.stdout.splitlines()[1:]:
        if not line.startswith(" "):
            group = line.split()[0]
        members.setdefault(group, []).append(line.removeprefix(group).split()[0])
    assert "bank_conflicts" in members["stall"] and "bank_conflicts" in members["pipe"]
    run = vpentium("command=thesis/program1 events=branch repetitions=1 report=records "
                   "exit=qemu")
    counted = {record["event"] for record in records(run.stdout) if record["ev"] == "result"}
    assert counted and counted <= set(members["branch"])


def test_benches_are_those_that_the_kernel_runs(bareprobe, vpentium, records):
    run = vpentium("command=apps/*,thesis/* events=branches repetitions=1 "
                   "skip_initialization_run=yes report=records exit=qemu")
    ran = [record for record in records(run.stdout) if record["ev"] == "bench"]
    texts = {record["bench"].split(":")[0]: record["text"] for record in ran}
    memory = {record["bench"].split(":")[0]: f"{record['memory_kb']} KB" for record in ran}
    listed = rows(bareprobe("list", "benches"))
    assert len(listed) == int(records(run.stdout)[0]["benches"])
    same = [row for row in listed if row[0].split("/")[0] in ("apps", "thesis")]
    assert [row[0] for row in same] == list(texts)
    assert [row[1] for row in same] == list(texts.values())
    said = {row[0]: row[2] for row in same if len(row) > 2 and row[2].endswith(" KB")}
    assert said == {name: memory[name] for name in said} != {}
    assert rows(bareprobe("list", "benches", "program1"))[0][0] == "thesis/program1"
    tested = rows(bareprobe("list", "benches", "--kernel", BUILD / "bareprobe-test.elf"))
    assert len(tested) > len(listed)


@pytest.mark.parametrize("image, said", [
    ("absent", "absent: not a kernel image: No such file"),
    ("text", "text: not a kernel image: "),
    (BUILD / "vpentium", "not a kernel image"),
    (BUILD / "differential.elf", "it has no table of benchmarks"),
])
def test_images_without_benchmarks(bareprobe, tmp_path, image, said):
    (tmp_path / "text").write_text("no image\n")
    done = bareprobe("list", "benches", "--kernel", image)
    assert done.returncode == 2 and said in done.stderr


def test_a_cut_image_is_refused(bareprobe, tmp_path):
    whole = (BUILD / "bareprobe.elf").read_bytes()
    for length in range(0, len(whole), len(whole) // 40):
        (tmp_path / "cut.elf").write_bytes(whole[:length])
        done = bareprobe("list", "benches", "--kernel", "cut.elf")
        assert done.returncode == 2 and "cut.elf: not a kernel image" in done.stderr


def test_metrics(bareprobe):
    listed = bareprobe("list", "metrics", "-v", "cpi")
    assert "CPI" in listed.stdout and "count_clocks" in listed.stdout
    assert "pairs" in bareprobe("list", "metrics").stdout


# Intel's optimization manual (248966, Table B-1), with its names of events and parts, and the
# tagged events of the SDM's Tables 19-31 to 19-33: the expected definitions of the metrics. On the
# Prescott of settings() `instructions` is instr_completed (SDM, Table 19-30).
RECIPES = {
    "p4": ["global_power_events:running", "time_stamp", "instr_completed:nbogus",
           "uops_retired:nbogus", "uops_retired:bogus", "uops_retired:nbogus+bogus",
           "branch_retired:mmnp+mmnm+mmtp+mmtm", "mispred_branch_retired:nbogus",
           "bpu_fetch_request:tcmiss", "1stl_cache_load_miss_retired",
           "2ndl_cache_load_miss_retired"],
    "p4_clocks": ["global_power_events:running", "instr_retired:thr=15:cmpl"],
    "p4_completed": ["global_power_events", "instr_completed:nbogus", "instr_retired"],
    "p4_uops": ["uop_queue_writes:from_tc_deliver", "uop_queue_writes:from_tc_build",
                "uop_queue_writes:from_rom",
                "uop_queue_writes:from_tc_build+from_tc_deliver+from_rom", "uops_retired:nbogus",
                "tc_ms_xfer:cisc", "instr_completed"],
    "p4_front_end": ["tc_deliver_mode:dd+db+di", "tc_deliver_mode:bb+bd+bi",
                     "tc_deliver_mode:dd+bd+id", "tc_deliver_mode:bb+db+ib",
                     "bpu_fetch_request:tcmiss", "itlb_reference:miss", "itlb_reference:hit+miss",
                     "page_walk_type:itmiss", "global_power_events", "uops_retired",
                     "instr_completed"],
    "p4_branch": ["branch_retired", "instr_completed", "mispred_branch_retired",
                  "tagged_mispred_branch",
                  *(f"{event}:{kind}" for event in ("retired_branch_type",
                                                    "retired_mispred_branch_type")
                    for kind in ("conditional", "call", "return", "indirect",
                                 "conditional+call+return+indirect"))],
    "p4_memory": ["memory_loads", "memory_stores", "1stl_cache_load_miss_retired",
                  "2ndl_cache_load_miss_retired", "dtlb_load_miss_retired",
                  "dtlb_store_miss_retired", "dtlb_all_miss_retired", "page_walk_type:dtmiss",
                  "memory_cancel:64k_conf", "instr_completed"],
    "p4_replay": ["load_port_replay:split_ld", "store_port_replay:split_st", "split_load_retired",
                  "split_store_retired", "mob_load_replay:partial_data+unalgn_addr",
                  "mob_load_replay_retired", "memory_loads", "memory_stores", "instr_completed"],
    "p4_cache": ["bsq_cache_reference:rd_2ndl_hits+rd_2ndl_hite+rd_2ndl_hitm",
                 "bsq_cache_reference:rd_2ndl_miss", "bsq_cache_reference:wr_2ndl_miss",
                 "bsq_cache_reference:rd_3rdl_hits+rd_3rdl_hite+rd_3rdl_hitm",
                 "bsq_cache_reference:rd_3rdl_miss"],
    "p4_bus": [*(f"ioq_allocation:{kind}+mem_uc+mem_wc+mem_wt+mem_wp+mem_wb+own{more}:e"
                 for kind, more in (("reqa0+all_read+all_write", "+prefetch"),
                                    ("reqa0+all_read+all_write", ""),
                                    ("reqa0+all_read", "+prefetch"), ("reqa0+all_write", ""))),
               "fsb_data_activity:drdy_drv+drdy_own:e", "instr_retired:c=16:i", "instr_completed",
               "wc_buffer:wcb_evicts", "wc_buffer:wcb_full_evict"],
    "p4_fp": ["x87_fp_retired", "scalar_sp_retired", "scalar_dp_retired", "packed_sp_retired",
              "packed_dp_retired", "64_bit_mmx_retired", "128_bit_mmx_retired",
              "x87_simd_memory_moves_retired", "uops_retired"],
    "p4_stalls": ["resource_stall:sbfull", "resource_stall:sbfull:c=1:e", "machine_clear:clear",
                  "machine_clear:clear:e:thr=0", "machine_clear:moclear", "machine_clear:smclear",
                  "global_power_events", "instr_completed"],
}


def test_words_that_mean_the_same_everywhere_have_registers(bareprobe):
    """`instructions` is instr_completed from model 3 on (ESCR event 07h, part 0) and instr_retired
    before (02h, parts 0 and 1): SDM, Tables 19-29 and 19-30."""
    for cpu, escr, name in (("prescott", "0x0e000204", "instr_completed"),
                            ("northwood", "0x04000604", "instr_retired"),
                            ("willamette", "0x04000604", "instr_retired")):
        text = bareprobe("list", "registers", "instructions:u,clocks", "--cpu", cpu).stdout
        assert re.search(rf"{escr}  {name}:u$", text, re.M) and "global_power_events" in text


def settings(bareprobe, events):
    """Returns the CCCR and ESCR of each event, and those of its tagging event, in one set. An event
    that only tags is counted if another one then needs no more registers."""
    done = bareprobe("list", "registers", events, "--cpu", "prescott")
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"(0x\w{8})  \S+ +(0x\w{8})", done.stdout)) | set(
        re.findall(r"PEBS_ENABLE (\w+), PEBS_MATRIX_VERT (\w+)", done.stdout))


@pytest.mark.parametrize("group", RECIPES)
def test_metrics_of_the_pentium_4_are_made_of_its_events(bareprobe, group):
    """Each event of each file is one of pmc/netburst, and together they have the values of the
    recipe's, whose parts are given one by one."""
    listed = bareprobe("list", "metrics", group, "-v", "--cpu", "p4").stdout
    events = re.search(rf"^{group} \(.*\), from (.*)$", listed, re.M)[1].split(", ")
    assert len(events) == len(set(events)) == len(RECIPES[group])
    events = [event for event in events if event != "time_stamp"]
    recipe = [event for event in RECIPES[group] if event != "time_stamp"]
    assert settings(bareprobe, ",".join(events)) == settings(bareprobe, ",".join(recipe))


def test_each_file_of_metrics_for_the_pentium_4_is_held_to_a_recipe():
    assert {path.stem for path in (ROOT / "host/data/metrics/p4").glob("*.metric")} == set(RECIPES)


def test_metrics_that_a_processor_has_the_events_of(bareprobe):
    def groups(cpu):
        return set(re.findall(r"^(\w+) ", bareprobe("list", "metrics", "--cpu", cpu).stdout, re.M))
    everywhere = {"group", "branch", "cpi"} # of words that mean the same on all processors
    assert groups("p4") - everywhere == set(RECIPES)
    assert groups("northwood") - everywhere == set(RECIPES) - {"p4_completed"}
    # "uops an instruction" in p4 is of events that a P6 has too.
    assert {"p6", "cpi"} <= groups("p3") and not groups("p3") & (set(RECIPES) - {"p4"})
    assert "stalls" in groups("p5") and not groups("p5") & ({"p6", "k7"} | set(RECIPES))
    assert groups("all") >= {"stalls", "p6", "k7"} | set(RECIPES)
    wrong = bareprobe("list", "metrics", "--cpu", "p44")
    assert wrong.returncode == 2 and "'p44' is not a processor" in wrong.stderr


def test_metrics_of_ones_own_name_events_in_quotes(bareprobe, tmp_path):
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics/own.metric").write_text(
        'SHORT Mine\nMETRICS\nboth [%] = 100 * "tc_deliver_mode:di+dd" / global_power_events\n')
    assert "tc_deliver_mode:dd+di, global_power_events" in bareprobe("list", "metrics", "-v",
                                                                     "own").stdout
    (tmp_path / "metrics/own.metric").write_text(
        'SHORT Mine\nMETRICS\nboth [%] = 100 * tc_deliver_mode:di+dd / global_power_events\n')
    wrong = bareprobe("list", "metrics", "-v", "own").stderr
    assert "metrics/own.metric:3:33: a name followed by ':' must be quoted" in wrong


def test_metrics_over_what_a_pentium_4_counted(bareprobe, write_run):
    """60 of 80 clocks are 75 %; 8 of 40 hits and misses are 20 %. Parts of the code TLB's event
    have the names of results: hit_uc is also a default part, so the two have to be named."""
    write_run("run.log",
              *(result_record(count, event=event, code=code) for event, code, count in (
                  ("tc_deliver_mode:dd+db+di", "0x1", 60), ("global_power_events", "0x13", 80),
                  ("itlb_reference:hit+miss", "0x18", 40), ("itlb_reference:miss", "0x18", 8))))
    shown = bareprobe("show", "-m", "p4_front_end", "run.log").stdout
    assert re.search(r"region 0 +75\.00 +n/a +n/a +n/a +n/a +20\.00 +n/a$", shown, re.M), shown


@pytest.mark.full
def test_metrics_of_the_pentium_4_in_the_virtual_one(bareprobe):
    """Program 1 retires 305 instructions, 100 of them branches: 32.79 per hundred. Its clocks by
    the time stamp, which all rings share, are printed next to those of ring 0."""
    done = bareprobe("run", "--cpu", "northwood", "--mhz", "1300", "-b", "thesis/program1", "-g",
                     "p4,p4_branch", "-r", "2", "--no-log")
    assert done.returncode == 0, done.stdout + done.stderr
    shown = bareprobe("show", "-m", "p4_branch", "last").stdout
    assert re.search(r"region 0 +32\.79 ", shown), shown
    cpi, stamped = re.search(r"region 0 +(\d\.\d\d) +(\d\.\d\d) ",
                             bareprobe("show", "-m", "p4", "last").stdout).groups()
    assert 0.3 < float(cpi) <= float(stamped) + 0.02


def test_everything_and_what_is_meant(bareprobe):
    done = bareprobe("list", "branch")
    assert done.returncode == 0 and "btb" in done.stdout.lower() and "group" in done.stdout
    typed = bareprobe("list", "evnets")
    assert typed.returncode == 2 and "did you mean events?" in typed.stderr
    assert bareprobe("list", "events", "a", "b").returncode == 2
    assert bareprobe("list", "events", "--deleted").returncode == 2


def test_runs(bareprobe, write_run):
    write_run("a.log", result_record(), when=1_000_000_000)  # 2001-09-09 01:46:40 UTC
    bareprobe("import", "a.log")
    header, row = bareprobe("list", "runs", "-v").stdout.splitlines()
    assert header.split() == ["run", "time", "platform", "processor", "build", "results", "state",
                              "settings", "log"]
    assert row.split() == ["1", "2001-09-09", "01:46", "silicon", "Pentium", "1.0", "1", "ok",
                           "events=all", "a.log"]
    assert bareprobe("list", "runs", "emulator").returncode == 2
    assert bareprobe("list", "runs", "silicon").returncode == 0
