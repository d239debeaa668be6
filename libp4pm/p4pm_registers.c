/*
 * SPDX-License-Identifier: MIT
 * Parses register files, one line at a time.
 */
#include "libp4pm/p4pm_registers.h"

#include <stdio.h>
#include <string.h>

#include "kernel/lib/piece.h"

#define COUNTER_BITS 40
#define FIRST_LINE   "p4pm"
#define NUMBER       "1" /* of the format */

/* Values that the current entry already has. */
enum { HAS_ESCR = 1, HAS_CCCR = 2, HAS_PMC = 4, HAS_START = 8 };

struct p4pm_registers_reading {
    struct p4pm_registers *registers;
    struct p4pm_mistake *mistake;
    unsigned line;
    bool begun; /* the first line was correct */
    struct p4pm_counter *counter;
    struct netburst_alone *alone; /* at most one of both is set, for the current entry */
    unsigned has;
    unsigned entry_line;
    bool has_enable, has_vertical;
};

#define FAIL(...)                                                                                  \
    do {                                                                                           \
        reading->mistake->line = reading->line;                                                    \
        snprintf(reading->mistake->what, sizeof reading->mistake->what, __VA_ARGS__);              \
        return -1;                                                                                 \
    } while (0)

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct piece p4pm_registers_trim(struct piece piece)
{
    while (piece.length && is_blank(*piece.text))
        piece = (struct piece){piece.text + 1, piece.length - 1};
    while (piece.length && is_blank(piece.text[piece.length - 1]))
        piece.length--;
    return piece;
}

/* Removes and returns the first word; *rest becomes the remainder without leading blanks. */
static struct piece p4pm_registers_next_word(struct piece *rest)
{
    struct piece word = {rest->text, 0};
    while (word.length < rest->length && !is_blank(rest->text[word.length]))
        word.length++;
    *rest =
        p4pm_registers_trim((struct piece){rest->text + word.length, rest->length - word.length});
    return word;
}

/* Returns the value of a digit, 16 if it is not a digit. */
static unsigned p4pm_registers_digit(char c)
{
    c = piece_lower_case(c);
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                  : 16;
}

/* Parses a value of at most `bits` bits: binary digits with blanks or _ in between, or 0x and
 * hexadecimal digits. */
