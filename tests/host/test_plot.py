# SPDX-License-Identifier: MIT
"""`bareprobe plot`: contents of each kind of plot, from gnuplot's script and from the pictures."""
import re
import shutil
import struct
import subprocess

import pytest

from logs import finding_record, log_text, result_record, start_records

KINDS = ["bars", "stack", "sweep", "ablation", "compare"]
CODES = {"count_clocks": "0x100", "instructions_executed": "0x16",
         "instructions_executed_in_v_pipe": "0x17", "pipeline_flushes": "0x15", "branches": "0x12",
         "clocks_stalled_waiting_data_read": "0x1a", "clocks_stalled_full_write_buffers": "0x19",
         "pipeline_stalled_address_generation_interlock": "0x1f"}
SENTENCES = {"silicon": "measured on real hardware",
             "virtual": "a model's counts, not a real chip's",
             "emulator": "its clocks are not a processor's"}


def record(event, mean, ablate="none", name=None, **more):
    made = result_record(mean=mean, event=event, code=CODES[event], **more)
    made = made.replace("ablate=none", f"ablate={ablate}")
    return made if name is None else made.replace(" event=", f' region_name="{name}" event=')


def everything(**more):
    """Returns results that contain data for every kind of plot."""
    return [record(event, mean, region=region, name=name, **more)
            for region, (name, clocks) in enumerate([("4K", 1000), ("8 KB", 1100), ("12K", 4000)])
            for event, mean in (("count_clocks", clocks), ("instructions_executed", 500),
                                ("clocks_stalled_waiting_data_read", clocks - 950))] + [
            record("count_clocks", 3000, ablate="l1", region=0, name="4K", **more)]


@pytest.fixture(name="draw")
def fixture_draw(bareprobe):
    """draw(kind, log...): expects status 0 and returns the picture's file, an SVG by default."""
    def draw(kind, *arguments, output="picture.svg"):
        done = bareprobe("plot", kind, *arguments, "-o", output)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[0] == output and not done.stderr
        assert kind == "sweep" or done.stdout == f"{output}\n"
        return output
    return draw


@pytest.fixture(name="script")
def fixture_script(draw, tmp_path):
    """script(kind, log...): gnuplot's script, and its series as lists of rows of texts."""
    def script(kind, *arguments):
        text = (tmp_path / draw(kind, *arguments, output="picture.gp")).read_text()
        blocks = re.findall(r"^\$(\w+) << END\n(.*?)^END$", text, re.M | re.S)
        return text, {name: [line.split("\t") for line in block.splitlines()]
                      for name, block in blocks}
    return script


def bars(rows):
    """Returns (from, to, text) of each bar."""
    return [(float(row[2]), float(row[3]), row[-1].strip()) for row in rows]


