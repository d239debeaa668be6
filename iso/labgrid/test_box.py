# SPDX-License-Identifier: MIT
"""A run on one box as a test of labgrid's pytest plugin:
pytest --lg-env iso/labgrid/qemu.yaml --lg-log logs iso/labgrid/test_box.py"""
import pytest


@pytest.fixture(name="box")
def fixture_box(env):
    """The box named `main`, or the first there is."""
    names = list(env.config.get_targets())
    box = env.get_target("main" if "main" in names else names[0]).get_driver("BareprobeStrategy")
    yield box
    box.transition("off")


def test_run(box):
    box.transition("measured")
    assert b"BP seq=0 ev=start " in box.log
    assert box.result == "ok"
