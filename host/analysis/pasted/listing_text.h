/*
 * SPDX-License-Identifier: MIT
 * Converts listings of assemblers, disassemblers and debuggers to code: addresses and bytes are
 * removed, and addresses in jumps become labels.
 */
#pragma once

/* Replaces the lines in place. Lines of other texts are unchanged. */
void listing_text_clean(char **lines, unsigned n);
