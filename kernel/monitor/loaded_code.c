/*
 * SPDX-License-Identifier: MIT
 * Measures loaded code in ring 0, like a benchmark of the image. The overhead of an empty region or
 * run is measured with it and subtracted.
 */
#include "kernel/monitor/loaded_code.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/monitor/contained_access.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/interval.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "kernel/machine/watchdog.h"
#include "pmc/probe_reads.h"
#include "serial/crc16.h"

#define PAGE       4096u
#define MOST_BYTES (256 * 1024u)
/* Offset of MOV ECX's operand, relative to the read after it: pmc/probe_reads.h. */
#define IMMEDIATE (-4)

static uint32_t place; /* load address */
static struct {
    char *bytes;
    uint32_t expected, came; /* came: contiguous bytes received */
    bool checked;
} loaded;
static struct benchmark bench;
static bool has_regions;

void loaded_code_install(void)
{
    place = ((uint32_t)memory_mark() + PAGE - 1) & ~(PAGE - 1);
}

const char *loaded_code_bytes(size_t *length)
{
    *length = loaded.expected;
    return loaded.checked ? loaded.bytes : NULL;
}

static int loaded_code_begin(struct arguments *arguments)
{
    uint64_t bytes;
    if (command_argument_number(arguments, "size", MOST_BYTES, &bytes) || arguments_end(arguments))
        return -1;
    loaded.checked = false;
    loaded.bytes = NULL;
    monitor_reserve_until(0);
    size_t room = place - (uint32_t)memory_mark() + bytes + sizeof(struct loaded_header);
    if (!bytes || !memory_allocate(room))
        return dialogue_refuse("load: not enough memory for %x bytes", (unsigned)bytes);
    monitor_reserve_until(memory_mark());
    loaded.bytes = (char *)(uintptr_t)place;
    loaded.expected = (uint32_t)bytes;
    loaded.came = 0;
    memset(loaded.bytes, 0, bytes);
    dialogue_print("%x bytes go to %08x", (unsigned)bytes, (unsigned)place);
    return 0;
}

/* `at OFFSET HEX`: two digits per byte. Bytes may be sent again. */
static int loaded_code_store(struct arguments *arguments)
{
    uint64_t offset;
    if (!loaded.bytes)
        return dialogue_refuse("load: start with 'load begin SIZE'");
    if (command_argument_number(arguments, "offset", loaded.came, &offset))
        return -1;
    struct word hex = argument_next(arguments);
    uint32_t count = (uint32_t)hex.length / 2;
    if (!count || hex.length % 2 || offset + count > loaded.expected || arguments_end(arguments))
        return dialogue_refuse("load: at %x, allowed: at most %x bytes, two digits each",
                               (unsigned)offset, (unsigned)(loaded.expected - offset));
    loaded.checked = false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t byte;
        if (command_read_number((struct word){hex.text + 2 * i, 2}, 0xFF, &byte))
            return dialogue_refuse("load: '%.2s' is not a byte", hex.text + 2 * i);
        loaded.bytes[offset + i] = (char)byte;
    }
    if (offset + count > loaded.came)
        loaded.came = (uint32_t)offset + count;
    return 0;
}

/*
 * Connects the probes' reads, which are linked for counters 0 and 1 and RDMSR; on a processor whose
 * probes call a routine, they are changed to that call.
 */
static void loaded_code_connect_probes(const struct loaded_header *header)
{
    const struct pmc *pmc = session.machine->run->pmc;
    static const uint8_t call[] = {0xFF, 0xD1};
    uint32_t first = pmc->calls ? (uint32_t)called_read_2 : pmc->first_msr;
    uint32_t *const *end = (uint32_t *const *)(uintptr_t)header->probes_end;
    for (uint8_t *const *probe = (uint8_t *const *)(uintptr_t)header->probes_start;
         (const void *)probe < (const void *)end; probe++) {
        uint32_t ecx;
        memcpy(&ecx, *probe + IMMEDIATE, sizeof ecx);
        ecx += first;
        memcpy(*probe + IMMEDIATE, &ecx, sizeof ecx);
        if (pmc->calls)
            memcpy(*probe, call, sizeof call);
    }
}

