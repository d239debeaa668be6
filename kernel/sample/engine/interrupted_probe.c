/*
 * SPDX-License-Identifier: MIT
 * Finds a probe by the instruction that stores the probe's own address, and executes the rest of an
 * end probe on the interrupted registers. The offsets are those of the code of pmc/region.h.
 */
#include "kernel/sample/engine/interrupted_probe.h"

#include <stddef.h>
#include <stdint.h>

#include "boot/descriptors.h"

#define EFLAGS_CARRY 1u                 /* Intel SDM volume 1, 3.4.3.1 */
#define COUNTER_BITS ((1ull << 40) - 1) /* as probes subtract */

/* Offsets in a begin probe, which begins at a multiple of 32. */
enum {
    BEGIN_STORES_ADDRESS = 15, /* MOV [EBX + 20], imm32, just after the store of `entries` */
    BEGIN_READS = 22,
    BEGIN_POPS = 47, /* both counters are stored */
};

/*
 * Offsets in an end probe with MOV EBX, imm32. If EBX holds the slot, it is MOV EBX, EBX, and all
 * offsets from END_PUSHES_FLAGS on are SHORTER less.
 */
enum {
    END_NEAR_READ = 8,
    END_NEAR_MOVED = 12,
    END_FAR_READ = 19,
    END_PUSHES_FLAGS = 24,
    END_COMPUTES = 25,
    END_STORES_ADDRESS = 60, /* MOV [EBX + 52], imm32 */
    END_POPS_FLAGS = 79,
    END_POPS = 80,
    SHORTER = 3,
};

#define PUSHA            0x60
#define MOV_EBX_IMM32    0xBB
#define MOV_EBX_20_IMM32 0x1443C7u /* the first three bytes */
#define MOV_EBX_52_IMM32 0x3443C7u
#define IMM32            3 /* its offset in both */

static uint32_t code_word(uint32_t address)
{
    uint32_t word;
    __builtin_memcpy(&word, (const void *)(uintptr_t)address, sizeof word);
    return word;
}

/* Reports whether the instruction at that offset of a probe stores the probe's address. */
static bool is_probe(uint32_t start, uint32_t offset, uint32_t opcode)
{
    return code_word(start + offset + IMM32) == start &&
           (code_word(start + offset) & 0xFFFFFF) == opcode && (code_word(start) & 0xFF) == PUSHA;
}

/* ---- begin probes --------------------------------------------------------------------------- */

static struct interrupted_probe interrupted_begin_settle(struct trap_frame *frame, uint32_t start)
{
    const uint32_t at = frame->eip - start;
    if (at < BEGIN_STORES_ADDRESS || at >= BEGIN_POPS)
        return (struct interrupted_probe){.slot = NULL};
    if (at > BEGIN_READS)
        frame->eip = start + BEGIN_READS;
    return (struct interrupted_probe){.slot = (const struct region *)(uintptr_t)frame->ebx,
                                      .begins = true};
}

/* ---- end probes ----------------------------------------------------------------------------- */

/* Adds with a carry, which is returned. */
static bool add_carry(uint32_t *sum, uint32_t value, bool carry)
{
    const uint64_t result = (uint64_t)*sum + value + carry;
    *sum = (uint32_t)result;
    return result >> 32;
}

/* Subtracts with a borrow, which is returned. */
static bool subtract_borrow(uint32_t *from, uint32_t value, bool borrow)
{
    const uint64_t result = (uint64_t)*from - value - borrow;
    *from = (uint32_t)result;
    return result >> 63;
}

/*
 * Adds the near counter, which is in EDX:EAX or already in EDI:ESI, to its sum. Both registers and
 * the begin's value are 0 then, so that the probe adds 0.
 */
static struct interrupted_probe interrupted_end_add_near(struct trap_frame *frame, uint32_t at,
                                                         struct region *slot)
{
    const uint32_t low = at == END_NEAR_READ ? frame->eax : frame->esi;
    const uint32_t high = at >= END_NEAR_MOVED ? frame->edi : frame->edx;
    const uint64_t near = (uint64_t)high << 32 | low;
    slot->near_sum += (near - slot->near_begin) & COUNTER_BITS;
    slot->near_begin = 0;
    frame->esi = frame->edi = frame->eax = frame->edx = 0;
    return (struct interrupted_probe){.slot = slot, .near_read = true};
}

