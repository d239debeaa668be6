# SPDX-License-Identifier: MIT
"""Replays the sessions of kernel/monitor/SESSIONS.md. In the virtual Pentium each answer equals the
page, except numbers of rates, which are times. In QEMU the prompt returns after each line, and
registers have QEMU's values."""
import re

import pytest

from tiers import fast_cases
from test_monitor_verb import ROOT, fixture_box, monitor  # noqa: F401, a fixture

PAGE = (ROOT / "kernel/monitor/SESSIONS.md").read_text()
SESSIONS = {name: "".join(line[4:] + "\n" for line in text.splitlines() if line[:4] == "    ")
            for name, text in re.findall(r"^## (\w+): .*?\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)}


def commands(session):
    return "".join(line + "\n" for line in re.findall(r"^bareprobe.*?> (.*)$", session, re.M))


def without_times(text):
    """Replaces rates, clocks and counts over time by #."""
    text = re.sub(r"^( +\d\.\d+ s|\d+,).*$", lambda row: re.sub(r" *\d{3,}|#+ *", " #", row[0]),
                  text, flags=re.M)
    text = re.sub(r"^( +\d\.\d{3}) \S+ (\S+) \S+ \S+$", r"\1 # \2 # #", text, flags=re.M)
    text = re.sub(r"(?<=,)\d+$", "#", text, flags=re.M)
    return re.sub(r"\d+ in \d+ clocks", "# in # clocks", text)


@pytest.mark.parametrize("name", ("PMX", "PMON", "EMON", "MTPM", "PTACH"))
def test_a_session_as_the_page_has_it(name):
    done = monitor("--cpu", "p55c", "-x", given=commands(SESSIONS[name]))
    assert (done.returncode, done.stderr) == (0, "")
    assert without_times(done.stdout) == without_times(SESSIONS[name])


@pytest.mark.parametrize("names", fast_cases(1, [["PMX"], list(SESSIONS)]))
def test_sessions_in_qemu_over_a_pseudo_terminal(box, names):
    """QEMU's CESR stores nothing and its Pentium counts nothing: this is reported, without
    numbers."""
    device, _ = box
    for name in names:
        session = SESSIONS[name]
        done = monitor("--serial", f"{device},9600", "-x", given=commands(session))
        shown = re.findall(r"^bareprobe.*?> (.*)$", done.stdout, re.M)
        assert shown == commands(session).splitlines(), done.stdout
        counted = re.findall(r"^thesis/\w+ 0 data_\w+: (.*)$", done.stdout, re.M)
        assert all(count == "unsupported" for count in counted)
        assert name not in ("PMX", "PMON") or counted
        assert name != "PMX" or "MSR 11 = 00000000:00000000\n" in done.stdout
