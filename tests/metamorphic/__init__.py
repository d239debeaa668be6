# SPDX-License-Identifier: MIT
"""Pairs of simulated runs whose results must be equal."""
