/*
 * SPDX-License-Identifier: MIT
 * The name of this build. The Makefile defines BAREPROBE_BUILD for this file alone.
 */
#include "host/base/build_name.h"

const char build_name[] = BAREPROBE_BUILD;
