/*
 * SPDX-License-Identifier: MIT
 * Breakpoints. While they are active, code anywhere may stop, including the library that the kernel
 * shares with benchmarks; therefore no library function is called between a stop and
 * breakpoints_remove().
 */
#include "kernel/monitor/breakpoints.h"

#include <stddef.h>

#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/monitor/contained_access.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "kernel/process/run/process_debug.h"

#define MOST            100
#define DEBUG_REGISTERS 4
#define INT3            0xCC

#define DR7_EXACT       (3u << 8) /* GE, LE: report without delay */
#define DR7_GLOBAL      2u        /* active in every task */
#define DR6_BREAKPOINTS 15u

/* From linker.ld: the kernel's code is before and after the benchmarks'. */
extern const char user_code_start[], user_data_end[], image_end[];

const char *const breakpoint_names[BREAK_KINDS] = {"soft", "hard", "write", "access"};

/* R/W field of DR7: execution, write, read or write (Intel SDM volume 3, section 17.2.4). */
static const uint32_t conditions[BREAK_KINDS] = {
    [BREAK_HARD] = 0, [BREAK_WRITE] = 1, [BREAK_ACCESS] = 3};

static struct breakpoint list[MOST];
static unsigned n;
static bool in;
static const struct breakpoint *registers[DEBUG_REGISTERS];
/* Restored, because a P5 also counts matches while DR7 enables none. */
static uint32_t before[DEBUG_REGISTERS];

bool breakpoint_is_kernels(uint32_t address)
{
    if (stop_is_stack(address)) /* gdb makes routines that it calls return to the stack */
        return false;
    return (address >= 0x100000 && address < (uint32_t)user_code_start) ||
           (address >= (uint32_t)user_data_end && address < (uint32_t)image_end);
}

static struct breakpoint *breakpoint_find(enum breakpoint_kind kind, uint32_t address)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i].kind == kind && list[i].address == address)
            return &list[i];
    return NULL;
}

const struct breakpoint *breakpoint_at(enum breakpoint_kind kind, uint32_t address)
{
    return breakpoint_find(kind, address);
}

const struct breakpoint *breakpoint_number(unsigned i)
{
    return i < n ? &list[i] : NULL;
}

static unsigned in_registers(void)
{
    unsigned used = 0;
    for (unsigned i = 0; i < n; i++)
        used += list[i].kind != BREAK_SOFT;
    return used;
}

/*
 * Reports whether the address is in a program's memory. Before a program is loaded, all addresses
 * without memory may be.
 */
static bool breakpoint_is_programs(uint32_t address)
{
    uint64_t byte = 0;
    return process_debug_is_address(address) ||
           (session.settings.program[0] && contained_access(ACCESS_READ_MEMORY, address, 1, &byte));
}

static int breakpoint_check(enum breakpoint_kind kind, uint32_t address, unsigned bytes)
{
    uint64_t byte = 0;
    if (n == MOST)
        return dialogue_refuse("break: there are %u breakpoints already, the maximum", MOST);
    if (kind != BREAK_SOFT && in_registers() == DEBUG_REGISTERS)
        return dialogue_refuse("break: all %u debug registers are in use", DEBUG_REGISTERS);
    if ((kind == BREAK_WRITE || kind == BREAK_ACCESS) &&
        ((bytes != 1 && bytes != 2 && bytes != 4) || address % bytes))
        return dialogue_refuse(
            "break: %x bytes at %x: a debug register watches 1, 2 or 4 aligned bytes", bytes,
            (unsigned)address);
    if ((kind == BREAK_SOFT || kind == BREAK_HARD) && breakpoint_is_kernels(address))
        return dialogue_refuse("break: %x is in the kernel's code; use an address in a benchmark",
                               (unsigned)address);
    if (kind == BREAK_SOFT && !breakpoint_is_programs(address) &&
        contained_access(ACCESS_READ_MEMORY, address, 1, &byte))
        return dialogue_refuse("break %x: %s", (unsigned)address, contained_access_reason());
    return 0;
}

