/*
 * SPDX-License-Identifier: MIT
 * Prints and sets registers of a stopped benchmark, with gdb's names.
 */
#include "kernel/monitor/stopped_registers.h"

#include <stddef.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/breakpoints.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/process/run/process_debug.h"

#define X87_FIRST      28 /* offset in the image */
#define X87_BYTES      10
#define X87_REGISTERS  8
#define SETTABLE_FLAGS 0x00240CD5u /* ID, AC, OF, DF, SF, ZF, AF, PF, CF */

/* Fields of FNSAVE's 32-bit image (Intel SDM volume 1, figure 8-9). */
static const struct {
    const char *name;
    unsigned at, shift;
    uint32_t mask;
} x87_words[] = {
    {"fctrl", 0, 0, 0xFFFF},      {"fstat", 4, 0, 0xFFFF},      {"ftag", 8, 0, 0xFFFF},
    {"fiseg", 16, 0, 0xFFFF},     {"fioff", 12, 0, UINT32_MAX}, {"foseg", 24, 0, 0xFFFF},
    {"fooff", 20, 0, UINT32_MAX}, {"fop", 16, 16, 0x7FF},
};
#define X87_WORDS (sizeof x87_words / sizeof x87_words[0])

#define AT(field) offsetof(struct stopped, field)

static const struct {
    const char *name;
    size_t at;
} names[] = {
    {"eax", AT(registers.eax)},
    {"ecx", AT(registers.ecx)},
    {"edx", AT(registers.edx)},
    {"ebx", AT(registers.ebx)},
    {"esp", AT(registers.esp)},
    {"ebp", AT(registers.ebp)},
    {"esi", AT(registers.esi)},
    {"edi", AT(registers.edi)},
    {"eip", AT(registers.eip)},
    {"eflags", AT(registers.eflags)},
    {"cs", AT(registers.cs)},
    {"ss", AT(registers.ss)},
    {"ds", AT(registers.ds)},
    {"es", AT(registers.es)},
    {"fs", AT(fs)},
    {"gs", AT(gs)},
};
#define NAMES         (sizeof names / sizeof names[0])
#define IN_LINE       4
#define FIRST_SEGMENT 10

static uint32_t stopped_register_value(const struct stopped *stopped, unsigned i)
{
    uint32_t value;
    memcpy(&value, (const char *)stopped + names[i].at, sizeof value);
    return value;
}

void stopped_registers_print(const struct stopped *stopped)
{
    for (unsigned i = 0; i < NAMES; i += IN_LINE) {
        char text[80];
        int length = 0;
        for (unsigned j = i; j < i + IN_LINE; j++)
            length +=
                format(text + length, sizeof text - (size_t)length, "%s%s=%08x", j > i ? " " : "",
                       names[j].name, (unsigned)stopped_register_value(stopped, j));
        dialogue_print("%s", text);
    }
}

void stopped_registers_print_line(const struct stopped *stopped)
{
    char text[8 * NAMES + 1];
    for (unsigned i = 0; i < NAMES; i++)
        format(text + 8 * i, 9, "%08x", (unsigned)stopped_register_value(stopped, i));
    dialogue_print("regs=%s", text);
}

static uint32_t x87_word(const struct stopped *stopped, unsigned i)
{
    uint32_t word;
    memcpy(&word, stopped->x87 + x87_words[i].at, sizeof word);
    return word >> x87_words[i].shift & x87_words[i].mask;
}

static void set_x87_word(struct stopped *stopped, unsigned i, uint32_t value)
{
    uint32_t word, mask = x87_words[i].mask << x87_words[i].shift;
    memcpy(&word, stopped->x87 + x87_words[i].at, sizeof word);
    word = (word & ~mask) | (value << x87_words[i].shift & mask);
    memcpy(stopped->x87 + x87_words[i].at, &word, sizeof word);
}

void stopped_registers_print_x87(const struct stopped *stopped)
{
    if (!stopped->has_x87) {
        dialogue_print("the x87 is switched off");
        return;
    }
    for (unsigned i = 0; i < X87_REGISTERS; i++) {
        const uint8_t *bytes = stopped->x87 + X87_FIRST + X87_BYTES * i;
        char text[2 * X87_BYTES + 1];
        for (unsigned b = 0; b < X87_BYTES; b++)
            format(text + 2 * b, 3, "%02x", bytes[X87_BYTES - 1 - b]);
        dialogue_print("st%u=%s", i, text);
    }
    for (unsigned i = 0; i < X87_WORDS; i += 2)
        dialogue_print("%s=%08x %s=%08x", x87_words[i].name, (unsigned)x87_word(stopped, i),
                       x87_words[i + 1].name, (unsigned)x87_word(stopped, i + 1));
}

