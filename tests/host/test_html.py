# SPDX-License-Identifier: MIT
"""`bareprobe html`: checks the page with a parser and in Chromium."""
import html.parser
import json
import os
import pathlib
import re
import struct

import pytest

from tiers import fast_cases
from browser import dom_after, screenshot
from logs import (finding_record, hit_record, log_text, multiplex_record, result_record,
                  sampling_record, series_record, start_records)

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")

HOSTILE = "apps/<b>&amp;'</title><script>document.title='made'</script><img src=x onerror=made()>"


class Page(html.parser.HTMLParser):
    """Tables as lists of rows of texts, the summary as another, all text, all attributes. Fails if
    an element is not closed."""
    VOID = {"meta", "img"}

    def __init__(self, text):
        super().__init__()
        self.tables, self.attributes, self.open, self.texts = [], [], [], {}
        self.summary = None  # the first table, one row per region
        self.feed(text)
        self.close()
        assert not self.open
        if self.summary is not None:
            assert self.tables[0] is self.summary, "the page begins with the summary"
            self.tables.pop(0)

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag in self.VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
            if ("class", "sorts summary") in attrs:
                self.summary = self.tables[-1]
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        tag = self.open[-1] if self.open else ""
        self.texts[tag] = self.texts.get(tag, []) + [data]
        if tag in ("td", "th"):
            self.tables[-1][-1][-1] += data


@pytest.fixture(name="write_page")
def fixture_write_page(bareprobe, tmp_path):
    def write_page(*arguments):
        done = bareprobe("html", *arguments, "-o", "page.html")
        assert done.returncode == 0 and done.stdout == "page.html\n", done.stderr
        return Page((tmp_path / "page.html").read_text())
    return write_page


def some_results(bench="apps/one"):
    clocks = {"event": "count_clocks", "code": "0x100", "bench": bench}
    return [result_record(mean=900, region=0, sd=10, **clocks),
            result_record(mean=10000, region=1, **clocks),
            result_record(mean=80, region=2, **clocks),
            result_record(mean=5, region=0, bench=bench)]


def test_tables_hold_the_results(write_page, write_run):
    # sd 10 and n 5 at 95 %: t(0.975, 4) x 10 / sqrt(5) = 12.4
    page = write_page(write_run("run.log", *some_results()))
    facts, results = page.tables[0], page.tables[1]
    assert ["processor", "Pentium, GenuineIntel, signature 0x52c"] in facts
    assert ["clock", "100 MHz, measured by pit"] in facts and ["build", "1.0"] in facts
    assert ["settings", "events=all"] in facts and ["received", "complete"] in facts
    assert results[0] == ["region", "event", "mean", "interval", "unit", "per entry", "entries",
                          "min", "median", "max"]
    assert ["region 0", "Clock cycles", "900", "± 12.4", "clocks", "900", "1", "880", "900",
            "920"] in results
    assert ["region 1", "Clock cycles", "10,000", "± 0", "clocks", "10,000", "1", "10,000",
            "10,000", "10,000"] in results
    assert len(results) == 5
    assert "warm, ring 0, 5 repetitions, intervals at 95 % (silicon)" in page.texts["h3"]


def test_the_page_begins_with_the_table(write_page, write_run):
    """CPI = 610 / 305 = 2; region 1 has no instructions, which are not 0."""
    page = write_page(write_run("run.log", *[
        result_record(mean, region=region, event=event, code=code) for mean, region, event, code in
        ((610, 0, "count_clocks", "0x100"), (305, 0, "instructions_executed", "0x16"),
         (7, 1, "count_clocks", "0x100"))]))
    assert page.summary == [["benchmark", "region", "clocks", "+-", "instr", "CPI"],
                            ["apps/one", "0", "610", "0.0", "305", "2.00"],
                            ["apps/one", "1", "7", "0.0", "-", "-"]]
    assert "5 repetitions, warm, ring 0, +- at 95 %" in page.texts["p"]


def test_rows_of_0_share_a_line(write_page, write_run):
    """A single row of 0 remains as it is."""
    names = (("data_read", "0x00"), ("data_write", "0x01"), ("branches", "0x12"))
    page = write_page(write_run("run.log", *[
        result_record(mean, region=region, event=event, code=code)
        for region, means in ((0, (0, 3, 0)), (1, (5, 3, 0)))
        for mean, (event, code) in zip(means, names)]))
    rows = [row[:3] for row in page.tables[1][1:]]
    assert rows == [["region 0", "Data Write", "3"],
                    ["region 0", "2 events counted 0: Data Read, Branches"],
                    ["region 1", "Data Read", "5"], ["region 1", "Data Write", "3"],
                    ["region 1", "Branches", "0"]]


