# SPDX-License-Identifier: MIT
"""`bareprobe score`: the rows of machines, compared with chips and with each other."""
import json
import re

import pytest

from browser import dom_after
from logs import run_log, score_log, score_row

NOT_SETTLED = "the time stamp follows the host's clock"
# Values of score/rows.def: IMUL takes 9 clocks on a P54C and 4 on a Pentium Pro, DIV 41 and 39, a
# chain of ADC 1 and 2; the family is 5 and 6; no table has a P6's penalty of a misaligned load.
FAMILY = dict(group="identity", unit="text")


def first_rows():
    """4 of 5 rows settled, 2 the same, 1 near (41 to 43 is 4.9 %)."""
    return (score_row(1, "cpuid_family", 5, 5, **FAMILY),
            score_row(18, "adc_r32_latency", 1, 1),
            score_row(29, "imul_r32_latency", 4, 9, "differs"),
            score_row(31, "div_r32_latency", 43, 41, "near"),
            score_row(39, "misaligned_load", verdict="not_settled", what=NOT_SETTLED))


def second_rows():
    """5 of 5 rows settled, 4 the same."""
    return (score_row(1, "cpuid_family", 5, 5, **FAMILY),
            score_row(18, "adc_r32_latency", 1, 1),
            score_row(29, "imul_r32_latency", 9, 9),
            score_row(31, "div_r32_latency", 60, 41, "differs"),
            score_row(39, "misaligned_load", 3, 3))


@pytest.fixture(name="score")
def fixture_score(bareprobe, tmp_path):
    """score(*arguments): runs the verb, with the logs a.log and b.log in the directory."""
    (tmp_path / "a.log").write_text(score_log(*first_rows(), platform="emulator", name="Emulated"))
    (tmp_path / "b.log").write_text(score_log(*second_rows(), platform="virtual"))

    def score(*arguments, status=0):
        done = bareprobe("score", *arguments)
        assert done.returncode == status, done.stderr
        return done
    return score


def table_row(shown, name):
    [line] = [line for line in shown.splitlines() if re.search(rf"^ *\d+ +{name} ", line)]
    return line.split()


def test_a_run(score):
    shown = score("a.log").stdout
    assert table_row(shown, "imul_r32_latency") == ["29", "imul_r32_latency", "clocks", "9", "4",
                                                    "differs"]
    assert table_row(shown, "div_r32_latency")[3:] == ["41", "43", "near"]
    assert table_row(shown, "misaligned_load")[2:] == ["clocks", "-", "-", "not", "settled"]
    assert "not settled, " + NOT_SETTLED + ": row 39\n" in shown
    assert "strict 2 of 4 (50.0 %), near 3 of 4 (75.0 %) of the settled rows; settled 4 of 5" in (
        shown)
    assert "compared with a real Pentium P54C" in shown
    assert "emulator: its clocks are not a processor's" in shown
    assert shown.splitlines()[-1] == "SCORE suite=1 chip=p54c strict=2/4 near=3/4 settled=4/5"
    groups = [line for line in shown.splitlines() if line in ("identity", "timing")]
    assert groups == ["identity", "timing"]


def test_runs_are_compared(score):
    shown = score("a.log", "b.log").stdout
    assert table_row(shown, "imul_r32_latency")[3:] == ["9", "4", "differs", "9", "same", "runs",
                                                        "differ"]
    assert table_row(shown, "cpuid_family")[3:] == ["5", "5", "same", "5", "same"]
    assert "3 of 5 rows differ between the runs: 29, 31, 39\n" in shown
    # Row 39 did not settle in a.log: of the other four, a has 2 and 3, b 3 and 3.
    assert ("totals of the 4 rows that settled in all runs: "
            "a strict 2, near 3; b strict 3, near 3\n") in shown
    assert shown.splitlines()[-2:] == [
        "SCORE suite=1 chip=p54c strict=2/4 near=3/4 settled=4/5 run=a.log",
        "SCORE suite=1 chip=p54c strict=4/5 near=4/5 settled=5/5 run=b.log"]
    assert "cpuid_family" not in score("a.log", "b.log", "--differences").stdout
    assert "no row differs between the runs\n" in score("a.log", "a.log").stdout


