/*
 * SPDX-License-Identifier: MIT
 * Parses a line of the wire, in one pass over its bytes.
 */
#include "host/data/wire/wire_line.h"

#include <string.h>

#include "host/data/checksum/crc16_fast.h"

#define CRC_TAIL_BYTES 9 /* " crc=" and four hexadecimal digits */

/* Digits, letters and the underscore. A table is used because half of a line's bytes are tested. */
static bool word_character(char c)
{
    static const bool is_one[256] = {
        ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['a' ... 'z'] = true, ['_'] = true};
    return is_one[(uint8_t)c];
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool text_is(struct text text, const char *word)
{
    return text.start && strlen(word) == text.length && !memcmp(text.start, word, text.length);
}

/* Comparing the first letter distinguishes most keys without a call. */
static bool wire_line_same_key(struct text a, struct text b)
{
    return a.length == b.length && *a.start == *b.start && !memcmp(a.start, b.start, a.length);
}

/* Parses `key=value` at *at and advances it. */
static int wire_line_parse_field(const char **at, const char *end, struct wire_field *field)
{
    const char *c = *at;
    while (c < end && word_character(*c))
        c++;
    field->key = (struct text){*at, (size_t)(c - *at)};
    if (field->key.length == 0 || c == end || *c++ != '=')
        return E_WIRE_SHAPE;
    const char *value = c;
    if (c < end && *c == '"') {
        value++;
        const char *quote = memchr(value, '"', (size_t)(end - value));
        if (!quote)
            return E_WIRE_SHAPE;
        field->value = (struct text){value, (size_t)(quote - value)};
        *at = quote + 1;
        return 0;
    }
    while (c<end && * c> ' ' && *c < 0x7F && *c != '"' && *c != '=')
        c++;
    field->value = (struct text){value, (size_t)(c - value)};
    *at = c;
    return c == value ? E_WIRE_SHAPE : 0;
}

/* Returns a bit that depends on a key's length, first and last character; keys with different bits
 * differ. */
static uint64_t key_bit(struct text key)
{
    unsigned spread = 31u * (uint8_t)key.start[0] + 7u * (uint8_t)key.start[key.length - 1];
    return 1ull << ((spread + (unsigned)key.length) & 63);
}

static bool wire_line_has_key(const struct wire_record *record, struct text key)
{
    for (unsigned i = 0; i < record->n_fields; i++)
        if (wire_line_same_key(record->fields[i].key, key))
            return true;
    return false;
}

static int wire_line_parse_fields(const char *at, const char *end, struct wire_record *record)
{
    uint64_t seen = 0;
    while (at < end) {
        struct wire_field field;
        if (*at++ != ' ' || wire_line_parse_field(&at, end, &field))
            return E_WIRE_SHAPE;
        uint64_t bit = key_bit(field.key);
        if (record->n_fields == WIRE_MOST_FIELDS ||
            (seen & bit && wire_line_has_key(record, field.key)))
            return E_WIRE_KEYS;
        seen |= bit;
        record->fields[record->n_fields++] = field;
    }
    return 0;
}

/* Parses the decimal digits of seq. */
static int wire_line_parse_seq(const char **at, const char *end, uint32_t *seq)
{
    uint64_t value = 0;
    const char *c = *at;
    while (c < end && *c >= '0' && *c <= '9' && c - *at < 11)
        value = value * 10 + (unsigned)(*c++ - '0');
    if (c == *at || value > UINT32_MAX)
        return E_WIRE_SHAPE;
    *seq = (uint32_t)value;
    *at = c;
    return 0;
}

static int wire_line_parse_crc(const char *tail, uint16_t *crc)
{
    if (memcmp(tail, " crc=", 5))
        return E_WIRE_SHAPE;
    unsigned value = 0;
    for (unsigned i = 5; i < CRC_TAIL_BYTES; i++) {
        int digit = hex_digit(tail[i]);
        if (digit < 0)
            return E_WIRE_SHAPE;
        value = value << 4 | (unsigned)digit;
    }
    *crc = (uint16_t)value;
    return 0;
}

int wire_line_parse(const char *line, size_t length, struct wire_record *record, uint16_t *crc,
                    uint16_t *line_crc)
{
    static const char head[] = "BP seq=";
    const size_t head_length = sizeof head - 1;
    uint16_t claimed;
    if (length < head_length + CRC_TAIL_BYTES || length > WIRE_MOST_BYTES ||
        memcmp(line, head, head_length))
        return E_WIRE_SHAPE;
    const char *at = line + head_length, *end = line + length - CRC_TAIL_BYTES;
    if (wire_line_parse_crc(end, &claimed))
        return E_WIRE_SHAPE;
    uint16_t true_crc = crc16_fast(line, (size_t)(end - line));
    if (crc)
        *crc = true_crc;
    if (line_crc)
        *line_crc = claimed;
    if (true_crc != claimed)
        return E_WIRE_CRC;
    record->line = (struct text){line, length};
    record->n_fields = 0;
    struct wire_field kind;
    if (wire_line_parse_seq(&at, end, &record->seq) || at == end || *at++ != ' ' ||
        wire_line_parse_field(&at, end, &kind) || !text_is(kind.key, "ev"))
        return E_WIRE_SHAPE;
    record->kind = kind.value;
    return wire_line_parse_fields(at, end, record);
}

struct text wire_line_text(const struct wire_record *record, const char *key)
{
    struct text wanted = {key, strlen(key)};
    for (unsigned i = 0; i < record->n_fields; i++)
        if (wire_line_same_key(record->fields[i].key, wanted))
            return record->fields[i].value;
    return (struct text){NULL, 0};
}

static int wire_line_hexadecimal(struct text text, double *value)
{
    uint64_t number = 0;
    if (text.length < 3 || text.length > 18)
        return -1;
    for (size_t i = 2; i < text.length; i++) {
        int digit = hex_digit(text.start[i]);
        if (digit < 0)
            return -1;
        number = number << 4 | (unsigned)digit;
    }
    *value = (double)number;
    return 0;
}

/* Digits with up to six decimals: the wire's numbers are exact in 64 bits. */
int wire_line_number(const struct wire_record *record, const char *key, double *value)
{
    static const double scale[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    struct text text = wire_line_text(record, key);
    if (!text.start)
        return -1;
    const char *c = text.start, *end = c + text.length;
    if (text.length > 2 && c[0] == '0' && c[1] == 'x')
        return wire_line_hexadecimal(text, value);
    bool negative = c < end && *c == '-';
    const char *first = c += negative;
    uint64_t digits = 0;
    int decimals = -1;
    for (; c < end; c++) {
        if (*c == '.' && decimals < 0 && c > first) {
            decimals = 0;
            continue;
        }
        if (*c < '0' || *c > '9' || digits > UINT64_MAX / 10 - 9 || decimals == 6)
            return -1;
        digits = digits * 10 + (unsigned)(*c - '0');
        decimals += decimals >= 0;
    }
    if (c == first || decimals == 0)
        return -1;
    double number = (double)digits / scale[decimals < 0 ? 0 : decimals];
    *value = negative ? -number : number;
    return 0;
}

int wire_line_unsigned(const struct wire_record *record, const char *key, uint32_t *value)
{
    double number;
    if (wire_line_number(record, key, &number) || number < 0 || number > UINT32_MAX ||
        number != (double)(uint32_t)number)
        return -1;
    *value = (uint32_t)number;
    return 0;
}