static bool is_inside(uint32_t address)
{
    return address >= place && address < place + loaded.expected;
}

static int loaded_code_parse_header(void)
{
    const struct loaded_header *header = (const void *)loaded.bytes;
    has_regions = loaded.expected >= sizeof *header && header->magic == LOADED_MAGIC;
    bench = (struct benchmark){.name = "loaded",
                               .text = "code loaded over the line",
                               .run = (void (*)(void))(uintptr_t)place};
    if (!has_regions)
        return 0;
    if (header->bytes > loaded.expected || !is_inside(header->bench) ||
        !is_inside(header->probes_start) || header->probes_end < header->probes_start ||
        header->probes_end > place + loaded.expected)
        return dialogue_refuse("load: the code is not linked for address %08x", (unsigned)place);
    bench = *(const struct benchmark *)(uintptr_t)header->bench;
    loaded_code_connect_probes(header);
    return 0;
}

static int loaded_code_end(struct arguments *arguments)
{
    uint64_t crc;
    if (command_argument_number(arguments, "check", 0xFFFF, &crc) || arguments_end(arguments))
        return -1;
    if (!loaded.bytes || loaded.came != loaded.expected)
        return dialogue_refuse("load: %x of %x bytes received", (unsigned)loaded.came,
                               (unsigned)loaded.expected);
    if (loaded.checked) /* probes are connected only once */
        return dialogue_refuse("load: already loaded");
    if (crc16(loaded.bytes, loaded.expected) != crc)
        return dialogue_refuse("load: the CRC-16 of the received bytes is %04x",
                               crc16(loaded.bytes, loaded.expected));
    if (loaded_code_parse_header())
        return -1;
    wbinvd(); /* removes cached lines of the previous code */
    loaded.checked = true;
    dialogue_print("%x bytes at %08x: %s", (unsigned)loaded.expected, (unsigned)place,
                   has_regions ? bench.name
                               : "'count EV[,EV] loaded' calls them, 'parms' reads them");
    return 0;
}

static int loaded_code_load_command(struct arguments *arguments)
{
    struct word what = argument_next(arguments);
    if (argument_is(what, "begin"))
        return loaded_code_begin(arguments);
    if (argument_is(what, "at"))
        return loaded_code_store(arguments);
    if (argument_is(what, "end"))
        return loaded_code_end(arguments);
    return dialogue_refuse(
        "load: '%.*s' is not allowed; allowed: begin SIZE, at OFFSET HEX, end CHECK; in 'bareprobe "
        "monitor': 'load FILE'",
        shown(what), what.text);
}

/* Makes an experiment file's text the current settings. */
static int loaded_code_parms_command(struct arguments *arguments)
{
    size_t length;
    const char *text = loaded_code_bytes(&length);
    if (arguments_end(arguments))
        return -1;
    if (!text)
        return dialogue_refuse(
            "parms: nothing is loaded; use 'upload FILE' in 'bareprobe monitor'");
    if (config_parse_file(&session.once, session.machine->run->pmc, "uploaded", text, length, "",
                          session.error, NULL))
        return dialogue_refuse("%s", session.error);
    session.settings = session.once;
    dialogue_print("%u bytes of settings are in effect; 'run' uses them", (unsigned)length);
    return 0;
}

static const struct monitor_command commands[] = {
    {"load", "begin SIZE | at OFFSET HEX | end CHECK",
     "load a routine or a linked benchmark; CHECK: CRC-16", "load begin 40",
     loaded_code_load_command},
    {"parms", "", "use the loaded text as an experiment file", "parms", loaded_code_parms_command},
};

const struct command_group loading_commands = {
    "Loading", commands, sizeof commands / sizeof commands[0], .measures = true};

/* ---- measurement ---------------------------------------------------------------------------- */

struct extent {
    int64_t least, most, sum;
};

