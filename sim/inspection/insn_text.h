/*
 * SPDX-License-Identifier: MIT
 * Disassembles an instruction in Intel syntax, with branch targets by symbol.
 */
#pragma once

#include "sim/inspection/observer.h"
#include "sim/loader/symbols.h"

#define DISASSEMBLY_BYTES 96

void insn_text(const struct symbols *symbols, const struct observation *seen,
               char text[DISASSEMBLY_BYTES]);

/* Writes `name` or `name+0x1c`, or nothing if no symbol is at or below the address. */
void insn_text_address(const struct symbols *symbols, uint32_t address, char *text, size_t size);
