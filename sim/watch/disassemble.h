/*
 * SPDX-License-Identifier: MIT
 * An instruction as text, in Intel's syntax, branch targets by symbol.
 */
#pragma once

#include "sim/watch/observe.h"
#include "sim/load/symbols.h"

#define DISASSEMBLY_BYTES 96

void disassemble(const struct symbols *symbols, const struct observation *seen,
                 char text[DISASSEMBLY_BYTES]);

/* `name` or `name+0x1c`, or nothing where no symbol is at or below the address. */
void address_name(const struct symbols *symbols, uint32_t address, char *text, size_t size);
