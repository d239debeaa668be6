/*
 * SPDX-License-Identifier: MIT
 * gdb reads a few bytes at a time, often the same: they are read in lines and stored until the
 * machine runs on.
 */
#include "host/machines/gdb/gdb_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define LINE_BYTES  64u /* a line is in one page */
#define MOST_LINES  32u
#define BLOCK_BYTES 256u  /* written by one command */
#define ERROR_FAULT "E0e" /* EFAULT */
#define ERROR_OTHER "E01"

#define KERNEL_THERE "the kernel is at that address" /* kernel/monitor/memory_commands.c */

struct gdb_memory {
    struct gdb_memory_line {
        uint32_t address;
        uint8_t bytes[LINE_BYTES];
    } lines[MOST_LINES];
    unsigned n, next;
    unsigned changes; /* of gdb, when the lines were read */
    bool refusal_reported;
};

static struct gdb_memory *gdb_memory_of(struct gdb *gdb)
{
    if (!gdb->memory)
        gdb->memory = allocate_zeroed(sizeof *gdb->memory);
    struct gdb_memory *memory = gdb->memory;
    if (memory->changes != gdb->changes)
        memory->n = memory->next = 0;
    memory->changes = gdb->changes;
    return memory;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads from the machine. Returns the number of bytes up to the first that is missing. */
static size_t gdb_memory_fetch(struct gdb *gdb, uint32_t address, uint8_t *bytes, uint32_t length)
{
    char *line = allocate_text("peek x %x %x", (unsigned)address, (unsigned)length), *text;
    size_t n = 0;
    gdb_session_ask(gdb, line, &text);
    for (const char *at = text; *at && n < length;) {
        const size_t digits = strspn(at, "0123456789abcdef");
        if (at[digits] != '\n' || digits % 2) /* the message of a refusal */
            break;
        const size_t count = digits / 2 < length - n ? digits / 2 : length - n;
        n += gdb_line_unhex(at, bytes + n, count);
        at += digits + 1;
    }
    free(line);
    free(text);
    return n;
}

/* Reading a device's memory may change the device. */
static bool gdb_memory_is_plain(uint32_t address, uint32_t length)
{
    const uint64_t end = (uint64_t)address + length;
    return end <= 0xA0000 || (address >= 0x100000 && end <= 0xFEC00000);
}

/* Returns the stored line, or reads it; NULL if a part of it is missing. */
static const struct gdb_memory_line *gdb_memory_line(struct gdb *gdb, uint32_t address)
{
    struct gdb_memory *memory = gdb_memory_of(gdb);
    for (unsigned i = 0; i < memory->n; i++)
        if (memory->lines[i].address == address)
            return &memory->lines[i];
    struct gdb_memory_line *line = &memory->lines[memory->next];
    line->address = address + 1; /* no line's */
    if (gdb_memory_fetch(gdb, address, line->bytes, LINE_BYTES) < LINE_BYTES)
        return NULL;
    line->address = address;
    if (memory->n < MOST_LINES)
        memory->n++;
    memory->next = (memory->next + 1) % MOST_LINES;
    return line;
}

/* Copies stored lines; returns the number of bytes up to the first that is missing. */
static size_t gdb_memory_copy(struct gdb *gdb, uint32_t address, uint8_t *bytes, uint32_t length)
{
    uint32_t n = 0;
    while (n < length) {
        const uint32_t at = address + n, first = at % LINE_BYTES;
        const struct gdb_memory_line *line = gdb_memory_line(gdb, at - first);
        if (!line)
            break;
        const uint32_t part = LINE_BYTES - first < length - n ? LINE_BYTES - first : length - n;
        memcpy(bytes + n, line->bytes + first, part);
        n += part;
    }
    return n;
}

char *gdb_memory_read(struct gdb *gdb, uint32_t address, uint32_t length)
{
    uint8_t bytes[GDB_PACKET_BYTES / 2] = {0};
    char hex[GDB_PACKET_BYTES + 1];
    if (length >= sizeof bytes)
        length = sizeof bytes - 1;
    const bool stored = length <= LINE_BYTES && gdb_memory_is_plain(address, length);
    const size_t n = stored ? gdb_memory_copy(gdb, address, bytes, length)
                            : gdb_memory_fetch(gdb, address, bytes, length);
    gdb_line_hex(hex, bytes, n);
    return allocate_copy(n || !length ? hex : ERROR_FAULT);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Reports once that the kernel's memory is not written. */
static void gdb_memory_report_refusal(struct gdb *gdb, uint32_t address)
{
    struct gdb_memory *memory = gdb_memory_of(gdb);
    if (!memory->refusal_reported)
        message_print(
            "%08x is the running kernel's memory: it is not written, so that gdb's 'load' "
            "is not possible; a single value can be written with 'monitor poke d ADDRESS "
            "VALUE really'",
            (unsigned)address);
    memory->refusal_reported = true;
}

static const char *gdb_memory_write_block(struct gdb *gdb, uint32_t address, const uint8_t *bytes,
                                          unsigned length)
{
    char hex[2 * BLOCK_BYTES + 1], *text;
    gdb_line_hex(hex, bytes, length);
    char *line = allocate_text("poke x %x %s", (unsigned)address, hex);
    const enum exchange_status done = gdb_session_ask(gdb, line, &text);
    const bool kernels = done == EXCHANGE_REFUSED && strstr(text, KERNEL_THERE);
    if (kernels)
        gdb_memory_report_refusal(gdb, address);
    free(line);
    free(text);
    return done == EXCHANGE_OK ? "OK" : kernels ? ERROR_OTHER : ERROR_FAULT;
}

char *gdb_memory_write(struct gdb *gdb, uint32_t address, const uint8_t *bytes, uint32_t length)
{
    const char *answer = "OK";
    gdb->changes++;
    for (uint32_t at = 0, n; at < length && answer[0] == 'O'; at += n) {
        n = length - at < BLOCK_BYTES ? length - at : BLOCK_BYTES;
        answer = gdb_memory_write_block(gdb, address + at, bytes + at, n);
    }
    return allocate_copy(answer);
}
