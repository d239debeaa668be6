/*
 * SPDX-License-Identifier: MIT
 * Composes the first-boot page from the facts found at the start. Only the switches are tested
 * here.
 */
#include "kernel/measure/experiment/first_boot.h"

#include <stdarg.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"

__attribute__((format(__printf__, 2, 3))) static void first_boot_line(struct report_page *page,
                                                                      const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    if (page->n_lines < REPORT_PAGE_LINES)
        vformat(page->lines[page->n_lines++], sizeof page->lines[0], text, arguments);
    va_end(arguments);
}

__attribute__((format(__printf__, 3, 4))) static void
first_boot_fact(struct report_page *page, const char *name, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    if (page->n_facts < REPORT_PAGE_FACTS) {
        struct report_fact *fact = &page->facts[page->n_facts++];
        fact->name = name;
        vformat(fact->value, sizeof fact->value, text, arguments);
    }
    va_end(arguments);
}

static const char *or_else(const char *text, const char *otherwise)
{
    return text && text[0] ? text : otherwise;
}

/* Converts hertz to thousandths of a megahertz. */
static unsigned kilohertz(uint64_t hz)
{
    return (unsigned)(hz / 1000);
}

#define LABEL "%-16s "

/* Writes a description such as "L2 256 KB: WBINVD empties it". */
static void first_boot_l2_text(char *text, size_t size, const struct report_machine *machine)
{
    static const char *const words[][2] = {{"flushed", "WBINVD empties it"},
                                           {"displaced", "WBINVD keeps it; displaced"},
                                           {"kept", "WBINVD keeps it"}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcmp(machine->l2, words[i][0])) {
            format(text, size, "L2 %u KB: %s", (unsigned)machine->l2_kb, words[i][1]);
            return;
        }
    format(text, size, "L2 %s", machine->l2);
}

static void first_boot_machine_lines(struct report_page *page, const struct first_boot *found)
{
    const struct report_cpu *cpu = &found->machine->cpu;
    const struct report_machine *machine = &found->machine->board;
    char l2[48];
    unsigned khz = kilohertz(cpu->hz), spread = kilohertz(cpu->hz_spread);
    first_boot_line(page, "Bareprobe %s   FIRST BOOT", found->build);
    first_boot_line(page, LABEL "%s%s%s, signature %x, %s", "processor", cpu->name,
                    cpu->stepping ? ", " : "", or_else(cpu->stepping, ""), (unsigned)cpu->signature,
                    found->platform);
    if (cpu->hz)
        first_boot_line(page, LABEL "%u.%03u MHz by the 8254, three tries, spread %u.%03u", "clock",
                        khz / 1000, khz % 1000, spread / 1000, spread % 1000);
    else
        first_boot_line(page, LABEL "%s", "clock", or_else(cpu->no_hz, "?"));
    if (cpu->time_stamp_step)
        first_boot_line(page, LABEL "advances in steps of %u clocks: times are not exact",
                        "time stamp", (unsigned)cpu->time_stamp_step);
    first_boot_l2_text(l2, sizeof l2, machine);
    first_boot_line(page, LABEL "%u KB (%s)   L1 %s   %s", "memory", (unsigned)machine->memory_kb,
                    machine->memory_source, machine->caches, l2);
    first_boot_fact(page, "processor", "%s", cpu->name);
    first_boot_fact(page, "signature", "0x%x", (unsigned)cpu->signature);
    first_boot_fact(page, "platform", "%s", found->platform);
    if (khz) {
        first_boot_fact(page, "mhz", "%u.%03u", khz / 1000, khz % 1000);
        first_boot_fact(page, "mhz_spread", "%u.%03u", spread / 1000, spread % 1000);
    }
    first_boot_fact(page, "memory_kb", "%u", (unsigned)machine->memory_kb);
    first_boot_fact(page, "memory_source", "%s", machine->memory_source);
    first_boot_fact(page, "l2", "%s", machine->l2);
    first_boot_fact(page, "l2_kb", "%u", (unsigned)machine->l2_kb);
    first_boot_fact(page, "caches", "%s", machine->caches);
}

#define MOST_COUNTERS_SHOWN 4

/*
 * Reports whether a test is summarised with others: with many counters, those that count share a
 * line.
 */
static bool first_boot_shares_line(const struct kernel_run *run,
                                   const struct selftest_outcome *test)
{
    static const char *const names[] = {"ctr", "additivity"};
    bool one = false;
    for (unsigned i = 0; i < 2; i++)
        one |= !strncmp(test->name, names[i], strlen(names[i]));
    return run->pmc->counters > MOST_COUNTERS_SHOWN && one && test->result.status == PMC_OK;
}

