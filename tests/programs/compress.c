/*
 * SPDX-License-Identifier: MIT
 * compress [-d] FROM TO: LZW with codes of 12 bits, as in compress(1) with -b 12. When the table is
 * full, it is cleared.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CODES = 4096, FIRST_CODE = 256, HASHES = 8192, NONE = 0xFFFF };

static uint16_t prefix[CODES], hash_code[HASHES];
static uint8_t last[CODES];
static unsigned codes;

struct code_stream {
    FILE *file;
    uint32_t bits;
    unsigned n;
};

static void code_write(struct code_stream *to, unsigned code)
{
    to->bits |= code << to->n;
    for (to->n += 12; to->n >= 8; to->n -= 8, to->bits >>= 8)
        putc((int)(to->bits & 255), to->file);
}

/* Returns NONE at the end. */
static unsigned code_read(struct code_stream *from)
{
    for (; from->n < 12; from->n += 8) {
        int c = getc(from->file);
        if (c == EOF)
            return NONE;
        from->bits |= (uint32_t)c << from->n;
    }
    unsigned code = from->bits & 4095;
    from->bits >>= 12;
    from->n -= 12;
    return code;
}

static void table_clear(void)
{
    memset(hash_code, 0xFF, sizeof hash_code);
    codes = FIRST_CODE;
}

/* Returns the place of (before, c) in the hash table, or the free place for it. */
static unsigned table_place(unsigned before, unsigned c)
{
    unsigned at = (before * 31 + c * 257) % HASHES;
    while (hash_code[at] != NONE && (prefix[hash_code[at]] != before || last[hash_code[at]] != c))
        at = (at + 1) % HASHES;
    return at;
}

static void compress(FILE *from, FILE *to)
{
    struct code_stream stream = {to, 0, 0};
    int c = getc(from);
    if (c == EOF)
        return;
    unsigned word = (unsigned)c;
    table_clear();
    while ((c = getc(from)) != EOF) {
        unsigned at = table_place(word, (unsigned)c);
        if (hash_code[at] != NONE) {
            word = hash_code[at];
            continue;
        }
        code_write(&stream, word);
        prefix[codes] = (uint16_t)word;
        last[codes] = (uint8_t)c;
        hash_code[at] = (uint16_t)codes++;
        if (codes == CODES)
            table_clear();
        word = (unsigned)c;
    }
    code_write(&stream, word);
    if (stream.n)
        putc((int)stream.bits, to);
}

/* Writes the word of a code, and returns its first byte. */
static unsigned word_write(unsigned code, FILE *to)
{
    static uint8_t stack[CODES];
    unsigned n = 0;
    for (; code >= FIRST_CODE; code = prefix[code])
        stack[n++] = last[code];
    stack[n++] = (uint8_t)code;
    for (unsigned i = n; i-- > 0;)
        putc(stack[i], to);
    return stack[n - 1];
}

static unsigned word_first(unsigned code)
{
    while (code >= FIRST_CODE)
        code = prefix[code];
    return code;
}

static int expand(FILE *from, FILE *to)
{
    struct code_stream stream = {from, 0, 0};
    unsigned code, before = NONE;
    codes = FIRST_CODE;
    while ((code = code_read(&stream)) != NONE) {
        if (before != NONE) {
            if (code > codes)
                return 1;
            prefix[codes] = (uint16_t)before;
            last[codes] = (uint8_t)word_first(code < codes ? code : before);
            if (++codes == CODES)
                codes = FIRST_CODE;
        }
        word_write(code, to);
        before = code;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int expands = argc > 1 && !strcmp(argv[1], "-d");
    if (argc != 3 + expands) {
        fprintf(stderr, "usage: compress [-d] FROM TO\n");
        return 2;
    }
    const char *from_name = argv[1 + expands], *to_name = argv[2 + expands];
    FILE *from = fopen(from_name, "rb");
    if (!from) {
        perror(from_name);
        return 1;
    }
    FILE *to = fopen(to_name, "wb");
    if (!to) {
        perror(to_name);
        return 1;
    }
    int failed = expands ? expand(from, to) : (compress(from, to), 0);
    long read = ftell(from), written = ftell(to);
    if (fclose(to) || failed) {
        fprintf(stderr, "compress: %s cannot be %s\n", from_name, expands ? "expanded" : "written");
        return 1;
    }
    printf("%ld bytes to %ld\n", read, written);
    return 0;
}