def test_another_chip(score):
    """The verdicts are those of score/verdict.c, for each row that has a value."""
    shown = score("b.log", "--chip", "ppro").stdout
    assert table_row(shown, "cpuid_family")[3:] == ["6", "5", "differs"]
    assert table_row(shown, "adc_r32_latency")[3:] == ["2", "1", "differs"]
    assert table_row(shown, "misaligned_load")[3:] == ["-", "3", "not", "measurable"]
    assert "not measurable, no table has it for this chip: row 39\n" in shown
    assert shown.splitlines()[-1] == "SCORE suite=1 chip=ppro strict=0/4 near=0/4 settled=4/5"
    # A row that did not settle does not settle because of another chip.
    assert table_row(score("a.log", "--chip", "ppro").stdout, "misaligned_load")[-2:] == [
        "not", "settled"]


def test_runs_of_several_chips_have_their_own_values(score, tmp_path):
    (tmp_path / "c.log").write_text(score_log(score_row(1, "cpuid_family", 6, 6, **FAMILY),
                                              chip="ppro"))
    shown = score("a.log", "c.log").stdout
    assert table_row(shown, "cpuid_family")[3:] == ["5", "5", "same", "6", "6", "same", "runs",
                                                    "differ"]
    assert table_row(shown, "adc_r32_latency")[3:] == ["1", "1", "same", "-", "-", "not",
                                                       "received"]
    assert score("a.log", "c.log", "--chip", "ppro").stdout.splitlines()[-1].startswith(
        "SCORE suite=1 chip=ppro strict=1/1 ")


def test_markdown(score):
    lines = score("a.log", "b.log", "-f", "markdown").stdout.splitlines()
    assert lines[2].startswith("| a | Emulated, 100.0 MHz | emulator | Pentium P54C | "
                               "2 of 4 (50.0 %) | 3 of 4 (75.0 %) | 4 of 5 (80.0 %) |")
    assert "| # | row | unit | REAL Pentium P54C | a | b |" in lines
    assert "| 29 | imul_r32_latency | clocks | 9 | 4 **differs** | 9 |" in lines
    assert "| 31 | div_r32_latency | clocks | 41 | 43 (near) | 60 **differs** |" in lines
    assert "| 39 | misaligned_load | clocks | 3 | not settled | 3 |" in lines
    head = lines.index("| # | row | unit | REAL Pentium P54C | a | b |")
    assert {line.count("|") for line in lines[head:] if line.startswith("|")} == {7}
    assert lines[-1].startswith("SCORE suite=1 chip=p54c strict=4/5")


def test_json(score):
    told = json.loads(score("a.log", "b.log", "-f", "json").stdout)
    assert [(run["run"], run["strict"], run["near"], run["settled"], run["rows"], run["missing"],
             run["chip"], run["platform"]) for run in told["runs"]] == [
        ("a.log", 2, 3, 4, 5, 0, "p54c", "emulator"), ("b.log", 4, 4, 5, 5, 0, "p54c", "virtual")]
    assert [row["row"] for row in told["rows"] if row["differs"]] == [29, 31, 39]
    [imul] = [row for row in told["rows"] if row["name"] == "imul_r32_latency"]
    assert imul["results"][0] == {"measured": 4, "real": 9, "verdict": "differs", "what": None}
    assert (told["differing"], told["settled_in_all"]) == (3, 4)
    assert told["runs"][1]["common"] == {"strict": 3, "near": 3, "settled": 4}


def test_the_file_of_output_and_the_lines(score, tmp_path):
    done = score("a.log", "-f", "html", "-o", "page.html")
    assert done.stdout == "SCORE suite=1 chip=p54c strict=2/4 near=3/4 settled=4/5\n"
    page = (tmp_path / "page.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>")


def test_the_page_has_a_column_for_each_machine(score, tmp_path):
    machine = {"machine": "A <b>box</b>", "board": "Board 1", "chip set": "430FX", "BIOS": "AMI"}
    (tmp_path / "c.log").write_text(score_log(*second_rows(), machine=machine))
    page = score("a.log", "b.log", "c.log", "-f", "html").stdout
    heads = re.findall(r"<th scope=col[^>]*>([^<]*(?:&lt;[^<]*)?)</th>", page)
    assert heads[-7:] == ["#", "row", "unit", "real Pentium P54C", "a", "b",
                          "A &lt;b&gt;box&lt;/b&gt;"]
    [row] = re.findall(r"<tr[^>]*><td[^>]*>29</td>.*", page)
    assert re.findall(r'<td class="(\w+)"', row) == ["differs", "same", "same"]
    assert "c.log; Board 1, 430FX, BIOS AMI" in page
    # Machines of several platforms: each has its platform in the first table.
    assert [name in page for name in ("<td>emulator</td>", "<td>virtual</td>",
                                      "<td>silicon</td>")] == [True] * 3


