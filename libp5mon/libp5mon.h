/*
 * SPDX-License-Identifier: MIT
 * Safford's p5mon library: a benchmark sets and reads the counters itself (thesis, section 3.3).
 *
 * Each function that returns int gives 0, or an E_P5MON_ of libp5mon/p5mon_device.h, all negative.
 */
#pragma once

#include "pmc/p5/p5_events.h"

typedef unsigned long long ULONG;

/* Events by name, each with its code (Table 3.2); two more are no codes of CESR's. */
typedef enum {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, note) name = code,
#include "pmc/p5/p5.def" /* count_clocks among them */
#undef EVENT
    event_disable = 0x102, /* count nothing, whatever the control says */
} EVENT;

/* Names by event number, NULL where there is none. */
#define P5MON_EVENT_NAMES (event_disable + 1)
extern const char *const p5mon_event_names[P5MON_EVENT_NAMES];

/* What a counter counts, and in which rings: the control field of CESR (Tables 2.2 and 3.3). */
typedef enum {
    evt_disable = 0,
    evt_kernel = 1,
    evt_user = 2,
    evt_all = 3,
    clk_kernel = 5,
    clk_user = 6,
    clk_all = 7,
} CNT_CTRL;

/* What becomes of the counters' values: fifth byte of the write buffer (Tables 3.1 and 3.4). */
typedef enum {
    clr_none,     /* leave both counters alone */
    clr_0,        /* clear CNT0, leave CNT1 alone */
    clr_1,        /* clear CNT1, leave CNT0 alone */
    clr_0_1,      /* clear both */
    init_0_clr_1, /* preset CNT0, clear CNT1 */
    init_1_clr_0, /* preset CNT1, clear CNT0 */
    init_0,       /* preset CNT0, leave CNT1 alone */
    init_1,       /* preset CNT1, leave CNT0 alone */
    init_0_1,     /* preset both */
    clear_only,   /* clear both, and leave CESR as it is */
} CNT_CLR;

/* Table 3.5. A counter counts clocks where its event is count_clocks or its control a clk_ one. */
typedef struct {
    EVENT event0, event1;
    CNT_CTRL ctrl1, ctrl0;
    CNT_CLR clr;
    ULONG init0, init1; /* 40 bits; only looked at where clr presets that counter */
} CNT_CONFIG;

/* Opens and closes the device. A run starts with it closed. */
int p5mon_init(void);
int p5mon_close(void);

/* Clears both counters; what they count stays. */
int p5mon_clear(void);

/*
 * Sets the counters as config says. E_P5MON_INVALID, and nothing is changed, where config is NULL,
 * an event, control or mode is none of the above, or a preset value has more than 40 bits.
 */
int p5mon_config(CNT_CONFIG *config);

/* result[0], result[1]: the counters; result[2]: CESR. */
int p5mon_read(ULONG *result);

/*
 * What a value of CESR makes the counters do; clr is clr_none, init0 and init1 are 0. A counter
 * that stands still has event_disable and evt_disable, one of clocks count_clocks. An event select
 * that no EVENT has is given as it is, and has no name.
 */
void p5mon_gen_config(ULONG cesr, CNT_CONFIG *config);

/*
 * The same steps apart, which p5mon_config() is made of: the write buffer of Figure 3.2 for a
 * configuration. Returns its length, 5 or 15, or E_P5MON_INVALID.
 */
int p5mon_gen_buffer(const CNT_CONFIG *config, unsigned char buffer[15]);
