/*
 * SPDX-License-Identifier: MIT
 * The table of formats.
 */
#include "host/output/score/score_formats.h"

#include <string.h>

#include "host/base/message.h"
#include "host/output/score/score_output.h"
#include "kernel/settings/suggestions.h"

const struct score_format *score_format_find(const char *name)
{
    static const struct score_format formats[] = {
        {"table", score_text_write},
        {"markdown", score_markdown_write},
        {"json", score_json_write},
        {"html", score_page_write},
    };
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (!strcmp(name, formats[i].name))
            return &formats[i];
        suggestions_offer(&suggestion, name, strlen(name), formats[i].name);
    }
    if (suggestion.best)
        message_print("--format: '%s' is not a form; did you mean %s?", name, suggestion.best);
    else
        message_print("--format: '%s' is not a form; allowed: table, markdown, json, html", name);
    return NULL;
}
