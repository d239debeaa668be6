# SPDX-License-Identifier: MIT
"""Tests the boot menu with QEMU's screen and keyboard, and experiments changed on the floppy."""
import shutil
import subprocess

import pytest

from boot.conftest import KERNEL, SUITES, experiment, make, menu, overlay, some
from boot.machines import Qemu, qemu_options, wait


def only(wire, kind):
    [record] = [record for record in wire if record["ev"] == kind]
    return record


def benches(wire):
    return [record["bench"].partition(":")[0] for record in wire if record["ev"] == "bench"]


@pytest.fixture(name="keyboard")
def fixture_keyboard(tmp_path, menu_floppy):
    """keyboard((key, text on the screen before it), ...) returns the output of COM1 and COM2."""
    def boot(*keys, floppy=menu_floppy):
        with Qemu(tmp_path, *qemu_options("floppy", floppy)) as qemu:
            for key, when in keys:
                qemu.press(key, when)
            return qemu.result()
    return boot


@pytest.mark.full
@pytest.mark.parametrize("key, suite", some(("t", "thesis"), ("q", "quick"), ("m", "machine"),
                                            ("a", "apps")))
def test_key_starts_its_suite(keyboard, records, key, suite):
    wire = records(keyboard((key, "records (r: next)"))[0])
    assert set(benches(wire)) == {SUITES[suite]}
    assert wire[-1]["status"] == "ok"


@pytest.mark.full
@pytest.mark.parametrize("suite", some("quick", "all"))
def test_floppy_as_made_in_four_megabytes(qemu_medium, records, tmp_path, suite):
    """The floppy has its real experiments; 4 MB, the smallest memory, suffice for all of them. (In
    `make check` test_capture.py boots the floppy that `make` built.)"""
    folder = tmp_path / "overlay" / "boot" / "grub"
    folder.mkdir(parents=True)
    (folder / "grub.cfg").write_text(menu(timeout=0, chosen=suite))
    floppy = make("floppy", KERNEL, tmp_path / "floppy.img", tmp_path / "overlay")
    wire = records(qemu_medium(*qemu_options("floppy", floppy), "-m", "4", timeout=900).stdout)
    assert (wire[-1]["ev"], wire[-1]["status"], wire[-1]["errors"]) == ("done", "ok", "0")
    plans = [record["command"] for record in wire if record["ev"] == "plan"]
    assert len(plans) == (3 if suite == "all" else 1)


@pytest.mark.full
def test_all_are_the_suites_in_turn(keyboard, records):
    wire = records(keyboard(("l", "records (r: next)"))[0])
    plans = [record["command"] for record in wire if record["ev"] == "plan"]
    assert plans == [SUITES[suite] for suite in ("thesis", "machine", "apps")]


@pytest.mark.full
def test_text_where_it_is_chosen(keyboard):
    com1, com2 = keyboard(("r", "records (r: next)"), ("q", "text (r: next)"))
    assert com1.startswith("bareprobe ") and com1.endswith(" 0 errors: ok\r\n")
    assert "thesis/program1" in com1
    assert not com2


@pytest.mark.full
def test_port_speed_and_report_are_chosen_in_the_menu(keyboard, records):
    com1, com2 = keyboard(("p", "port: com1 "), ("s", "port: com2 "), ("s", ", 57600 baud"),
                          ("r", ", 38400 baud"), ("r", "text (r: next)"),
                          ("q", "records (r: next)"))
    assert not com1
    settings = only(records(com2), "start")["arguments"].split()
    assert {"report=records", "console=com2,38400"} <= set(settings)


@pytest.mark.full
def test_without_a_port_the_report_is_on_the_screen(keyboard):
    com1, com2 = keyboard(("p", "port: com1 "), ("p", "port: com2 "), ("p", "port: com3 "),
                          ("p", "port: com4 "), ("t", "port: none "),
                          ("spc", "any key: next page"))
    assert not com1 and not com2


@pytest.mark.full
def test_settings_come_round_to_the_first(keyboard, records):
    speeds = ["115200", "57600", "38400", "19200", "9600", "4800", "2400", "1200", "300"]
    com1, _ = keyboard(*(("s", f", {speed} baud") for speed in speeds),
                       ("q", ", 115200 baud"))
    assert "console=com1,115200" in only(records(com1), "start")["arguments"].split()


