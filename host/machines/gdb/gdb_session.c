/*
 * SPDX-License-Identifier: MIT
 * Asks the monitor on behalf of gdb.
 */
#include "host/machines/gdb/gdb_session.h"

#include <stdlib.h>

#include "host/base/allocation.h"

#define LEAST_PACKET  256u
#define OUTPUT_BYTES  1000u /* in a packet */
#define PACKET_SECOND 1.5   /* seconds that a packet may take; gdb repeats its own after 2 */
#define LINE_BYTES    2.3   /* on the line for a byte of memory: digits, and the frames' rest */
#define BITS_OF_BYTE  10    /* with start and stop */

enum exchange_status gdb_session_ask(struct gdb *gdb, const char *line, char **text)
{
    enum exchange_status done = exchange_ask_text(&gdb->session->exchange, line, text);
    gdb->lost |= done == EXCHANGE_LOST;
    return done;
}

void gdb_session_forget(struct gdb *gdb)
{
    gdb->registers[0] = 0;
    gdb->changes++;
}

void gdb_session_print(struct gdb *gdb, const char *text, size_t length)
{
    char hex[2 * OUTPUT_BYTES + 1];
    for (size_t at = 0, n; at < length; at += n) {
        n = length - at < OUTPUT_BYTES ? length - at : OUTPUT_BYTES;
        gdb_line_hex(hex, text + at, n);
        gdb_session_send_and_free(gdb, allocate_text("O%s", hex));
    }
}

unsigned gdb_session_packet_bytes(const struct gdb *gdb)
{
    const unsigned baud = target_baud(gdb->session->exchange.target);
    const double most = baud ? baud / BITS_OF_BYTE * PACKET_SECOND / LINE_BYTES : GDB_PACKET_BYTES;
    return most > GDB_PACKET_BYTES ? GDB_PACKET_BYTES
           : most < LEAST_PACKET   ? LEAST_PACKET
                                   : (unsigned)most;
}

void gdb_session_send_and_free(struct gdb *gdb, char *text)
{
    gdb_line_send(gdb->line, text);
    free(text);
}
