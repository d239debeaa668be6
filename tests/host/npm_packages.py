# SPDX-License-Identifier: MIT
"""Packages of npm, in fixed versions, below build/packages."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


def npm_package(name, version):
    """Returns the directory of the package, which is installed once, without its dependencies'
    scripts. Skips the test where Node.js or npm is missing."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("no Node.js with npm here")
    folder = BUILD / "packages" / f"npm-{name}-{version}"
    package = folder / "node_modules" / name
    if not (folder / ".done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund",
                        "--ignore-scripts", "--prefix", folder, f"{name}@{version}"],
                       check=True, timeout=300)
        (folder / ".done").touch()
    return package