def test_the_order_and_the_numbers_of_rows_do_not_change(score, tmp_path):
    """A row that was added to a group later follows that group's rows."""
    (tmp_path / "c.log").write_text(score_log(
        score_row(61, "new_family", 1, 1, **FAMILY), *first_rows()))
    shown = score("c.log").stdout
    assert re.findall(r"^ *(\d+) ", shown, re.M) == ["1", "61", "18", "29", "31", "39"]


@pytest.mark.parametrize("length", [14, 900])
def test_a_cell_of_the_page_has_25_columns(score, bareprobe, tmp_path, length):
    """A later suite may have longer names than the 13 columns of a label. A value of 8 characters
    fits after the label `L1D size`, with the real one: 8 + 1 + 12."""
    names = [letter * length for letter in "abc"]
    (tmp_path / "c.log").write_text(score_log(
        score_row(43, "l1_data_size", '"not seen"', 8, "differs", unit="KB"),
        *(score_row(70 + at, name, "12345678", 5, "differs") for at, name in enumerate(names))))
    shown = bareprobe("show", "c.log", "--report", "text").stdout.splitlines()
    first = next(at for at, line in enumerate(shown) if line.startswith("Bareprobe score 1")) + 1
    assert shown[first:first + 2] == [
        "43 L1D size   not seen/8x 71 bbbbbbbbbbbbb 1234567x",
        "70 aaaaaaaaaaaaa 1234567x 72 ccccccccccccc 1234567x"]
    assert score("c.log", "-f", "json").stdout.count("12345678") == 3


def test_lost_rows_are_not_a_score(score, tmp_path):
    (tmp_path / "c.log").write_text(score_log(*first_rows(), rows_there=8))
    done = score("c.log", status=1)
    assert "c.log: the score is incomplete: 3 of 8 rows are missing\n" in done.stderr
    assert done.stdout.splitlines()[-1].endswith("settled=4/8")
    (tmp_path / "c.log").write_text(score_log(*first_rows(), totals=""))
    done = score("c.log", status=1)
    assert "55 of 60 rows are missing, and the record of the totals" in done.stderr
    assert done.stdout.splitlines()[-1] == (
        "SCORE suite=1 chip=unknown strict=2/4 near=3/4 settled=4/60")


def test_totals_that_are_not_those_of_the_rows(score, tmp_path):
    (tmp_path / "c.log").write_text(score_log(*first_rows(), totals=(3, 3, 4)))
    done = score("c.log", status=1)
    assert ("c.log: the totals that the machine sent (strict 3, near 3, settled 4) contradict its "
            "rows\n") in done.stderr


@pytest.mark.parametrize("rows, said", [
    ((score_row(1, "a", 5, 5, "good"),), "verdict is unknown"),
    ((score_row(1, "a", verdict="same"),), "a row with a comparison needs both measured and real"),
    ((score_row(0, "a", 5, 5),), "a row of the score without a number, a group or a name"),
    ((score_row(1, "a", 5, 5), score_row(1, "b", 5, 5)),
     "a row of the score with the same number was already received"),
])
def test_rows_that_contradict_themselves(score, tmp_path, rows, said):
    """Such a record is rejected, and its row is missing."""
    (tmp_path / "c.log").write_text(score_log(*first_rows()[1:], *rows))
    assert said in score("c.log", status=1).stderr


def test_a_score_is_no_error_unless_asked(score):
    assert not score("a.log", "--fail-below", "50").stderr
    done = score("a.log", "--fail-below", "51", status=1)
    assert "a.log: strict is 50.0 % of the settled rows, below 51 %\n" in done.stderr
    # Row 31 is near in a.log and differs in b.log; in the other order 29 and 39 are worse.
    assert "b.log: 1 row is worse than in a.log\n" in score("a.log", "b.log", "--fail-worse",
                                                            status=1).stderr
    assert "a.log: 2 rows are worse than in b.log\n" in score("b.log", "a.log", "--fail-worse",
                                                              status=1).stderr


