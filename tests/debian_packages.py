# SPDX-License-Identifier: MIT
"""Debian packages that tests use without installing them."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
PACKAGES = BUILD / "packages"


def fetch(folder, *packages):
    """Fetches packages into build/packages/FOLDER, unless that exists, and returns it."""
    target = PACKAGES / folder
    done = target / ".done"
    if not done.exists() or done.read_text() != " ".join(packages):
        subprocess.run([ROOT / "tools/debian_packages.sh", BUILD / "apt", target, *packages],
                       check=True, timeout=600)
        done.write_text(" ".join(packages))
    return target
