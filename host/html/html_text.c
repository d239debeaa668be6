/*
 * SPDX-License-Identifier: MIT
 * Texts and bytes in HTML.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "host/html/html_page.h"
#include "host/base/allocate.h"

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

void html_print(FILE *page, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    html_text(page, length < 0 ? "" : text);
    free(length < 0 ? NULL : text);
}

void html_number(FILE *page, double value, const char *text)
{
    if (isfinite(value))
        fprintf(page, "<td class=number data-n=\"%.17g\">", value);
    else
        fputs("<td class=number>", page);
    html_text(page, text);
    fputs("</td>", page);
}

void html_cell(FILE *page, const char *text)
{
    fputs("<td>", page);
    html_text(page, text);
    fputs("</td>", page);
}

/* RFC 4648, section 4. */
void html_base64(FILE *page, const char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned three = (unsigned)(unsigned char)bytes[i] << 16;
        three |= left > 1 ? (unsigned)(unsigned char)bytes[i + 1] << 8 : 0;
        three |= left > 2 ? (unsigned char)bytes[i + 2] : 0;
        fputc(digits[three >> 18], page);
        fputc(digits[three >> 12 & 63], page);
        fputc(left > 1 ? digits[three >> 6 & 63] : '=', page);
        fputc(left > 2 ? digits[three & 63] : '=', page);
    }
}
