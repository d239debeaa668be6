/*
 * SPDX-License-Identifier: MIT
 * The watchdog on the alarm of an MC146818 or its successors at ports 70h and 71h (data sheet; IBM
 * AT Technical Reference). The time of day is read, never set.
 */
#include "kernel/machine/watchdog.h"

#include "boot/contain.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/apic/nmi_line.h"
#include "kernel/machine/interrupt_lines.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/time/cmos.h"
#include "kernel/time/rtc_time.h"

enum {
    RTC_SECONDS = 0x00,
    RTC_SECONDS_ALARM = 0x01,
    RTC_MINUTES = 0x02,
    RTC_MINUTES_ALARM = 0x03,
    RTC_HOURS = 0x04,
    RTC_HOURS_ALARM = 0x05,
    RTC_A = 0x0A,
    RTC_B = 0x0B,
    RTC_C = 0x0C, /* reading it clears the interrupt */
    RTC_D = 0x0D,
};

#define A_UPDATING     0x80 /* UIP */
#define A_DIVIDER      0x70
#define A_DIVIDER_RUNS 0x20 /* from a crystal of 32,768 Hz, which every PC has */
#define A_RATE_1024_HZ 0x06
#define A_RATE_8_HZ    0x0D
#define B_SET          0x80 /* no updates: the clock is being set */
#define B_PERIODIC     0x40 /* PIE, AIE, UIE: interrupt enables */
#define B_ALARM        0x20
#define B_UPDATED      0x10
#define B_INTERRUPTS   (B_PERIODIC | B_ALARM | B_UPDATED)
#define C_PERIODIC     0x40
#define C_ALARM        0x20
#define ALARM_ANY      0xFF /* matches every hour, minute or second */
#define ALARM_TICKS    12   /* at 8 Hz, the wait for an alarm that comes each second */
#define ALARM_TRIES    3

/*
 * Limit of register reads in each wait. An update takes 2.3 ms and a period here 1 ms; a read,
 * which is four port accesses, takes at least 0.2 us.
 */
#define MOST_POLLS 100000u

/* Not in the small image. */
#pragma weak nmi_line_find
#pragma weak nmi_line_set

static enum { UNTRIED, WORKING, MISSING } clock_state;
static enum { NMI_MISSING, NMI_TRIED, NMI_SEEN } nmi_state;
static unsigned limit;     /* seconds */
static uint8_t register_b; /* initial value, without interrupt enables */

/* The alarm that a BIOS may have set to wake the machine; restored at the end. */
static struct {
    struct rtc_time alarm;
    uint8_t register_b;
} found;

/* Waits until the bits of a register have the wanted value; false on a time-out. */
static bool watchdog_wait_for_bits(uint8_t index, uint8_t bits, uint8_t wanted)
{
    for (uint32_t polls = 0; polls < MOST_POLLS; polls++)
        if ((cmos_read(index) & bits) == wanted)
            return true;
    return false;
}

/*
 * Returns the seconds since midnight, or -1 if the clock is unreadable. No update falls between the
 * reads: none is in progress, and 244 us pass from UIP to the next one. If one did, the seconds
 * would differ.
 */
static int32_t watchdog_time_of_day(void)
{
    for (unsigned tries = 0; tries < 3; tries++) {
        if (!watchdog_wait_for_bits(RTC_A, A_UPDATING, 0))
            return -1;
        struct rtc_time time = {cmos_read(RTC_SECONDS), cmos_read(RTC_MINUTES),
                                cmos_read(RTC_HOURS)};
        if (cmos_read(RTC_SECONDS) == time.seconds)
            return rtc_time_seconds(time, register_b);
    }
    return -1;
}

static void watchdog_set_alarm(struct rtc_time alarm)
{
    cmos_write(RTC_SECONDS_ALARM, alarm.seconds);
    cmos_write(RTC_MINUTES_ALARM, alarm.minutes);
    cmos_write(RTC_HOURS_ALARM, alarm.hours);
    cmos_read(RTC_C); /* the old alarm may have matched meanwhile */
}