static void first_boot_counters_line(struct report_page *page, const struct kernel_run *run)
{
    unsigned usable = 0, unused = 0;
    if (run->pmc->counters <= MOST_COUNTERS_SHOWN)
        return;
    for (unsigned c = 0; c < run->pmc->counters; c++) {
        usable += run->selftests.usable >> c & 1;
        unused += run->pmc->unused >> c & 1;
    }
    first_boot_line(page, LABEL "%u of %u count; %u not used", "counters", usable,
                    run->pmc->counters, unused);
    first_boot_fact(page, "counters", "%u of %u, %u not used", usable, run->pmc->counters, unused);
}

/* Adds a line for each self-test that was made; the switches share a line. */
static void first_boot_test_lines(struct report_page *page, const struct kernel_run *run)
{
    char switches[72] = "";
    int length = 0;
    first_boot_counters_line(page, run);
    for (unsigned i = 0; i < run->selftests.n_outcomes; i++) {
        const struct selftest_outcome *test = &run->selftests.outcomes[i];
        const struct pmc_selftest *result = &test->result;
        if (first_boot_shares_line(run, test))
            continue;
        first_boot_fact(page, test->name, "%s %lld %lld%s%s", test->status,
                        (long long)result->expect, (long long)result->got,
                        result->seen[0] ? " " : "", result->seen);
        if (test->switched) {
            length += format(switches + length, sizeof switches - (size_t)length, "%s%s: %s",
                             length ? "   " : "", config_ablate_name(test->switched),
                             result->status == PMC_OK ? "seen" : "not seen");
        } else if (result->seen[0]) {
            first_boot_line(page, LABEL "%-48s %s", test->name, result->seen, test->status);
        } else {
            char counted[56];
            format(counted, sizeof counted, "expected %lld, got %lld", (long long)result->expect,
                   (long long)result->got);
            first_boot_line(page, LABEL "%-48s %s", test->name, counted, test->status);
        }
    }
    first_boot_line(page, LABEL "%s", "switched off", switches[0] ? switches : "no switch works");
}

static void first_boot_noise_line(struct report_page *page, const struct first_boot *found)
{
    const struct report_noise *noise = &found->machine->noise;
    const uint64_t hz = found->machine->cpu.hz;
    if (hz) {
        unsigned ms = (unsigned)(noise->watched * 1000 / hz);
        first_boot_line(page, LABEL "in %u.%03u s: %u jumps, the longest %u us", "noise", ms / 1000,
                        ms % 1000, (unsigned)noise->jumps,
                        (unsigned)(noise->largest * 1000000 / hz));
        first_boot_fact(page, "noise_ms", "%u", ms);
    } else {
        first_boot_line(page, LABEL "in %llu clocks: %u jumps, the longest %llu", "noise",
                        (unsigned long long)noise->watched, (unsigned)noise->jumps,
                        (unsigned long long)noise->largest);
    }
    first_boot_fact(page, "noise_jumps", "%u", (unsigned)noise->jumps);
    first_boot_fact(page, "noise_largest", "%llu", (unsigned long long)noise->largest);
}

static bool first_boot_is_unused(const struct kernel_run *run, const char *test)
{
    char name[16];
    for (unsigned c = 0; c < run->pmc->counters; c++) {
        format(name, sizeof name, "ctr%u", c);
        if (run->pmc->unused >> c & 1 && !strcmp(test, name))
            return true;
    }
    return false;
}

/* Reports whether all counters count exactly, and the counts between probes add up. */
static bool first_boot_is_trusted(const struct kernel_run *run)
{
    if (!run->pmc->counters ||
        (run->selftests.usable | run->pmc->unused) != (1u << run->pmc->counters) - 1)
        return false;
    for (unsigned i = 0; i < run->selftests.n_outcomes; i++)
        if (!run->selftests.outcomes[i].switched &&
            run->selftests.outcomes[i].result.status != PMC_OK &&
            !first_boot_is_unused(run, run->selftests.outcomes[i].name))
            return false;
    return true;
}

void first_boot_run(struct kernel_run *run, const struct config *config,
                    const struct first_boot *found)
{
    struct report_page *page = memory_allocate(sizeof *page); /* too large for the stack */
    if (!page) {
        run_error(run, "not enough memory for the first-boot page");
        return;
    }
    memset(page, 0, sizeof *page);
    run->config = config;
    for (enum ablate feature = ABLATE_BRANCH; feature < ABLATIONS; feature++)
        selftest_can_ablate(run, feature);
    first_boot_machine_lines(page, found);
    first_boot_test_lines(page, run);
    first_boot_noise_line(page, found);
    first_boot_line(page, LABEL "%s at %x, %u baud", "uart",
                    or_else(found->uart, "none: report on the screen"), config->console_port,
                    (unsigned)config->console_baud);
    bool trusted = first_boot_is_trusted(run);
    first_boot_fact(page, "uart", "%s", or_else(found->uart, "none"));
    first_boot_fact(page, "trusted", "%s", trusted ? "yes" : "no");
    first_boot_line(
        page, "%s",
        trusted ? "DONE: counts can be trusted. Please photograph this page or keep the log."
                : "DONE: counts can NOT be trusted. Please photograph this page or keep the log.");
    REPORT(run->report, first_boot, page);
}
