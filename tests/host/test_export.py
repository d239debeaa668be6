# SPDX-License-Identifier: MIT
"""`bareprobe export`: each format is read by its tool, or validated against its schema."""
import csv
import io
import json
import math
import os
import pathlib
import re
import stat
import subprocess
import xml.etree.ElementTree

import jsonschema
import pytest

from logs import log_text, start_records

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SCHEMAS = pathlib.Path(__file__).parent / "schemas"
HEADER = ("bench,region,event,unit,n,mean,sd,ci95_lo,ci95_hi,min,median,max,entries,overhead,"
          "status,platform")
FORMATS = ["csv", "ndjson", "gbench", "perf-json", "perf-csv", "bmf", "likwid-csv", "p5mon",
           "callgrind", "folded", "speedscope", "gnuplot", "junit"]

# Two-sided quantiles of Student's t for 4 degrees of freedom, from a table.
T_95, T_99 = 2.776445105, 4.604094871
CODES = {"branches": "0x12", "data_read": "0x00", "data_read_miss": "0x03",
         "count_clocks": "0x100", "time_stamp": "0x101"}


def record(bench, region, event, samples=None, *, entries=1, overhead=0, ring="kernel",
           state="warm", ablate="none", name=None, level=95, status="ok", exits=None):
    """Returns a result record with all numbers computed from its five samples; without samples, one
    that has no number."""
    text = (f"ev=result bench={bench} region={region} "
            + (f'region_name="{name}" ' if name else "")
            + f"event={event} code={CODES[event]} counter=0 ring={ring} state={state} "
            f"ablate={ablate} ")
    if samples:
        n, mean = len(samples), sum(samples) / len(samples)
        sd = math.sqrt(sum((x - mean) ** 2 for x in samples) / (n - 1)) if n > 1 else 0
        assert n in (1, 5)
        ci = (T_95 if level == 95 else T_99) * sd / math.sqrt(n)
        ordered = sorted(samples)
        text += (f"n={n} mean={mean:.6f} sd={sd:.6f} ci={ci:.6f} level={level} min={ordered[0]} "
                 f"med={ordered[n // 2]} max={ordered[-1]} mode={ordered[0]} ")
        text += (f"raw={mean + entries * overhead:.6f} overhead={overhead} "
                 f"per_entry={mean / entries:.6f} outliers=0 ")
    return text + f"entries={entries} exits={exits or entries} status={status}"


def log_of(*results, **start):
    benches = dict.fromkeys(re.findall(r"bench=(\S+)", " ".join(results)))
    variants = dict.fromkeys(re.search(r"state=\S+ ablate=\S+", r)[0] for r in results)
    times = [f"ev=time bench={b} {v} n=1 mean=9 sd=0 ci=0 level=95 min=9 med=9 max=9 mode=9"
             for b in benches for v in variants]
    numbers = sum("status=ok" in result for result in results)
    return log_text(*start_records(**start), *[f"ev=bench bench={b} text=t" for b in benches],
                    *results, *times, f"ev=done results={numbers} errors=0 status=ok")


# 100, 100, 100, 100, 101: mean 100.2; sd = sqrt((4 * 0.04 + 0.64) / 4) = sqrt(0.2) = 0.447214;
# half the 95 % interval = 2.776445 * 0.447214 / sqrt(5) = 0.555289.
SAMPLES = [100, 100, 100, 100, 101]
HALF_95 = 0.555289
SORT = [record("apps/sort", 0, "branches", SAMPLES, entries=2, overhead=1),
        record("apps/sort", 0, "count_clocks", [2000] * 5, entries=2, overhead=40),
        record("apps/sort", 1, "branches", status="unsupported"),
        record("apps/sort", 1, "count_clocks", status="broken", entries=3, exits=2)]


@pytest.fixture(name="export")
def fixture_export(bareprobe, tmp_path):
    """export(format, *results, options, **start): the output for such a run, whose log is r.log."""
    def run(form, *results, options=(), said="", status=0, **start):
        (tmp_path / "r.log").write_text(log_of(*results, **start))
        done = bareprobe("export", "r.log", "-f", form, *options)
        assert (done.returncode, said in done.stderr) == (status, True), done.stderr
        assert said or not done.stderr, done.stderr
        return done.stdout
    return run


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