@pytest.mark.parametrize("platform", SENTENCES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_names_machine_and_platform(kind, platform, draw, write_run, tmp_path):
    log = write_run("run.log", *everything(), platform=platform, name="Pentium", mhz=133)
    svg = (tmp_path / draw(kind, *[log] * (2 if kind == "compare" else 1))).read_text()
    assert "<svg" in svg and "Pentium, 133 MHz" in svg
    # gnuplot writes an apostrophe as &#39;
    assert SENTENCES[platform] in svg.replace("&#39;", "'").replace("&apos;", "'")


@pytest.mark.parametrize("kind", KINDS)
def test_png(kind, draw, write_run, tmp_path):
    log = write_run("run.log", *everything())
    png = (tmp_path / draw(kind, *[log] * (2 if kind == "compare" else 1),
                           output="picture.png")).read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert width == 1000 and 150 < height < 700
    assert not list(tmp_path.glob("*.??????"))


def test_bars_and_intervals(script, write_run):
    # sd 10 and n 5 at 95 %: t(0.975, 4) x 10 / sqrt(5) = 12.4166
    log = write_run("run.log", record("branches", 100), record("branches", 200, region=1, sd=10))
    text, series = script("bars", log)
    assert bars(series["s0"]) == [(0, 100, "100"), (0, 200, "200")]
    assert [float(row[6]) for row in series["s0"]] == [0, pytest.approx(12.4166, abs=1e-3)]
    assert "'region 0' 0, 'region 1' 1" in text and "'apps/one, warm, ring 0'" in text


def test_bars_of_several_events(script, write_run):
    log = write_run("run.log", record("branches", 7), record("count_clocks", 20))
    text, series = script("bars", log, "-e", "*")
    assert bars(series["s0"]) == [(0, 7, "7")] and bars(series["s1"]) == [(0, 20, "20")]
    assert "title 'Branches'" in text and "title 'Clock cycles'" in text
    _, series = script("bars", log)  # clocks by default
    assert [bars(rows) for rows in series.values()] == [[(0, 20, "20")]]


def test_stack_is_of_clocks_per_instruction(script, write_run):
    # 1000 clocks and 500 instructions: CPI 2. Reads 200 / 500 = 0.4, buffers 100 / 500 = 0.2, AGI
    # 50 / 500 = 0.1, and the rest 650 / 500 = 1.3.
    log = write_run("run.log", record("count_clocks", 1000), record("instructions_executed", 500),
                    record("clocks_stalled_waiting_data_read", 200),
                    record("clocks_stalled_full_write_buffers", 100),
                    record("pipeline_stalled_address_generation_interlock", 50))
    text, series = script("stack", log)
    drawn = [bars(series[f"s{i}"])[0] for i in range(4)]
    assert [bar[:2] for bar in drawn] == [pytest.approx(ends) for ends in
                                          ((0, 0.4), (0.4, 0.6), (0.6, 0.7), (0.7, 2))]
    assert drawn[3][2] == "2.00" and "'clocks per instruction'" in text
    assert "$marks" not in text and "overlap" not in text


def test_stack_of_two_runs_is_in_the_first_ones_clocks(script, write_run):
    # Run A has 1000 clocks: reads have 200 (20 %) and AGI 50 (5 %); B's 750 are 75 %, its reads 50
    # (5 %), its AGI 100 (10 %), the rest 600 (60 %). A region that only A has is left out.
    def run(name, clocks, reads, interlocks, *more):
        return write_run(name, record("count_clocks", clocks),
                         record("clocks_stalled_waiting_data_read", reads),
                         record("pipeline_stalled_address_generation_interlock", interlocks), *more)
    a = run("a.log", 1000, 200, 50, record("count_clocks", 7, region=1),
            record("clocks_stalled_waiting_data_read", 3, region=1))
    text, series = script("stack", a, run("b.log", 750, 50, 100))
    drawn = [bars(series[f"s{i}"]) for i in range(3)]
    assert [[bar[:2] for bar in layer] for layer in drawn] == [
        [(0, 20), (0, 5)], [(20, 25), (5, 15)], [(25, 100), (15, 75)]]
    assert [bar[2] for bar in drawn[2]] == ["A: 1,000 clocks", "B: 750 clocks, -25.0 %"]
    assert "clocks, % of A" in text and "A (a.log) above B (b.log)" in text


def test_stack_of_two_runs_says_that_causes_overlap(bareprobe, write_run):
    # 200 and 180 of 300 clocks.
    log = write_run("run.log", record("count_clocks", 300),
                    record("clocks_stalled_waiting_data_read", 200),
                    record("clocks_stalled_full_write_buffers", 180))
    done = bareprobe("plot", "stack", log, log, "-o", "stack.svg")
    assert done.returncode == 0
    assert "if causes overlap, a bar is longer than its clocks" in done.stdout + done.stderr
    assert "overlap" not in bareprobe("plot", "stack", log, "-o", "stack.svg").stdout


def test_stack_of_causes_that_overlap_has_no_negative_rest(script, write_run):
    # Without an instruction count the bars are shares: 200 and 180 of 300 clocks are 66.7 and 60 %,
    # together 126.7 %. No rest is left over, and the mark is at 100 %.
    log = write_run("run.log", record("count_clocks", 300),
                    record("clocks_stalled_waiting_data_read", 200),
                    record("clocks_stalled_full_write_buffers", 180))
    text, series = script("stack", log)
    ends = [bars(series[f"s{i}"])[0][:2] for i in range(3)]
    assert ends == [pytest.approx(pair, abs=1e-3) for pair in
                    ((0, 66.6667), (66.6667, 126.6667), (126.6667, 126.6667))]
    assert [[float(cell) for cell in row] for row in series["marks"]] == [[100, 0]]
    assert "'all clocks: the causes overlap'" in text and "'share of all clocks, %'" in text


def test_interlocks_of_both_pipes_give_way(script, write_run):
    # This event may count twice per clock: 180 may be 90 clocks. Next to 200 of 300 clocks there is
    # space for 100.
    log = write_run("run.log", record("count_clocks", 300),
                    record("clocks_stalled_waiting_data_read", 200),
                    record("pipeline_stalled_address_generation_interlock", 180))
    text, series = script("stack", log)
    ends = [bars(series[f"s{i}"])[0][:2] for i in range(3)]
    assert ends == [pytest.approx(pair, abs=1e-3) for pair in
                    ((0, 66.6667), (66.6667, 100), (100, 100))]
    assert "$marks" not in text


def test_grey_is_what_nothing_explains(script, write_run):
    # 500 slots and 10 flushes of 3 to 4 clocks, 35, of 1000 clocks and 600 instructions.
    log = write_run("run.log", record("count_clocks", 1000), record("instructions_executed", 600),
                    record("instructions_executed_in_v_pipe", 100), record("pipeline_flushes", 10))
    text, series = script("stack", log)
    ends = [bars(series[f"s{i}"])[0][:2] for i in range(3)]
    assert ends == [pytest.approx((low / 600, high / 600)) for low, high in
                    ((0, 500), (500, 535), (535, 1000))]
    assert "title 'not explained'" in text and "title 'issue'" in text


def test_stall_less_than_nothing_is_nothing(script, write_run):
    log = write_run("run.log", record("count_clocks", 300),
                    record("clocks_stalled_waiting_data_read", -2),
                    record("clocks_stalled_full_write_buffers", 30))
    _, series = script("stack", log)
    assert [bars(rows)[0][:2] for rows in series.values()] == [(0, 10), (10, 100)]


def test_sweep_takes_sizes_from_names(script, write_run):
    log = write_run("run.log", *everything())
    text, series = script("sweep", log, "--ablate", "none")
    assert [[float(cell) for cell in row[:2]] for row in series["s0"]] == [
        [4096, 1000], [8192, 1100], [12288, 4000]]
    assert "set logscale x 2" in text and "'4 KB' 4096, '8 KB' 8192, '12 KB' 12288" in text
    log = write_run("benches.log", record("count_clocks", 10, bench="copy/64"),
                    record("count_clocks", 30, bench="copy/256"))
    _, series = script("sweep", log)
    assert [[float(cell) for cell in row[:2]] for row in series["s0"]] == [[64, 10], [256, 30]]


def case(mean, name, region="sum"):
    return record("count_clocks", mean, bench=f'"{name}"', name=region)


def points(rows):
    return [[float(cell) for cell in row[:2]] for row in rows]


def test_sweep_over_the_argument_of_a_named_region(script, write_run):
    """The region "sum" and ARGUMENT(size, "1K..64K*4") are those of the template of `make
    new-bench`."""
    log = write_run("run.log", case(300, "mine/new:size=1K"), case(1100, "mine/new:size=4K"),
                    case(9000, "mine/new:size=16K"))
    text, series = script("sweep", log)
    assert [points(rows) for rows in series.values()] == [[[1024, 300], [4096, 1100],
                                                           [16384, 9000]]]
    assert "'1 KB' 1024, '4 KB' 4096, '16 KB' 16384" in text and "'mine/new, sum, warm" in text
    assert "by the size of the working set" in text


def test_how_a_sweep_grows(bareprobe, write_run, tmp_path):
    """Exactly 0.25 clocks per byte for 1K to 8K. The reads 10, 10, 70, 70, 70 have no shape."""
    log = write_run("run.log", *[case(size / 4, f"mine/new:size={size // 1024}K")
                                 for size in (1024, 2048, 4096, 8192)],
                    *[case(clocks, f"mine/step:size={1 << n}K")
                      for n, clocks in enumerate((10, 10, 70, 70, 70))])
    done = bareprobe("plot", "sweep", log, "-o", "a.gp")
    assert done.stdout.splitlines() == [
        "a.gp", "mine/new, sum, warm, ring 0: O(n), 0.25 clocks per n (error 0.0 %)",
        "mine/step, sum, warm, ring 0: no simple growth function"]
    assert "title 'mine/new, sum, warm, ring 0, O(n)'" in (tmp_path / "a.gp").read_text()


def grid():
    """Returns results with two numeric arguments and one of words; clocks are size + stride."""
    return [case(size + stride + (by == "word"), f"memory/walk:size={size}:stride={stride}:by={by}")
            for size in (1024, 2048) for stride in (4, 32) for by in ("byte", "word")]


def test_axis_and_series_of_a_sweep(script, write_run):
    log = write_run("run.log", *grid())
    text, series = script("sweep", log, "-b", "*:by=byte")  # the first numeric argument is the axis
    assert [points(rows) for rows in series.values()] == [
        [[1024, 1028], [2048, 2052]], [[1024, 1056], [2048, 2080]]]
    assert "title 'memory/walk stride=4 by=byte, sum, warm, ring 0'" in text
    text, series = script("sweep", log, "-b", "*:by=byte", "--axis", "stride", "--series", "size")
    assert [points(rows) for rows in series.values()] == [
        [[4, 1028], [32, 1056]], [[4, 2052], [32, 2080]]]
    assert "title 'size=1024, sum, warm, ring 0'" in text and "set xlabel 'stride'" in text
    assert "Clock cycles per entry, by stride" in text and "'32' 32" in text


@pytest.mark.parametrize("options, said", [
    (["--axis", "by"], "--axis: no two selected cases differ in 'by'; their arguments "
                       "are size, stride, by"),
    (["--axis", "width"], "--axis: no two selected cases differ in 'width'; their arguments "
                          "are size, stri"),
    (["--series", "width"], "--series: no two selected cases differ in 'width'; their "
                            "arguments are size"),
    (["--series", "by"], "--series: 'stride' differs, too; select one value with --bench, "
                         "such as "
                         "'*:stride=*'"),
    (["-b", "*:size=1024:stride=4:by=byte"], "no two selected cases differ in a numeric argument"),
])
def test_sweeps_that_are_not_to_be_drawn(options, said, bareprobe, write_run):
    done = bareprobe("plot", "sweep", write_run("run.log", *grid()), *options)
    assert done.returncode == 2 and said in done.stderr


def test_sweep_of_cases_that_were_run(script, bareprobe):
    """memory/latency has ARGUMENT(size, "1K..8M*2") and ARGUMENT(stride, ...)."""
    done = bareprobe("run", "-b", "memory/latency:size=[1248]K:stride=32", "-e", "clocks",
                     "-r", "2", "--report", "none", "-o", "run.log")
    assert done.returncode == 0, done.stderr
    _, series = script("sweep", "run.log")
    assert [[size for size, _ in points(rows)] for rows in series.values()] == [
        [1024, 2048, 4096, 8192]]


def test_sweep_shows_the_data_cache(script, vpentium, tmp_path):
    """tests/bench/host/sweep.asm: its reads take 2 clocks if they hit, and a miss waits at least 5
    clocks for L2 (tests/bench/cycles/data_cache.asm)."""
    run = vpentium("command=host/sweep events=count_clocks,data_read_miss repetitions=2 "
                   "report=records exit=qemu", image="bareprobe-test")
    (tmp_path / "sweep.log").write_text(run.stdout)
    _, clocks = script("sweep", "sweep.log")
    _, misses = script("sweep", "sweep.log", "-e", "data_read_miss")
    assert len(clocks["s0"]) == len(misses["s0"]) == 11
    for (size, mean, _), (_, missed, _) in zip(clocks["s0"], misses["s0"]):
        if int(size) <= 8192:
            assert float(missed) <= 9
            assert 2 * 6144 <= float(mean) < 2.5 * 6144
        else:
            assert float(missed) >= 6144
            assert float(mean) >= 7 * 6144


def test_ablation(script, write_run):
    log = write_run("run.log", record("count_clocks", 200),
                    record("count_clocks", 500, ablate="branch"),
                    record("count_clocks", 1000, ablate="l1"))
    text, series = script("ablation", log)
    assert [bars(rows)[0] for rows in series.values()] == [
        (0, 200, "200"), (0, 500, "500  (x 2.50)"), (0, 1000, "1,000  (x 5.00)")]
    assert "'without branch prediction'" in text and "'without the V pipe'" not in text


def test_compare(script, write_run):
    a = write_run("a.log", record("count_clocks", 200), record("count_clocks", 50, region=1))
    b = write_run("b.log", record("count_clocks", 100), record("count_clocks", 50, region=1))
    text, series = script("compare", a, b)
    assert bars(series["s0"]) == [(0, 200, "200"), (0, 50, "50")]
    assert bars(series["s1"]) == [(0, 100, "100  (-50.0 %)"),
                                  (0, 50, "50  (no significant change)")]
    assert "A: " in text and "a.log (silicon, build 1.0)" in text


def test_compare_of_silicon_with_a_model(bareprobe, write_run):
    a = write_run("a.log", record("count_clocks", 200))
    b = write_run("b.log", record("count_clocks", 100), platform="virtual")
    done = bareprobe("plot", "compare", a, b)
    assert done.returncode == 2 and "different platforms are not comparable" in done.stderr
    assert bareprobe("plot", "compare", a, b, "--any-platform").stdout == "compare.png\n"


@pytest.mark.parametrize("kind", ["bars", "sweep"])
def test_texts_of_a_run_are_no_commands(kind, draw, write_run, tmp_path):
    name = "`touch made` 'q' system('touch made') \\n $(touch made) {/=40 huge} END @m"
    log = write_run("run.log", *[record("count_clocks", 9, bench=f'"{name}"', region=region,
                                        name=f"END `touch made` 'x' {1 << region}K")
                                 for region in range(3)])
    svg = (tmp_path / draw(kind, log)).read_text()
    assert not (tmp_path / "made").exists()
    assert "$(touch made) {/=40 huge} END @m" in svg


def test_gnuplot_draws_the_script_that_is_kept(script, write_run, tmp_path):
    script("bars", write_run("run.log", *everything()))
    done = subprocess.run(["gnuplot", tmp_path / "picture.gp"], capture_output=True, timeout=60,
                          check=True)
    assert done.stdout.startswith(b"\x89PNG") and not done.stderr


def test_standard_output(bareprobe, write_run):
    done = bareprobe("plot", "bars", "-", "-o", "-", input=write_run(
        "run.log", *everything()).read_text())
    assert done.returncode == 0 and "<svg" in done.stdout and "standard input" not in done.stdout


@pytest.mark.parametrize("arguments, said", [
    ([], "expected a kind of plot"),
    (["stak", "run.log"], "'stak' is not a kind of plot; did you mean stack?"),
    (["bars"], "bars: expected 1 RUN, got 0"),
    (["compare", "run.log"], "compare: expected 2 RUNs, got 1"),
    (["bars", "run.log", "-o", "picture.jpeg"], "'picture.jpeg' must end in .png, .svg, or .gp"),
    (["bars", "run.log", "-b", "nosuch"], "none of its 1 results is selected"),
    (["stack", "run.log"], "use 'bareprobe run -g breakdown'"),
    (["sweep", "run.log"], "no two regions or benchmarks have a size in their name"),
    (["ablation", "run.log"], "use 'bareprobe run --ablate branch,vpipe,l1'"),
    (["compare", "run.log", "run.log", "-e", "data_read"], "no selected result has a value"),
    (["bars", "run.log", "-o", "no/such/folder.png"], "cannot be written"),
    (["bars", "nosuch.log"], "nosuch.log"),
])
def test_what_cannot_be_drawn_is_said(arguments, said, bareprobe, write_run, tmp_path):
    write_run("run.log", record("branches", 1))
    done = bareprobe("plot", *arguments)
    assert done.returncode == 2 and said in done.stderr and not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["run.log"]


def test_too_many_rows(bareprobe, write_run):
    log = write_run("run.log", *[record("branches", 1, region=region) for region in range(61)])
    done = bareprobe("plot", "bars", log)
    assert done.returncode == 2 and "too many rows to plot: 61 (at most 60)" in done.stderr


def test_broken_results_are_not_drawn(script, tmp_path):
    (tmp_path / "run.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text"', record("branches", 5),
        "ev=result bench=apps/one region=1 event=branches code=0x12 counter=0 ring=kernel "
        "state=warm ablate=none entries=2 exits=1 status=broken",
        "ev=done results=1 errors=1 status=failed"))
    _, series = script("bars", "run.log")
    assert bars(series["s0"]) == [(0, 5, "5")]


