#!/bin/sh
# SPDX-License-Identifier: MIT
# leave_out.sh OBJECT: an object file with nothing in it, and a mark beside it by which the next
# build tries again: for a benchmark that does not compile or link, so that the others are built.
set -eu

as --32 -o "$1" /dev/null
touch "$1.left_out"