/* ---- trying the clock ----------------------------------------------------------------------- */

/* Flags of register C that an interrupt or an NMI has brought. */
static volatile uint8_t brought;

/* Starts interrupts of the clock, at that rate if they are periodic. Returns its register A. */
static uint8_t watchdog_start_clock(uint8_t rate, uint8_t enables)
{
    uint8_t register_a = cmos_read(RTC_A) & (uint8_t)~A_UPDATING;
    cmos_write(RTC_A, A_DIVIDER_RUNS | rate);
    pic_mask();
    brought = 0;
    cmos_write(RTC_B, register_b | enables);
    cmos_read(RTC_C);
    return register_a;
}

static void watchdog_stop_clock(uint8_t register_a)
{
    cmos_write(RTC_B, register_b);
    cmos_write(RTC_A, register_a);
    cmos_read(RTC_C);
}

/* Waits until the periodic interrupt was handled; false on a time-out. */
static bool watchdog_wait_for_tick(void)
{
    for (uint32_t polls = 0; polls < MOST_POLLS && !brought; polls++)
        port_pause();
    return brought;
}

/* Sees a tick of the clock as an interrupt. Returns NULL, or what fails. */
static const char *watchdog_see_tick(void)
{
    /* Some clocks set the flag only if the interrupt is enabled. */
    uint8_t register_a = watchdog_start_clock(A_RATE_1024_HZ, B_PERIODIC);
    __asm__ volatile("sti");
    bool came = watchdog_wait_for_tick();
    __asm__ volatile("cli");
    bool ticks = came || watchdog_wait_for_bits(RTC_C, C_PERIODIC, C_PERIODIC);
    watchdog_stop_clock(register_a);
    if (came)
        return NULL;
    return ticks ? "the RTC's interrupt does not arrive" : "the RTC does not tick";
}

/* Sees an alarm as an interrupt. The ticks, which were seen to arrive, end each HLT. */
static const char *watchdog_see_alarm(void)
{
    bool came = false;
    watchdog_set_alarm((struct rtc_time){ALARM_ANY, ALARM_ANY, ALARM_ANY});
    uint8_t register_a = watchdog_start_clock(A_RATE_8_HZ, B_PERIODIC | B_ALARM);
    for (unsigned ticks = 0; ticks < ALARM_TICKS && !came; ticks++) {
        __asm__ volatile("sti; hlt; cli");
        came = brought & C_ALARM;
    }
    watchdog_stop_clock(register_a);
    return came ? NULL : "the RTC's alarm does not arrive";
}

/* Sees a tick as an NMI, which arrives with interrupts disabled. */
static bool watchdog_see_nmi(void)
{
    if (trap_is_sampled() || !nmi_line_find || !nmi_line_find(paging_map_device))
        return false;
    nmi_state = NMI_TRIED;
    nmi_line_set(true);
    uint8_t register_a = watchdog_start_clock(A_RATE_1024_HZ, B_PERIODIC);
    bool came = watchdog_wait_for_tick();
    watchdog_stop_clock(register_a);
    if (nmi_line_set)
        nmi_line_set(false);
    return came;
}

/* Returns NULL, or the reason why the clock is unusable. Interrupts are disabled. */
static const char *watchdog_find_clock(void)
{
    if (cmos_read(RTC_A) == CMOS_ABSENT && cmos_read(RTC_D) == CMOS_ABSENT)
        return "no RTC answers at port 70h";
    found.alarm = (struct rtc_time){cmos_read(RTC_SECONDS_ALARM), cmos_read(RTC_MINUTES_ALARM),
                                    cmos_read(RTC_HOURS_ALARM)};
    found.register_b = cmos_read(RTC_B);
    register_b = found.register_b & (uint8_t)~B_INTERRUPTS;
    if (register_b & B_SET || (cmos_read(RTC_A) & A_DIVIDER) != A_DIVIDER_RUNS)
        return "the RTC is stopped";
    const char *fails = watchdog_see_tick();
    if (!fails && watchdog_time_of_day() < 0)
        fails = "the RTC has no time of day";
    return fails ? fails : watchdog_see_alarm();
}

