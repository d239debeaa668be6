/*
 * SPDX-License-Identifier: MIT
 * Writes the page of lessons: for each lesson its text, its loop, and a faster loop.
 */
#include "host/analysis/explain_page/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain_page/explain_assets.h"
#include "host/analysis/explain_page/explain_html.h"
#include "host/analysis/explain_page/lesson_file.h"
#include "host/analysis/explain_page/loop_html.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"

/* Writes lines and diagram next to each other, and causes if requested. */
static void lessons_write_loop(FILE *page, const struct explained_loop *loop, bool causes)
{
    fputs("<div class=beside><div>\n", page);
    loop_html_lines(page, loop, true);
    fputs("</div><div>\n", page);
    loop_html_diagram(page, loop);
    if (causes)
        loop_html_causes(page, &loop->causes, "per iteration");
    fputs("</div></div>\n", page);
}

static void lessons_write_paragraphs(FILE *page, const struct lesson *lesson)
{
    for (unsigned i = 0; i < lesson->n; i++) {
        fputs("<p>", page);
        html_text(page, lesson->paragraphs[i]);
        fputs("</p>\n", page);
    }
}

static int lessons_write_better(FILE *page, const struct lesson *lesson,
                                const struct explain_options *options)
{
    struct explained_code better;
    const struct given_code given = {.text = lesson->better, .syntax = SYNTAX_NASM};
    int status = explain_code_make(&better, &given, options);
    if (status == EXIT_FINE) {
        fprintf(page, "<h3>Improved: %s clocks %s%s</h3>\n",
                number_text_short(better.loop.clocks, 2),
                lesson->better_does ? "for " : "per iteration",
                lesson->better_does ? lesson->better_does : "");
        lessons_write_loop(page, &better.loop, false);
    }
    explained_code_free(&better);
    return status;
}

static int lessons_write_lesson(FILE *page, const struct lesson *lesson, unsigned number,
                                const struct explain_options *options)
{
    struct explained_code explained;
    const struct given_code given = {.text = lesson->code, .syntax = SYNTAX_NASM};
    int status = explain_code_make(&explained, &given, options);
    if (status == EXIT_FINE) {
        fprintf(page, "<h2 id=lesson%u>%u. ", number, number);
        html_text(page, lesson->title);
        fprintf(page, ": %s clocks per iteration</h2>\n",
                number_text_short(explained.loop.clocks, 2));
        lessons_write_paragraphs(page, lesson);
        lessons_write_loop(page, &explained.loop, true);
    }
    explained_code_free(&explained);
    return status == EXIT_FINE && lesson->better ? lessons_write_better(page, lesson, options)
                                                 : status;
}

static void lessons_write_head(FILE *page)
{
    fputs(
        "<p>Where do the clocks of a loop go? Each loop below was run in the virtual Pentium, with "
        "code and data in its caches. Each column of a diagram is a clock. U and V are the two "
        "pipes of the processor; the rows below them show x87 additions and multiplications until "
        "their results can be used, and waits. A line is shaded by its share of the clocks. "
        "<code>bareprobe explain -c 'CODE'</code> explains your own loop in the same way.</p>\n"
        "<nav>\n",
        page);
    char *file = allocate_copy(lessons_file), *text = file;
    struct lesson lesson;
    for (unsigned n = 1; lesson_file_next(&text, &lesson); n++) {
        fprintf(page, "<a href=\"#lesson%u\">%u. ", n, n);
        html_text(page, lesson.title);
        fputs("</a>\n", page);
    }
    fputs("</nav>\n", page);
    free(file);
}

int lessons_write_page(const struct explain_options *options)
{
    struct explain_html_page page;
    struct lesson lesson;
    char *file = allocate_copy(lessons_file), *text = file;
    int status = EXIT_FINE;
    explain_html_open(&page, "The clocks of a loop", options);
    lessons_write_head(page.to);
    for (unsigned n = 1; status == EXIT_FINE && lesson_file_next(&text, &lesson); n++)
        status = lessons_write_lesson(page.to, &lesson, n, options);
    free(file);
    return explain_html_close(&page, status);
}
