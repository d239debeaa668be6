/*
 * SPDX-License-Identifier: MIT
 * Translates scan codes of set 1 of a US keyboard to characters (IBM AT Technical Reference,
 * "Keyboard").
 */
#pragma once

/*
 * Returns the character for a key that was pressed or released; 0 for none. The up arrow is
 * SCAN_ARROW plus 'A', the down arrow SCAN_ARROW plus 'B'.
 */
#define SCAN_ARROW 0x100
int scan_code_typed(unsigned char code);