def test_the_store_keeps_a_score(score, bareprobe):
    assert bareprobe("import", "a.log", "b.log").returncode == 0
    for form in ("table", "json"):
        stored, read = (score(name, "-f", form).stdout for name in ("last", "b.log"))
        different = {line for line in stored.splitlines()} ^ {line for line in read.splitlines()}
        assert all("b.log" in line or "run 2" in line or line == '   "name": "b",'
                   for line in different), different


def test_other_verbs_name_this_one(score, bareprobe):
    for arguments in (("show", "a.log"), ("export", "a.log", "-f", "csv")):
        done = bareprobe(*arguments)
        assert done.returncode == 2
        assert "a.log has a score and no results: 'bareprobe score' shows it" in done.stderr


@pytest.mark.parametrize("arguments, said", [
    ((), "expected a RUN with a score"),
    (("a.log", "--differences"), "--differences and --fail-worse need at least two RUNs"),
    (("a.log", "--chip", "ppor"), "--chip: 'ppor' is not a chip; did you mean ppro?"),
    (("a.log", "--chip", "x"), "'x' is not a chip; allowed: p54c, p55c, ppro, p2, p3, k7"),
    (("a.log", "-f", "htlm"), "--format: 'htlm' is not a form; did you mean html?"),
    (("a.log", "-f", "x"), "is not a form; allowed: table, markdown, json, html"),
    (("a.log", "--fail-below", "101"), "--fail-below: '101' is not a number from 0"),
    (("none.log",), "'none.log' is neither a file nor a run in the store"),
    (("plain.log",), "plain.log contains no score; measure one with 'bareprobe run --suite score'"),
])
def test_wrong_usage(score, tmp_path, arguments, said):
    (tmp_path / "plain.log").write_text(run_log())
    done = score(*arguments, status=2)
    assert said in done.stderr and not done.stdout


@pytest.mark.full
def test_the_page_in_chromium(score, tmp_path):
    """It fits a phone: a table scrolls within the page. A click on a header sorts its table."""
    score("a.log", "b.log", "-f", "html", "-o", "page.html")
    script = """
        const head = [...document.querySelectorAll("table.scores th")].find(
            th => th.textContent === "a" && th.closest("table").rows.length > 3);
        head.click();
        head.click();
        document.body.dataset.sorted = [...head.closest("table").tBodies[0].rows].map(
            row => row.cells[0].textContent).join(" ");
        document.body.dataset.fits = document.documentElement.scrollWidth <= window.innerWidth;
    """
    page = dom_after(tmp_path, tmp_path / "page.html", script, width=500)
    [(order, fits)] = re.findall(r'data-sorted="([^"]*)" data-fits="(\w+)"', page)
    # From the largest value: 43, 4, 1; a text follows or precedes the numbers.
    assert [number for number in order.split() if number != "39"] == ["31", "29", "18"]
    assert fits == "true"


@pytest.mark.full
def test_the_virtual_pentium(score, vpentium, tmp_path, bareprobe):
    """A whole score: every row of rows.def, and the page that the kernel prints itself."""
    append = "experiment=score exit=qemu"
    (tmp_path / "run.log").write_text(vpentium(append).stdout)
    told = json.loads(score("run.log", "-f", "json").stdout)
    [run] = told["runs"]
    numbers = sorted(row["row"] for row in told["rows"])
    assert numbers == list(range(1, run["rows"] + 1)) and run["rows"] >= 60 and not run["missing"]
    page = vpentium(append + " report=text").stdout.splitlines()
    start = next(i for i, line in enumerate(page) if line.startswith("Bareprobe score 1"))
    end = next(i for i, line in enumerate(page) if line.startswith("SCORE "))
    shown = bareprobe("show", "run.log", "--report", "text").stdout.splitlines()
    assert page[start:end + 1] == shown[shown.index(page[start]):shown.index(page[end]) + 1]
    assert score("run.log").stdout.splitlines()[-1] == page[end]
    # A comparison with the same chip by this program gives the machine's verdicts.
    again = score("run.log", "--chip", run["chip"]).stdout
    assert again == score("run.log").stdout
