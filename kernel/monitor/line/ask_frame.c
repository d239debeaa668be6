/*
 * SPDX-License-Identifier: MIT
 * Parses frames and stores answers: the buffer contains the records as sent, contiguously.
 */
#include "kernel/monitor/line/ask_frame.h"

#include "kernel/lib/string.h"
#include "kernel/settings/word.h"
#include "serial/crc16.h"

#define ASK  "BP ask="
#define FROM "from="
#define LINE "line=\""
#define CRC  " crc="
#define SEQ  "BP seq="

static char *kept;
static size_t kept_size, kept_bytes;

/* Verifies the check at the end of the text and removes it. */
static bool ask_frame_is_whole(char *text)
{
    size_t length = strlen(text), end = sizeof CRC - 1 + 4;
    uint64_t crc = 0;
    if (length <= end || strncmp(text + length - end, CRC, sizeof CRC - 1))
        return false;
    for (const char *c = text + length - 4; *c; c++) {
        unsigned digit = *c >= 'a' ? (unsigned)(*c - 'a' + 10) : (unsigned)(*c - '0');
        if (digit > 15)
            return false;
        crc = crc << 4 | digit;
    }
    text[length - end] = 0;
    return crc == crc16(text, length - end);
}

static bool ask_frame_parse_number(struct word word, uint32_t *number)
{
    return word_number(word, 0, UINT32_MAX, number) == 0;
}

bool ask_frame_parse(char *text, struct frame *frame)
{
    *frame = (struct frame){0};
    if (strncmp(text, ASK, sizeof ASK - 1) || !ask_frame_is_whole(text))
        return false;
    struct word rest = word_from_text(text + sizeof ASK - 1);
    if (!ask_frame_parse_number(word_split(&rest, ' '), &frame->ask))
        return false;
    if (!strncmp(rest.text, FROM, sizeof FROM - 1)) {
        frame->again = true;
        return ask_frame_parse_number(word_from_text(rest.text + sizeof FROM - 1), &frame->from);
    }
    if (strncmp(rest.text, LINE, sizeof LINE - 1) || rest.length < sizeof LINE ||
        rest.text[rest.length - 1] != '"')
        return false;
    frame->line = text + (rest.text - text) + sizeof LINE - 1;
    text[rest.text - text + rest.length - 1] = 0;
    return true;
}

void ask_frame_set_buffer(char *room, size_t size)
{
    kept = room;
    kept_size = room ? size : 0;
    kept_bytes = 0;
}

void ask_frame_clear_answer(void)
{
    kept_bytes = 0;
}

void ask_frame_store(const char *record, size_t length)
{
    if (length > kept_size)
        return;
    while (kept_bytes + length > kept_size) {
        const char *end = memchr(kept, '\n', kept_bytes);
        size_t first = end ? (size_t)(end - kept) + 1 : kept_bytes;
        memmove(kept, kept + first, kept_bytes - first);
        kept_bytes -= first;
    }
    memcpy(kept + kept_bytes, record, length);
    kept_bytes += length;
}

/* Returns the record's number. */
static uint32_t ask_frame_record_number(const char *record, size_t length)
{
    uint32_t number = 0;
    struct word rest = {record, length};
    if (length > sizeof SEQ && !strncmp(record, SEQ, sizeof SEQ - 1)) {
        rest.text += sizeof SEQ - 1;
        rest.length -= sizeof SEQ - 1;
        ask_frame_parse_number(word_split(&rest, ' '), &number);
    }
    return number;
}

void ask_frame_repeat(uint32_t from, void (*send)(void *to, const char *record, size_t length),
                      void *to)
{
    size_t at = 0;
    while (at < kept_bytes) {
        const char *end = memchr(kept + at, '\n', kept_bytes - at);
        size_t length = end ? (size_t)(end - kept - (ptrdiff_t)at) + 1 : kept_bytes - at;
        if (ask_frame_record_number(kept + at, length) >= from)
            send(to, kept + at, length);
        at += length;
    }
}
