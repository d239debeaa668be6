/*
 * SPDX-License-Identifier: MIT
 * Counts the words of a text in a hash table with open addressing, FNV-1a as the hash.
 */
#include "tests/bench/reference/reference.h"

#define TEXT_BYTES 16384
#define SLOTS      2048 /* there are at most 26 + 26^2 = 702 different words */

struct slot {
    uint32_t hash, count;
};

static uint32_t text[TEXT_BYTES / 4] __attribute__((aligned(4096)));
static struct slot slots[SLOTS] __attribute__((aligned(4096)));

/* Words of one or two letters, each with its blanks in four bytes. */
static void write_text(void)
{
    uint32_t state = 1;

    for (uint32_t i = 0; i < TEXT_BYTES / 4; i++) {
        const uint32_t random = next_random(&state) >> 16;
        const uint32_t second = random & 1 ? ' ' : 'a' + (random >> 8) % 26;
        store(&text[i], ('a' + random % 26) | second << 8 | ' ' << 16 | ' ' << 24);
    }
}

static void count(uint32_t hash)
{
    uint32_t at = hash % SLOTS;

    while (slots[at].count && slots[at].hash != hash)
        at = (at + 1) % SLOTS;
    slots[at].hash = hash;
    slots[at].count++;
}

void reference_words(void);

MEASURED void reference_words(void)
{
    const uint8_t *byte = (const uint8_t *)text;

    write_text();
    for (uint32_t i = 0; i < SLOTS; i++)
        store(&slots[i].count, 0);
    for (const uint8_t *end = byte + TEXT_BYTES; byte < end;) {
        uint32_t hash = 2166136261u; /* FNV-1a's offset basis and prime for 32 bits */
        for (; *byte != ' '; byte++)
            hash = (hash ^ *byte) * 16777619u;
        count(hash);
        while (byte < end && *byte == ' ')
            byte++;
    }
}

static void words(void)
{
    region_begin(0);
    reference_words();
    region_end(0);
}

BENCHMARK("words counted in a hash table", words);