@pytest.mark.parametrize("gnuplot, said", [
    (None, "not installed (Debian package: gnuplot-nox)"),
    ("echo no such terminal >&2; exit 1", "gnuplot cannot draw this plot (status 1); -o FILE.gp"),
    ("exit 0", "gnuplot cannot draw this plot (status 0)"),
    ("kill -SEGV $$", "gnuplot was terminated by signal 11"),
])
def test_gnuplot_that_fails(gnuplot, said, bareprobe, write_run, tmp_path):
    log = write_run("run.log", record("branches", 1))
    (tmp_path / "bars.png").write_text("the one before")
    (tmp_path / "bin").mkdir()
    if gnuplot:
        (tmp_path / "bin" / "gnuplot").write_text(f"#!{shutil.which('sh')}\n{gnuplot}\n")
        (tmp_path / "bin" / "gnuplot").chmod(0o755)
    done = bareprobe("plot", "bars", log, env={"PATH": str(tmp_path / "bin")})
    assert done.returncode == 3 and said in done.stderr and "no such terminal" not in done.stderr
    assert (tmp_path / "bars.png").read_text() == "the one before"


def test_example_of_the_help(bareprobe, write_run):
    bareprobe("import", write_run("run.log", *everything(bench="thesis/one")))
    example = re.search(r"Example: bareprobe (.*)", bareprobe("plot", "--help").stdout)[1]
    done = bareprobe(*example.replace("'", "").split())
    assert done.returncode == 0 and done.stdout == "stack.svg\n", done.stderr


