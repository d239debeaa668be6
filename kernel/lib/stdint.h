/*
 * SPDX-License-Identifier: MIT
 * <stdint.h> as GCC has it for programs that stand alone; with -fhosted its own includes the
 * host's.
 */
#pragma once

#include <stdint-gcc.h>
