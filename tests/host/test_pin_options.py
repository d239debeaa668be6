# SPDX-License-Identifier: MIT
"""Options of the simulated machine's pins and bus: --pm0-nmi and --snoop of run, profile and
monitor."""
import re

import pytest

# Another bus master every 100 clocks: 10,000 accesses in the million clocks of 10 ms at 100 MHz. An
# interval ends after the last poll of the line, so up to 1 % more.
SNOOP = ("--snoop", "0x200000,100")


def test_the_monitor_sees_the_other_bus_master(bareprobe):
    done = bareprobe("monitor", *SNOOP, "-c", "count external_snoops for 10ms")
    counted = int(re.search(r"external_snoops: (\d+) in", done.stdout).group(1))
    assert 10_000 <= counted <= 10_100, done.stdout + done.stderr


@pytest.mark.full
def test_a_run_sees_the_other_bus_master(bareprobe):
    """Its whole run takes more than 200 clocks, so it contains at least two accesses. program1
    does not touch 200000h, so none of them hits the cache."""
    done = bareprobe("run", "-b", "thesis/program1", "-r", "3",
                     "-e", "external_snoops,data_cache_snooping_hits", *SNOOP,
                     "--no-log", "--no-store", "use_assembly_regions=no",
                     "--report", "records")
    means = dict(re.findall(r"ev=result .*? event=(\w+) .*? mean=([\d.-]+)", done.stdout))
    assert float(means["external_snoops"]) >= 2, done.stdout + done.stderr
    assert float(means["data_cache_snooping_hits"]) == 0, done.stdout + done.stderr


def test_a_profile_by_the_pin(bareprobe, tmp_path):
    """Without the pin the remedy is named; the options reach `run`, which stores them."""
    measure = ("profile", "--sim", "apps/sort:variant=radix", "source=event,data_read,1000",
               "samples=5", "--db", str(tmp_path / "runs.db"))
    done = bareprobe(*measure)
    assert done.returncode == 1 and "with --pm0-nmi" in done.stderr, done.stdout + done.stderr
    done = bareprobe(*measure, "--pm0-nmi", "--mhz", "60")
    assert done.returncode == 0 and "by the pin PM0" in done.stdout, done.stdout + done.stderr
    assert "60.0 MHz" in done.stdout, done.stdout
    done = bareprobe("list", "runs", "--db", str(tmp_path / "runs.db"))
    assert "--mhz 60 --pm0-nmi" in done.stdout, done.stdout + done.stderr


def test_what_cannot_be_used(bareprobe):
    for arguments, message in (
            (("profile", "last", "--pm0-nmi"), "--pm0-nmi requires --sim"),
            (("profile", "last", *SNOOP), "--snoop requires --sim"),
            (("run", "--serial", "/dev/null", "--pm0-nmi"), "--pm0-nmi applies to the virtual"),
            (("run", "--qemu", *SNOOP), "--snoop applies to the virtual Pentium only"),
            (("run", "--snoop", "200000"), "-snoop '200000': expected a physical address"),
            (("run", "-j", "2", *SNOOP), "--jobs cannot be combined with --snoop")):
        done = bareprobe(*arguments)
        assert done.returncode == 2 and message in done.stderr, done.stderr
