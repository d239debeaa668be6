/*
 * SPDX-License-Identifier: MIT
 * Plays straight-line code to the Pentium 4's core and prints the clocks of one body, averaged
 * after a warm-up. The argument is the processor's name; a case's number is an enum netburst_value.
 * All data is in the first-level cache.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/model/netburst/netburst_core.h"
#include "sim/model/netburst/netburst_model.h"
#include "tests/p6/straight_code.h"

enum { WARM = 100, MEASURED = 300 };

struct machine {
    struct netburst_core core;
    struct straight_machine straight;
    const struct model_config *config;
};

static void play_one(struct machine *machine, const struct straight_insn *insn,
                     const struct netburst_plan *plan, unsigned value)
{
    struct straight_access found[STRAIGHT_ACCESSES];
    struct netburst_access accesses[STRAIGHT_ACCESSES];
    const unsigned count = straight_accesses(&machine->straight, insn, found);
    struct netburst_run run = {
        .steps = 1, .value = (uint8_t)value, .accesses = (uint8_t)count, .access = accesses};
    uint32_t stores = 0;

    for (unsigned i = 0; i < count; i++) {
        stores += found[i].write;
        accesses[i] = (struct netburst_access){
            .address = found[i].address,
            .bytes = (uint8_t)found[i].bytes,
            .write = found[i].write,
            .clocks = found[i].write ? 0 : (uint16_t)machine->config->cache.hit,
        };
    }
    run.uops = netburst_core_uops(&machine->config->core, plan, count - stores, stores);
    netburst_core_instruction(&machine->core, plan, &run);
}

static void play(struct machine *machine, const struct straight_code *code, unsigned times,
                 unsigned value)
{
    static struct netburst_plan plans[STRAIGHT_INSNS];

    for (unsigned i = 0; i < code->count; i++)
        netburst_classify(&code->insns[i].insn, code->insns[i].operands, &machine->config->core,
                          &plans[i]);
    while (times--)
        for (unsigned i = 0; i < code->count; i++)
            play_one(machine, &code->insns[i], &plans[i], value);
}

static void measure(const struct straight_case *each, const struct model_config *config)
{
    static struct machine machine;
    uint64_t clock;

    machine.config = config;
    netburst_core_init(&machine.core, &config->core);
    straight_begin(&machine.straight);
    play(&machine, &each->prologue, 1, each->number);
    play(&machine, &each->body, WARM, each->number);
    clock = netburst_core_clock(&machine.core);
    play(&machine, &each->body, MEASURED, each->number);
    printf("%.4f\n", (double)(netburst_core_clock(&machine.core) - clock) / MEASURED);
}

int main(int argc, char **argv)
{
    static struct straight_case each;
    struct model_config config;

    if (argc != 2 || netburst_config_named(argv[1], &config) != 0) {
        fprintf(stderr, "usage: p4_stream willamette|northwood|prescott < CASES\n");
        return 2;
    }
    while (straight_read("p4_stream", &each))
        measure(&each, &config);
    return 0;
}
