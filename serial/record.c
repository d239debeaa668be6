/*
 * SPDX-License-Identifier: MIT
 * Builds a record in one buffer, so that its CRC covers the sent text and a line is sent in one
 * call.
 */
#include "serial/record.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "serial/crc16.h"

/* Reserved for " cut=1 crc=1234\n" and the terminating 0. */
#define TAIL_BYTES 20

#define FIXED_DECIMALS 6 /* the full resolution of a fixed_t */

static void record_append(struct record *record, const char *key, const char *value)
{
    size_t room = RECORD_BYTES - TAIL_BYTES - record->length;
    int length = format(record->line + record->length, room, " %s=%s", key, value);
    if ((size_t)length < room)
        record->length += (size_t)length;
    else
        record->cut = true;
}

void record_begin(struct record *record, struct wire *wire, const char *kind)
{
    record->wire = wire;
    record->cut = false;
    record->length =
        (size_t)format(record->line, RECORD_BYTES, "BP seq=%u ev=%s", (unsigned)wire->seq, kind);
    if (wire->touched)
        record_text(record, "touched", wire->touched);
}

void record_text(struct record *record, const char *key, const char *value)
{
    char quoted[RECORD_BYTES]; /* text that fills it does not fit in the record either */
    size_t length = 0;
    bool plain = *value != 0;
    for (const char *c = value; *c; c++)
        plain = plain && *c > ' ' && *c != '"' && *c != '=' && *c < 0x7F;
    if (plain) {
        record_append(record, key, value);
        return;
    }
    quoted[length++] = '"';
    for (const char *c = value; *c && length < sizeof quoted - 2; c++)
        quoted[length++] = *c == '"' ? '\'' : *c >= ' ' && *c < 0x7F ? *c : '?';
    quoted[length++] = '"';
    quoted[length] = 0;
    record_append(record, key, quoted);
}

void record_unsigned(struct record *record, const char *key, uint64_t value)
{
    char digits[24];
    format(digits, sizeof digits, "%llu", (unsigned long long)value);
    record_append(record, key, digits);
}

void record_hex(struct record *record, const char *key, uint32_t value)
{
    char digits[12];
    format(digits, sizeof digits, "0x%02x", (unsigned)value);
    record_append(record, key, digits);
}

void record_fixed(struct record *record, const char *key, fixed_t value)
{
    char digits[32];
    fixed_format_short(digits, sizeof digits, value, FIXED_DECIMALS);
    record_append(record, key, digits);
}

void record_bytes(struct record *record, const char *key, const void *bytes, size_t count)
{
    static const char hex[] = "0123456789abcdef";
    char digits[RECORD_BYTES / 2];
    size_t length = 0;
    for (size_t i = 0; i < count && length + 2 < sizeof digits; i++) {
        digits[length++] = hex[((const uint8_t *)bytes)[i] >> 4];
        digits[length++] = hex[((const uint8_t *)bytes)[i] & 15];
    }
    digits[length] = 0;
    record_append(record, key, digits);
}

void record_end(struct record *record)
{
    struct wire *wire = record->wire;
    char *end = record->line + record->length;
    end += format(end, TAIL_BYTES, "%s", record->cut ? " cut=1" : "");
    uint16_t crc = crc16(record->line, (size_t)(end - record->line));
    end += format(end, TAIL_BYTES, " crc=%04x\n", (unsigned)crc);
    wire->send(wire->to, record->line, (size_t)(end - record->line));
    wire->seq++;
}
