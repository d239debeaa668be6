# SPDX-License-Identifier: MIT
"""Tests a run on one machine, with the pytest plugin of labgrid:
pytest --lg-env iso/labgrid/qemu.yaml --lg-log logs iso/labgrid/test_box.py"""
import pytest


@pytest.fixture(name="box")
def fixture_box(env):
    """The target named `main`, or the first one."""
    names = list(env.config.get_targets())
    box = env.get_target("main" if "main" in names else names[0]).get_driver("BareprobeStrategy")
    yield box
    box.transition("off")


def test_run(box):
    box.transition("measured")
    assert b"BP seq=0 ev=start " in box.log
    assert box.result == "ok"