# ---- latency -------------------------------------------------------------------------------------

def chain(stride, size, clocks, pages="ordered"):
    return finding_record("clocks_per_load", clocks, "clocks",
                          bench=f'"chain/linear:size={size}:stride={stride}:pages={pages}"')


CHAINS = [chain(stride, size, clocks) for stride, size, clocks in
          [(32, "4K", 2), (32, "64K", 9.01), (4096, "64K", 12), (4096, "512K", 31.5)]]


@pytest.fixture(name="chains")
def fixture_chains(write_run):
    """A log of a run that found load latencies: two distances with two sizes each."""
    return lambda records=tuple(CHAINS), name="chains.log": write_run(name, *records)


def test_latency_has_a_line_for_each_distance(script, chains):
    text, series = script("latency", chains())
    assert series["m0"] == [["4096", "2"], ["65536", "9.01"]]
    assert series["m1"] == [["65536", "12"], ["524288", "31.5"]]
    assert series["o0"] == series["o1"] == []
    assert "'stride=32'" in text and "'stride=4096'" in text
    assert "Clocks per load: chain/linear:pages=ordered" in text


def test_latency_against_another_run(script, chains):
    other = chains([chain(32, "64K", 8)], "other.log")
    text, series = script("latency", chains(), other)
    assert series["o0"] == [["65536", "8"]] and series["o1"] == []
    assert "other.log" in text


def test_latency_against_silicon(script, chains):
    """The table's rows of those distances, for any kind of page: 64K and 32 is 9 on the real
    machine."""
    text, series = script("latency", chains(), "silicon:p54c-100")
    assert ["65536", "9"] in series["o0"] and len(series["o0"]) == 17
    assert "measured on a real chip" in text


@pytest.mark.parametrize("arguments, words", [
    (["silicon:p54-100"], "did you mean silicon:p54c-100?"),
    (["silicon:nobody"], "allowed: k5, "),
    (["silicon:../x"], "no such table"),
    (["-b", "memory/*"], "no finding clocks_per_load is selected"),
    (["one", "two"], "latency: expected 1 RUN or 2, got 3"),
])
def test_latency_refuses(bareprobe, chains, arguments, words):
    done = bareprobe("plot", "latency", chains(), *arguments, "-o", "picture.gp")
    assert done.returncode == 2 and words in done.stderr


def test_latency_of_too_many_lines(bareprobe, chains):
    log = chains([chain(stride, "4K", 2) for stride in range(4, 4 * 18, 4)])
    done = bareprobe("plot", "latency", log, "-o", "picture.gp")
    assert done.returncode == 2 and "too many lines to plot (at most 16)" in done.stderr
