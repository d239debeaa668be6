/*
 * SPDX-License-Identifier: MIT
 * Required features, and files in and out. An image in which no benchmark calls libp4pm has no
 * files.
 */
#include "kernel/machine/bench_needs.h"

#include "kernel/lib/format.h"
#include "boot/descriptors.h"
#include "kernel/lib/string.h"
#include "kernel/lib/vectors.h"
#include "kernel/machine/processor_kinds.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "libp4pm/p4pm_device.h"
#include "libp4pm/p4pm_files.h"
#include "libp4pm/p4pm_output.h"
#include "pmc/netburst/counters/netburst_service.h"

#pragma weak p4pm_files_given
#pragma weak p4pm_present
#pragma weak p4pm_output_send
#pragma weak p4pm_output_line

const char *bench_needs_missing(const struct benchmark *benchmark, uint32_t features, bool paging,
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

unsigned bench_needs_report(struct report_stream *report, const struct benchmark *benchmark,
                            const char *lack, const char *command)
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
static const char *bench_needs_file_name(const struct multiboot_module *module, size_t *length)
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

void bench_needs_find_files(struct multiboot_info *info)
{
    struct multiboot_module *modules = (void *)(uintptr_t)info->modules;
    unsigned kept = 0;
    if (!(info->flags & MULTIBOOT_HAS_MODULES))
        return;
    for (unsigned i = 0; i < info->modules_count; i++) {
        size_t length;
        if (!bench_needs_file_name(&modules[i], &length))
            modules[kept++] = modules[i];
        else if (n_found++ < P4PM_FILES_GIVEN)
            found[n_found - 1] = modules[i];
    }
    info->modules_count = kept;
}

/* Copies name and bytes, contiguously, to pages used for nothing else. */
static int bench_needs_copy_file(const struct multiboot_module *module, struct p4pm_file *file)
{
    size_t length = 0, bytes = module->end > module->start ? module->end - module->start : 0;
    const char *name = bench_needs_file_name(module, &length);
    size_t room = (length + 1 + bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    uint32_t at = (uint32_t)memory_allocate(room + PAGE_BYTES);
    if (!at)
        return -1;
    at = (at + PAGE_BYTES - 1) & -PAGE_BYTES;
    char *copy = (char *)at;
    memcpy(copy, name, length); /* memory_allocate()'s zeros terminate it */
    memcpy(copy + length + 1, (const char *)module->start, bytes);
    paging_share(at, at + room, true);
    *file = (struct p4pm_file){copy, copy + length + 1, bytes};
    return 0;
}

static void bench_needs_open_gate(const struct pmc *pmc)
{
    if (!&p4pm_present || pmc->first_msr != MSR_NETBURST_COUNTER0)
        return;
    descriptors_set_interrupt(VECTOR_WRITE_COUNTER, netburst_service_stub);
    descriptors_open_to_ring_3(VECTOR_WRITE_COUNTER, true);
    p4pm_present = true;
}

const char *bench_needs_provide(const struct pmc *pmc)
{
    bench_needs_open_gate(pmc);
    if (n_found > P4PM_FILES_GIVEN)
        return "files for benchmarks: more than 16";
    for (unsigned i = 0; &p4pm_files_given && i < n_found; i++)
        if (bench_needs_copy_file(&found[i], &p4pm_files_given[i]))
            return "files for benchmarks: not enough memory";
    return NULL;
}

void bench_needs_report_files(struct report_stream *report)
{
    char line[P4PM_LINE_BYTES];
    const char *file;
    for (unsigned next = 0; report && p4pm_output_line && (file = p4pm_output_line(&next, line));)
        REPORT(report, file_line, file, line);
    if (p4pm_output_send)
        p4pm_output_send(NULL, 0);
}
