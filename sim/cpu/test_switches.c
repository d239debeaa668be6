/*
 * SPDX-License-Identifier: MIT
 * Parses -test of vpentium-test.
 */
#include "sim/cpu/test_switches.h"

#ifdef VPENTIUM_TEST
#include <stdio.h>
#include <string.h>

#define MSR_CESR       0x11u
#define MSR_P5_MC_TYPE 0x1u
#define MSR_MTRRCAP    0xfeu

static bool switches[TEST_SWITCHES];
static uint64_t written_cesr, written_counters[32];

static const char *const names[TEST_SWITCHES] = {
#define TEST_SWITCH(id, name, text) name,
    TEST_SWITCH_TABLE(TEST_SWITCH)
#undef TEST_SWITCH
};

static bool test_switch_set(const char *name, size_t length)
{
    for (unsigned i = 0; i < TEST_SWITCHES; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], name, length)) {
            switches[i] = true;
            return true;
        }
    fprintf(stderr,
            "vpentium: -test '%.*s': expected leaf, counters, selector, wide, msr, "
            "any-msr or bios\n",
            (int)length, name);
    return false;
}

bool test_switch_is_on(enum test_switch one)
{
    return switches[one];
}

/* The counters of P5, P6, K7 and NetBurst. */
static bool is_counter(uint32_t msr)
{
    return msr == 0x12 || msr == 0x13 || msr == 0xc1 || msr == 0xc2 ||
           (msr >= 0xc0010004 && msr <= 0xc0010007) || (msr >= 0x300 && msr <= 0x311);
}

bool test_switches_read_msr(uint32_t msr, bool there, uint64_t *value)
{
    if (switches[TEST_SWITCH_MSR] && (msr == MSR_P5_MC_TYPE || msr == MSR_MTRRCAP))
        return false;
    if (switches[TEST_SWITCH_COUNTERS] && is_counter(msr))
        *value = 0;
    if (switches[TEST_SWITCH_WIDE] && is_counter(msr))
        *value = written_counters[msr % 32];
    if (switches[TEST_SWITCH_SELECTOR] && msr == MSR_CESR)
        *value = written_cesr;
    if (!there && switches[TEST_SWITCH_ANY_MSR])
        *value = 0;
    return there || switches[TEST_SWITCH_ANY_MSR];
}

void test_switches_write_msr(uint32_t msr, uint64_t value)
{
    if (msr == MSR_CESR)
        written_cesr = value;
    if (is_counter(msr))
        written_counters[msr % 32] = value;
}

bool test_switches_parse(const char *list)
{
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (!test_switch_set(list, length))
            return false;
        list += length;
        if (!*list)
            return true;
    }
}
#endif
