# SPDX-License-Identifier: MIT
"""Tests the checker itself: it must find each kind of damage."""
import pathlib
import subprocess
import sys

import pytest

import check_wire

CHECKER = pathlib.Path(check_wire.__file__)


def sealed(body):
    return f"{body} crc={check_wire.crc16(body.encode()):04x}"


BODIES = [
    "BP seq=0 ev=start proto=1 platform=virtual",
    'BP seq=1 ev=bench bench=thesis/hello text="The printf loop, twice" note=""',
    "BP seq=2 ev=done results=0 errors=0 status=ok",
]
LINES = [sealed(body) for body in BODIES]
WIRE = "\n".join(LINES) + "\n"


def test_crc_check_value():
    # The check value of CRC-16/CCITT-FALSE (also CRC-16/IBM-3740) in the catalogue of parametrised
    # CRC algorithms, over the nine ASCII digits.
    assert check_wire.crc16(b"123456789") == 0x29B1


def test_crc_of_nothing_is_its_start_value():
    assert check_wire.crc16(b"") == 0xFFFF


def test_values():
    records = check_wire.parse(WIRE)
    assert [record["ev"] for record in records] == ["start", "bench", "done"]
    assert records[1]["text"] == "The printf loop, twice"
    assert records[1]["note"] == ""
    assert records[2] == {"seq": "2", "ev": "done", "results": "0", "errors": "0", "status": "ok"}


def test_output_is_put_together():
    records = check_wire.parse("\n".join(sealed(body) for body in [
        'BP seq=0 ev=output bench=a line=0 text="one two"',
        "BP seq=1 ev=output bench=b line=0 text=other",
        'BP seq=2 ev=output bench=a line=1 text=""',
        "BP seq=3 ev=output bench=a line=2 text=three newline=0",
    ]))
    assert check_wire.output(records, bench="a") == "one two\n\nthree"


def test_carriage_returns_are_line_ends():
    assert len(check_wire.parse(WIRE.replace("\n", "\r\n"))) == 3


def test_every_flipped_bit_is_found():
    # A CRC of 16 bits finds every single-bit error; a flip that makes a line feed splits the line.
    line = LINES[1]
    for place in range(len(line)):
        for bit in range(8):
            garbled = line[:place] + chr(ord(line[place]) ^ 1 << bit) + line[place + 1:]
            with pytest.raises(check_wire.Damage, match=r"^line [23]: "):
                check_wire.parse("\n".join([LINES[0], garbled, LINES[2]]))


@pytest.mark.parametrize("lost", [0, 1])
def test_lost_line_is_found(lost):
    left = LINES[:lost] + LINES[lost + 1:]
    with pytest.raises(check_wire.Damage, match=f"line {lost + 1}: seq={lost + 1} where {lost}"):
        check_wire.parse("\n".join(left))


def test_repeated_line_is_found():
    with pytest.raises(check_wire.Damage, match="line 2: seq=0 where 1 was due"):
        check_wire.parse("\n".join([LINES[0], LINES[0]]))


@pytest.mark.parametrize("line, why", [
    (LINES[1][:-6], "not a record"),
    ("GRUB loading.", "not a record"),
    ("", "not a record"),
    (sealed("BP seq=1 ev=bench bench=two words"), "not a record"),
    (sealed('BP seq=1 ev=bench bench="never ends'), "not a record"),
    (sealed("BP ev=bench seq=1"), "not a record"),
    (sealed("BP seq=1 ev=bench n=1 n=2"), "a key stands twice"),
])
def test_malformed_line_is_found(line, why):
    with pytest.raises(check_wire.Damage, match=f"line 2: {why}"):
        check_wire.parse("\n".join([LINES[0], line, LINES[2]]))


def test_silence_is_damage():
    with pytest.raises(check_wire.Damage, match="nothing came"):
        check_wire.parse("")


def run(text, *arguments):
    return subprocess.run([sys.executable, CHECKER, *arguments], input=text, text=True,
                          capture_output=True, timeout=30, check=False)


def test_command_is_silent_on_a_whole_wire(tmp_path):
    (tmp_path / "log").write_text(WIRE)
    for result in run(WIRE), run("", tmp_path / "log"):
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_command_names_the_damaged_line():
    result = run(WIRE.replace("results=0", "results=1"))
    assert result.returncode == 1
    assert result.stderr.startswith("line 3: damaged (crc ")


def test_command_names_a_file_that_is_not_there(tmp_path):
    result = run("", tmp_path / "missing")
    assert result.returncode == 1
    assert "missing" in result.stderr
