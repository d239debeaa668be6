# SPDX-License-Identifier: MIT
"""Headless Chromium: takes a screenshot of a page, and returns the page after a script has run in
it. As a program it makes a screenshot, for `make pictures`."""
import os
import subprocess
import sys
import tempfile

SECONDS = 100


def chromium(folder, page, *options):
    """Runs Chromium on the page. Its profile is in `folder`, and it has no access to a network."""
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               "--disable-background-networking", "--no-first-run", "--disable-dev-shm-usage",
               "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}/profile",
               *options, f"file://{page}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)


def screenshot(folder, page, png, width=1100, height=2000):
    chromium(folder, page, f"--window-size={width},{height}", f"--screenshot={png}")


def dom_after(folder, page, script, width=1000):
    """Returns the page as HTML after `script` has run, following the page's own scripts."""
    copy = folder / "with_script.html"
    copy.write_text(page.read_text().replace("</body>", f"<script>{script}</script></body>"))
    return chromium(folder, copy, "--virtual-time-budget=3000", f"--window-size={width},2000",
                    "--dump-dom").stdout


if __name__ == "__main__":  # browser.py PAGE PNG WIDTH HEIGHT
    with tempfile.TemporaryDirectory() as profile:
        screenshot(profile, os.path.abspath(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
