/*
 * SPDX-License-Identifier: MIT
 * The driver: transfers buffers to and from the counters. It runs in the ring of the calling
 * benchmark; in ring 3 only RDMSR and WRMSR are executed by the kernel, through gates.
 */
#include "libp5mon/p5mon_device.h"

#include "kernel/lib/vectors.h"
#include "kernel/lib/x86.h"
#include "pmc/counter_use.h"
#include "pmc/p5/p5_registers.h"

#define CESR_PINS  (CESR_PC | CESR_PC << CESR_COUNTER_SHIFT)
#define CLEAR_ONLY (P5MON_MODES - 1) /* the mode that does not change CESR */

static bool present;

static bool in_ring_3(void)
{
    uint32_t cs;
    __asm__("movl %%cs, %0" : "=r"(cs));
    return cs & 3;
}

static uint64_t read_register(uint32_t msr)
{
    uint64_t value;
    if (!in_ring_3())
        return rdmsr(msr);
    __asm__ volatile("int %2" : "=A"(value) : "c"(msr), "i"(VECTOR_READ_COUNTER));
    return value;
}

static void write_register(uint32_t msr, uint64_t value)
{
    if (in_ring_3())
        __asm__ volatile("int %2" : : "c"(msr), "A"(value), "i"(VECTOR_WRITE_COUNTER));
    else
        wrmsr(msr, value);
}

void p5mon_device_install(bool has_counters)
{
    present = has_counters;
}

int p5mon_device_open(void)
{
    if (!present)
        return E_P5MON_MISSING;
    counter_use.opened = true;
    return 0;
}

int p5mon_device_close(void)
{
    if (!counter_use.opened)
        return E_P5MON_CLOSED;
    counter_use.opened = false;
    return 0;
}

static void p5mon_device_set_counters(const struct p5mon_write *write)
{
    for (unsigned counter = 0; counter < P5_COUNTERS; counter++) {
        enum p5mon_action action = p5mon_buffer_action(write->mode, counter);
        if (action != P5MON_KEEP)
            write_register(MSR_P5_CTR0 + counter,
                           action == P5MON_PRESET ? write->preset[counter] : 0);
    }
}

int p5mon_device_write(const uint8_t *buffer, size_t count)
{
    struct p5mon_write write;
    if (!counter_use.opened)
        return E_P5MON_CLOSED;
    if (p5mon_buffer_unpack_write(&write, buffer, count))
        return E_P5MON_INVALID;
    counter_use.written = true;
    if (write.mode == CLEAR_ONLY) {
        p5mon_device_set_counters(&write);
        return (int)count;
    }
    uint32_t reserved = (uint32_t)read_register(MSR_P5_CESR) & CESR_RESERVED;
    write_register(MSR_P5_CESR, reserved); /* both counters stop */
    p5mon_device_set_counters(&write);
    write_register(MSR_P5_CESR, reserved | (write.cesr & ~(CESR_RESERVED | CESR_PINS)));
    return (int)count;
}

int p5mon_device_read(uint8_t *buffer, size_t count)
{
    if (!counter_use.opened)
        return E_P5MON_CLOSED;
    if (count != P5MON_READ_BYTES)
        return E_P5MON_INVALID;
    struct p5mon_read read;
    read.counter[0] = read_register(MSR_P5_CTR0);
    read.counter[1] = read_register(MSR_P5_CTR1);
    read.cesr = (uint32_t)read_register(MSR_P5_CESR);
    p5mon_buffer_pack_read(&read, buffer);
    return P5MON_READ_BYTES;
}
