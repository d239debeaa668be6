/*
 * SPDX-License-Identifier: MIT
 * Stores the breakpoints that the machine has.
 */
#include "host/machines/gdb/gdb_breakpoints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define KERNELS_OWN "the kernel's code" /* kernel/monitor/breakpoints.c */

/* ---- on the machine -------------------------------------------------------------------------- */

static enum exchange_status gdb_breakpoint_set(struct gdb *gdb, const char *kind, uint32_t address,
                                               unsigned bytes)
{
    char line[64], *text;
    if (bytes)
        snprintf(line, sizeof line, "break %s %x %u", kind, (unsigned)address, bytes);
    else
        snprintf(line, sizeof line, "break %s %x", kind, (unsigned)address);
    enum exchange_status done = gdb_session_ask(gdb, line, &text);
    if (done == EXCHANGE_REFUSED && strstr(text, KERNELS_OWN)) {
        if (!gdb->kernel_code_reported)
            message_print("%.*s; the breakpoint is never reached", (int)strcspn(text, "\n"), text);
        gdb->kernel_code_reported = true;
        done = EXCHANGE_OK;
    } else if (done == EXCHANGE_REFUSED) {
        message_print("%.*s", (int)strcspn(text, "\n"), text);
    } else if (done == EXCHANGE_OK) {
        struct gdb_breakpoint *one =
            allocate_element(&gdb->breakpoints, &gdb->n_breakpoints, sizeof *gdb->breakpoints);
        *one = (struct gdb_breakpoint){kind, address, bytes, true};
    }
    free(text);
    return done;
}

static void gdb_breakpoint_clear(struct gdb *gdb, unsigned i)
{
    const struct gdb_breakpoint one = gdb->breakpoints[i];
    char *line = allocate_text("clear %s %x", one.kind, (unsigned)one.address), *text;
    gdb_session_ask(gdb, line, &text);
    free(line);
    free(text);
    gdb->breakpoints[i] = gdb->breakpoints[--gdb->n_breakpoints];
}

void gdb_breakpoints_flush(struct gdb *gdb)
{
    for (unsigned i = gdb->n_breakpoints; i-- > 0 && !gdb->lost;)
        if (!gdb->breakpoints[i].wanted)
            gdb_breakpoint_clear(gdb, i);
}

void gdb_breakpoints_clear(struct gdb *gdb)
{
    char *text;
    if (gdb->lost)
        return;
    gdb_session_ask(gdb, "clear all", &text);
    free(text);
    gdb->n_breakpoints = 0;
}

/* ---- for gdb --------------------------------------------------------------------------------- */

static struct gdb_breakpoint *gdb_breakpoint_find(const struct gdb *gdb, const char *kind,
                                                  uint32_t address, unsigned bytes)
{
    for (unsigned i = 0; i < gdb->n_breakpoints; i++) {
        struct gdb_breakpoint *one = &gdb->breakpoints[i];
        if (!strcmp(one->kind, kind) && one->address == address && one->bytes == bytes)
            return one;
    }
    return NULL;
}

/* Sets or clears one breakpoint of up to 4 bytes; 0: of code. */
static enum exchange_status gdb_breakpoint_change_one(struct gdb *gdb, bool set, const char *kind,
                                                      uint32_t address, unsigned bytes)
{
    struct gdb_breakpoint *one = gdb_breakpoint_find(gdb, kind, address, bytes);
    if (one)
        one->wanted = set;
    if (one || !set)
        return EXCHANGE_OK;
    gdb_breakpoints_flush(gdb); /* frees debug registers */
    return gdb_breakpoint_set(gdb, kind, address, bytes);
}

const char *gdb_breakpoint_change(struct gdb *gdb, bool set, char kind, uint32_t address,
                                  uint32_t bytes)
{
    static const char *const kinds[] = {"soft", "hard", "write", NULL, "access"};
    const char *word = kind >= '0' && kind <= '4' ? kinds[kind - '0'] : NULL;
    enum exchange_status done = EXCHANGE_OK;
    if (!word)
        return ""; /* gdb then uses an access watchpoint instead of a read one */
    if (kind < '2')
        return gdb_breakpoint_change_one(gdb, set, word, address, 0) == EXCHANGE_OK ? "OK" : "E01";
    while (bytes && done == EXCHANGE_OK) { /* one debug register per aligned part */
        unsigned most = address % 4 == 0 ? 4 : address % 2 == 0 ? 2 : 1;
        unsigned n = bytes >= most ? most : bytes >= 2 ? 2 : 1;
        done = gdb_breakpoint_change_one(gdb, set, word, address, n);
        address += n;
        bytes -= n;
    }
    return done == EXCHANGE_OK ? "OK" : "E01";
}

const char *gdb_breakpoint_kind(const struct gdb *gdb, uint32_t address)
{
    return gdb_breakpoint_find(gdb, "soft", address, 0)   ? "swbreak:;"
           : gdb_breakpoint_find(gdb, "hard", address, 0) ? "hwbreak:;"
                                                          : "";
}