def test_metrics_that_can_be_worked_out(write_page, write_run):
    # CPI = 610 / 305 = 2; no other metric has its events.
    page = write_page(write_run("run.log", result_record(610, event="count_clocks", code="0x100"),
                                result_record(305, event="instructions_executed", code="0x16")))
    assert page.tables[2] == [["region", "group", "metric", "value", "unit"],
                              ["region 0", "cpi", "CPI", "2.00", "clocks"]]


@pytest.mark.parametrize("platform, sentence", [
    ("silicon", "measured on real hardware"),
    ("virtual", "virtual Pentium: a model's counts, not a real chip's"),
    ("emulator", "emulator: its clocks are not a processor's")])
def test_platform_stands_at_the_top_and_over_each_table(platform, sentence, write_page, write_run):
    page = write_page(write_run("run.log", *some_results(), platform=platform))
    assert ("p", "class", f"platform {platform}") in page.attributes
    assert sentence in page.texts["p"]
    assert platform in page.texts["title"][0]
    assert [text for text in page.texts["h3"] if text.endswith(f"({platform})")]


def pictures(page):
    """Returns the data of the charts: all scripts that contain data."""
    return [json.loads(text) for text in page.texts["script"] if text.startswith("{")]


def test_pictures_are_on_the_page(write_page, write_run):
    picture, = pictures(write_page(write_run("run.log", *some_results(), platform="virtual")))
    assert picture["title"] == "Clock cycles by region" and picture["axis"].startswith("clocks per")
    assert picture["rows"] == ["region 0", "region 1", "region 2"] and picture["slots"] == 1
    # row, slot, from, to, half the interval (12.4166 for sd 10 and n 5), the text after the bar
    assert picture["series"] == [[[0, 0, 0, 900, pytest.approx(12.4166, abs=1e-3), "900"],
                                  [1, 0, 0, 10000, 0, "10,000"], [2, 0, 0, 80, 0, "80"]]]


def drawn(tmp_path, script=""):
    dom = dom_after(tmp_path, tmp_path / "page.html", script)
    return re.findall(r"<svg.*?</svg>", dom, re.S)


def test_bars_are_as_long_as_their_numbers(write_page, write_run, tmp_path):
    write_page(write_run("run.log", *some_results()))
    svg, = drawn(tmp_path)
    blue = re.findall(r'<rect[^>]* width="([\d.]+)"[^>]*fill="#0072B2"', svg)
    widths = [float(width) for width in blue]
    assert len(widths) == 4  # three bars, and the square of the legend
    assert widths[1] / widths[0] == pytest.approx(10000 / 900, rel=1e-3)
    assert widths[2] / widths[0] == pytest.approx(80 / 900, rel=1e-3)


def test_pictures_are_drawn_when_they_are_opened(write_page, write_run, tmp_path):
    write_page(write_run("run.log", *[result for i in range(6)
                                      for result in some_results(f"apps/b{i}")]))
    count = "document.title = document.querySelectorAll('svg').length; "
    for script in ("document.querySelectorAll('details')[2].open = true",
                   "location.hash = '#bench1'"):  # as a link does
        dom = dom_after(tmp_path, tmp_path / "page.html", count + script)
        assert "<title>0</title>" in dom and len(re.findall(r"<svg.*?</svg>", dom, re.S)) == 1


def test_cases_are_one_section_and_are_counted_once(write_page, write_run):
    """2 cases of one benchmark by 2 events, and 1 benchmark without cases: 2 benchmarks, 3 cases.
    The kernel reports 1, as in this log."""
    names = '"mine/new:size=1K"', '"mine/new:size=4K"', "apps/one"
    page = write_page(write_run("run.log", *[
        result_record(mean, bench=name, event=event, code=code) for name, mean in
        zip(names, (300, 1100, 5)) for event, code in (("count_clocks", "0x100"),
                                                       ("branches", "0x12"))]))
    assert ["measured", "2 of 1 benchmarks in 3 cases, 1 experiment"] in page.tables[0]
    assert page.texts["h2"] == ["mine/new", "apps/one"]
    assert [text for text in page.texts["h3"] if text.startswith("size=4K: warm, ring 0")]
    lines = pictures(page)[0]["lines"]
    assert lines[0]["points"] == [[1024, 300, 0], [4096, 1100, 0]]


def test_findings_stay_on_a_phones_page(write_page, write_run, tmp_path):
    """Numbers are within 400 pixels, for words of any length next to them. Chromium's windows are
    at least 500 wide, so the page is made narrower inside."""
    words = " ".join(["TNTN 24,"] * 60)
    write_page(write_run("run.log", *some_results(), finding_record(
        "a_name_of_some_length_as_they_are", 8192, "bytes", documented="8192", bench="apps/one"),
        finding_record("direction", text=words, bench="apps/one")))
    probe = ("Object.assign(document.body.style, {width: '400px', margin: 0});"
             "document.title = [...document.querySelectorAll('.findings td')]"
             ".every(cell => cell.getBoundingClientRect().right <= 400) && "
             "document.querySelectorAll('.findings td').length === 5")
    assert "<title>true</title>" in dom_after(tmp_path, tmp_path / "page.html", probe, width=500)