/* Tries the clock once. Returns NULL, or the reason why there is no watchdog. */
static const char *watchdog_try(void)
{
    static const char *missing;
    if (clock_state != UNTRIED)
        return missing;
    missing = watchdog_find_clock();
    clock_state = missing ? MISSING : WORKING;
    nmi_state = !missing && watchdog_see_nmi() ? NMI_SEEN : NMI_MISSING;
    return missing;
}

/* ---- the alarm ------------------------------------------------------------------------------ */

const char *watchdog_set(unsigned seconds)
{
    const char *missing = seconds ? watchdog_try() : NULL;
    limit = clock_state == WORKING ? seconds : 0;
    contain_interruptible(limit != 0);
    return missing;
}

unsigned watchdog_seconds(void)
{
    return limit;
}

bool watchdog_uses_nmi(void)
{
    return nmi_state != NMI_MISSING && !trap_is_sampled();
}

const char *watchdog_tick(unsigned rate)
{
    static uint8_t register_a;
    const char *missing = watchdog_try();
    if (missing)
        return missing;
    if (rate)
        register_a = cmos_read(RTC_A) & (uint8_t)~A_UPDATING;
    cmos_write(RTC_A, rate ? (uint8_t)(A_DIVIDER_RUNS | rate) : register_a);
    register_b = (uint8_t)((register_b & ~B_PERIODIC) | (rate ? B_PERIODIC : 0));
    cmos_write(RTC_B, register_b);
    cmos_read(RTC_C);
    return NULL;
}

/*
 * Sets the alarm to the end of the second after the limit, since the current one is only partly
 * left. An emulator's host may pause this for longer than that, and the alarm would be a day away:
 * the time is read again. Returns false if the clock is unreadable or always too late.
 */
static bool watchdog_set_limit(void)
{
    for (unsigned tries = 0; tries < ALARM_TRIES; tries++) {
        const int32_t now = watchdog_time_of_day();
        if (now < 0)
            return false;
        watchdog_set_alarm(rtc_time_from_seconds((uint32_t)now + limit + 1, register_b));
        if (watchdog_time_of_day() - now <= (int32_t)limit) /* below 0 after midnight */
            return true;
    }
    return false;
}

void watchdog_arm(void)
{
    if (!limit)
        return;
    watchdog_disarm();
    if (!watchdog_set_limit())
        return;
    pic_mask();
    if (watchdog_uses_nmi())
        nmi_line_set(true);
    cmos_write(RTC_B, register_b | B_ALARM);
}

void watchdog_disarm(void)
{
    if (!limit)
        return;
    cmos_write(RTC_B, register_b);
    cmos_read(RTC_C);
    if (nmi_line_set)
        nmi_line_set(false);
}

void watchdog_restore(void)
{
    if (clock_state != WORKING)
        return;
    watchdog_set_alarm(found.alarm);
    cmos_write(RTC_B, found.register_b);
}

/* ---- interrupts ----------------------------------------------------------------------------- */

static uint8_t flags_read; /* register C, which a read clears */

bool watchdog_ticked(void)
{
    flags_read = cmos_read(RTC_C);
    if (flags_read & C_ALARM)
        return false;
    brought |= flags_read;
    pic_end_interrupt();
    return true;
}

bool watchdog_fired(void)
{
    uint8_t flags = flags_read | cmos_read(RTC_C);
    flags_read = 0;
    brought |= flags;
    pic_end_interrupt();
    return flags & C_ALARM;
}

bool watchdog_fired_nmi(void)
{
    uint8_t flags = cmos_read(RTC_C);
    brought |= flags;
    pic_end_unread_interrupt();
    return flags & C_ALARM;
}
