/*
 * SPDX-License-Identifier: MIT
 * Asks the monitor on behalf of gdb.
 */
#include "host/machines/monitor/gdb_session.h"

#include <stdlib.h>

enum exchange_status gdb_session_ask(struct gdb *gdb, const char *line, char **text)
{
    enum exchange_status done = exchange_ask_text(&gdb->session->exchange, line, text);
    gdb->lost |= done == EXCHANGE_LOST;
    return done;
}

void gdb_session_send_and_free(struct gdb *gdb, char *text)
{
    gdb_line_send(gdb->line, text);
    free(text);
}
