/*
 * SPDX-License-Identifier: MIT
 * Sends lines to a monitor; answers go to stdout as they arrive.
 */
#include "host/machines/monitor/monitor_session.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"

static void monitor_session_print_text(struct text text)
{
    char *line = allocate_text("%.*s", (int)text.length, text.start ? text.start : "");
    text_table_fit_line(line, stdout);
    free(line);
}

void monitor_session_print(const struct monitor_session *session, const struct wire_record *record)
{
    struct text text = wire_line_text(record, "text");
    bool plain = text_is(record->kind, "text");
    if (session->raw || !plain)
        printf("%.*s\n", (int)record->line.length, record->line.start);
    else
        monitor_session_print_text(text);
    fflush(stdout);
}

static void monitor_session_on_record(void *context, const struct wire_record *record)
{
    monitor_session_print(context, record);
}

enum exchange_status monitor_session_ask(struct monitor_session *session, const char *line)
{
    return exchange_ask(&session->exchange, line,
                        &(struct exchange_answer){monitor_session_on_record, session});
}

enum exchange_status monitor_session_leave(struct monitor_session *session, const char *line)
{
    return exchange_leave(&session->exchange, line,
                          &(struct exchange_answer){monitor_session_on_record, session});
}
