/*
 * SPDX-License-Identifier: MIT
 * Local APIC: registers, priorities and timer.
 */
#include "sim/devices/apic.h"

#include <stddef.h>

enum {
    ID = 0x020,
    VERSION = 0x030,
    TASK_PRIORITY = 0x080,
    ARBITRATION = 0x090,
    PROCESSOR_PRIORITY = 0x0a0,
    END = 0x0b0,
    LOGICAL = 0x0d0,
    FORMAT = 0x0e0,
    SPURIOUS = 0x0f0,
    SERVICE = 0x100,
    REQUEST = 0x200,
    ERROR = 0x280,
    COMMAND = 0x300,
    COMMAND_HIGH = 0x310,
    INITIAL = 0x380,
    CURRENT = 0x390,
    DIVIDE = 0x3e0,
};

#define P6_VERSION 0x00040011u /* five local vector table entries: SDM 10.4.8 */

#define SPURIOUS_ENABLE 0x100u
#define SPURIOUS_VECTOR 0x0fu /* MultiProcessor Specification, virtual wire mode: A.3 */

#define ENTRY_VECTOR   0x000000ffu
#define ENTRY_DELIVERY 0x00000700u
#define ENTRY_MASK     0x00010000u
#define ENTRY_PERIODIC 0x00020000u /* timer only */

#define DELIVERY_FIXED  0x000u
#define DELIVERY_NMI    0x400u
#define DELIVERY_EXTINT 0x700u

#define ERROR_SENT_VECTOR     0x20u
#define ERROR_RECEIVED_VECTOR 0x40u
#define FIRST_VECTOR          16u /* lower vectors are not for interrupts: SDM 10.5.2 */

#define COMMAND_SELF 0x000c0000u /* shorthand: 01 self, 10 all, 11 all but this one */

/* Offset of each local vector table entry, and the bits that software can set. */
static const struct {
    uint16_t offset;
    uint32_t bits;
} entries[APIC_ENTRIES] = {
    [APIC_TIMER] = {0x320, ENTRY_VECTOR | ENTRY_MASK | ENTRY_PERIODIC},
    [APIC_PERFORMANCE] = {0x340, ENTRY_VECTOR | ENTRY_DELIVERY | ENTRY_MASK},
    [APIC_LINT0] = {0x350, ENTRY_VECTOR | ENTRY_DELIVERY | ENTRY_MASK | 0xa000},
    [APIC_LINT1] = {0x360, ENTRY_VECTOR | ENTRY_DELIVERY | ENTRY_MASK | 0xa000},
    [APIC_ERROR] = {0x370, ENTRY_VECTOR | ENTRY_MASK},
};

void apic_reset(struct apic *apic, const struct apic_config *config)
{
    *apic = (struct apic){
        .config = *config,
        .base = APIC_BASE_RESET | APIC_BASE_ENABLE | APIC_BASE_BSP,
        .spurious = 0xff,
        .format = UINT32_MAX,
    };
    for (unsigned i = 0; i < APIC_ENTRIES; i++)
        apic->entry[i] = ENTRY_MASK;
    if (config->left == APIC_LEFT_OFF) {
        apic->base &= ~(uint64_t)APIC_BASE_ENABLE;
        return;
    }
    apic->entry[APIC_LINT0] = DELIVERY_EXTINT;
    apic->entry[APIC_LINT1] = DELIVERY_NMI;
    if (config->left == APIC_LEFT_VIRTUAL_WIRE)
        apic->spurious = SPURIOUS_ENABLE | SPURIOUS_VECTOR;
}

bool apic_is_enabled(const struct apic *apic)
{
    return apic->base & APIC_BASE_ENABLE;
}

int apic_write_base(struct apic *apic, uint64_t value)
{
    const uint64_t known = 0xffffff000u | APIC_BASE_ENABLE | APIC_BASE_BSP; /* 36 address bits */

    if (value & ~known)
        return -1;
    if (!apic_is_enabled(apic))
        value &= ~(uint64_t)APIC_BASE_ENABLE;
    apic->base = value;
    return 0;
}

bool apic_contains(const struct apic *apic, uint32_t physical)
{
    return apic_is_enabled(apic) && physical / APIC_PAGE_BYTES == apic->base / APIC_PAGE_BYTES;
}

/* ---- vectors -------------------------------------------------------------------------------- */

static int apic_highest(const uint32_t bits[8])
{
    for (int word = 7; word >= 0; word--)
        if (bits[word])
            return word * 32 + 31 - __builtin_clz(bits[word]);
    return -1;
}

static uint32_t processor_priority(const struct apic *apic)
{
    const int serviced = apic_highest(apic->service);
    const uint32_t service = serviced < 0 ? 0 : (uint32_t)serviced & 0xf0;

    return (apic->task_priority & 0xf0) >= service ? apic->task_priority : service;
}

bool apic_interrupt(const struct apic *apic)
{
    const int waiting = apic_highest(apic->request);

    return apic_is_enabled(apic) && waiting >= 0 &&
           ((uint32_t)waiting & 0xf0) > (processor_priority(apic) & 0xf0);
}