static int p4pm_registers_read_value(struct p4pm_registers_reading *reading, struct piece piece,
                                     unsigned bits, uint64_t *value)
{
    bool hexadecimal = piece.length > 2 && piece_equals((struct piece){piece.text, 2}, "0x");
    const unsigned base = hexadecimal ? 16 : 2;
    unsigned digits = 0;
    uint64_t sum = 0;
    bool fits = true;
    for (size_t i = hexadecimal ? 2 : 0; i < piece.length; i++) {
        char c = piece.text[i];
        if (is_blank(c) || c == '_')
            continue;
        if (p4pm_registers_digit(c) >= base)
            FAIL(
                "'%.*s' is not a bit string; allowed: bits such as 0011_1001, or hexadecimal, 0x39",
                (int)piece.length, piece.text);
        fits &= sum <= ((1ull << bits) - 1 - p4pm_registers_digit(c)) / base;
        sum = sum * base + p4pm_registers_digit(c);
        digits++;
    }
    if (!digits)
        FAIL("a value is missing: bits such as 0011_1001, or hexadecimal, 0x39");
    if (!fits)
        FAIL("'%.*s' has more than the register's %u bits", (int)piece.length, piece.text, bits);
    *value = sum;
    return 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Checks that the current entry is complete. */
static int p4pm_registers_end_entry(struct p4pm_registers_reading *reading)
{
    const unsigned line = reading->line;
    const unsigned needed = reading->counter ? HAS_ESCR | HAS_CCCR | HAS_PMC
                            : reading->alone ? HAS_ESCR
                                             : 0;
    const unsigned missing = needed & ~reading->has;
    if (!missing)
        return 0;
    reading->line = reading->entry_line;
    const char *which = missing & HAS_ESCR ? "escr" : missing & HAS_CCCR ? "cccr" : "pmc";
    FAIL("this entry has no line '%s'; it ends at line %u", which, line);
}

static int p4pm_registers_begin_counter(struct p4pm_registers_reading *reading, struct piece name,
                                        bool tags)
{
    struct p4pm_registers *registers = reading->registers;
    if (p4pm_registers_end_entry(reading))
        return -1;
    if (!name.length || name.length >= P4PM_NAME_BYTES)
        FAIL("an event's name must have 1 to %u characters, not %u", P4PM_NAME_BYTES - 1,
             (unsigned)name.length);
    if (registers->n == NETBURST_COUNTERS)
        FAIL("too many counters; allowed: %u", NETBURST_COUNTERS);
    reading->counter = &registers->counter[registers->n++];
    reading->alone = NULL;
    reading->has = 0;
    reading->entry_line = reading->line;
    *reading->counter = (struct p4pm_counter){.tags = tags};
    memcpy(reading->counter->name, name.text, name.length);
    return 0;
}

static int p4pm_registers_begin_alone(struct p4pm_registers_reading *reading, struct piece name)
{
    struct p4pm_registers *registers = reading->registers;
    if (p4pm_registers_end_entry(reading))
        return -1;
    if (!name.length || name.length >= sizeof registers->alone[0].escr)
        FAIL("'%.*s' is not an ESCR; allowed: names such as FSB_ESCR0", (int)name.length,
             name.text);
    if (registers->n_alone == P4PM_MOST_ALONE)
        FAIL("more than %u ESCRs without a counter", P4PM_MOST_ALONE);
    reading->alone = &registers->alone[registers->n_alone++];
    reading->counter = NULL;
    reading->has = 0;
    reading->entry_line = reading->line;
    *reading->alone = (struct netburst_alone){.value = 0};
    memcpy(reading->alone->escr, name.text, name.length);
    return 0;
}

static int p4pm_registers_set_counter(struct p4pm_registers_reading *reading, unsigned which,
                                      uint64_t value)
{
    struct p4pm_counter *counter = reading->counter;
    if (which == HAS_PMC && value >= NETBURST_COUNTERS)
        FAIL("there is no counter %u; allowed: 0 to %u, as bits", (unsigned)value,
             NETBURST_COUNTERS - 1);
    if (which == HAS_ESCR)
        counter->escr = (uint32_t)value;
    else if (which == HAS_CCCR)
        counter->cccr = (uint32_t)value;
    else if (which == HAS_PMC)
        counter->number = (uint8_t)value;
    else
        counter->start = value;
    return 0;
}

/* Parses escr, cccr, pmc or start in an entry. */
static int p4pm_registers_read_setting(struct p4pm_registers_reading *reading, struct piece word,
                                       unsigned which, unsigned bits, struct piece rest)
{
    uint64_t value;
    if (!reading->counter && !(reading->alone && which == HAS_ESCR))
        FAIL("'%.*s' must follow a line 'event NAME'%s", (int)word.length, word.text,
             reading->alone ? "; after 'alone', use escr" : "");
    if (reading->has & which)
        FAIL("a second '%.*s' in one entry", (int)word.length, word.text);
    if (p4pm_registers_read_value(reading, rest, bits, &value))
        return -1;
    reading->has |= which;
    if (reading->counter)
        return p4pm_registers_set_counter(reading, which, value);
    reading->alone->value = (uint32_t)value;
    return 0;
}

static int p4pm_registers_read_pebs(struct p4pm_registers_reading *reading, struct piece word,
                                    bool *has, uint32_t *value, struct piece rest)
{
    uint64_t read;
    if (*has)
        FAIL("a second '%.*s'", (int)word.length, word.text);
    *has = true;
    if (p4pm_registers_read_value(reading, rest, 32, &read))
        return -1;
    *value = (uint32_t)read;
    return 0;
}

static int p4pm_registers_read_line(struct p4pm_registers_reading *reading, struct piece rest)
{
    static const struct {
        const char *word;
        unsigned which, bits;
    } values[] = {{"escr", HAS_ESCR, 32},
                  {"cccr", HAS_CCCR, 32},
                  {"pmc", HAS_PMC, 8},
                  {"start", HAS_START, COUNTER_BITS}};
    struct piece word = p4pm_registers_next_word(&rest);
    if (!reading->begun) {
        if (!piece_equals(word, FIRST_LINE) || !piece_equals(rest, NUMBER))
            FAIL("not a register file; the first line must be '" FIRST_LINE " " NUMBER "'");
        reading->begun = true;
        return 0;
    }
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        if (piece_equals(word, values[i].word))
            return p4pm_registers_read_setting(reading, word, values[i].which, values[i].bits,
                                               rest);
    if (piece_equals(word, "event") || piece_equals(word, "tags"))
        return p4pm_registers_begin_counter(reading, rest, piece_equals(word, "tags"));
    if (piece_equals(word, "alone"))
        return p4pm_registers_begin_alone(reading, rest);
    if (piece_equals(word, "pebs_enable"))
        return p4pm_registers_read_pebs(reading, word, &reading->has_enable,
                                        &reading->registers->enable, rest);
    if (piece_equals(word, "pebs_matrix_vert"))
        return p4pm_registers_read_pebs(reading, word, &reading->has_vertical,
                                        &reading->registers->vertical, rest);
    FAIL(
        "'%.*s' is not allowed; allowed: event, tags, alone, escr, cccr, pmc, start, pebs_enable, "
        "pebs_matrix_vert",
        (int)word.length, word.text);
}

int p4pm_registers_read(const char *text, size_t length, struct p4pm_registers *registers,
                        struct p4pm_mistake *mistake)
{
    struct p4pm_registers_reading all = {.registers = registers, .mistake = mistake},
                                  *reading = &all;
    *registers = (struct p4pm_registers){.n = 0};
    for (const char *end = text + length; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((newline ? newline : end) - text);
        const char *comment = memchr(text, '#', n);
        struct piece line =
            p4pm_registers_trim((struct piece){text, comment ? (size_t)(comment - text) : n});
        reading->line++;
        if (line.length && p4pm_registers_read_line(reading, line))
            return -1;
        text = newline ? newline + 1 : end;
    }
    if (p4pm_registers_end_entry(reading))
        return -1;
    reading->line = 0;
    if (!reading->begun)
        FAIL("the file is empty; the first line must be '" FIRST_LINE " " NUMBER "'");
    if (!registers->n)
        FAIL("the file has no counter; a line 'event NAME' begins one");
    return 0;
}