/* Sets `st0` to `st7`: 20 digits. */
static int stopped_registers_set_st(struct stopped *stopped, unsigned i, struct word hex)
{
    uint8_t *bytes = stopped->x87 + X87_FIRST + X87_BYTES * i;
    for (unsigned b = 0; b < X87_BYTES; b++) {
        uint64_t byte;
        if (hex.length != 2 * X87_BYTES ||
            command_read_number((struct word){hex.text + 2 * b, 2}, 0xFF, &byte))
            return dialogue_refuse("regs: '%.*s': st0 to st7 need 20 hexadecimal digits",
                                   shown(hex), hex.text);
        bytes[X87_BYTES - 1 - b] = (uint8_t)byte;
    }
    return 0;
}

static int stopped_registers_set_x87(struct stopped *stopped, struct word name, struct word value)
{
    uint64_t number;
    if (name.length == 3 && !strncmp(name.text, "st", 2) && name.text[2] >= '0' &&
        name.text[2] <= '7')
        return stopped_registers_set_st(stopped, (unsigned)(name.text[2] - '0'), value);
    for (unsigned i = 0; i < X87_WORDS; i++) {
        if (!argument_is(name, x87_words[i].name))
            continue;
        if (command_read_number(value, x87_words[i].mask, &number))
            return dialogue_refuse("regs: '%.*s' is not a value of %s; allowed: 0 to %x",
                                   shown(value), value.text, x87_words[i].name,
                                   (unsigned)x87_words[i].mask);
        set_x87_word(stopped, i, (uint32_t)number);
        return 0;
    }
    return dialogue_refuse("regs: '%.*s' is not a register; 'regs' and 'regs x87' list them",
                           shown(name), name.text);
}

/* Reports whether a stopped benchmark or program may have its stack at the address. */
static bool stopped_registers_is_stack(uint32_t address)
{
    return stop_is_stack(address) || process_debug_byte(address);
}

/*
 * Rejects an ESP that cannot hold the frame for the resume, which is written below it (stop.c), and
 * an EIP in the kernel.
 */
static bool stopped_registers_are_unsafe(const struct stopped *stopped, const char *name,
                                         uint32_t value)
{
    bool ring_3 = stopped->registers.cs & 3;
    if (!strcmp(name, "eip"))
        return breakpoint_is_kernels(value);
    return !strcmp(name, "esp") && !ring_3 &&
           !(stopped_registers_is_stack(value - 1) &&
             stopped_registers_is_stack(value - sizeof stopped->registers));
}

int stopped_registers_set(struct stopped *stopped, struct word name, struct word value)
{
    uint64_t number;
    for (unsigned i = 0; i < NAMES; i++) {
        if (!argument_is(name, names[i].name))
            continue;
        uint32_t before = stopped_register_value(stopped, i), after;
        if (command_read_number(value, UINT32_MAX, &number))
            return dialogue_refuse(
                "regs: '%.*s' is not a value; allowed: hexadecimal, 0 to ffffffff", shown(value),
                value.text);
        after = (uint32_t)number;
        if (i >= FIRST_SEGMENT && after != before)
            return dialogue_refuse("regs: %s cannot be changed while a benchmark is stopped",
                                   names[i].name);
        if (stopped_registers_are_unsafe(stopped, names[i].name, after))
            return dialogue_refuse("regs: %s=%x: %s", names[i].name, (unsigned)after,
                                   names[i].name[1] == 's'
                                       ? "in ring 0 it must stay in the benchmarks' stack"
                                       : "that address is in the kernel's code");
        if (!strcmp(names[i].name, "eflags"))
            after = (before & ~SETTABLE_FLAGS) | (after & SETTABLE_FLAGS);
        memcpy((char *)stopped + names[i].at, &after, sizeof after);
        return 0;
    }
    return stopped_registers_set_x87(stopped, name, value);
}
