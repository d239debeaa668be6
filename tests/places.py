# SPDX-License-Identifier: MIT
"""The tree, what is built in it, and the simulator."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / os.environ.get("BUILD", "build")
VPENTIUM = BUILD / "vpentium"
