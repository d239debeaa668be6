/*
 * SPDX-License-Identifier: MIT
 * Disassembles an instruction in Intel syntax, with branch targets by symbol.
 */
#pragma once

#include "sim/watch/observe.h"
#include "sim/load/symbols.h"

#define DISASSEMBLY_BYTES 96

void disassemble(const struct symbols *symbols, const struct observation *seen,
                 char text[DISASSEMBLY_BYTES]);

/* Writes `name` or `name+0x1c`, or nothing if no symbol is at or below the address. */
void address_name(const struct symbols *symbols, uint32_t address, char *text, size_t size);
