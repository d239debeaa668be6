/*
 * SPDX-License-Identifier: MIT
 * Commands for memory, ports and caches.
 */
#include "boot/launch.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/stop.h"
#include "kernel/monitor/manual_changes.h"
#include "kernel/process/run/process_debug.h"

#define IMAGE_START   0x100000u
#define DUMP_USUAL    0x40u
#define DUMP_MOST     0x1000u
#define BYTES_IN_LINE 16

#define BYTES_IN_BLOCK_LINE 128

/* From linker.ld: benchmarks, with the libraries linked to them. */
extern const char user_code_start[], user_data_end[];

/* Parses the width b, w or d. Returns 0, or -1 after a message. */
static int memory_command_parse_width(struct arguments *arguments, unsigned *bytes)
{
    struct arguments ahead = *arguments;
    struct word word = argument_next(&ahead);
    bool known = word.length == 1 && memchr("bBwWdD", word.text[0], 6);
    if (!known)
        return dialogue_refuse("%s: '%.*s' is not a width; allowed: b, w, d (8, 16, 32 bits)",
                               arguments->command, shown(word), word.text);
    char width = word.text[0] | 0x20;
    *bytes = width == 'b' ? 1 : width == 'w' ? 2 : 4;
    *arguments = ahead;
    return 0;
}

static uint64_t most_of(unsigned bytes)
{
    return bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1;
}

static int memory_command_in(struct arguments *arguments)
{
    uint64_t port, value = 0;
    unsigned bytes;
    if (memory_command_parse_width(arguments, &bytes) ||
        command_argument_number(arguments, "port", 0xFFFF, &port) || arguments_end(arguments))
        return -1;
    if (contained_access(ACCESS_READ_PORT, (uint32_t)port, bytes, &value))
        return dialogue_refuse("in %x: %s", (unsigned)port, contained_access_reason());
    dialogue_print("port %x = %0*x", (unsigned)port, 2 * (int)bytes, (unsigned)value);
    return 0;
}

/* Ports that can stop the machine or cut the line. */
static const struct {
    uint16_t first, last;
    const char *why;
} risky_ports[] = {
    {0x20, 0x21, "the watchdog needs the interrupt controllers"},
    {0xA0, 0xA1, "the watchdog needs the interrupt controllers"},
    {0x64, 0x64, "the keyboard controller can reset the machine and close line A20"},
    {0x60, 0x60, "the keyboard controller can reset the machine and close line A20"},
    {0x71, 0x71, "the BIOS stores its settings there"},
    {0x92, 0x92, "that port can reset the machine and close line A20"},
    {0xB2, 0xB3, "that port calls the BIOS's system management mode"},
    {0xCF9, 0xCF9, "that port can reset the machine"},
    {0xCFC, 0xCFF, "that port configures the board's chip set"},
    {0xF4, 0xF4, "that port ends a virtual machine"},
};

static int memory_command_port_risk(const struct arguments *arguments, uint32_t port,
                                    unsigned bytes)
{
    uint32_t last = port + bytes - 1;
    uint32_t console = dialogue_port();
    for (unsigned i = 0; i < sizeof risky_ports / sizeof risky_ports[0]; i++)
        if (port <= risky_ports[i].last && last >= risky_ports[i].first &&
            ask_really(arguments, risky_ports[i].why))
            return -1;
    if (console && port <= console + 7 && last >= console)
        return ask_really(arguments, "that port belongs to the monitor's serial line");
    return 0;
}

static int memory_command_out(struct arguments *arguments)
{
    uint64_t port, value;
    unsigned bytes;
    if (memory_command_parse_width(arguments, &bytes) ||
        command_argument_number(arguments, "port", 0xFFFF, &port) ||
        command_argument_number(arguments, "value", most_of(bytes), &value) ||
        arguments_end(arguments) || memory_command_port_risk(arguments, (uint32_t)port, bytes))
        return -1;
    if (contained_access(ACCESS_WRITE_PORT, (uint32_t)port, bytes, &value))
        return dialogue_refuse("out %x: %s", (unsigned)port, contained_access_reason());
    manual_changes_record(CHANGED_PORT, (uint32_t)port, bytes, false, 0, 0);
    dialogue_print("port %x: %0*x written", (unsigned)port, 2 * (int)bytes, (unsigned)value);
    return 0;
}

/* ---- blocks, for programs -------------------------------------------------------------------- */

/* Returns the width of the next access: a dword if it is aligned, else a byte. */
static unsigned memory_command_step(uint32_t address, uint64_t left)
{
    return address % 4 == 0 && left >= 4 ? 4 : 1;
}