uint8_t apic_acknowledge(struct apic *apic)
{
    const int vector = apic_highest(apic->request);

    if (!apic_interrupt(apic))
        return (uint8_t)apic->spurious;
    apic->request[vector / 32] &= ~(1u << vector % 32);
    apic->service[vector / 32] |= 1u << vector % 32;
    return (uint8_t)vector;
}

static void apic_end_of_interrupt(struct apic *apic)
{
    const int serviced = apic_highest(apic->service);

    if (serviced >= 0)
        apic->service[serviced / 32] &= ~(1u << serviced % 32);
}

static void raise_vector(struct apic *apic, uint32_t vector)
{
    apic->request[vector / 32] |= 1u << vector % 32;
}

static void note_error(struct apic *apic, uint32_t error)
{
    const uint32_t entry = apic->entry[APIC_ERROR];

    apic->error |= error;
    if (!(entry & ENTRY_MASK) && (entry & ENTRY_VECTOR) >= FIRST_VECTOR)
        raise_vector(apic, entry & ENTRY_VECTOR);
}

/* Delivers fixed interrupts and NMI. Other modes are ignored: there is no system management
 * mode. */
static void apic_deliver(struct apic *apic, uint32_t entry)
{
    const uint32_t vector = entry & ENTRY_VECTOR;

    switch (entry & ENTRY_DELIVERY) {
    case DELIVERY_FIXED:
        if (vector < FIRST_VECTOR)
            note_error(apic, ERROR_RECEIVED_VECTOR);
        else
            raise_vector(apic, vector);
        break;
    case DELIVERY_NMI:
        apic->nmi = true;
        break;
    default:
        break;
    }
}

void apic_overflow(struct apic *apic)
{
    uint32_t *const entry = &apic->entry[APIC_PERFORMANCE];

    if (!apic_is_enabled(apic) || (*entry & ENTRY_MASK))
        return;
    apic_deliver(apic, *entry);
    if (apic->config.masks_performance)
        *entry |= ENTRY_MASK;
}

bool apic_passes_pic(const struct apic *apic)
{
    const uint32_t entry = apic->entry[APIC_LINT0];

    return !apic_is_enabled(apic) ||
           (!(entry & ENTRY_MASK) && (entry & ENTRY_DELIVERY) == DELIVERY_EXTINT);
}

bool apic_lint0_is_nmi(const struct apic *apic)
{
    const uint32_t entry = apic->entry[APIC_LINT0];

    return apic_is_enabled(apic) && !(entry & ENTRY_MASK) &&
           (entry & ENTRY_DELIVERY) == DELIVERY_NMI;
}

void apic_lint0(struct apic *apic, bool level)
{
    if (level && !apic->lint0 && apic_lint0_is_nmi(apic))
        apic->nmi = true;
    apic->lint0 = level;
}

/* Sends an interrupt to this processor, by shorthand or by its number. Messages to other processors
 * have no receiver. */
static void apic_send(struct apic *apic, uint32_t command)
{
    const uint32_t shorthand = command & COMMAND_SELF;
    const bool to_itself = shorthand == 0x40000 || shorthand == 0x80000 ||
                           (!shorthand && (apic->command[1] ^ apic->id) >> 24 == 0);

    apic->command[0] = command & 0x000ccfffu;
    if ((command & ENTRY_DELIVERY) == DELIVERY_FIXED && (command & ENTRY_VECTOR) < FIRST_VECTOR)
        note_error(apic, ERROR_SENT_VECTOR);
    else if (to_itself)
        apic_deliver(apic, command);
}

/* ---- the timer ------------------------------------------------------------------------------ */

static uint64_t timer_clock(const struct apic *apic, uint64_t clock)
{
    return clock * apic->config.ratio_bus / apic->config.ratio_core;
}

/* Timer clocks per count: 2, 4, ... 128, and 1 for 1011b. */
static uint64_t divisor(const struct apic *apic)
{
    const unsigned code = (apic->divide & 3) | (apic->divide >> 1 & 4);

    return 1ull << ((code + 1) & 7);
}

static bool is_periodic(const struct apic *apic)
{
    return apic->entry[APIC_TIMER] & ENTRY_PERIODIC;
}

static uint64_t apic_timer_period(const struct apic *apic)
{
    return apic->initial * divisor(apic);
}

static uint32_t current_count(const struct apic *apic, uint64_t clock)
{
    const uint64_t gone = timer_clock(apic, clock) - apic->started;

    if (!apic->initial || (!is_periodic(apic) && gone >= apic_timer_period(apic)))
        return 0;
    return apic->initial - (uint32_t)(gone % apic_timer_period(apic) / divisor(apic));
}

static void apic_start_timer(struct apic *apic, uint32_t initial, uint64_t clock)
{
    apic->initial = initial;
    apic->started = timer_clock(apic, clock);
    apic->expired = 0;
}

