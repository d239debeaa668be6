/*
 * SPDX-License-Identifier: MIT
 * lzw [-d]: compresses standard input, or with -d decompresses it, to standard output: the thesis's
 * second case study (section 5.7) as a program. Codes have 9 to 16 bits, the lowest first; a hash
 * table of 69,001 entries with a second probe finds them, as in compress(1). The table is never
 * cleared.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HASH_SIZE  69001 /* a prime above 2^16: at most 95 % of the entries are used */
#define HASH_SHIFT 8
#define EMPTY      (-1)
#define BITS_MIN   9
#define BITS_MAX   16
#define CODES      (1u << BITS_MAX)
#define LITERALS   256u

static int32_t keys[HASH_SIZE];   /* of each entry: its character << BITS_MAX | its prefix's code */
static uint16_t codes[HASH_SIZE]; /* the code of each entry */

static uint16_t prefix[CODES]; /* when decompressing */
static uint8_t last[CODES];

static uint32_t pending; /* bits not yet written, or read ahead; the first one is the lowest */
static unsigned n_pending;

/* Codes grow by a bit when their number exceeds the current width. */
static unsigned width_of(unsigned bits, unsigned made)
{
    return bits < BITS_MAX && made > 1u << bits ? bits + 1 : bits;
}

static void put_code(unsigned code, unsigned bits)
{
    pending |= (uint32_t)code << n_pending;
    for (n_pending += bits; n_pending >= 8; n_pending -= 8, pending >>= 8)
        putchar((int)(pending & 255));
}

/* Returns -1 at the end. */
static int get_code(unsigned bits)
{
    for (; n_pending < bits; n_pending += 8) {
        int c = getchar();
        if (c == EOF)
            return -1;
        pending |= (uint32_t)c << n_pending;
    }
    int code = (int)(pending & ((1u << bits) - 1));
    pending >>= bits;
    n_pending -= bits;
    return code;
}

/* Returns the entry of a key, or the free entry where it belongs. */
static unsigned find_entry(int32_t key, unsigned code, unsigned c)
{
    unsigned place = c << HASH_SHIFT ^ code;
    unsigned step = place == 0 ? 1 : HASH_SIZE - place;
    while (keys[place] != key && keys[place] != EMPTY)
        place = place < step ? place + HASH_SIZE - step : place - step;
    return place;
}

static void compress(void)
{
    unsigned made = LITERALS, bits = BITS_MIN;
    int c = getchar();
    if (c == EOF)
        return;
    memset(keys, EMPTY, sizeof keys);
    for (unsigned code = (unsigned)c;;) {
        if ((c = getchar()) == EOF) {
            put_code(code, bits);
            break;
        }
        const int32_t key = (int32_t)((uint32_t)c << BITS_MAX | code);
        const unsigned place = find_entry(key, code, (unsigned)c);
        if (keys[place] == key) {
            code = codes[place];
            continue;
        }
        put_code(code, bits);
        if (made < CODES) {
            keys[place] = key;
            codes[place] = (uint16_t)made++;
            bits = width_of(bits, made);
        }
        code = (unsigned)c;
    }
    put_code(0, 7); /* the pending bits */
}

static uint8_t first_character(unsigned code)
{
    while (code >= LITERALS)
        code = prefix[code];
    return (uint8_t)code;
}

static void print_code(unsigned code)
{
    static uint8_t text[CODES];
    unsigned at = CODES;
    for (; code >= LITERALS; code = prefix[code])
        text[--at] = last[code];
    text[--at] = (uint8_t)code;
    fwrite(text + at, 1, CODES - at, stdout);
}

/* Each code after the first one defines a new one: the text before it, and its first character. */
static int decompress(void)
{
    unsigned made = LITERALS, bits = BITS_MIN;
    int code = get_code(bits);
    if (code >= (int)LITERALS)
        return 1;
    while (code >= 0) {
        const int before = code, defines = made < CODES;
        print_code((unsigned)code);
        if (defines) {
            prefix[made++] = (uint16_t)before;
            bits = width_of(bits, made);
        }
        code = get_code(bits);
        if (code >= (int)made)
            return 1;
        if (defines && code >= 0)
            last[made - 1] = first_character((unsigned)code);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-d") == 0) {
        if (decompress() == 0)
            return 0;
        fprintf(stderr, "lzw: not a compressed text\n");
        return 1;
    }
    if (argc != 1) {
        fprintf(stderr, "usage: lzw [-d]\n");
        return 2;
    }
    compress();
    return 0;
}