/* Executes the instructions from that offset to POPF. The words are those of the slot. */
static void interrupted_end_compute(struct trap_frame *frame, uint32_t start, uint32_t at)
{
    uint32_t *slot = (uint32_t *)(uintptr_t)frame->ebx;
    bool carry = frame->eflags & EFLAGS_CARRY;
    switch (at) {
    case END_COMPUTES:
        carry = subtract_borrow(&frame->eax, slot[2], false);
        __attribute__((fallthrough));
    case 28:
        subtract_borrow(&frame->edx, slot[3], carry);
        __attribute__((fallthrough));
    case 31:
        frame->edx &= 0xFF;
        __attribute__((fallthrough));
    case 37:
        carry = add_carry(&slot[10], frame->eax, false);
        __attribute__((fallthrough));
    case 40:
        add_carry(&slot[11], frame->edx, carry);
        __attribute__((fallthrough));
    case 43:
        carry = subtract_borrow(&frame->esi, slot[0], false);
        __attribute__((fallthrough));
    case 45:
        subtract_borrow(&frame->edi, slot[1], carry);
        __attribute__((fallthrough));
    case 48:
        frame->edi &= 0xFF;
        __attribute__((fallthrough));
    case 54:
        carry = add_carry(&slot[8], frame->esi, false);
        __attribute__((fallthrough));
    case 57:
        add_carry(&slot[9], frame->edi, carry);
        __attribute__((fallthrough));
    case END_STORES_ADDRESS:
        slot[13] = start;
        __attribute__((fallthrough));
    case 67:
        frame->eax = slot[4];
        __attribute__((fallthrough));
    case 70:
        slot[12]++;
        __attribute__((fallthrough));
    case 73:
        frame->eax -= slot[12];
        __attribute__((fallthrough));
    default: /* 76 */
        slot[14] |= frame->eax;
    }
}

static struct interrupted_probe interrupted_end_settle(struct trap_frame *frame, uint32_t start,
                                                       uint32_t shorter)
{
    uint32_t at = frame->eip - start;
    const uint32_t ebx = shorter ? frame->ebx : code_word(start + END_FAR_READ + 1);
    struct interrupted_probe none = {.slot = NULL};
    at += at > END_FAR_READ ? shorter : 0;
    if (at < END_NEAR_READ || at >= END_POPS_FLAGS)
        return none;
    if (at < END_FAR_READ)
        return interrupted_end_add_near(frame, at, (struct region *)(uintptr_t)ebx);
    const bool pushed = at > END_PUSHES_FLAGS;
    if (!pushed) {
        frame->ebx = ebx;
        at = END_COMPUTES;
    }
    interrupted_end_compute(frame, start, at);
    frame->eip = start + (pushed ? END_POPS_FLAGS : END_POPS) - shorter;
    return none;
}

/* Finds the end probe whose second to last byte is at EIP or after it. */
static bool interrupted_end_find(uint32_t eip, uint32_t *start, uint32_t *shorter)
{
    for (uint32_t at = 1; at <= END_POPS; at++) {
        *start = eip - at;
        *shorter = (code_word(*start + END_FAR_READ) & 0xFF) == MOV_EBX_IMM32 ? 0 : SHORTER;
        if (is_probe(*start, END_STORES_ADDRESS - *shorter, MOV_EBX_52_IMM32))
            return at <= END_POPS - *shorter;
    }
    return false;
}

struct interrupted_probe interrupted_probe_settle(struct trap_frame *frame)
{
    uint32_t start = frame->eip & ~31u, shorter;
    if (!is_probe(start, BEGIN_STORES_ADDRESS, MOV_EBX_20_IMM32))
        start -= 32;
    if (is_probe(start, BEGIN_STORES_ADDRESS, MOV_EBX_20_IMM32) && frame->eip - start <= BEGIN_POPS)
        return interrupted_begin_settle(frame, start);
    if (interrupted_end_find(frame->eip, &start, &shorter))
        return interrupted_end_settle(frame, start, shorter);
    return (struct interrupted_probe){.slot = NULL};
}
