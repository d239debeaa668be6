/*
 * SPDX-License-Identifier: MIT
 * Options of the virtual Pentium: one table of their names here and in the simulator.
 */
#include "host/machines/simulator_options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define LEAST_MEMORY 4u    /* what the kernel needs */
#define MOST_MEMORY  3072u /* as in sim/machine_profiles/machine_range.h */

static const struct {
    const char *ours, *its;
    size_t at; /* offset of the text in struct simulator_options */
    bool file; /* it names an output file and does not affect measurements */
} single[] = {
    {"--machine", "-machine", offsetof(struct simulator_options, machine), false},
    {"--mhz", "-mhz", offsetof(struct simulator_options, mhz), false},
    {"--memory", "-m", offsetof(struct simulator_options, memory), false},
    {"--errata", "-errata", offsetof(struct simulator_options, errata), false},
    {"--silicon", "-silicon", offsetof(struct simulator_options, silicon), false},
    {"--snoop", "-snoop", offsetof(struct simulator_options, snoop), false},
    {"--seed", "-seed", offsetof(struct simulator_options, seed), false},
    {"--annotate", "-annotate", offsetof(struct simulator_options, annotate), true},
    {"--account", "-account", offsetof(struct simulator_options, account), true},
};
enum { SINGLE = sizeof single / sizeof single[0] };

_Static_assert(2 * (OPTION_MOST_REPEATS + SINGLE) + 2 == SIMULATOR_WORDS,
               "two words per option, -pm0-nmi, and NULL");

static const char *simulator_option_text(const struct simulator_options *options, unsigned i)
{
    return *(const char *const *)((const char *)options + single[i].at);
}

const char *simulator_options_given(const struct simulator_options *options)
{
    const char *model = simulator_options_of_model(options);
    return model ? model : options->memory ? "--memory" : NULL;
}

const char *simulator_options_of_model(const struct simulator_options *options)
{
    for (unsigned i = 0; i < SINGLE; i++)
        if (simulator_option_text(options, i) && strcmp(single[i].ours, "--memory") != 0)
            return single[i].ours;
    return options->pm0_nmi ? "--pm0-nmi" : options->set[0] ? "--set" : NULL;
}

int simulator_options_check(const struct simulator_options *options)
{
    const char *memory = options->memory;
    if (!memory)
        return 0;
    const bool number = *memory && !memory[strspn(memory, "0123456789")] && strlen(memory) < 9;
    const unsigned long megabytes = number ? strtoul(memory, NULL, 10) : 0;
    if (megabytes >= LEAST_MEMORY && megabytes <= MOST_MEMORY)
        return 0;
    message_print("--memory: '%s' is out of range (%u to %u MB, a whole number)", memory,
                  LEAST_MEMORY, MOST_MEMORY);
    return -1;
}

const char *simulator_options_file(const struct simulator_options *options)
{
    for (unsigned i = 0; i < SINGLE; i++)
        if (single[i].file && simulator_option_text(options, i))
            return single[i].ours;
    return NULL;
}

void simulator_options_words(const struct simulator_options *options,
                             const char *words[SIMULATOR_WORDS])
{
    for (unsigned i = 0; i < SINGLE; i++) {
        if (!simulator_option_text(options, i))
            continue;
        *words++ = single[i].its;
        *words++ = simulator_option_text(options, i);
    }
    if (options->pm0_nmi)
        *words++ = "-pm0-nmi";
    for (unsigned i = 0; options->set[i]; i++) { /* last, so that they override the others */
        *words++ = "-set";
        *words++ = options->set[i];
    }
    *words = NULL;
}

void simulator_options_each(const struct simulator_options *options,
                            void (*add)(void *to, const char *word), void *to)
{
    for (unsigned i = 0; i < SINGLE; i++) {
        if (!simulator_option_text(options, i))
            continue;
        add(to, single[i].ours);
        add(to, simulator_option_text(options, i));
    }
    if (options->pm0_nmi)
        add(to, "--pm0-nmi");
    for (unsigned i = 0; options->set[i]; i++) {
        add(to, "--set");
        add(to, options->set[i]);
    }
}

static void simulator_options_append(void *to, const char *word)
{
    char **text = to;
    char *longer = allocate_text("%s%s%s", *text, **text ? " " : "", word);
    free(*text);
    *text = longer;
}

char *simulator_options_text(const struct simulator_options *options)
{
    struct simulator_options measuring = *options;
    measuring.annotate = measuring.account = NULL;
    char *text = allocate_copy("");
    simulator_options_each(&measuring, simulator_options_append, &text);
    return text;
}
