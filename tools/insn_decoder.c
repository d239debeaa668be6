/*
 * SPDX-License-Identifier: MIT
 * Creates every decoder of instructions, with or without those of later processors.
 */
#include "tools/insn_decoder.h"

void insn_decoder_init_later(ZydisDecoder *decoder, unsigned bits)
{
    ZydisDecoderInit(decoder,
                     bits == 32 ? ZYDIS_MACHINE_MODE_LEGACY_32 : ZYDIS_MACHINE_MODE_LEGACY_16,
                     bits == 32 ? ZYDIS_STACK_WIDTH_32 : ZYDIS_STACK_WIDTH_16);
}

void insn_decoder_init(ZydisDecoder *decoder, unsigned bits)
{
    static const ZydisDecoderMode later[] = {
        ZYDIS_DECODER_MODE_MPX,   ZYDIS_DECODER_MODE_CET,      ZYDIS_DECODER_MODE_LZCNT,
        ZYDIS_DECODER_MODE_TZCNT, ZYDIS_DECODER_MODE_WBNOINVD, ZYDIS_DECODER_MODE_CLDEMOTE,
    };

    insn_decoder_init_later(decoder, bits);
    for (unsigned i = 0; i < sizeof later / sizeof later[0]; i++)
        ZydisDecoderEnableMode(decoder, later[i], ZYAN_FALSE);
}
