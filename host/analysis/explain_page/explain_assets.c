/*
 * SPDX-License-Identifier: MIT
 * Embeds explain.css and lessons.txt of this directory in the program.
 */
#include "host/analysis/explain_page/explain_assets.h"

#define FILE_TEXT(symbol, path)                                                                    \
    __asm__(                                                                                       \
        ".pushsection .rodata\n\t"                                                                 \
        ".global " symbol "\n" symbol                                                              \
        ":\n\t"                                                                                    \
        ".incbin \"" path                                                                          \
        "\"\n\t"                                                                                   \
        ".byte 0\n\t"                                                                              \
        ".popsection")

FILE_TEXT("explain_style", "host/analysis/explain_page/explain.css");
FILE_TEXT("lessons_file", "host/analysis/explain_page/lessons.txt");
