/*
 * SPDX-License-Identifier: MIT
 * Defines the name and the kind of this build. make/host.mk defines BAREPROBE_BUILD, and for
 * `make listener` BAREPROBE_LISTENER, for this file only.
 */
#include "host/base/build_name.h"

const char build_name[] = BAREPROBE_BUILD;

#ifdef BAREPROBE_LISTENER
const bool build_is_listener = true;
#else
const bool build_is_listener = false;
#endif
