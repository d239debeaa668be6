# SPDX-License-Identifier: MIT
"""Mutation testing: the parts of tools/mutation.py. README.md lists the files."""