/* `peek x ADDRESS LENGTH`: lines of digits, two for each byte. */
static int memory_command_peek_block(struct arguments *arguments)
{
    uint64_t address, length;
    if (command_argument_number(arguments, "address", UINT32_MAX, &address) ||
        command_argument_number(arguments, "length", DUMP_MOST, &length) ||
        arguments_end(arguments))
        return -1;
    for (uint64_t done = 0; done < length && address + done <= UINT32_MAX;) {
        char hex[2 * BYTES_IN_BLOCK_LINE + 1] = "";
        unsigned n = 0;
        int failed = 0;
        while (!failed && n < BYTES_IN_BLOCK_LINE && done < length) {
            const uint32_t at = (uint32_t)(address + done);
            unsigned width = memory_command_step(at, length - done);
            uint64_t value = 0;
            if (width > BYTES_IN_BLOCK_LINE - n)
                width = 1;
            failed = contained_access(ACCESS_READ_MEMORY, at, width, &value);
            for (unsigned i = 0; i < width && !failed; i++, n++, done++)
                format(hex + 2 * n, 3, "%02x", (unsigned)(value >> 8 * i & 0xFF));
        }
        if (n)
            dialogue_print("%s", hex);
        if (failed)
            return dialogue_refuse("peek %x: %s", (unsigned)(address + done),
                                   contained_access_reason());
    }
    return 0;
}

/*
 * Rejects the kernel's memory unless the user insists. The code and data of benchmarks may be
 * changed while one of them is stopped.
 */
static int memory_command_memory_risk(const struct arguments *arguments, uint64_t address,
                                      uint64_t bytes)
{
    const bool of_benchmarks =
        address >= (uint32_t)user_code_start && address + bytes <= (uint32_t)user_data_end;
    if (address + bytes <= IMAGE_START || address >= memory_mark() || (stop_now() && of_benchmarks))
        return 0;
    return ask_really(arguments, "the kernel is at that address");
}

/* Writes up to 4 bytes, and records the change. Returns 0, or -1 after a message. */
static int memory_command_write(uint32_t address, unsigned bytes, uint64_t value, uint64_t *before)
{
    bool known = contained_access(ACCESS_READ_MEMORY, address, bytes, before) == 0;
    if (contained_access(ACCESS_WRITE_MEMORY, address, bytes, &value))
        return dialogue_refuse("poke %x: %s", (unsigned)address, contained_access_reason());
    /* These are written anew before each run. */
    const bool lasts = !stop_is_stack(address) && !process_debug_is_address(address);
    if (!stop_now() || lasts)
        manual_changes_record(CHANGED_MEMORY, address, bytes, known, *before, value);
    return 0;
}

/* `poke x ADDRESS HEX`: two digits for each byte, in the order of memory. */
static int memory_command_poke_block(struct arguments *arguments)
{
    uint64_t address;
    if (command_argument_number(arguments, "address", UINT32_MAX, &address))
        return -1;
    struct word hex = argument_next(arguments);
    const uint32_t length = (uint32_t)hex.length / 2;
    if (!length || hex.length % 2 || arguments_end(arguments))
        return dialogue_refuse("poke x: expected two digits for each byte");
    if (memory_command_memory_risk(arguments, address, length))
        return -1;
    for (uint32_t done = 0; done < length;) {
        const uint32_t at = (uint32_t)address + done;
        const unsigned width = memory_command_step(at, length - done);
        uint64_t value = 0, byte, before = 0;
        for (unsigned i = 0; i < width; i++) {
            if (command_read_number((struct word){hex.text + 2 * (done + i), 2}, 0xFF, &byte))
                return dialogue_refuse("poke x: '%.2s' is not a byte", hex.text + 2 * (done + i));
            value |= byte << 8 * i;
        }
        if (memory_command_write(at, width, value, &before))
            return -1;
        done += width;
    }
    return 0;
}

/* Reports whether the next word is the width x, and skips it. */
static bool memory_command_is_block(struct arguments *arguments)
{
    struct arguments ahead = *arguments;
    if (!argument_is(argument_next(&ahead), "x"))
        return false;
    *arguments = ahead;
    return true;
}

/* ---- single values --------------------------------------------------------------------------- */

static int memory_command_peek(struct arguments *arguments)
{
    uint64_t address, value = 0;
    unsigned bytes;
    if (memory_command_is_block(arguments))
        return memory_command_peek_block(arguments);
    if (memory_command_parse_width(arguments, &bytes) ||
        command_argument_number(arguments, "address", UINT32_MAX, &address) ||
        arguments_end(arguments))
        return -1;
    if (contained_access(ACCESS_READ_MEMORY, (uint32_t)address, bytes, &value))
        return dialogue_refuse("peek %x: %s", (unsigned)address, contained_access_reason());
    dialogue_print("%08x = %0*x", (unsigned)address, 2 * (int)bytes, (unsigned)value);
    return 0;
}

