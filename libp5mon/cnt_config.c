/*
 * SPDX-License-Identifier: MIT
 * Converts between a CNT_CONFIG and the bits of CESR, and checks the library's arguments.
 */
#include "libp5mon/libp5mon.h"

#include "libp5mon/p5mon_device.h"
#include "pmc/p5/p5_registers.h"

#define CESR_CC_SHIFT 6 /* a counter's control field, three bits: CESR_CC_KERNEL to _CLOCKS */
#define CESR_CC_MASK  7u
#define CC_RINGS      3u /* the two bits that select the rings */
#define CC_CLOCKS     4u

static bool cnt_config_is_event(EVENT event)
{
    switch (event) {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    case name:
#include "pmc/p5/p5.def"
#undef EVENT
    case event_disable:
        return true;
    }
    return false;
}

static bool is_control(CNT_CTRL control)
{
    return (unsigned)control <= clk_all && (unsigned)control != CC_CLOCKS;
}

/* Returns a counter's ten bits, or -1 if the event or the control is invalid. */
static int cnt_config_counter_field(EVENT event, CNT_CTRL control)
{
    if (!cnt_config_is_event(event) || !is_control(control))
        return -1;
    if (event == event_disable || control == evt_disable)
        return 0;
    unsigned field = (unsigned)control << CESR_CC_SHIFT;
    if (event == count_clocks)
        return (int)(field | CESR_CC_CLOCKS);
    return (int)(field | (unsigned)event << CESR_ES_SHIFT);
}

int p5mon_gen_buffer(const CNT_CONFIG *config, unsigned char buffer[P5MON_WRITE_PRESET_BYTES])
{
    if (!config || (unsigned)config->clr >= P5MON_MODES)
        return E_P5MON_INVALID;
    struct p5mon_write write = {
        .mode = (uint8_t)config->clr,
        .preset = {config->init0, config->init1},
    };
    for (unsigned c = 0; c < P5_COUNTERS; c++)
        if (p5mon_buffer_action(write.mode, c) == P5MON_PRESET && write.preset[c] > P5_COUNTER_MASK)
            return E_P5MON_INVALID;
    if (config->clr != clear_only) {
        int field0 = cnt_config_counter_field(config->event0, config->ctrl0);
        int field1 = cnt_config_counter_field(config->event1, config->ctrl1);
        if (field0 < 0 || field1 < 0)
            return E_P5MON_INVALID;
        write.cesr = (uint32_t)field0 | (uint32_t)field1 << CESR_COUNTER_SHIFT;
    }
    return (int)p5mon_buffer_pack_write(&write, buffer);
}

static void cnt_config_split_field(uint32_t field, EVENT *event, CNT_CTRL *control)
{
    unsigned cc = field >> CESR_CC_SHIFT & CESR_CC_MASK;
    *event = event_disable;
    *control = evt_disable;
    if (!(cc & CC_RINGS))
        return;
    *control = (CNT_CTRL)cc;
    *event = cc & CC_CLOCKS ? count_clocks : (EVENT)(field >> CESR_ES_SHIFT & CESR_ES_MASK);
}

void p5mon_gen_config(ULONG cesr, CNT_CONFIG *config)
{
    *config = (CNT_CONFIG){.clr = clr_none};
    cnt_config_split_field((uint32_t)cesr, &config->event0, &config->ctrl0);
    cnt_config_split_field((uint32_t)cesr >> CESR_COUNTER_SHIFT, &config->event1, &config->ctrl1);
}
