/*
 * SPDX-License-Identifier: MIT
 * The table of the model's parameters for -set, built from its .def file. The model is the one that
 * the program is linked with.
 */
#include "sim/chosen_model.h"
#include "sim/model/parameter_table.h"

#define ROW(name, path, type, low, high, text)                                                     \
    {name, SETTING_##type, offsetof(struct model_config, path), low, high, text},
#define SETTING(group, type, member, low, high, text)                                              \
    ROW(#group "." #member, group.member, type, low, high, text)

const struct parameter_row model_settings[] = {
#define MODEL(type, member, low, high, text) ROW(#member, member, type, low, high, text)
#define COUNTERS(...)                        SETTING(counters, __VA_ARGS__)
#define PAIRING(...)                         SETTING(pairing, __VA_ARGS__)
#define PREFIX(...)                          SETTING(prefix, __VA_ARGS__)
#define BRANCH(...)                          SETTING(branch, __VA_ARGS__)
#define CACHE(...)                           SETTING(cache, __VA_ARGS__)
#define TLB(...)                             SETTING(tlb, __VA_ARGS__)
#define BUS(...)                             SETTING(bus, __VA_ARGS__)
#define CLOCKS(...)                          SETTING(clocks, __VA_ARGS__)
#define CORE(...)                            SETTING(core, __VA_ARGS__)
#define X87(...)                             SETTING(x87, __VA_ARGS__)
#define SILICON(...)                         SETTING(silicon, __VA_ARGS__)
#define FREE(...)                            SETTING(free, __VA_ARGS__)
#define CORE_PARAMETER(...)                  SETTING(core, __VA_ARGS__)
#include PARAMETERS
};

const size_t model_setting_count = sizeof model_settings / sizeof model_settings[0];
