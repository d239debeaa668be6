/*
 * SPDX-License-Identifier: MIT
 * <stdint.h> as GCC provides it for freestanding programs; with -fhosted GCC's own includes the
 * host's.
 */
#pragma once

#include <stdint-gcc.h>
