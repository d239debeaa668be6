/*
 * SPDX-License-Identifier: MIT
 * Writes text and numbers as HTML.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/html/html_page.h"
#include "host/base/allocation.h"

void html_text(FILE *page, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '<':
            fputs("&lt;", page);
            break;
        case '>':
            fputs("&gt;", page);
            break;
        case '&':
            fputs("&amp;", page);
            break;
        case '"':
            fputs("&quot;", page);
            break;
        case '\'':
            fputs("&#39;", page);
            break;
        default:
            fputc((c < ' ' && c != '\n' && c != '\t') || c == 0x7F ? '?' : c, page);
        }
    }
}

void html_text_print(FILE *page, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    html_text(page, length < 0 ? "" : text);
    free(length < 0 ? NULL : text);
}

void html_text_number(FILE *page, double value, const char *text)
{
    char plain[40];
    snprintf(plain, sizeof plain, "%.7g", value);
    if (isfinite(value) && strcmp(plain, text)) /* a suite's page has 100,000 of these */
        fprintf(page, "<td class=number data-n=%s>", plain);
    else
        fputs("<td class=number>", page);
    html_text(page, text);
    fputs("</td>", page);
}

void html_text_cell(FILE *page, const char *text)
{
    fputs("<td>", page);
    html_text(page, text);
    fputs("</td>", page);
}
