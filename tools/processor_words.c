/*
 * SPDX-License-Identifier: MIT
 * Maps processor names to virtual processors: names of GCC's -march and QEMU's -cpu, of Intel and
 * AMD, and code names.
 */
#include "tools/processor_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The name of a family selects the first processor of that family. */
static const struct processor_word {
    const char *word, *processor;
} words[] = {
    {"p54c", "p54c"},
    {"p5", "p54c"},
    {"pentium", "p54c"},
    {"pentium1", "p54c"},
    {"pentiumi", "p54c"},
    {"i586", "p54c"},
    {"586", "p54c"},
    {"p55c", "p55c"},
    {"pentiummmx", "p55c"},
    {"pmmx", "p55c"},
    {"ppro", "ppro"},
    {"p6", "ppro"},
    {"pentiumpro", "ppro"},
    {"i686", "ppro"},
    {"686", "ppro"},
    {"p2", "p2"},
    {"pii", "p2"},
    {"pentium2", "p2"},
    {"pentiumii", "p2"},
    {"deschutes", "p2"},
    {"klamath", "p2"},
    {"p3", "p3"},
    {"piii", "p3"},
    {"pentium3", "p3"},
    {"pentiumiii", "p3"},
    {"katmai", "p3"},
    {"k7", "k7"},
    {"athlon", "k7"},
    {"k7thunderbird", "k7"},
    {"thunderbird", "k7"},
    {"athlontbird", "k7"},
    {"willamette", "willamette"},
    {"northwood", "northwood"},
    {"p4", "northwood"},
    {"pentium4", "northwood"},
    {"pentiumiv", "northwood"},
    {"netburst", "northwood"},
    {"prescott", "prescott"},
};

static const char *processor_word_skip(const char *text)
{
    return text + strspn(text, " -_");
}

static bool processor_word_matches(const char *word, const char *name)
{
    for (name = processor_word_skip(name); *name; name = processor_word_skip(name + 1))
        if (tolower((unsigned char)*name) != *word++)
            return false;
    return !*word;
}

const char *virtual_processor(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (processor_word_matches(words[i].word, name))
            return words[i].processor;
    return NULL;
}

bool processor_of_chip(const char *name, const char *chip)
{
    char word[16];
    const char *first = virtual_processor(name);
    const size_t length = strcspn(chip, "-");
    if (!first || length >= sizeof word)
        return false;
    memcpy(word, chip, length);
    word[length] = '\0';
    const char *second = virtual_processor(word);
    return second && !strcmp(first, second);
}