@pytest.mark.full
def test_line_is_edited_before_it_starts(keyboard):
    """Edits the end of the entry's first line."""
    edited = [("e", "records (r: next)"), ("down", "console=$console"),
              ("ctrl-e", "console=$console")]
    typed = [(key, "console=$console") for key in ("spc", *"report", "equal", *"text")]
    com1, _ = keyboard(*edited, *typed, ("f10", "report=text"))
    assert com1.startswith("bareprobe ") and com1.endswith(" 0 errors: ok\r\n")


def changed(floppy, folder, name, text):
    """A copy of the floppy with one file replaced or added, as a user would write it there."""
    image, file = folder / "changed.img", folder / name
    shutil.copy(floppy, image)
    file.write_text(text)
    subprocess.run(["mcopy", "-o", "-i", image, file, f"::parms/{name}"], check=True)
    return image


@pytest.mark.full
@pytest.mark.parametrize("ending", some("\r\n", "\n"))
def test_changed_experiment_changes_the_run(keyboard, records, menu_floppy, tmp_path, ending):
    text = experiment("thesis/program*").replace("= 2;", "= 3;").replace("\n", ending)
    image = changed(menu_floppy, tmp_path, "quick.txt", text)
    wire = records(keyboard(("q", "records (r: next)"), floppy=image)[0])
    assert benches(wire) == ["thesis/program1", "thesis/program2"]
    assert only(wire, "plan")["repetitions"] == "3"


def test_own_experiment_is_in_the_menu(keyboard, records, menu_floppy, tmp_path):
    image = changed(menu_floppy, tmp_path, "own.txt", experiment("thesis/program2"))
    wire = records(keyboard(("o", "Own: parms/own.txt"), floppy=image)[0])
    assert benches(wire) == ["thesis/program2"]


def test_program_is_in_the_menu(keyboard, records, menu_floppy):
    """The example, iso/programs/hello.asm. QEMU counts no events, but times its region."""
    wire = records(keyboard(("g", "Programs: executables"), floppy=menu_floppy)[0])
    assert benches(wire) == ["programs/hello"]
    program = only(wire, "program")
    assert (program["end"], program["status"]) == ("exit", "0")
    assert [r["text"] for r in wire if r["ev"] == "written"] == ["hello from ring 3%0A", ""]
    [result] = [r for r in wire if r["ev"] == "result" and r["event"] == "time_stamp"]
    assert result["status"] == "ok" and result["region_name"] == "loop"
    assert (wire[-1]["status"], wire[-1]["errors"]) == ("ok", "0")


@pytest.mark.full
def test_program_on_the_screen_in_eight_megabytes(tmp_path, menu_floppy):
    """Without a serial port, a program's output and its results are on the screen."""
    image = changed(menu_floppy, tmp_path, "programs.txt", experiment("./hello"))
    with Qemu(tmp_path, *qemu_options("floppy", image), "-m", "8",
              "-smbios", "type=1,manufacturer=none") as qemu:  # so that the run ends by HLT
        for port in ("com1", "com2", "com3", "com4"):
            qemu.press("p", f"Serial port: {port} ")
        qemu.press("g", "Serial port: none ")
        assert wait(lambda: "Region 0 (loop), entered 1 times" in qemu.screen()), qemu.screen()
        assert "hello from ring 3" in qemu.screen()


@pytest.mark.full
def test_own_program_on_the_floppy(keyboard, records, menu_floppy, tmp_path):
    """An overlay's executable, its standard input, and two experiments."""
    folder = overlay(tmp_path / "overlay", timeout=-1)
    (folder / "programs").mkdir()
    subprocess.run(["mcopy", "-i", menu_floppy, "::programs/hello",
                    folder / "programs" / "other"], check=True)
    (folder / "programs" / "input.txt").write_text("a line\n")
    (folder / "parms" / "programs.txt").write_text(experiment("./other"))
    (folder / "parms" / "programs2.txt").write_text(
        experiment("./hello").replace("= 2;", "= 3; stdin = input.txt;"))
    floppy = make("floppy", KERNEL, tmp_path / "own.img", folder)
    wire = records(keyboard(("g", "Programs: executables"), floppy=floppy)[0])
    assert benches(wire) == ["programs/other", "programs/hello"]
    assert wire[-1]["status"] == "ok"


@pytest.mark.full
def test_mistake_in_a_file_is_told_with_its_name(keyboard, records, menu_floppy, tmp_path):
    image = changed(menu_floppy, tmp_path, "quick.txt", "(p5mon repetitions = none; end)\n")
    wire = records(keyboard(("q", "records (r: next)"), floppy=image)[0])
    assert "quick.txt" in only(wire, "error")["what"]
    assert wire[-1]["status"] == "failed"
