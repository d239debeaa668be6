/*
 * SPDX-License-Identifier: MIT
 * Required features, and files in and out. An image in which no benchmark calls libp4pm has no
 * files.
 */
#include "kernel/machine/bench_wants.h"

#include "kernel/lib/format.h"
#include "boot/descriptors.h"
#include "kernel/lib/string.h"
#include "kernel/lib/vectors.h"
#include "kernel/machine/processor_kinds.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "libp4pm/p4pm_device.h"
#include "libp4pm/p4pm_files.h"
#include "libp4pm/p4pm_results.h"
#include "pmc/netburst/counters/netburst_service.h"

#pragma weak p4pm_files_given
#pragma weak p4pm_present
#pragma weak p4pm_send_results
#pragma weak p4pm_sent_line

const char *bench_lacks(const struct benchmark *benchmark, uint32_t features, bool paging,
                        const struct pmc *pmc)
{
    if ((benchmark->needs & NEEDS_MMX) && !(features & CPUID_MMX))
        return "MMX, which this processor lacks";
    if ((benchmark->needs & NEEDS_PAGING) && !paging)
        return "page tables, but paging=off";
    if ((benchmark->needs & NEEDS_NETBURST) && pmc->first_msr != MSR_NETBURST_COUNTER0)
        return "a Pentium 4's counters";
    return NULL;
}

unsigned bench_say_lack(struct report *report, const struct benchmark *benchmark, const char *lack,
                        const char *command)
{
    char text[160];
    bool named = !(benchmark->needs & NEEDS_NETBURST) || !strcmp(command, benchmark->name);
    format(text, sizeof text, "%s: not run: it needs %s", benchmark->name, lack);
    if (named)
        REPORT(report, error, text);
    else
        REPORT(report, warning, "stderr", text);
    return named;
}

/* ---- files ---------------------------------------------------------------------------------- */

static const char word[] = "file=";

static struct multiboot_module found[P4PM_FILES_GIVEN];
static unsigned n_found;

/* Returns the file name of a module, `length` characters, or NULL if the module is not a file. */
static const char *name_of(const struct multiboot_module *module, size_t *length)
{
    const char *at = module->string ? (const char *)(uintptr_t)module->string : "";
    while (*at) {
        const char *end = at;
        while (*end && *end != ' ')
            end++;
        size_t bytes = (size_t)(end - at);
        if (bytes >= sizeof word && !memcmp(at, word, sizeof word - 1)) {
            *length = bytes - (sizeof word - 1);
            return at + sizeof word - 1;
        }
        at = *end ? end + 1 : end;
    }
    return NULL;
}

void bench_files_find(struct multiboot_info *info)
{
    struct multiboot_module *modules = (void *)(uintptr_t)info->modules;
    unsigned kept = 0;
    if (!(info->flags & MULTIBOOT_HAS_MODULES))
        return;
    for (unsigned i = 0; i < info->modules_count; i++) {
        size_t length;
        if (!name_of(&modules[i], &length))
            modules[kept++] = modules[i];
        else if (n_found++ < P4PM_FILES_GIVEN)
            found[n_found - 1] = modules[i];
    }
    info->modules_count = kept;
}

/* Copies name and bytes, contiguously, to pages used for nothing else. */
static int take(const struct multiboot_module *module, struct p4pm_file *file)
{
    size_t length = 0, bytes = module->end > module->start ? module->end - module->start : 0;
    const char *name = name_of(module, &length);
    size_t room = (length + 1 + bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    uint32_t at = (uint32_t)memory_take(room + PAGE_BYTES);
    if (!at)
        return -1;
    at = (at + PAGE_BYTES - 1) & -PAGE_BYTES;
    char *copy = (char *)at;
    memcpy(copy, name, length); /* memory_take()'s zeros terminate it */
    memcpy(copy + length + 1, (const char *)module->start, bytes);
    paging_share(at, at + room, true);
    *file = (struct p4pm_file){copy, copy + length + 1, bytes};
    return 0;
}

static void open_gate(const struct pmc *pmc)
{
    if (!&p4pm_present || pmc->first_msr != MSR_NETBURST_COUNTER0)
        return;
    descriptors_set_interrupt(VECTOR_WRITE_COUNTER, netburst_service_stub);
    descriptors_open_to_ring_3(VECTOR_WRITE_COUNTER, true);
    p4pm_present = true;
}

const char *bench_give(const struct pmc *pmc)
{
    open_gate(pmc);
    if (n_found > P4PM_FILES_GIVEN)
        return "files for benchmarks: more than 16";
    for (unsigned i = 0; &p4pm_files_given && i < n_found; i++)
        if (take(&found[i], &p4pm_files_given[i]))
            return "files for benchmarks: not enough memory";
    return NULL;
}

void bench_files_report(struct report *report)
{
    char line[P4PM_LINE_BYTES];
    const char *file;
    for (unsigned next = 0; report && p4pm_sent_line && (file = p4pm_sent_line(&next, line));)
        REPORT(report, file_line, file, line);
    if (p4pm_send_results)
        p4pm_send_results(NULL, 0);
}
