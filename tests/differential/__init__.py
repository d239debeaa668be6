# SPDX-License-Identifier: MIT
"""The instruction set of the virtual Pentium against QEMU's and Bochs's; README.md tells how."""
