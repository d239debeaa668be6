# SPDX-License-Identifier: MIT
"""`bareprobe experiments` in the virtual Pentium 4: exact counts, and the files of a job."""
import os
import pathlib
import pty
import re
import subprocess
import tty

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

# bench/thesis/program1.asm derives region 0: 305 instructions and 100 branches; PUSH writes once
# and LEAVE reads once. There is no x87 instruction.
KNOWN = {("retired", "instructions"): 305, ("retired", "branches"): 100, ("retired", "loads"): 1,
         ("tagged", "x87"): 0, ("tagged", "stores"): 1}

FILE = """<?xml version="1.0"?>
<exp_config>
  <processor type="pentium4"/>
  <programs> <one command="./bin/program1"/> </programs>
  <experiments>
    <default> <set> <usr/> </set> </default>
    <retired>
      <instructions base="instr_retired"> <set> <nbogusntag/> <nbogustag/> </set> </instructions>
      <branches base="branch_retired"> <set> <mmnp/> <mmnm/> <mmtp/> <mmtm/> </set> </branches>
      <loads base="loads_retired"/>
    </retired>
    <tagged>
      <x87 base="x87_fp_retired"/>
      <stores base="stores_retired"/>
    </tagged>
  </experiments>
</exp_config>
"""

NAMES = {"retired": ["instructions", "branches", "loads"], "tagged": ["x87", "stores"]}