def test_nothing_is_fetched(write_page, write_run):
    page = write_page(write_run("run.log", *some_results()))
    links = [value for _, name, value in page.attributes if name in ("href", "src", "action")]
    assert links and all(link.startswith(("#", "data:")) for link in links)
    assert [value for tag, _, value in page.attributes
            if tag == "meta" and value.startswith("default-src 'none'; img-src data:;")]


def test_texts_of_a_run_are_only_texts(write_page, write_run, tmp_path):
    page = write_page(write_run("run.log", *some_results(f'"{HOSTILE}"'), build="<i>&lt;"))
    assert page.texts["h2"] == [HOSTILE]
    assert ["build", "<i>&lt;"] in page.tables[0]
    assert not [tag for tag, _, _ in page.attributes if tag in ("b", "i")]
    assert not [text for text in page.texts["script"] if "='made'" in text and text[0] != "{"]
    assert pictures(page)[0]["about"].startswith(HOSTILE)
    dom = dom_after(tmp_path, tmp_path / "page.html", "document.title += ' end'")
    assert re.search(r"<title>bareprobe: .* \(silicon\) end</title>", dom)


def test_what_went_wrong_is_said(write_page, tmp_path):
    (tmp_path / "run.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text"',
        "ev=result bench=apps/one region=1 event=branches code=0x12 counter=0 ring=kernel "
        "state=warm ablate=none entries=2 exits=1 status=broken"))
    page = write_page("run.log")
    assert ["received", "incomplete (see below)"] in page.tables[0]
    assert "the end record of the run is missing" in page.texts["li"]
    assert ["region 1", "Branches", "broken", "entered 2 times, left 1 times"] in page.tables[1]


def test_whole_run_in_chromium(write_page, vpentium, tmp_path):
    """A screenshot is stored in build/tests/host/page.png."""
    run = vpentium("command=host/sweep events=count_clocks,stall,"
                   "instructions_executed repetitions=3 report=records exit=qemu",
                   image="bareprobe-test")
    (tmp_path / "run.log").write_text(run.stdout)
    page = write_page("run.log")
    assert page.texts["h2"] == ["host/sweep"]
    assert len(pictures(page)) == 2  # a sweep and a stack
    png = BUILD / "tests" / "host" / "page.png"
    png.parent.mkdir(parents=True, exist_ok=True)
    png.unlink(missing_ok=True)
    screenshot(tmp_path, tmp_path / "page.html", png)
    data = png.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1100, 2000)
    assert len(data) > 60000  # text and pictures; a blank page of the size takes 10000


@pytest.mark.parametrize("column, clicks, means", fast_cases(2, [
    (2, 2, ["10,000", "900", "80", "5"]), (0, 1, ["900", "5", "10,000", "80"]),
    (2, 1, ["5", "80", "900", "10,000"]), (1, 1, ["5", "900", "10,000", "80"])]))
def test_a_click_on_a_header_sorts(column, clicks, means, write_page, write_run, tmp_path):
    write_page(write_run("run.log", *some_results()))
    click = f"document.querySelectorAll('table.sorts:not(.summary) th')[{column}].click();"
    dom = dom_after(tmp_path, tmp_path / "page.html", click * clicks)
    table = re.search(r'<table class="sorts">.*?</table>', dom, re.S)[0]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
    assert [row[2] for row in rows[1:]] == means
    assert f'aria-sort="{"descending" if clicks == 2 else "ascending"}"' in table


def test_gnuplot_is_not_needed(bareprobe, write_run, tmp_path):
    done = bareprobe("html", write_run("run.log", *some_results()), "-o", "-",
                     env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "") and len(pictures(Page(done.stdout))) == 1


