#!/bin/sh
# SPDX-License-Identifier: MIT
# shown_help.sh --version | [VERB] --help: prints what bareprobe would, from docs/cli. It replaces the
# command for tools/man_pages.sh where the command was compiled for another processor. VERSION in the
# environment is the build's name.
set -eu

pages=$(dirname "$0")/../docs/cli
case $1 in
--version) echo "bareprobe $VERSION" && exit ;;
--help) page=bareprobe ;;
*) page=$1 ;;
esac
sed '1,/^<!-- help -->$/d; /^<!-- end of help -->$/,$d; /^```$/d' "$pages/$page.md"
