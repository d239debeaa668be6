/*
 * SPDX-License-Identifier: MIT
 * The keys of a US keyboard, from scan codes of set 1 (IBM AT Technical Reference, "Keyboard").
 */
#pragma once

/* What a code types, of one that was pressed or let go; 0 for nothing. The arrow up is 'A' and the
 * one down 'B' behind SCAN_ARROW. */
#define SCAN_ARROW 0x100
int scan_code_typed(unsigned char code);
