/*
 * SPDX-License-Identifier: MIT
 * The address at which position-independent executables are loaded, also for the host's tools.
 */
#pragma once

#define PIE_BASE 0x56555000u /* Linux's on a 64-bit kernel without randomization */
