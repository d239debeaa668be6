/*
 * SPDX-License-Identifier: MIT
 * Decides by maker, family and models, not by the table's name, so that a user's table gets the
 * same family as a built-in table of the same processor.
 */
#include "host/analysis/silicon/silicon_families.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ALL_MODELS 0xFFFF
#define MODEL(n)   (1u << (n))

/*
 * Models as in kernel/machine/processor_kinds.c. Sizes of code caches: Intel's application note
 * AP-485, table of cache descriptors: 06h, 8 KB, in the first two families; 08h, 16 KB, in the
 * Pentium MMX and from the Pentium II on. The OverDrive for a 486 (model 3) has 16 KB.
 */
static const struct silicon_family {
    const char *word, *maker;
    uint8_t family;
    uint16_t models;
} families[] = {
    {"p54c", "GenuineIntel", 5, MODEL(0) | MODEL(1) | MODEL(2) | MODEL(7)},
    {"ppro", "GenuineIntel", 6, MODEL(0) | MODEL(1)},
    {"p6", "GenuineIntel", 6, ALL_MODELS},
    {"k7", "AuthenticAMD", 6, ALL_MODELS},
};
enum { FAMILIES = sizeof families / sizeof families[0] };

static bool silicon_family_is(const struct silicon_family *family, const char *word, size_t length)
{
    return strlen(family->word) == length && !strncmp(family->word, word, length);
}

bool silicon_families_maker_is(const char *source, const char *maker)
{
    return *maker && !strncmp(source, maker, strlen(maker));
}

static const char *silicon_family_digits(const char *source)
{
    while (isalpha((unsigned char)*source))
        source++;
    return source;
}

uint32_t silicon_families_signature(const char *source)
{
    enum { DIGITS = 7 };
    char digits[DIGITS + 1] = "";
    strncat(digits, silicon_family_digits(source), DIGITS);
    return (uint32_t)strtoul(digits, NULL, 16);
}

bool silicon_families_known(const char *source)
{
    enum { MAKER_LENGTH = 12 }; /* CPUID leaf 0: EBX, EDX and ECX */
    return silicon_family_digits(source) - source == MAKER_LENGTH &&
           silicon_families_signature(source) != 0;
}

static bool silicon_family_contains(const struct silicon_family *family, const char *source)
{
    const uint32_t signature = silicon_families_signature(source);
    return silicon_families_maker_is(source, family->maker) &&
           (signature >> 8 & 0xF) == family->family && family->models & MODEL(signature >> 4 & 0xF);
}

bool silicon_families_include(const char *words, const char *source)
{
    for (size_t length; *words; words += length, words += strspn(words, " ")) {
        length = strcspn(words, " ");
        for (unsigned i = 0; i < FAMILIES; i++)
            if (silicon_family_is(&families[i], words, length) &&
                silicon_family_contains(&families[i], source))
                return true;
    }
    return false;
}
