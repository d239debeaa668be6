/*
 * SPDX-License-Identifier: MIT
 * Embeds page.css, page.js and pictures.js of this directory in the program.
 */
#include "host/output/html/html_page.h"

#define FILE_TEXT(symbol, path)                                                                    \
    __asm__(                                                                                       \
        ".pushsection .rodata\n\t"                                                                 \
        ".global " symbol "\n" symbol                                                              \
        ":\n\t"                                                                                    \
        ".incbin \"" path                                                                          \
        "\"\n\t"                                                                                   \
        ".byte 0\n\t"                                                                              \
        ".popsection")

FILE_TEXT("html_style", "host/output/html/page.css");
FILE_TEXT("html_script", "host/output/html/page.js");
FILE_TEXT("html_drawing", "host/output/html/pictures.js");
