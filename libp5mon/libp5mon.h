/*
 * SPDX-License-Identifier: MIT
 * Safford's p5mon library: functions with which a benchmark sets and reads the P5 counters itself
 * (thesis, section 3.3).
 *
 * Each function that returns int returns 0, or an E_P5MON_ error of libp5mon/p5mon_device.h; all of
 * them are negative.
 */
#pragma once

#include "pmc/p5/p5_events.h"

typedef unsigned long long ULONG;

/* Events by name, with their codes (Table 3.2); the last two are not codes of CESR. */
typedef enum {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    name = code,
#include "pmc/p5/p5.def" /* includes count_clocks */
#undef EVENT
    event_disable = 0x102, /* count nothing, regardless of the control field */
} EVENT;

/* Names by event number; NULL if there is no such event. */
#define P5MON_EVENT_NAMES (event_disable + 1)
extern const char *const p5mon_event_names[P5MON_EVENT_NAMES];

/* The control field of CESR (Tables 2.2 and 3.3): events or clocks, and in which rings. */
typedef enum {
    evt_disable = 0,
    evt_kernel = 1,
    evt_user = 2,
    evt_all = 3,
    clk_kernel = 5,
    clk_user = 6,
    clk_all = 7,
} CNT_CTRL;

/* How the counters' values are changed: fifth byte of the write buffer (Tables 3.1 and 3.4). */
typedef enum {
    clr_none,     /* leave both counters unchanged */
    clr_0,        /* clear CNT0, leave CNT1 unchanged */
    clr_1,        /* clear CNT1, leave CNT0 unchanged */
    clr_0_1,      /* clear both */
    init_0_clr_1, /* preset CNT0, clear CNT1 */
    init_1_clr_0, /* preset CNT1, clear CNT0 */
    init_0,       /* preset CNT0, leave CNT1 unchanged */
    init_1,       /* preset CNT1, leave CNT0 unchanged */
    init_0_1,     /* preset both */
    clear_only,   /* clear both, leave CESR unchanged */
} CNT_CLR;

/* Table 3.5. A counter counts clocks if its event is count_clocks or its control is a clk_
 * value. */
typedef struct {
    EVENT event0, event1;
    CNT_CTRL ctrl1, ctrl0;
    CNT_CLR clr;
    ULONG init0, init1; /* 40 bits; used only if clr presets that counter */
} CNT_CONFIG;

/* Opens and closes the device. At the start of a run it is closed. */
int p5mon_init(void);
int p5mon_close(void);

/* Clears both counters; their events are unchanged. */
int p5mon_clear(void);

/* Configures the counters. Returns E_P5MON_INVALID without any change if config is NULL, an event,
 * control or mode is invalid, or a preset value has more than 40 bits. */
int p5mon_config(CNT_CONFIG *config);

/* Stores the counters in result[0] and result[1], and CESR in result[2]. */
int p5mon_read(ULONG *result);

/*
 * Converts a value of CESR to a configuration; clr is clr_none, init0 and init1 are 0. A stopped
 * counter has event_disable and evt_disable, a counter of clocks has count_clocks. An event select
 * without an EVENT is copied unchanged, and has no name.
 */
void p5mon_gen_config(ULONG cesr, CNT_CONFIG *config);

/* The first step of p5mon_config() alone: builds the write buffer of Figure 3.2 for a
 * configuration. Returns its length, 5 or 15, or E_P5MON_INVALID. */
int p5mon_gen_buffer(const CNT_CONFIG *config, unsigned char buffer[15]);
