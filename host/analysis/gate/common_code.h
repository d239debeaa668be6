/*
 * SPDX-License-Identifier: MIT
 * Decodes the most frequent instructions without Zydis, which takes several times as long. The unit
 * test compares both.
 */
#pragma once

#include "host/analysis/gate/code_decoder.h"

/*
 * Decodes the instruction that begins at `bytes`, of which `left` exist. got: the base of
 * position-independent addresses; 0: unknown. Returns false if the instruction is not one of these,
 * or if bytes are missing: then code_decoder_decode() decides.
 */
bool common_code_decode(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                        struct decoded_code *code);