int breakpoint_set(enum breakpoint_kind kind, uint32_t address, unsigned bytes)
{
    struct breakpoint *same = breakpoint_find(kind, address);
    if (!same && breakpoint_check(kind, address, bytes))
        return -1;
    if (!same)
        same = &list[n++];
    *same = (struct breakpoint){.kind = kind,
                                .address = address,
                                .bytes = bytes,
                                .program = breakpoint_is_programs(address)};
    return 0;
}

static void breakpoint_remove(unsigned i)
{
    for (n--; i < n; i++)
        list[i] = list[i + 1];
}

int breakpoint_clear(enum breakpoint_kind kind, uint32_t address)
{
    struct breakpoint *there = breakpoint_find(kind, address);
    if (!there)
        return -1;
    breakpoint_remove((unsigned)(there - list));
    return 0;
}

void breakpoints_clear_all(void)
{
    n = 0;
}

void breakpoint_set_once(uint32_t address)
{
    if (breakpoint_find(BREAK_SOFT, address) || n == MOST || breakpoint_is_kernels(address))
        return;
    list[n++] = (struct breakpoint){.kind = BREAK_SOFT,
                                    .address = address,
                                    .once = true,
                                    .program = process_debug_is_address(address)};
}

void breakpoints_clear_once(void)
{
    for (unsigned i = n; i-- > 0;)
        if (list[i].once)
            breakpoint_remove(i);
}

static uint32_t register_bits(unsigned d, const struct breakpoint *b)
{
    uint32_t length = b->kind == BREAK_HARD ? 0 : b->bytes - 1;
    return DR7_GLOBAL << 2 * d | (conditions[b->kind] | length << 2) << (16 + 4 * d);
}

/* Returns the byte of the instruction, or NULL if the program has no page there. */
static volatile uint8_t *breakpoint_code(const struct breakpoint *b)
{
    return b->program ? process_debug_byte(b->address) : (uint8_t *)(uintptr_t)b->address;
}

static void breakpoint_insert_code(struct breakpoint *b)
{
    volatile uint8_t *code = breakpoint_code(b);
    b->inserted = code != NULL;
    if (!code)
        return;
    b->instead = *code;
    *code = INT3;
}

/* A program may have other memory at the address by now. */
static void breakpoint_remove_code(struct breakpoint *b)
{
    volatile uint8_t *code = b->inserted ? breakpoint_code(b) : NULL;
    if (code && *code == INT3)
        *code = b->instead;
    b->inserted = false;
}

void breakpoints_insert(void)
{
    uint32_t dr7 = 0;
    unsigned used = 0;
    if (in)
        return;
    in = true;
    for (unsigned i = 0; i < n; i++) {
        if (list[i].kind == BREAK_SOFT) {
            breakpoint_insert_code(&list[i]);
            continue;
        }
        registers[used] = &list[i];
        before[used] = x86_read_breakpoint(used);
        x86_write_breakpoint(used, list[i].address);
        dr7 |= DR7_EXACT | register_bits(used, &list[i]);
        used++;
    }
    while (used < DEBUG_REGISTERS)
        registers[used++] = NULL;
    write_dr6(read_dr6() & ~DR6_BREAKPOINTS);
    write_dr7(dr7);
    machine_state_save_debug();
}

void breakpoints_remove(void)
{
    if (!in)
        return;
    write_dr7(0);
    in = false;
    for (unsigned d = 0; d < DEBUG_REGISTERS; d++)
        if (registers[d])
            x86_write_breakpoint(d, before[d]);
    for (unsigned i = n; i-- > 0;)
        if (list[i].kind == BREAK_SOFT)
            breakpoint_remove_code(&list[i]);
}

const struct breakpoint *breakpoint_of_dr6(uint32_t dr6)
{
    for (unsigned d = 0; d < DEBUG_REGISTERS; d++)
        if (dr6 & 1u << d && registers[d])
            return registers[d];
    return NULL;
}
