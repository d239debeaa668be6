/*
 * SPDX-License-Identifier: MIT
 * Reads the option --cpu.
 */
#include "host/commands/processor_option.h"

#include <string.h>
#include <strings.h>

#include "host/base/message.h"
#include "tools/processor_words.h"

int processor_option_read(const char **cpu)
{
    const char *name = *cpu;
    *cpu = name ? virtual_processor(name) : NULL;
    if (!name || *cpu)
        return 0;
    size_t length = strlen(name);
    if (length > 3 && !strcasecmp(name + length - 3, "+ht")) {
        message_print(
            "--cpu: '%s': the virtual Pentium 4 has one logical processor; use %.*s, or "
            "--serial for a machine with Hyper-Threading",
            name, (int)length - 3, name);
        return -1;
    }
    message_print("--cpu: '%s' is not a processor; allowed: " VIRTUAL_PROCESSORS
                  "; aliases: " PROCESSOR_WORDS,
                  name);
    return -1;
}