/* Changes the divisor. The count continues from its current value at the new rate. */
static void set_divide(struct apic *apic, uint32_t value, uint64_t clock)
{
    const uint32_t left = current_count(apic, clock);

    apic->divide = value & 0xb;
    apic->started = timer_clock(apic, clock) - (apic->initial - left) * divisor(apic);
    apic->expired = left ? 0 : 1;
}

void apic_advance(struct apic *apic, uint64_t clock)
{
    const uint64_t gone = timer_clock(apic, clock) - apic->started;
    uint64_t expired;

    if (!apic->initial)
        return;
    expired = gone / apic_timer_period(apic);
    if (expired > 1 && !is_periodic(apic))
        expired = 1;
    if (expired > apic->expired && !(apic->entry[APIC_TIMER] & ENTRY_MASK))
        apic_deliver(apic, apic->entry[APIC_TIMER] & ENTRY_VECTOR);
    apic->expired = expired;
}

uint64_t apic_deadline(const struct apic *apic)
{
    if (!apic->initial || (apic->entry[APIC_TIMER] & ENTRY_MASK) || !apic_is_enabled(apic) ||
        (apic->expired && !is_periodic(apic)))
        return UINT64_MAX;

    const uint64_t next = apic->started + (apic->expired + 1) * apic_timer_period(apic);

    return (next * apic->config.ratio_core + apic->config.ratio_bus - 1) / apic->config.ratio_bus;
}

/* ---- registers ------------------------------------------------------------------------------ */

static int entry_at(unsigned offset)
{
    for (unsigned i = 0; i < APIC_ENTRIES; i++)
        if (entries[i].offset == offset)
            return (int)i;
    return -1;
}

static uint32_t *apic_plain_register(struct apic *apic, unsigned offset)
{
    switch (offset) {
    case ID:
        return &apic->id;
    case TASK_PRIORITY:
        return &apic->task_priority;
    case LOGICAL:
        return &apic->logical;
    case FORMAT:
        return &apic->format;
    case SPURIOUS:
        return &apic->spurious;
    case ERROR:
        return &apic->error_seen;
    case COMMAND:
        return &apic->command[0];
    case COMMAND_HIGH:
        return &apic->command[1];
    case INITIAL:
        return &apic->initial;
    case DIVIDE:
        return &apic->divide;
    default:
        return NULL;
    }
}

uint32_t apic_read(struct apic *apic, unsigned offset, uint64_t clock)
{
    const uint32_t *plain = apic_plain_register(apic, offset);
    const int entry = entry_at(offset);

    if (plain)
        return *plain;
    if (entry >= 0)
        return apic->entry[entry];
    if (offset >= SERVICE && offset < SERVICE + 0x80)
        return apic->service[(offset - SERVICE) / 16];
    if (offset >= REQUEST && offset < REQUEST + 0x80)
        return apic->request[(offset - REQUEST) / 16];
    switch (offset) {
    case VERSION:
        return P6_VERSION;
    case PROCESSOR_PRIORITY:
    case ARBITRATION: /* for a single processor */
        return processor_priority(apic);
    case CURRENT:
        return current_count(apic, clock);
    default:
        return 0;
    }
}

/* While SVR disables the APIC, every entry is masked and cannot be unmasked: SDM 10.4.7.2. */
static void write_spurious(struct apic *apic, uint32_t value)
{
    apic->spurious = (value & 0x3f0) | 0xf; /* the low half of the vector is fixed on a P6 */
    if (!(value & SPURIOUS_ENABLE))
        for (unsigned i = 0; i < APIC_ENTRIES; i++)
            apic->entry[i] |= ENTRY_MASK;
}

static void write_entry(struct apic *apic, unsigned entry, uint32_t value)
{
    apic->entry[entry] = value & entries[entry].bits;
    if (!(apic->spurious & SPURIOUS_ENABLE))
        apic->entry[entry] |= ENTRY_MASK;
}

void apic_write(struct apic *apic, unsigned offset, uint32_t value, uint64_t clock)
{
    const int entry = entry_at(offset);

    apic_advance(apic, clock);
    if (entry >= 0) {
        write_entry(apic, (unsigned)entry, value);
        return;
    }
    switch (offset) {
    case ID:
        apic->id = value & 0x0f000000;
        break;
    case TASK_PRIORITY:
        apic->task_priority = value & 0xff;
        break;
    case END:
        apic_end_of_interrupt(apic);
        break;
    case LOGICAL:
        apic->logical = value & 0xff000000;
        break;
    case FORMAT:
        apic->format = value | 0x0fffffff;
        break;
    case SPURIOUS:
        write_spurious(apic, value);
        break;
    case ERROR: /* makes the errors since the last write visible */
        apic->error_seen = apic->error;
        apic->error = 0;
        break;
    case COMMAND:
        apic_send(apic, value);
        break;
    case COMMAND_HIGH:
        apic->command[1] = value & 0x0f000000;
        break;
    case INITIAL:
        apic_start_timer(apic, value, clock);
        break;
    case DIVIDE:
        set_divide(apic, value, clock);
        break;
    default:
        break;
    }
}
