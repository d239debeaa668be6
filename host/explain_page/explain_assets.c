/*
 * SPDX-License-Identifier: MIT
 * explain.css, as it lies here, in the program.
 */
#include "host/explain_page/loop_html.h"

__asm__(
    ".pushsection .rodata\n\t"
    ".global explain_style\n"
    "explain_style:\n\t"
    ".incbin \"host/explain_page/explain.css\"\n\t"
    ".byte 0\n\t"
    ".popsection");
