/*
 * SPDX-License-Identifier: MIT
 * Defines the name of this build. The Makefile defines BAREPROBE_BUILD for this file only.
 */
#include "host/base/build_name.h"

const char build_name[] = BAREPROBE_BUILD;
