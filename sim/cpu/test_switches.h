/*
 * SPDX-License-Identifier: MIT
 * Differences from a real chip that only vpentium-test can switch on (-test LIST), so that tests
 * can show how the kernel recognises a chip. In vpentium none of them exists.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define TEST_SWITCH_TABLE(SWITCH)                                                                  \
    SWITCH(LEAF, "leaf", "no CPUID leaf identifies the simulator")                                 \
    SWITCH(COUNTERS, "counters", "the event counters read as 0")                                   \
    SWITCH(SELECTOR, "selector", "CESR retains its reserved bits")                                 \
    SWITCH(WIDE, "wide",                                                                           \
           "the event counters return all 64 bits that were written, and stand still")             \
    SWITCH(MSR, "msr", "a register that each chip has is missing")                                 \
    SWITCH(ANY_MSR, "any-msr", "each undefined register reads as 0")                               \
    SWITCH(BIOS, "bios", "the BIOS contains an emulator's name")

enum test_switch {
#define TEST_SWITCH(id, name, text) TEST_SWITCH_##id,
    TEST_SWITCH_TABLE(TEST_SWITCH)
#undef TEST_SWITCH
        TEST_SWITCHES,
};

#ifdef VPENTIUM_TEST
bool test_switch_is_on(enum test_switch one);

/* Parses the list of -test. Returns false after a message on stderr. */
bool test_switches_parse(const char *list);

/* Changes what RDMSR reads; `there`: the register exists. Returns false if RDMSR raises #GP. */
bool test_switches_read_msr(uint32_t msr, bool there, uint64_t *value);
void test_switches_write_msr(uint32_t msr, uint64_t value);
#else
static inline bool test_switch_is_on(enum test_switch one)
{
    (void)one;
    return false;
}

static inline bool test_switches_read_msr(uint32_t msr, bool there, uint64_t *value)
{
    (void)msr;
    (void)value;
    return there;
}

static inline void test_switches_write_msr(uint32_t msr, uint64_t value)
{
    (void)msr;
    (void)value;
}
#endif
