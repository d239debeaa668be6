/*
 * SPDX-License-Identifier: MIT
 * <stdint.h> as GCC provides it for freestanding programs.
 */
#pragma once

#include <stdint-gcc.h>