# ---- the command --------------------------------------------------------------------------------

def test_formats_are_listed_where_they_are_asked_for_or_mistaken(bareprobe, tmp_path):
    listed = bareprobe("export", "-f", "help")
    assert listed.returncode == 0 and not listed.stderr
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [
        *FORMATS, "findings", "markdown", "series", "chrome-trace", "vcd",
        "contribution"]
    assert all(len(line.split()) > 4 for line in listed.stdout.splitlines())
    (tmp_path / "r.log").write_text(log_of(*SORT))
    for arguments, said in ((["-f", "calgrind"],
                             "is not a format; did you mean callgrind? Allowed"),
                            (["-f", "xyzzy"], "'xyzzy' is not a format; allowed:"),
                            ([], "a format is required (-f FORMAT)")):
        wrong = bareprobe("export", "r.log", *arguments)
        assert wrong.returncode == 2 and said in wrong.stderr and not wrong.stdout
        assert listed.stdout in wrong.stderr
    assert bareprobe("export", "-f", "csv").returncode == 2


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("platform", ["silicon", "virtual", "emulator"])
def test_each_format_says_the_platform(export, form, platform):
    words = [platform, "real hardware"] if platform == "silicon" else [platform]
    text = export(form, *SORT[:2], platform=platform)
    assert any(word in text for word in words)


def test_markdown_is_a_table_with_its_machine(bareprobe, tmp_path):
    """Samples 9 to 13: mean 11, sd sqrt(10 / 4), t x sd / sqrt(5) = 2.776445 x 0.707107 = 2.0."""
    (tmp_path / "run.log").write_text(log_of(
        record("apps/sort", 0, "branches", [9, 10, 11, 12, 13], name="a|b"),
        record("apps/sort", 1, "data_read", status="broken", exits=3)))
    lines = bareprobe("export", "run.log", "-f", "markdown").stdout.splitlines()
    assert lines[0] == "Pentium, 100.0 MHz, build 1.0; measured on real hardware"
    assert lines[2:] == [
        "| benchmark | region | event | mean | ± 95 % | unit | per entry |",
        "| --- | --- | --- | ---: | ---: | --- | ---: |",
        "| apps/sort | a\\|b | branches | 11.0 | 2.0 | events | 11.0 |",
        "| apps/sort | 1 | data_read | broken | | | |"]


@pytest.mark.parametrize("form", FORMATS)
def test_no_result_without_a_number_becomes_0(export, form):
    """No value is 0 in this run, so a 0 in place of a missing number would be noticed."""
    results = [record("apps/sort", 2, "branches", [7] * 5),
               record("apps/sort", 2, "count_clocks", [9] * 5),
               *[record("apps/sort", region, event, status=status)
                 for region, status in ((3, "unsupported"), (4, "stuck"), (5, "fault"),
                                        (6, "reprogrammed"))
                 for event in ("branches", "count_clocks")]]
    text = export(form, *results,
                  said="omitted 4 regions without a time" if form == "gbench" else "")
    values = {"csv": lambda: [row["mean"] for row in rows(text)],
              "ndjson": lambda: [json.loads(line)["mean"] for line in text.splitlines()],
              "gbench": lambda: [b["real_time"] for b in json.loads(text)["benchmarks"]
                                 if b["aggregate_name"] != "stddev"],
              "perf-json": lambda: [json.loads(line)["counter-value"]
                                    for line in text.splitlines()],
              "perf-csv": lambda: [line.split(",")[0] for line in text.splitlines()[1:]],
              "bmf": lambda: [m["value"] for b in json.loads(text).values() for m in b.values()],
              "likwid-csv": lambda: re.findall(r",PMC0,(.*)", text),
              "p5mon": lambda: re.findall(r"^\d 0x\w+ \S+ +(\S+)", text, re.M),
              "callgrind": lambda: [n for line in re.findall(r"^0 (.*)", text, re.M)
                                    for n in line.split()],
              "folded": lambda: [line.split()[-1] for line in text.splitlines()],
              "speedscope": lambda: [w for p in json.loads(text)["profiles"]
                                     for w in p["weights"]],
              "gnuplot": lambda: re.findall(r'^"\d" (\S+)', text, re.M),
              "junit": lambda: re.findall(r"branches (.*) \+/-", text)}[form]()
    assert values and not {"0", "0.0", 0} & set(values)


