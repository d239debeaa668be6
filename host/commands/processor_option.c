/*
 * SPDX-License-Identifier: MIT
 * Reads the option --cpu.
 */
#include "host/commands/processor_option.h"

#include <stddef.h>

#include "host/base/message.h"
#include "tools/processor_words.h"

int processor_option_read(const char **cpu)
{
    const char *name = *cpu;
    *cpu = name ? virtual_processor(name) : NULL;
    if (!name || *cpu)
        return 0;
    message_print("--cpu: '%s' is not a processor; allowed: " VIRTUAL_PROCESSORS
                  "; aliases: " PROCESSOR_WORDS,
                  name);
    return -1;
}
