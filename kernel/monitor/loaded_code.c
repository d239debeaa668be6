/*
 * SPDX-License-Identifier: MIT
 * Receives code over the line. An experiment measures it in ring 0 like a benchmark of the image.
 */
#include "kernel/monitor/loaded_code.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/region_names.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"
#include "kernel/process/image/elf_image.h"
#include "kernel/process/image/load_address.h"
#include "kernel/process/image/program_list.h"
#include "pmc/probe_reads.h"
#include "serial/crc16.h"

#define PAGE       4096u
#define MOST_BYTES (256 * 1024u)

static uint32_t place; /* load address */
static struct {
    char *bytes;
    uint32_t expected, came; /* came: contiguous bytes received */
    bool checked;
} loaded;
static struct benchmark bench;
static bool has_regions;
static bool is_program; /* an ELF executable */

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
    probe_reads_add_loaded(NULL, NULL);
    program_list_set_received(NULL, 0);
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
    probe_reads_add_loaded(NULL, NULL);
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

static bool is_inside(uint32_t start, uint32_t end)
{
    return start >= place && start <= end && end <= place + loaded.expected;
}

/* Makes the executable the program of the settings. */
static int loaded_code_add_program(void)
{
    struct elf_image image;
    const uint8_t *bytes = (const uint8_t *)loaded.bytes;
    const char *wrong = elf_image_read(&image, bytes, loaded.expected, PIE_BASE);
    if (wrong)
        return dialogue_refuse("load: %s", wrong);
    program_list_set_received(bytes, loaded.expected);
    if (prompt_experiment_begin(word_from_text("command=./" PROGRAM_LIST_RECEIVED)))
        return -1;
    session.settings = session.once;
    return 0;
}

static int loaded_code_parse_header(void)
{
    is_program = elf_image_is((const uint8_t *)loaded.bytes, loaded.expected);
    if (is_program)
        return loaded_code_add_program();
    const struct loaded_header *header = (const void *)loaded.bytes;
    has_regions = loaded.expected >= sizeof *header && header->magic == LOADED_MAGIC;
    bench = (struct benchmark){.name = "loaded",
                               .text = "code loaded over the line",
                               .run = (void (*)(void))(uintptr_t)place};
    if (!has_regions)
        return 0;
    if (header->bytes > loaded.expected ||
        !is_inside(header->bench, header->bench + sizeof bench) ||
        !is_inside(header->probes_start, header->probes_end) ||
        !is_inside(header->names_start, header->names_end))
        return dialogue_refuse("load: the code is not linked for address %08x", (unsigned)place);
    bench = *(const struct benchmark *)(uintptr_t)header->bench;
    probe_reads_add_loaded((uint8_t *const *)(uintptr_t)header->probes_start,
                           (uint8_t *const *)(uintptr_t)header->probes_end);
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
                   is_program    ? "an executable: 'count EV[,EV] program' and 'run' measure it"
                   : has_regions ? bench.name
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
     "load a routine, a linked benchmark or an executable; CHECK: CRC-16", "load begin 40",
     loaded_code_load_command},
    {"parms", "", "use the loaded text as an experiment file", "parms", loaded_code_parms_command},
};

const struct command_group loading_commands = {
    "Loading", commands, sizeof commands / sizeof commands[0], .measures = true};

/* ---- measurement ---------------------------------------------------------------------------- */

int loaded_code_select(void)
{
    if (!loaded.checked)
        return dialogue_refuse("nothing is loaded; use 'load FILE' in 'bareprobe monitor'");
    if (is_program)
        return dialogue_refuse("an executable is loaded: use 'count EV[,EV] program'");
    if (prompt_experiment_set("command", word_from_text(bench.name)))
        return -1;
    if (session.once.privilege == RING_USER)
        return dialogue_refuse("privilege=user: loaded code runs in ring 0");
    session.once.use_assembly_regions &= has_regions;
    case_list_use(&bench, &bench + 1);
    const struct loaded_header *header = (const void *)loaded.bytes;
    if (has_regions)
        region_names_use((const struct region_name *)(uintptr_t)header->names_start,
                         (const struct region_name *)(uintptr_t)header->names_end);
    return 0;
}

void loaded_code_deselect(void)
{
    case_list_use(NULL, NULL);
    region_names_use(NULL, NULL);
}
