/*
 * SPDX-License-Identifier: MIT
 * Decodes the most frequent instructions without Zydis, which takes several times as long. The unit
 * test compares both.
 */
#pragma once

#include "host/analysis/gate/decoded_code.h"

/*
 * Decodes the instruction that begins at `bytes`; `left` bytes exist there. got: the base of
 * position-independent addresses; 0: unknown. Returns false if the instruction is not one of these,
 * or if fewer than 16 bytes are left: then Zydis decides.
 */
bool common_code_decode(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                        struct decoded_code *code);
