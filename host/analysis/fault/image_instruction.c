/*
 * SPDX-License-Identifier: MIT
 * Decodes as the simulated processors do.
 */
#include "host/analysis/fault/image_instruction.h"

#include "tools/insn_decoder.h"

bool image_instruction_decode(const struct debug_image *image, uint32_t address,
                              struct image_instruction *decoded)
{
    ZydisDecoder decoder;
    size_t left = 0;
    const uint8_t *bytes = debug_image_bytes(image, address, &left);
    insn_decoder_init(&decoder, 32);
    return bytes && ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, left,
                                                        &decoded->instruction, decoded->operands));
}
