# SPDX-License-Identifier: MIT
"""Options and settings without an effect are refused: those that the experiment does not use, and
options that exclude each other or need a program."""
import pytest

HELLO = ("-b", "thesis/hello")


@pytest.mark.parametrize("words, setting, experiment", [
    (("--suite", "score", "-e", "cache", "-r", "3"), "events", "score"),
    (("--suite", "score", "-r", "3"), "repetitions", "score"),
    (("--suite", "score", "--state", "cold"), "state", "score"),
    (("--suite", "score", "watchdog=3"), "watchdog", "score"),
    (("--suite", "first", "-g", "cache"), "events", "first_boot"),
    (("--suite", "first", "data_read=yes"), "events", "first_boot"),
    (("--suite", "first", "-b", "thesis/hello"), "command", "first_boot"),
    (("--suite", "first", "--ablate", "l1"), "ablate", "first_boot"),
    (("experiment=overhead", "privilege=user"), "privilege", "overhead"),
    ((*HELLO, "source=rtc,1024"), "source", "measure"),
    ((*HELLO, "hook=ports"), "hook", "measure"),
    ((*HELLO, "sample_registers=yes"), "sample_registers", "measure"),
    ((*HELLO, "experiment=profile", "-r", "9"), "repetitions", "profile"),
    ((*HELLO, "experiment=multiplex", "ci_target=1%"), "ci_target", "multiplex"),
    ((*HELLO, "experiment=rates", "weights=2,1"), "weights", "rates"),
    ((*HELLO, "experiment=channels", "order=fixed"), "order", "channels"),
])
def test_settings_of_other_experiments(bareprobe, words, setting, experiment):
    done = bareprobe("run", "--no-log", "--no-store", *words)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"bareprobe run: command line: {setting}: experiment={experiment}"
                                  " does not use it, only ")
    assert done.stderr.endswith("; remove it\n")


def test_settings_of_the_profile(bareprobe):
    done = bareprobe("profile", "--sim", "thesis/hello", "repetitions=3")
    assert done.returncode == 2
    assert "repetitions: experiment=profile does not use it" in done.stderr


@pytest.mark.parametrize("words, message", [
    (("stdin=x",), "stdin: only a program uses it (command=./NAME); remove it"),
    (("environment=A=1",), "environment: only a program uses it"),
    (("--no-gate",), "--no-gate requires a program: name one with --program"),
    (("--files-to", "out"), "--files-to requires a program: name one with --program, or the"),
    (("--label", "a", "--no-store", "--no-log"), "--label has no effect with --no-store and"),
    (("--logs", "a", "-o", "b"), "-o, --logs and --no-log: select only one"),
    (("--logs", "a", "--no-log"), "-o, --logs and --no-log: select only one"),
])
def test_options_without_an_effect(bareprobe, tmp_path, words, message):
    done = bareprobe("run", *HELLO, *words)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


def test_results_file_of_a_benchmark(bareprobe, tmp_path):
    """--files-to has an effect without a program if a setting names a file."""
    done = bareprobe("run", *HELLO, "-e", "clocks", "-r", "1", "--no-log", "--no-store",
                     "--report", "none", "--files-to", "made", "output_file=out.p5")
    assert done.returncode == 0 and "made: 1 file written" in done.stderr, done.stderr
    assert (tmp_path / "made" / "out.p5").read_text()


def test_a_file_with_all_settings(bareprobe, tmp_path):
    """Files are not checked, since `dump_parms=yes` prints every setting."""
    (tmp_path / "dump.parms").write_text("(p5mon\n experiment = first_boot;\n command = *;\n"
                                         " events = clocks;\n samples = 7;\n end)\n")
    assert bareprobe("run", "--no-log", "--no-store", "--parms", "dump.parms").returncode == 0


def test_a_file_names_the_experiment(bareprobe, tmp_path):
    (tmp_path / "profile.parms").write_text("(p5mon\n experiment = profile;\n end)\n")
    words = ("run", "--no-log", "--no-store", "--report", "none", "--parms", "profile.parms",
             *HELLO, "samples=5")
    assert bareprobe(*words).returncode == 0
    refused = bareprobe(*words, "-r", "3")
    assert refused.returncode == 2 and "repetitions: experiment=profile does" in refused.stderr


def test_settings_at_the_prompt(bareprobe):
    """`set` and the settings of the start are for any later command, those of a command are for
    it alone."""
    done = bareprobe("monitor", "samples=7", "-c",
                     "set order=fixed; settings samples; run thesis/hello source=rtc; "
                     "firstboot data_read=yes; calibrate state=cold")
    first, *refused = done.stdout.splitlines()
    assert first.split() == ["samples", "=", "7;"] and done.returncode == 1
    assert [line.partition(", only")[0] for line in refused] == [
        "source: experiment=measure does not use it",
        "data_read: experiment=first_boot does not use it",
        "state: experiment=overhead does not use it"]