def test_two_runs_are_compared(write_page, write_run):
    # 900 to 450 is -50 %, 80 to 100 +25 %; geometric mean of .5, 1 and 1.25: cube root of .625
    def clocks(*means):
        return [result_record(mean, region=region, event="count_clocks", code="0x100")
                for region, mean in enumerate(means)]
    write_run("a.log", *clocks(900, 10000, 80), build="1.0")
    write_run("b.log", *clocks(450, 10000, 100), build="2.0")
    page = write_page("a.log", "b.log")
    facts, changed, same = page.tables
    assert ["build", "1.0", "2.0"] in facts and ["run", "a.log", "b.log"] in facts
    assert [row[:5] for row in changed[1:]] == [
        ["apps/one", "count_clocks", "900.0", "450.0", "-50.0 % [-50.0, -50.0]"],
        ["apps/one", "count_clocks", "80.0", "100.0", "+25.0 % [+25.0, +25.0]"]]
    assert same[1][2] == "10,000.0" and len(same) == 2
    assert ("geometric mean of count_clocks, after / before: 0.8550 (-14.50 %) over 3 rows"
            in page.texts["p"])
    picture, = pictures(page)
    assert picture["rows"] == ["apps/one, region 0", "apps/one, region 2"]
    assert picture["series"] == [[[0, 0, 0, -50, 0, "-50.0 %"]], [[1, 0, 0, 25, 0, "+25.0 %"]]]


def test_runs_of_unlike_platforms_are_not_compared(bareprobe, write_run):
    write_run("a.log", *some_results())
    write_run("b.log", *some_results(), platform="virtual")
    done = bareprobe("html", "a.log", "b.log")
    assert done.returncode == 2 and "different platforms are not comparable" in done.stderr
    assert bareprobe("html", "a.log", "b.log", "--any-platform").returncode == 0


def test_a_trend_through_all_runs(write_page, write_run, bareprobe, tmp_path):
    """900, 900, 990: the last is 10 % more, exactly, because nothing varies. Region 1 is in one run
    only, so it has no trend."""
    for day, clocks in enumerate((900, 900, 990)):
        more = [result_record(5, region=1, event="count_clocks", code="0x100")] * (day == 0)
        write_run(f"{day}.log", result_record(clocks, event="count_clocks", code="0x100"), *more,
                  when=(day + 1) * 86400, build=f"b{day}")
        bareprobe("import", f"{day}.log")
    page = write_page("--trend")
    assert [row[0:1] + row[2:] for row in page.tables[0][1:]] == [
        ["1", "b0", "region 0, warm, ring 0", "900", "± 0", ""],
        ["2", "b1", "region 0, warm, ring 0", "900", "± 0", ""],
        ["3", "b2", "region 0, warm, ring 0", "990", "± 0", "+10.00 % *"]]
    picture, = pictures(page)
    assert picture["ticks"] == ["1", "2", "3"]
    assert picture["lines"][0]["points"] == [[0, 900, 0], [1, 900, 0], [2, 990, 0]]
    assert len(drawn(tmp_path)) == 1
    none = bareprobe("html", "--trend", "-e", "data_read")
    assert none.returncode == 2 and "bareprobe.db: no two runs have data_read" in none.stderr


@pytest.mark.parametrize("arguments, said", [
    ([], "expected one RUN, or two to compare; got 0"),
    (["--trend", "run.log"], "--trend shows all runs of the store and takes no RUN, got 1"),
    (["run.log", "-b", "nosuch"], "none of its 4 results is selected"),
    (["run.log", "-o", "no/such/page.html"], "cannot be written"),
    (["nosuch.log"], "nosuch.log")])
def test_what_cannot_be_written_is_said(arguments, said, bareprobe, write_run, tmp_path):
    write_run("run.log", *some_results())
    done = bareprobe("html", *arguments)
    assert done.returncode == 2 and said in done.stderr and not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["run.log"]


def test_example_of_the_help(bareprobe, write_run):
    bareprobe("import", write_run("run.log", *some_results("thesis/one")))
    example = re.search(r"Example: bareprobe (.*)", bareprobe("html", "--help").stdout)[1]
    done = bareprobe(*example.replace("'", "").split())
    assert done.returncode == 0 and done.stdout == "thesis.html\n", done.stderr


def test_a_profile_and_turns_are_on_the_page(write_page, write_run):
    """75 of 100 samples are 75 % [65.7, 82.5] (Wilson); KL of two rounds as in test_multiplex.c."""
    write_run("a.log", sampling_record(samples=100), hit_record(0xffff0000, 75, 3),
              hit_record(0xffff0010, 25, 1),
              sampling_record("multiplex", bench="apps/two", events=None, samples=4, repetitions=1,
                              clocks=1000, hidden=10),
              series_record("data_read", [2, 2], of="estimate", bench="apps/two"),
              series_record("data_read", [1, 3], of="exact", bench="apps/two"),
              multiplex_record("data_read", rounds=2, bench="apps/two"))
    page = write_page("a.log")
    rows = [row for table in page.tables for row in table]
    assert ["75.0 %", "[65.7, 82.5]", "0xffff0000", "", "75.0 %"] in rows
    assert ["25.0 %", "[17.5, 34.3]", "0xffff0010", "", "25.0 %"] in rows
    assert ["apps/two", "data_read", "4", "0.0 %", "4", "0.0 %", "0.13"] in rows
    assert "Profile of apps/one, warm" in page.texts["h2"]
