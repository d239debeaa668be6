/*
 * SPDX-License-Identifier: MIT
 * The table of formats.
 */
#include "host/output/score/score_formats.h"

#include "host/base/options/choice.h"
#include "host/output/score/score_output.h"

const struct score_format *score_format_find(const char *name)
{
    static const struct score_format formats[] = {
        {"table", score_text_write},
        {"markdown", score_markdown_write},
        {"json", score_json_write},
        {"html", score_page_write},
    };
    const int found = choice_find("--format", "form", name, formats,
                                  sizeof formats / sizeof formats[0], sizeof formats[0]);
    return found < 0 ? NULL : &formats[found];
}
