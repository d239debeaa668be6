/*
 * SPDX-License-Identifier: MIT
 * Creates every decoder of instructions. Zydis decodes some encodings as instructions of later
 * processors unless these are switched off.
 */
#pragma once

#include <Zydis/Zydis.h>

/*
 * Decodes what the simulated processors execute: F3 0F BC is BSF and not TZCNT, F3 0F BD is BSR and
 * not LZCNT, F3 0F 09 is WBINVD, 0F 1A to 0F 1E are NOPs. bits: 16 or 32, the size of the code.
 */
void insn_decoder_init(ZydisDecoder *decoder, unsigned bits);

/* Decodes what the code means for any processor, so that instructions of later ones are found. */
void insn_decoder_init_later(ZydisDecoder *decoder, unsigned bits);
