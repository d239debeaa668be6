# SPDX-License-Identifier: MIT
"""The line `model:` of a report and a page (serial/model_accuracy.c) agrees with the lists of
deviations of the models, which their own tests validate."""
import csv
import pathlib

from logs import log_text, result_record, start_records

ROOT = pathlib.Path(__file__).resolve().parents[2]
SILICON = ROOT / "tests" / "data" / "silicon"
TENTHS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def rows(path):
    with path.open() as lines:
        return list(csv.reader((line for line in lines if line[0] != "#"), delimiter="\t"))[1:]


def said(bareprobe, tmp_path, vendor, signature):
    start = start_records(platform="virtual", signature=signature)
    start[1] = start[1].replace("GenuineIntel", vendor)
    (tmp_path / "a.log").write_text(log_text(
        *start, 'ev=bench bench=apps/one text="a text"', result_record(),
        "ev=done results=1 errors=0 status=ok"))
    [line] = [line for line in bareprobe("show", "--report", "text", "a.log").stdout.splitlines()
              if line.startswith(" model: ")]
    return line


def test_a_p6s_is_nine_of_ten(bareprobe, tmp_path):
    """The line has both chips' shares of matching rows, rounded to tenths."""
    unmet = rows(ROOT / "tests" / "p6" / "rows_not_met.tsv")
    shares = set()
    for chip in ("p6-200", "p2-deschutes"):
        names = {row[0] for row in rows(SILICON / f"{chip}_inst.tsv")}
        missed = {row[1] for row in unmet if row[0] == chip}
        assert missed and missed < names
        shares.add(TENTHS[round(10 * (1 - len(missed) / len(names)))])
    [share] = shares
    for signature in ("0x617", "0x651", "0x673"):
        assert (f"within 0.25 clocks or 10 % of a real chip for {share} of ten instruction forms"
                in said(bareprobe, tmp_path, "GenuineIntel", signature))


def test_a_k7s_is_made_of_what_was_measured(bareprobe, tmp_path):
    """The line may claim this because tests/k7 reproduces each measured figure to the last
    digit."""
    assert "clocks are an estimate from measured latencies and throughputs" in \
        said(bareprobe, tmp_path, "AuthenticAMD", "0x644")
