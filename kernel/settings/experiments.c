/*
 * SPDX-License-Identifier: MIT
 * Experiments are read twice: all of them at the start, so that an error in the last one is found
 * before the first one runs, and each again before it runs, so that memory holds only one. Several
 * experiments with programs of one name have the names wc, wc-2, wc-3.
 */
#include "kernel/settings/experiments.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/settings/parms.h"
#include "pmc/pmc.h"

static unsigned modules(const struct multiboot_info *info)
{
    return info->flags & MULTIBOOT_HAS_MODULES ? info->modules_count : 0;
}

/*
 * Returns the file's name without directories, from a module's string. GRUB's string is the text
 * after the file on its line, which may be empty.
 */
static const char *experiments_file_name(const struct multiboot_module *module)
{
    const char *name = module->string ? (const char *)(uintptr_t)module->string : "";
    const char *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    return *name ? name : "module";
}

static size_t experiments_length(const struct multiboot_module *module)
{
    return module->end > module->start ? module->end - module->start : 0;
}

static const struct multiboot_module *experiments_module(const struct multiboot_info *info,
                                                         unsigned i)
{
    return (const struct multiboot_module *)(uintptr_t)info->modules + i;
}

static int experiments_read_one(struct experiments *experiments, unsigned i, struct config *config,
                                const struct config_listener *listener)
{
    const struct multiboot_info *info = experiments->info;
    const char *line = multiboot_command_line(info);
    if (!modules(info))
        return config_parse(config, experiments->pmc, line, experiments->error, listener);
    const struct multiboot_module *module = experiments_module(info, i);
    return config_parse_file(config, experiments->pmc, experiments_file_name(module),
                             (const char *)(uintptr_t)module->start, experiments_length(module),
                             line, experiments->error, listener);
}

int experiments_read(struct experiments *experiments, const struct multiboot_info *info,
                     const struct pmc *pmc)
{
    experiments->info = info;
    experiments->pmc = pmc;
    experiments->command_line = command_line_split(multiboot_command_line(info));
    experiments->count = modules(info) ? modules(info) : 1;
    for (unsigned i = 0; i < modules(info); i++)
        parms_decode_utf16((char *)(uintptr_t)experiments_module(info, i)->start,
                           experiments_length(experiments_module(info, i)));
    int status = experiments_read_one(experiments, 0, &experiments->first, NULL);
    for (unsigned i = 1; i < experiments->count && !status; i++)
        status = experiments_read_one(experiments, i, &experiments->current, NULL);
    return status;
}

/* Returns the number of earlier experiments with a program of that name, and reads them. */
static unsigned experiments_count_named(struct experiments *experiments, unsigned i,
                                        const char *name)
{
    unsigned n = 0;
    for (unsigned earlier = 0; earlier < i; earlier++) {
        experiments_read_one(experiments, earlier, &experiments->current, NULL);
        n += experiments->current.program[0] && !strcmp(experiments->current.command, name);
    }
    return n;
}

const struct config *experiments_config(struct experiments *experiments, unsigned i,
                                        const struct config_listener *listener)
{
    struct config *config = &experiments->current;
    char name[sizeof config->command];
    unsigned same = 0;
    experiments_read_one(experiments, i, config, NULL);
    format(name, sizeof name, "%s", config->command);
    if (config->program[0])
        same = experiments_count_named(experiments, i, name);
    experiments_read_one(experiments, i, config, listener);
    if (same)
        format(config->command, sizeof config->command, "%.*s-%u", (int)sizeof config->command - 5,
               name, same + 1);
    return config;
}