static int memory_command_poke(struct arguments *arguments)
{
    uint64_t address, value, before = 0;
    unsigned bytes;
    if (memory_command_is_block(arguments))
        return memory_command_poke_block(arguments);
    if (memory_command_parse_width(arguments, &bytes) ||
        command_argument_number(arguments, "address", UINT32_MAX, &address) ||
        command_argument_number(arguments, "value", most_of(bytes), &value) ||
        arguments_end(arguments))
        return -1;
    if (memory_command_memory_risk(arguments, address, bytes) ||
        memory_command_write((uint32_t)address, bytes, value, &before))
        return -1;
    dialogue_print("%08x: %0*x, was %0*x", (unsigned)address, 2 * (int)bytes, (unsigned)value,
                   2 * (int)bytes, (unsigned)before);
    return 0;
}

/* Prints one line of a dump; returns -1 if a byte is unmapped. */
static int memory_command_dump_line(uint32_t address, unsigned count)
{
    char hex[3 * BYTES_IN_LINE + 1], text[BYTES_IN_LINE + 1];
    for (unsigned i = 0; i < BYTES_IN_LINE; i++) {
        uint64_t byte = 0;
        bool there = i < count;
        if (there && contained_access(ACCESS_READ_MEMORY, address + i, 1, &byte))
            return -1;
        format(hex + 3 * i, 4, there ? " %02x" : "   ", (unsigned)byte);
        text[i] = !there ? 0 : byte >= ' ' && byte < 0x7F ? (char)byte : '.';
    }
    text[count < BYTES_IN_LINE ? count : BYTES_IN_LINE] = 0;
    dialogue_print("%08x %s  %s", (unsigned)address, hex, text);
    return 0;
}

static int memory_command_dump(struct arguments *arguments)
{
    uint64_t address, length = DUMP_USUAL;
    struct arguments ahead;
    if (command_argument_number(arguments, "address", UINT32_MAX, &address))
        return -1;
    ahead = *arguments;
    if (argument_next(&ahead).length &&
        command_argument_number(arguments, "length", DUMP_MOST, &length))
        return -1;
    if (arguments_end(arguments))
        return -1;
    for (uint64_t at = 0; at < length && address + at <= UINT32_MAX; at += BYTES_IN_LINE) {
        uint64_t left = length - at;
        if (memory_command_dump_line((uint32_t)(address + at),
                                     left < BYTES_IN_LINE ? (unsigned)left : BYTES_IN_LINE))
            return dialogue_refuse("dump %x: %s", (unsigned)(address + at),
                                   contained_access_reason());
    }
    return 0;
}

static void flush_tlb(void)
{
    write_cr3(read_cr3());
}

static int memory_command_flush(struct arguments *arguments)
{
    static const struct {
        const char *name;
        void (*empty)(void);
        const char *message;
    } kinds[] = {
        {"cache", wbinvd, "caches: written back and emptied"},
        {"tlb", flush_tlb, "TLBs: emptied, except for global pages"},
        {"btb", launch_make_cold, "BTB: filled with other branches; caches and TLBs: emptied"},
    };
    struct word word = argument_next(arguments);
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!argument_is(word, kinds[i].name))
            continue;
        if (arguments_end(arguments))
            return -1;
        if (contained_access_call(kinds[i].empty))
            return dialogue_refuse("flush %s: %s", kinds[i].name, contained_access_reason());
        dialogue_print("%s", kinds[i].message);
        return 0;
    }
    return dialogue_refuse("flush: '%.*s' is not allowed; allowed: cache, tlb, btb", shown(word),
                           word.text);
}

#define WIDTH "b|w|d"

static const struct monitor_command commands[] = {
    {"in", WIDTH " PORT", "read a port of 8, 16 or 32 bits", "in b 3fd", memory_command_in},
    {"out", WIDTH " PORT VALUE", "write a port of 8, 16 or 32 bits", "out b 80 55",
     memory_command_out},
    {"dump", "ADDRESS [LENGTH]", "dump memory, at most 1000h bytes", "dump 100000 20",
     memory_command_dump},
    {"peek", WIDTH " ADDRESS | x ADDRESS LENGTH", "read memory; x: a block, in digits",
     "peek d 100000", memory_command_peek},
    {"poke", WIDTH " ADDRESS VALUE | x ADDRESS HEX", "write memory; x: a block, in digits",
     "poke b b8000 41", memory_command_poke},
    {"flush", "cache|tlb|btb", "empty the caches, the TLBs or the BTB", "flush cache",
     memory_command_flush},
};

const struct command_group memory_commands = {
    "Memory and ports", commands, sizeof commands / sizeof commands[0], .measures = false};