def test_a_selection(export):
    chosen = rows(export("csv", *SORT, record("apps/other", 0, "branches", [1] * 5),
                         options=["-b", "apps/s*", "-e", "bran*", "-r", "0"]))
    assert [(row["bench"], row["region"], row["event"]) for row in chosen] == [
        ("apps/sort", "0", "branches")]
    assert not export("csv", *SORT, options=["-b", "apps/x*"], status=2,
                      said="r.log: none of its 4 results is selected")


def test_output_is_whole_or_as_it_was(bareprobe, tmp_path):
    (tmp_path / "r.log").write_text(log_of(*SORT))
    there = tmp_path / "out.csv"
    there.write_text("before")
    there.chmod(0o640)
    (tmp_path / "link").symlink_to("out.csv")
    assert bareprobe("export", "r.log", "-f", "csv", "-o", "link").returncode == 0
    assert there.read_text().startswith(HEADER) and (tmp_path / "link").is_symlink()
    assert stat.S_IMODE(there.stat().st_mode) == 0o640
    # `folded` cannot choose between several events without clocks, and the existing file is
    # unchanged.
    two = log_of(record("a/b", 0, "branches", [1] * 5), record("a/b", 0, "data_read", [1] * 5))
    (tmp_path / "two.log").write_text(two)
    assert bareprobe("export", "two.log", "-f", "folded", "-o", "out.csv").returncode == 2
    assert there.read_text().startswith(HEADER)
    nowhere = bareprobe("export", "r.log", "-f", "csv", "-o", "no/such/folder")
    assert nowhere.returncode == 2 and "no/such/folder: cannot be written" in nowhere.stderr
    assert sorted(os.listdir(tmp_path)) == ["link", "out.csv", "r.log", "two.log"]
    for full in ["-o", "/dev/full"], []:
        with open("/dev/full", "w", encoding="ascii") as device:
            done = subprocess.run([BUILD / "bareprobe", "export", "r.log", "-f", "csv", *full],
                                  cwd=tmp_path, stdout=device, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 3 and b"cannot be written" in done.stderr
    assert bareprobe("export", "r.log", "-f", "csv", "-o", "-").stdout == there.read_text()


# ---- tables -------------------------------------------------------------------------------------

def test_csv(export):
    text = export("csv", *SORT)
    assert text.splitlines()[0] == HEADER
    first, clocks, unsupported, broken = rows(text)
    assert first == {"bench": "apps/sort", "region": "0", "event": "branches", "unit": "events",
                     "n": "5", "mean": "100.2", "sd": "0.447214", "ci95_lo": first["ci95_lo"],
                     "ci95_hi": first["ci95_hi"], "min": "100", "median": "100", "max": "101",
                     "entries": "2", "overhead": "1", "status": "ok", "platform": "silicon"}
    assert float(first["ci95_lo"]) == pytest.approx(100.2 - HALF_95, abs=2e-6)
    assert float(first["ci95_hi"]) == pytest.approx(100.2 + HALF_95, abs=2e-6)
    assert clocks["mean"] == clocks["ci95_lo"] == "2000" and clocks["unit"] == "clocks"
    for row, status, entries in (unsupported, "unsupported", "1"), (broken, "broken", "3"):
        filled = {name: value for name, value in row.items() if value}
        assert filled == {"bench": "apps/sort", "region": "1", "event": row["event"],
                          "unit": row["unit"], "entries": entries, "status": status,
                          "platform": "silicon"}


def test_the_interval_of_csv_is_of_95_percent_whatever_the_level(export):
    row, = rows(export("csv", record("apps/sort", 0, "branches", SAMPLES, level=99)))
    assert float(row["ci95_hi"]) - 100.2 == pytest.approx(HALF_95, abs=2e-6)
    line = json.loads(export("ndjson", record("apps/sort", 0, "branches", SAMPLES, level=99)))
    assert 100.2 - line["ci95_lo"] == pytest.approx(HALF_95, abs=2e-6)


def test_one_sample_has_no_interval(export):
    row, = rows(export("csv", record("apps/sort", 0, "branches", [8])))
    assert (row["n"], row["mean"], row["ci95_lo"], row["ci95_hi"]) == ("1", "8", "", "")


def test_csv_tells_rows_apart_and_quotes(export):
    text = export("csv",
                  record("apps/sort", 0, "branches", [1] * 5, name="outer, then 'inner'"),
                  record("apps/sort", 0, "branches", [2] * 5, ring="user"),
                  record("apps/sort", 0, "branches", [3] * 5, ring="both"),
                  record("apps/sort", 0, "branches", [4] * 5, state="cold"),
                  record("apps/sort", 0, "branches", [5] * 5, ablate="l1"))
    assert text.splitlines()[0] == HEADER + ",region_name,state,ablate,experiment"
    got = rows(text)
    assert got[0]["region_name"] == "outer, then 'inner'"
    assert [(row["event"], row["state"], row["ablate"], row["mean"]) for row in got] == [
        ("branches", "warm", "none", "1"), ("branches:u", "warm", "none", "2"),
        ("branches:uk", "warm", "none", "3"), ("branches", "cold", "none", "4"),
        ("branches", "warm", "l1", "5")]


def test_numbers_read_back_as_they_were(export):
    """Numbers are exported with their full precision: this interval's lower end needs more than 15
    digits."""
    samples = [1234570.1, 1234567.2, 1234567.3, 1234567.4, 1234567.5]
    result = record("apps/sort", 0, "branches", samples)
    mean, ci = (float(re.search(rf"{key}=(\S+)", result)[1]) for key in ("mean", "ci"))
    assert float(f"{mean - ci:.15g}") != mean - ci
    assert float(rows(export("csv", result))[0]["ci95_lo"]) == mean - ci
    assert json.loads(export("ndjson", result))["ci95_lo"] == mean - ci
    assert float(rows(export("csv", result))[0]["mean"]) == mean
    assert json.loads(export("ndjson", result))["mean"] == mean
    assert json.loads(export("ndjson", result))["max"] == 1234570.1
    assert json.loads(export("bmf", result))["apps/sort/0 [silicon]"]["branches"]["value"] == mean
    assert float(export("perf-csv", result).splitlines()[1].split(",")[0]) == mean


def test_ndjson(export):
    lines = [json.loads(line) for line in export("ndjson", *SORT).splitlines()]
    assert [line["mean"] for line in lines] == [100.2, 2000, None, None]
    # all rows have the columns of the table
    assert {frozenset(line) for line in lines} == {frozenset(lines[0])}
    assert lines[0]["raw"] == 102.2 and lines[0]["per_entry"] == 50.1
    assert lines[3]["entries"] == 3 and lines[3]["exits"] == 2 and lines[3]["status"] == "broken"


def test_ndjson_has_the_samples_of_a_real_run(bareprobe, vpentium, tmp_path):
    run = vpentium("command=thesis/program1 events=branches repetitions=3 output_all_results=yes "
                   "report=records exit=qemu")
    (tmp_path / "run.log").write_text(run.stdout)
    line, = map(json.loads, bareprobe("export", "run.log", "-f", "ndjson").stdout.splitlines())
    # Program 1 (thesis, section 5.3) is a loop of 100 branches.
    assert line["samples"] == [100, 100, 100] and line["platform"] == "virtual"


def test_gnuplot_reads_a_block_by_its_name(export, tmp_path):
    (tmp_path / "data").write_text(export("gnuplot", *SORT,
                                          record("apps/sort", 0, "data_read_miss", [77] * 5),
                                          record("apps/sort", 0, "data_read", [55] * 5)))
    def stats(block, column):
        script = (f'stats "{tmp_path}/data" index "{block}" using {column} name "A" nooutput; '
                  'print A_records, A_invalid, A_mean')
        done = subprocess.run(["gnuplot", "-e", script], text=True, capture_output=True, check=True)
        return [float(word) for word in done.stderr.split()]
    assert stats("[apps/sort branches]", 2) == [1, 1, 100.2]  # region 1 has no number
    assert stats("[apps/sort data_read]", 2)[2] == 55  # not the block of data_read_miss before it
    assert stats("[apps/sort branches]", 4)[2] == pytest.approx(100.2 + HALF_95, abs=2e-6)
    script = (f'set terminal svg; plot "{tmp_path}/data" index "[apps/sort branches]" '
              'using 0:2:3:4:xtic(1) with yerrorbars')
    drawn = subprocess.run(["gnuplot", "-e", script], text=True, capture_output=True, check=True)
    assert "<svg" in drawn.stdout and not drawn.stderr


# ---- profiles -----------------------------------------------------------------------------------

def annotate(tmp_path, text, *options):
    (tmp_path / "callgrind.out").write_text(text)
    return subprocess.run(["callgrind_annotate", "--threshold=100", "--show-percs=no", *options,
                           "callgrind.out"], cwd=tmp_path, text=True, capture_output=True,
                          check=True)


def test_callgrind_annotate_reads_it(export, tmp_path):
    text = export("callgrind", *SORT[:2],
                  record("apps/sort", 1, "branches", [30] * 5, name="the end"),
                  record("apps/sort", 1, "count_clocks", [3000] * 5),
                  record("apps/find", 0, "branches", [4] * 5),
                  record("apps/find", 0, "count_clocks", [50] * 5, overhead=1))
    done = annotate(tmp_path, text)
    assert not done.stderr and "Platform: measured on real hardware" in done.stdout
    assert "Events recorded:  count_clocks branches" in done.stdout
    # Costs are whole numbers: 100.2 branches are 100. Totals: 2000 + 3000 + 50, 100 + 30 + 4.
    assert re.search(r"^ *5,050\s+134\s+PROGRAM TOTALS", done.stdout, re.M)
    costs = re.findall(r"^ *([\d,]+)\s+(\d+)\s+(apps/\w+):(.*?)\s*$", done.stdout, re.M)
    assert costs == [("3,000", "30", "apps/sort", "apps/sort/the end"),
                     ("2,000", "100", "apps/sort", "apps/sort/0"),
                     ("50", "4", "apps/find", "apps/find/0")]
    by_branches = annotate(tmp_path, text, "--sort=branches").stdout
    assert by_branches.index("apps/sort/0") < by_branches.index("apps/sort/the end")


def test_callgrind_leaves_out_what_it_cannot_say(export, tmp_path):
    results = [record("a/b", 0, "count_clocks", [9] * 5),
               record("a/b", 1, "count_clocks", [8] * 5),
               record("a/b", 0, "branches", [7] * 5), record("a/b", 1, "branches", status="stuck"),
               record("a/b", 2, "count_clocks", status="fault")]
    text = export("callgrind", *results,
                  said="omitted branches: not every region has a count of it")
    assert re.findall(r"^0 .*", text, re.M) == ["0 9", "0 8"]
    assert "17" in annotate(tmp_path, text).stdout
    # If there is a third region, only the one without a caller is left out, not the known nesting
    # of the others.
    text = export("callgrind", *results, record("a/b", 3, "count_clocks", [6] * 5),
                  record("a/b", 3, "branches", [5] * 5),
                  said="omitted 1 region without a count of every event")
    assert re.findall(r"^(?:fn|0).*", text, re.M) == ["fn=a/b/0", "0 9 7", "fn=a/b/3", "0 6 5"]
    assert not export("callgrind", results[4], status=2, said="no selected result has a count")


def test_folded(export):
    text = export("folded", *SORT, record("apps/sort", 2, "count_clocks", [500] * 5, name="a;b c"))
    assert text == "silicon;apps/sort;0 2000\nsilicon;apps/sort;a_b c 500\n"
    # 100.2, rounded: test_readers.py.
    assert export("folded", SORT[0]) == "silicon;apps/sort;0 100\n"
    text = export("folded", *SORT, options=["-e", "branches"])
    assert text == "silicon;apps/sort;0 100\n"
    export("folded", SORT[0], record("apps/sort", 0, "data_read", [1] * 5), status=2,
           said="several events (branches, data_read); select one with -e")


def test_counts_below_zero_are_no_stack(export):
    """Corrected counts may be negative: 37 clocks, from which 39 of the probes are subtracted."""
    results = [record("a/b", 0, "count_clocks", [-2] * 5, overhead=39),
               record("a/b", 1, "count_clocks", [5] * 5)]
    said = "no negative counts: omitted 1 result"
    assert export("folded", *results, said=said) == "silicon;a/b;1 5\n"
    profile, = json.loads(export("speedscope", *results, said=said))["profiles"]
    assert profile["weights"] == [5]
    assert [row["mean"] for row in rows(export("csv", *results))] == ["-2", "5"]


def test_speedscope(export):
    data = json.loads(export("speedscope", *SORT, record("apps/sort", 2, "branches", [5] * 5)))
    jsonschema.validate(data, json.loads((SCHEMAS / "speedscope.json").read_text()))
    frames = [frame["name"] for frame in data["shared"]["frames"]]
    branches, clocks = data["profiles"]
    assert (branches["name"], clocks["name"]) == ("branches (silicon)", "count_clocks (silicon)")
    stacks = [[frames[at] for at in stack] for stack in branches["samples"]]
    assert stacks == [["apps/sort", "apps/sort/0"], ["apps/sort", "apps/sort/2"]]
    assert branches["weights"] == [100.2, 5] and branches["endValue"] == pytest.approx(105.2)


# ---- benchmarking tools -------------------------------------------------------------------------

def compare(tmp_path, *files):
    return subprocess.run(["/usr/bin/python3", "/usr/share/benchmark/compare.py", "--no-color",
                           "benchmarks", *files], cwd=tmp_path, text=True, capture_output=True,
                          check=True).stdout


def test_googles_compare_py_reads_it(export, tmp_path):
    slower = [SORT[0], record("apps/sort", 0, "count_clocks", [3000] * 5), *SORT[2:]]
    said = "omitted 1 regions without a time"
    (tmp_path / "old.json").write_text(export("gbench", *SORT, said=said))
    (tmp_path / "new.json").write_text(export("gbench", *slower, said=said))
    # 2000 clocks at 100 MHz are 20,000 ns; 3000 are 50 % more.
    line = re.search(r"^apps/sort/0_mean .*", compare(tmp_path, "old.json", "new.json"), re.M)[0]
    assert line.split()[1:] == ["+0.5000", "+0.5000", "20000", "30000", "20000", "30000"]
    data = json.loads((tmp_path / "old.json").read_text())
    assert data["context"]["platform"] == "silicon"
    assert data["context"]["without_number"] == ["apps/sort/1 branches: unsupported",
                                                 "apps/sort/1 count_clocks: broken"]
    mean, median, stddev = data["benchmarks"]
    assert (mean["branches"], median["branches"], stddev["branches"]) == (100.2, 100, 0.447214)


def test_gbench_has_the_repetitions_of_a_real_run(bareprobe, vpentium, tmp_path):
    """Program 1 takes 209 clocks in the virtual Pentium (test_named_events.py)."""
    run = vpentium("command=thesis/program1 events=count_clocks repetitions=3 "
                   "output_all_results=yes report=records exit=qemu")
    (tmp_path / "run.log").write_text(run.stdout)
    data = json.loads(bareprobe("export", "run.log", "-f", "gbench").stdout)
    assert [(row["name"], row["repetition_index"], row["repetitions"], row["count_clocks"])
            for row in data["benchmarks"] if row["run_type"] == "iteration"] == \
        [("thesis/program1/0", number, 3, 209) for number in range(3)]


@pytest.mark.full
def test_compare_py_tests_the_repetitions_of_a_real_run(bareprobe, vpentium, tmp_path):
    run = vpentium("command=thesis/program1 events=count_clocks repetitions=9 "
                   "output_all_results=yes report=records exit=qemu")
    (tmp_path / "run.log").write_text(run.stdout)
    bareprobe("export", "run.log", "-f", "gbench", "-o", "run.json")
    report = compare(tmp_path, "run.json", "run.json")
    assert len(re.findall(r"^thesis/program1/0 ", report, re.M)) == 9
    assert "U Test, Repetitions: 9 vs 9" in report


def test_without_a_clock_rate_there_is_no_time(export):
    data = json.loads(export("gbench", *SORT, mhz=0, said="omitted 2 regions without a time"))
    assert data["benchmarks"] == [] and "mhz_per_cpu" not in data["context"]
    assert "event-runtime" not in export("perf-json", *SORT, mhz=0)


def test_bmf(export):
    data = json.loads(export("bmf", *SORT, platform="virtual"))
    jsonschema.validate(data, json.loads((SCHEMAS / "bmf.json").read_text()))
    assert list(data) == ["apps/sort/0 [virtual]"]
    branches = data["apps/sort/0 [virtual]"]["branches"]
    assert branches["value"] == 100.2
    assert branches["upper_value"] == pytest.approx(100.2 + HALF_95, abs=2e-6)


def test_perf_json_has_the_fields_of_perf(export):
    """The output of perf 6.1 for `perf stat -j -r 3 -e task-clock,cycles true`, and its cgroup
    field."""
    lines = [json.loads(line) for line in export("perf-json", *SORT).splitlines()]
    fields = ["counter-value", "unit", "event", "cgroup", "variance", "event-runtime",
              "pcnt-running", "metric-value", "metric-unit"]
    assert list(lines[0]) == fields + ["platform"]
    # 0.447214 / sqrt(5) / 100.2 = 0.1996 %; 2000 clocks at 100 MHz; 100.2 in 2 entries.
    assert lines[0]["counter-value"] == "100.2" and lines[0]["event-runtime"] == 20000
    assert lines[0]["variance"] == pytest.approx(0.1996, abs=1e-4)
    assert lines[0]["metric-value"] == 50.1 and lines[0]["cgroup"] == "apps/sort/0"
    assert [line["counter-value"] for line in lines[2:]] == ["<not supported>", "<not counted>"]
    assert "variance" not in lines[2] and "metric-value" not in lines[2]


def test_perf_csv(export):
    """Nine fields, as from `perf stat -x, -r 3 -G GROUP` of perf 6.1."""
    text = export("perf-csv", *SORT, record("apps/sort", 2, "branches", [6] * 5, name="a, b"))
    comment, *lines = text.splitlines()
    assert comment.startswith("# measured on real hardware; build ")
    fields = [line.split(",") for line in lines]
    assert {len(line) for line in fields} == {9}
    assert fields[0] == ["100.2", "", "branches", "apps/sort/0", "0.20%", "20000", "100.00", "50.1",
                         "per entry"]
    assert fields[2] == ["<not supported>", "", "branches", "apps/sort/1", "", "", "", "", ""]
    assert fields[4][3] == "apps/sort/a_ b" and fields[4][5] == ""


def test_likwid_csv(export):
    """The lines that print_output() of LIKWID 5.2's likwid.lua prints for a marked region."""
    lines = export("likwid-csv", *SORT, platform="virtual").splitlines()
    assert lines[:11] == ["STRUCT,Info,3", "CPU name:,Pentium,", "CPU type:,Pentium (virtual),",
                          "CPU clock:,0.1 GHz,",
                          "TABLE,Region apps/sort/0,Group 1 Raw,command line,2",
                          "Region Info,HWThread 0,", "RDTSC Runtime [s],0.000020000,",
                          "call count,2,", "Event,Counter,HWThread 0", "branches,PMC0,100.2",
                          "count_clocks,PMC0,2000"]
    assert lines[17] == "RDTSC Runtime [s],nan," and lines[20:] == ["branches,PMC0,nan",
                                                                  "count_clocks,PMC0,nan"]


def test_p5mon_is_what_the_kernel_prints(bareprobe, vpentium, tmp_path):
    settings = "command=thesis/program* events=branches,data_read repetitions=3 exit=qemu report="
    (tmp_path / "run.log").write_text(vpentium(settings + "records").stdout)
    exported = bareprobe("export", "run.log", "-f", "p5mon").stdout
    assert exported.startswith("# virtual Pentium: a model's counts, not a real chip's\n")
    def numbers(text):
        return [line for line in text.splitlines() if re.match(r"\d", line)]
    printed = vpentium(settings + "p5mon_file").stdout
    assert numbers(exported) == numbers(printed) != []
    one = bareprobe("export", "run.log", "-f", "p5mon", "-b", "*program1", "-e", "branches").stdout
    assert numbers(one) == ["0 0x12 -1        100.0 0.0 0.000 100.0"]
    assert "program2" not in one


def test_junit(export, tmp_path):
    results = [*SORT, record("apps/find", 0, "branches", [4] * 5, name="a < b & c"),
               record("apps/find", 1, "branches", status="fault")]
    (tmp_path / "out.xml").write_text(export("junit", *results))
    checked = subprocess.run(["xmllint", "--noout", "--schema", SCHEMAS / "junit.xsd",
                              tmp_path / "out.xml"], text=True, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr
    root = xml.etree.ElementTree.parse(tmp_path / "out.xml").getroot()
    # The run's own suite has one test: that the run ended normally.
    assert root.attrib == {"name": "bareprobe", "tests": "7", "failures": "1", "errors": "1"}
    run, sort, find = root
    assert run[1].get("name") == "complete" and len(run[1]) == 0
    assert [(test.get("name"), *(part.tag for part in test)) for test in sort.iter("testcase")] == [
        ("region 0: branches",), ("region 0: count_clocks",), ("region 1: branches", "skipped"),
        ("region 1: count_clocks", "failure")]
    assert (sort.get("tests"), sort.get("failures"), sort.get("skipped")) == ("4", "1", "1")
    assert find.findall("testcase")[0].get("name") == 'region 0 "a < b & c": branches'
    assert find.findall("testcase")[1][0].get("message") == "fault: entered 1 times, left 1 times"
    assert "region 0: count_clocks 2000 +/- 0\n" in sort.find("system-out").text
    properties = {p.get("name"): p.get("value") for p in sort.iter("property")}
    assert properties["platform"] == "silicon"


def test_junit_fails_a_run_that_was_cut_short(bareprobe, tmp_path):
    (tmp_path / "r.log").write_text("".join(log_of(*SORT).splitlines(True)[:-1]))
    root = xml.etree.ElementTree.fromstring(bareprobe("export", "r.log", "-f", "junit").stdout)
    failure = root.find("testsuite[@name='run']/testcase[@name='complete']/failure")
    assert failure.get("message") == "the end record of the run is missing"


# ---- docs/cli/export.md --------------------------------------------------------------------------

def test_the_page_shows_what_is_printed(tmp_path):
    section = (ROOT / "docs/cli/export.md").read_text()
    steps = re.findall(r"^    \$ (.*)\n((?:    [^$].*\n)*)", section, re.M)
    assert len(steps) >= 3
    (tmp_path / "build").symlink_to(BUILD)
    for command, shown in steps:
        done = subprocess.run(command, shell=True, cwd=tmp_path, text=True, capture_output=True,
                              check=True)
        printed = "".join(f"    {line}\n" if line else "\n" for line in done.stdout.splitlines())
        assert printed == shown, command
    for form in (*FORMATS, "findings"):
        assert f"| `{form}` |" in section


# ---- names --------------------------------------------------------------------------------------

def test_places_of_different_experiments_have_different_names(bareprobe, tmp_path):
    """Equal names would overwrite each other in BMF."""
    start = start_records()
    bench, result = "ev=bench bench=a/b text=t", record("a/b", 0, "branches", [1] * 5)
    other = record("a/b", 0, "branches", [2] * 5)
    for second, names in (("quick.parms", ["of command line", "of quick.parms"]),
                          ("command line", ["of command line#1", "of command line#2"])):
        plan = start[2].replace("command line", second)
        (tmp_path / "r.log").write_text(log_text(*start, bench, result, plan, bench, other,
                                                 "ev=done results=2 errors=0 status=ok"))
        data = json.loads(bareprobe("export", "r.log", "-f", "bmf").stdout)
        assert list(data) == [f"a/b/0 (warm {name}) [silicon]" for name in names]


def test_a_file_name_that_is_not_utf_8(bareprobe, tmp_path):
    (tmp_path / "r.log").write_text(log_of(*SORT[:2]))
    os.rename(tmp_path / "r.log", os.fsencode(tmp_path) + b"/r\xff.log")
    for form in "gbench", "speedscope":
        assert json.loads(bareprobe("export", os.fsdecode(b"r\xff.log"), "-f", form).stdout)
