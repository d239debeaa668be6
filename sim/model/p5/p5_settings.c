/*
 * SPDX-License-Identifier: MIT
 * The table of the P5 model's parameters for -set, built from p5_parameters.def.
 */
#include "sim/model/p5/p5_parameters.h"
#include "sim/model/parameter_table.h"

#define SETTING(name, path, type, low, high, text)                                                 \
    {name, SETTING_##type, offsetof(struct model_config, path), low, high, text},

const struct parameter_row model_settings[] = {
#define MODEL(type, member, low, high, text) SETTING(#member, member, type, low, high, text)
#define PAIRING(type, member, low, high, text)                                                     \
    SETTING("pairing." #member, pairing.member, type, low, high, text)
#define PREFIX(type, member, low, high, text)                                                      \
    SETTING("prefix." #member, prefix.member, type, low, high, text)
#define BRANCH(type, member, low, high, text)                                                      \
    SETTING("branch." #member, branch.member, type, low, high, text)
#define CACHE(type, member, low, high, text)                                                       \
    SETTING("cache." #member, cache.member, type, low, high, text)
#define TLB(type, member, low, high, text)                                                         \
    SETTING("tlb." #member, tlb.member, type, low, high, text)
#define BUS(type, member, low, high, text)                                                         \
    SETTING("bus." #member, bus.member, type, low, high, text)
#define CLOCKS(type, member, low, high, text)                                                      \
    SETTING("clocks." #member, clocks.member, type, low, high, text)
#define X87(type, member, low, high, text)                                                         \
    SETTING("x87." #member, x87.member, type, low, high, text)
#define SILICON(type, member, low, high, text)                                                     \
    SETTING("silicon." #member, silicon.member, type, low, high, text)
#define FREE(type, member, low, high, text)                                                        \
    SETTING("free." #member, free.member, type, low, high, text)
#include "sim/model/p5/p5_parameters.def"
};

const size_t model_setting_count = sizeof model_settings / sizeof model_settings[0];
