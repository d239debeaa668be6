/*
 * SPDX-License-Identifier: MIT
 * The counter registers of the P5 family (Intel SDM volume 3, section 18.23; thesis, Figure 2.1).
 */
#pragma once

#define MSR_P5_TSC  0x10
#define MSR_P5_CESR 0x11 /* Control and Event Select Register, 32 bits, 0 at reset */
#define MSR_P5_CTR0 0x12 /* counters, 40 bits */
#define MSR_P5_CTR1 0x13

#define P5_COUNTERS      2
#define P5_COUNTER_BITS  40
#define P5_COUNTER_MASK  ((1ull << P5_COUNTER_BITS) - 1)
#define P5_COUNTER_SPARE (64 - P5_COUNTER_BITS) /* for the sign of a difference */

/* Fields of CESR for counter 0; those of counter 1 are 16 bits higher. */
#define CESR_ES_SHIFT      0
#define CESR_ES_MASK       0x3Fu
#define CESR_CC_KERNEL     (1u << 6)  /* count at CPL 0, 1, 2 */
#define CESR_CC_USER       (1u << 7)  /* count at CPL 3 */
#define CESR_CC_CLOCKS     (1u << 8)  /* clocks, not the selected event */
#define CESR_PC            (1u << 9)  /* pin PM/BP: 0 on increment, 1 on overflow */
#define CESR_EVENT_6       (1u << 10) /* 6x86MX only: bit 6 of the event (perfctr, Ralf Brown) */
#define CESR_RESERVED      0xFC00FC00u
#define CESR_COUNTER_SHIFT 16
#define CESR_COUNTER_MASK  0x3FFu /* all fields of one counter; bits 10-15 are reserved */

/*
 * The registers that a program may set (kernel/process/devices/): the first, their number, and bits
 * that must be 0. The pins may interrupt.
 */
#define P5_SETTABLE                                                                                \
    {MSR_P5_CESR, 1, CESR_PC | CESR_PC << CESR_COUNTER_SHIFT},                                     \
    {                                                                                              \
        MSR_P5_CTR0, P5_COUNTERS, 0                                                                \
    }