static struct extent loaded_code_extent(const struct measurement *m, unsigned at, unsigned counter)
{
    const int64_t *counts = measurement_counts(m, at, counter);
    struct extent extent = {counts[0], counts[0], 0};
    for (unsigned r = 0; r < m->repetitions; r++) {
        extent.sum += counts[r];
        extent.least = counts[r] < extent.least ? counts[r] : extent.least;
        extent.most = counts[r] > extent.most ? counts[r] : extent.most;
    }
    return extent;
}

static int loaded_code_measure(const struct benchmark *benchmark, struct pass_setting *setting,
                               struct measurement *m)
{
    int failed = repetition_begin(benchmark, &setting->setup, m);
    if (!failed && m->n_regions)
        failed = repetition_repeat(m, setting->setup.repetitions);
    if (failed == E_MEASURE_MEMORY)
        return dialogue_refuse("%s: not enough memory", benchmark->name);
    return failed ? dialogue_refuse("%s: %s", benchmark->name, contained_access_reason()) : 0;
}

static void loaded_code_print_counts(const struct measurement *m, const struct measurement *empty,
                                     const struct schedule_pass *pass)
{
    for (unsigned at = 0; at < m->n_regions; at++)
        for (unsigned c = 0; c < session.machine->run->pmc->counters; c++) {
            if (!pass->counted[c].event)
                continue;
            char region[16];
            format(region, sizeof region, m->setup->whole ? "whole run" : "%u",
                   m->region[at].number);
            struct extent extent = loaded_code_extent(m, at, c),
                          cost = loaded_code_extent(empty, 0, c);
            int64_t off = cost.least * m->region[at].entries;
            dialogue_print(
                "%s %s %s: %lld (%lld to %lld, n=%u)", m->benchmark->name, region,
                pass->counted[c].event->name, (long long)(extent.sum / m->repetitions - off),
                (long long)(extent.least - off), (long long)(extent.most - off), m->repetitions);
        }
}

static void do_nothing(void)
{
}

/*
 * Measures the overhead of calling a routine. A benchmark of an image is assumed to have at least
 * one region.
 */
static const struct benchmark empty_routine = {
    .name = "empty", .text = "an empty routine", .run = do_nothing};

int loaded_code_count(struct word events, struct word words)
{
    static const struct variant warm = {.state = STATE_WARM};
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    static struct schedule_pass pass = {.counted = counted};
    struct kernel_run *run = session.machine->run;
    struct measurement m, empty;
    if (!loaded.checked)
        return dialogue_refuse("nothing is loaded; use 'load FILE' in 'bareprobe monitor'");
    if (prompt_experiment_begin(words) || prompt_experiment_set("events", events) ||
        interval_plan_pass(&pass))
        return -1;
    run->config = &session.once;
    run->plan.passes = &pass;
    if (has_regions && run->pmc->notation)
        return dialogue_refuse(
            "a benchmark with regions cannot be loaded on this processor; a routine can");
    if (session.once.privilege == RING_USER)
        return dialogue_refuse("privilege=user: loaded code runs in ring 0");
    struct pass_setting setting = pass_run_setting(run, &bench, &warm, 0);
    setting.setup.whole = !has_regions || !session.once.use_assembly_regions;
    setting.setup.reading = READ_BY_RDMSR;
    setting.setup.repetitions = session.once.repetitions;
    watchdog_set(session.once.watchdog);
    stop_where_it_begins(bench.run);
    bench_memory_allocate(bench.memory_for ? bench.memory_for() : bench.memory);
    int failed =
        loaded_code_measure(&bench, &setting, &m) ||
        loaded_code_measure(has_regions ? &measure_empty : &empty_routine, &setting, &empty);
    if (!failed && !m.n_regions)
        failed = dialogue_refuse(
            "%s: no region was entered; use_assembly_regions=no counts its whole run", bench.name);
    if (!failed)
        loaded_code_print_counts(&m, &empty, &pass);
    monitor_release();
    return failed;
}
