/*
 * SPDX-License-Identifier: MIT
 * The table of the NetBurst model's parameters for -set, built from netburst_parameters.def.
 */
#include "sim/model/netburst/netburst_parameters.h"
#include "sim/model/parameter_table.h"

#define SETTING(group, type, member, low, high, text)                                              \
    {#group "." #member,                                                                           \
     SETTING_##type,                                                                               \
     offsetof(struct model_config, group.member),                                                  \
     low,                                                                                          \
     high,                                                                                         \
     text},

const struct parameter_row model_settings[] = {
    {"errata", SETTING_flag, offsetof(struct model_config, errata), 0, 1,
     "documented errata of counters; the group counters has each of them"},
#define COUNTERS(...) SETTING(counters, __VA_ARGS__)
#define BRANCH(...)   SETTING(branch, __VA_ARGS__)
#define CACHE(...)    SETTING(cache, __VA_ARGS__)
#define TLB(...)      SETTING(tlb, __VA_ARGS__)
#define BUS(...)      SETTING(bus, __VA_ARGS__)
#define CLOCKS(...)   SETTING(clocks, __VA_ARGS__)
#define CORE(...)     SETTING(core, __VA_ARGS__)
#include "sim/model/netburst/netburst_parameters.def"
};

const size_t model_setting_count = sizeof model_settings / sizeof model_settings[0];
