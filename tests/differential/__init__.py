# SPDX-License-Identifier: MIT
"""Compares the virtual Pentium's instruction set with QEMU's and Bochs's; see README.md."""