@pytest.fixture(name="measured", scope="module")
def fixture_measured(tmp_path_factory):
    """measured(*options): the directory with mine.xml, whose subdirectory out/ has the results."""
    def measure(*options, text=FILE):
        folder = tmp_path_factory.mktemp("experiments")
        (folder / "mine.xml").write_text(text)
        done = subprocess.run([BUILD.resolve() / "bareprobe", "experiments", "mine.xml", "--outdir",
                               "out", "--no-store", *options], cwd=folder, text=True,
                              capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return folder, done
    return measure


@pytest.fixture(name="regions", scope="module")
def fixture_regions(measured):
    return measured("--iters", "2", "use_assembly_regions=yes")


@pytest.fixture(name="whole", scope="module")
def fixture_whole(measured):
    return measured()


def table(text):
    lines = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def test_counts_are_known(regions):
    folder, done = regions
    rows = table((folder / "out" / "events_counts.mine.txt").read_text())
    assert rows == table(done.stdout)
    counts = {(row["experiment"], row["event"], int(row["iteration"])): int(row["count"])
              for row in rows}
    assert counts == {(*event, iteration): count for event, count in KNOWN.items()
                      for iteration in (1, 2)}
    assert {(row["program"], row["benchmark"], row["region"]) for row in rows} == {
        ("one", "thesis/program1", "0")}


def test_progress_is_told(regions):
    lines = [line.split(": ", 1)[1] for line in regions[1].stderr.splitlines()]
    assert [line for line in lines if line.startswith("job ")] == [
        "job 1 of 2: one (thesis/program1) with retired",
        "job 2 of 2: one (thesis/program1) with tagged"]


CASCADE = re.sub("<retired>.*</tagged>", """<e1>
      <first base="branch_retired"> <set> <mmnp/> <mmnm/> <mmtp/> <mmtm/> </set>
        <counter val="-{}"/> </first>
      <second base="branch_retired"> <set> <mmnp/> <mmnm/> <mmtp/> <mmtm/> <cascade/> </set>
      </second> </e1>""", FILE, flags=re.S)


@pytest.mark.full
def test_a_cascade(measured):
    """The first counter overflows with its 60th or its 99th branch and starts the second one, which
    then counts 39 fewer. Each iteration begins with the start values."""
    found = []
    for after in (60, 99):
        folder, done = measured("--iters", "2", text=CASCADE.replace("{}", str(after)))
        rows = table((folder / "out" / "events_counts.mine.txt").read_text())
        counts = [int(row["count"]) for row in rows if row["event"] == "second"]
        assert len(counts) == 2 and counts[0] == counts[1]
        assert {row["count"] for row in rows if row["event"] == "first"} == {"100"}
        assert f"overflows with event {after}" in (folder / "out/summary.mine.txt").read_text()
        assert "corrected" not in done.stderr
        found.append(counts[0])
    assert found[0] - found[1] == 39 and found[1] > 0


@pytest.mark.full
def test_each_job_has_its_files(whole):
    folder, _ = whole
    assert (folder / "out" / "exp_config.txt").read_text() == FILE
    built_in = subprocess.run([BUILD / "bareprobe", "experiments", "--write-config"],
                              capture_output=True, text=True, check=True).stdout
    assert (folder / "out" / "emon_config.txt").read_text() == built_in
    summaries = ""
    for experiment in NAMES:
        stem = f"job.one.{experiment}"
        job = folder / "out" / stem
        assert {path.name for path in job.iterdir()} == {
            *(f"{stem}.{suffix}" for suffix in ("abyss_input.txt", "raw.txt", "delta.txt",
                                                "time.txt", "counts.log", "rates.log")),
            "summary.mine.txt"}
        summaries += (job / "summary.mine.txt").read_text()
    assert (folder / "out" / "summary.mine.txt").read_text() == summaries
    assert "0x36e" in summaries or "0x36c" in summaries  # a CCCR by its address


def numbers(path):
    lines = path.read_text().splitlines()
    assert lines[0] == "# thesis/program1"
    return lines[1].split()[1:], [[float(word) for word in line.split()] for line in lines
                                  if not line.startswith("#")]


@pytest.mark.full
def test_raw_adds_up_what_delta_has(whole):
    """Rows are ticks. The last raw row is at least the count without ticks, because it includes the
    probes of the ticks."""
    folder, done = whole
    counted = {(row["experiment"], row["event"]): float(row["count"])
               for row in table(done.stdout)}
    for experiment, names in NAMES.items():
        job = folder / "out" / f"job.one.{experiment}"
        head, raw = numbers(job / f"job.one.{experiment}.raw.txt")
        assert head == ["sample", "tsc", *names]
        head, delta = numbers(job / f"job.one.{experiment}.delta.txt")
        assert head == ["sample", "raw_tsc", *names]
        assert [row[:2] for row in raw] == [row[:2] for row in delta]
        for column, name in enumerate(names, 2):
            total = 0
            for raw_row, delta_row in zip(raw, delta):
                total += delta_row[column]
                assert raw_row[column] == total
            assert raw[-1][column] >= counted[experiment, name], name


def test_iterations_add_up_in_raw(regions):
    """Without ticks there is one row per iteration, also for regions: twice 305 instructions, 100
    branches."""
    job = regions[0] / "out" / "job.one.retired"
    rows = {}
    for suffix in ("raw", "delta"):
        lines = (job / f"job.one.retired.{suffix}.txt").read_text().splitlines()
        assert lines[0] == "# thesis/program1, region 0"
        rows[suffix] = [line.split() for line in lines if not line.startswith("#")]
    assert rows["raw"] == [["1", "nan", "305", "100", "1"], ["2", "nan", "610", "200", "2"]]
    assert rows["delta"] == [["1", "nan", "305", "100", "1"], ["2", "nan", "305", "100", "1"]]


def test_registers_are_written_in_the_order_that_the_processor_wants(whole):
    """ESCRs (3A0h to 3E1h) and counters (300h to 311h) are written before CCCRs (360h to 371h)."""
    text = (whole[0] / "out/job.one.tagged/job.one.tagged.abyss_input.txt").read_text()
    written = [int(address, 16) for address in re.findall(r"^write (0x\w+)", text, re.M)]
    kinds = ["escr" if address >= 0x3A0 else "cccr" if address >= 0x360 else "counter"
             for address in written]
    assert kinds == sorted(kinds, key=["escr", "counter", "cccr"].index)
    assert kinds.count("cccr") == kinds.count("counter") == 4  # two count, two tag
    assert re.findall(r"^read +\w+ (\w+)$", text, re.M) == NAMES["tagged"]
    assert re.findall(r"^tags +\w+ (\w+)$", text, re.M) == ["x87_fp_uop", "uop_type"]


@pytest.fixture(name="own", scope="module")
def fixture_own(measured, tmp_path_factory):
    """A run with two events of a configuration file. Select 6 in CRU_ESCR2 and 3 is
    branch_retired, independent of its name. No document has `secret`."""
    config = (ROOT / "tests/data/experiments/own_config.xml").read_text().replace(
        "<normal_events>", "<normal_events><jumps><event_select>6</event_select><event_mask>"
        '<not_taken bits="9"/><missed bits="10"/><taken bits="11"/><wrong bits="12"/></event_mask>'
        "<escr>cru_escr2</escr><escr>cru_escr3</escr></jumps>")
    path = tmp_path_factory.mktemp("own") / "own.xml"
    path.write_text(config)
    text = re.sub(r"<retired>.*</tagged>", "<mine><jumps base='jumps'><set><not_taken/><missed/>"
                  "<taken/><wrong/></set></jumps><secret base='secret'><set><first/></set></secret>"
                  "</mine>", FILE, flags=re.S)
    return measured("--config", path, "use_assembly_regions=yes", "privilege=user", text=text)


@pytest.mark.full
def test_an_event_by_a_name_of_ones_own(own):
    assert [row["count"] for row in table(own[1].stdout) if row["event"] == "jumps"] == ["100"]


@pytest.mark.full
def test_an_event_that_no_document_has(own):
    """Its registers are still written. If the model does not count the event, no number is
    invented."""
    folder, done = own
    assert [row["count"] for row in table(done.stdout) if row["event"] == "secret"] == [
        "unsupported"]
    assert "write 0x3b8 0x54000204 " in (
        folder / "out/job.one.mine/job.one.mine.abyss_input.txt").read_text()


@pytest.mark.parametrize("kind, base, words", fast_cases(0, [
    ("imprecise", "instr_retired", "by a counter's overflow, every 1009 instr_retired"),
    ("precise", "loads_retired", "stored by the processor, every 1009 memory_loads")]))
def test_samples(measured, kind, base, words):
    """Each sample has an address. The number of samples is the requested one, or up to one
    repetition more: 39,195 instructions are 38 samples of 1009."""
    parts = "" if kind == "precise" else "<set><nbogusntag/><nbogustag/></set>"
    event = (f"<mine><e base='{base}'>{parts}<ebs type='{kind}' interval='1009' sample='E' "
             "buffer='7' max='50'/></e></mine>")
    text = re.sub("<retired>.*</tagged>", event, FILE, flags=re.S).replace(
        "./bin/program1", "apps/sort:variant=radix")
    folder, done = measured(text=text)
    assert done.stderr.count('<ebs buffer="7">: ignored; samples stay in the kernel') == 1
    lines = (folder / "out/job.one.mine/job.one.mine.ebs_samples.txt").read_text().splitlines()
    assert lines[0].startswith(f"# apps/sort:variant=radix: {words}")
    samples = int(re.search(r", (\d+) samples, 0 lost$", lines[0])[1])
    assert 50 <= samples <= 50 + 40
    assert sum(int(line.split()[1]) for line in lines[2:]) == samples


@pytest.mark.full
def test_samples_with_all_registers(measured):
    """sample="A": each sample has its registers, the instruction that caused it, its data and the
    variable. The program has 10,000 loads and two more: 198 samples."""
    text = re.sub("<retired>.*</tagged>", """<e1> <loads base="loads_retired">
      <ebs type="precise" interval="101" sample="A" max="100"/> </loads> </e1>""", FILE, flags=re.S)
    folder, _ = measured("--kernel", BUILD.resolve() / "bareprobe-test.elf", "--bench",
                         "sample/variables", text=text)
    path, = (folder / "out").glob("*/*.ebs_samples.txt")
    _, head, *rows = [line.split() for line in path.read_text().splitlines()]
    assert head[1:] == ["address", "eflags", "eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp",
                        "instruction", "data", "variable"]
    assert len(rows) >= 100 and {len(row) for row in rows} == {13}
    often = [row for row in rows if row[12] == "sampled_often"]
    assert 0.55 < len(often) / len(rows) < 0.65
    assert len({row[11] for row in often}) == 3
    for row in rows:
        assert int(row[10], 16) < int(row[0], 16) < int(row[10], 16) + 16


def boot(settings, port):
    """Boots a machine with these settings in its boot menu and connects its output to that end of
    the line."""
    said = subprocess.run([BUILD / "vpentium", "-kernel", BUILD / "bareprobe.elf", "-cpu",
                           "northwood", "-append", f"{settings} exit=qemu"], check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60).stdout
    while said:
        said = said[os.write(port, said):]


@pytest.mark.full
def test_a_box_that_boots_for_each_job(whole, tmp_path):
    """The tool prints the settings to type at the machine's boot menu for each job. The counts and
    files must equal those of the virtual machine."""
    port, line = pty.openpty()
    tty.setraw(line)
    (tmp_path / "mine.xml").write_text(re.sub("<tagged>.*</tagged>", "", FILE, flags=re.S))
    boots = 0
    with subprocess.Popen([BUILD.resolve() / "bareprobe", "experiments", "mine.xml", "--outdir",
                           "out", "--no-store", "--timeout", "60", "--serial", os.ttyname(line)],
                          cwd=tmp_path, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as measuring:
        for told in measuring.stderr:
            if asked := re.search(r"waiting for the machine on /dev/pts/\d+ to boot; enter these "
                                  "settings in its boot menu: (.*)$", told):
                boots += 1
                boot(asked[1], port)
        printed = measuring.stdout.read()
    os.close(port)
    os.close(line)
    assert (measuring.returncode, boots) == (0, 2)  # counts, and the counters over time

    def counts(text):
        return [row for row in table(text) if row["experiment"] == "retired"
                and row["event"] != "tsc"]
    assert counts(printed) == counts(whole[1].stdout) and len(counts(printed)) == 3

    def files(folder):
        return {path.relative_to(folder) for path in folder.rglob("*retired*")}
    assert files(tmp_path) == files(whole[0])
