/*
 * SPDX-License-Identifier: MIT
 * Decodes one instruction of a program: where execution continues, which addresses it contains, and
 * which variable it uses.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/gate/decoded_code.h"
#include "host/analysis/gate/program_image.h"

/* Returns false if the bytes at the address are no instruction. */
bool code_decoder_decode(const struct program_image *image, uint32_t address,
                         struct decoded_code *code);

/* The same for the instruction at `bytes`; `left` bytes exist there. */
bool code_decoder_decode_at(const struct program_image *image, const uint8_t *bytes, uint32_t left,
                            uint32_t address, struct decoded_code *code);

/* The same with Zydis alone, for the instruction at `bytes`; `left` bytes exist there. got: the
 * base of position-independent addresses; 0: unknown. */
bool code_decoder_decode_any(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                             struct decoded_code *code);

/* Returns the instruction as text, in `text`. */
void code_decoder_text(const struct program_image *image, uint32_t address, char *text,
                       size_t size);
