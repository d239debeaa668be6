#!/bin/sh
# SPDX-License-Identifier: MIT
# leave_out.sh OBJECT: writes an empty object file, and a mark next to it that makes the next build
# try again. Used for a benchmark that does not compile or link, so that the others are built.
set -eu

as --32 -o "$1" /dev/null
touch "$1.left_out"
