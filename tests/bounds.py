# SPDX-License-Identifier: MIT
"""The time after which a test ends a process or a wait that hangs."""
import os

# Seconds. It is no limit on speed: a test may get a small share of a busy computer's processors.
# tools/mutation.py sets a smaller one.
HANG_BOUND = int(os.environ.get("HANG_BOUND", "300"))
