/*
 * SPDX-License-Identifier: MIT
 * Plays straight-line code to the K7's core and prints the clocks of one body, averaged after a
 * warm-up. A case's number, if not 0, is the index of an argument: the key of the row in `values`
 * that its operands select. All data is in the first-level cache.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/model/k7/k7_core.h"
#include "tests/p6/straight_code.h"

enum { WARM = 400, MEASURED = 1200 };

struct machine {
    struct k7_core *core;
    struct straight_machine straight;
    const struct k7_row *value;
};

static void play_one(struct machine *machine, const struct straight_insn *insn,
                     const struct k7_plan *plan)
{
    struct straight_access found[STRAIGHT_ACCESSES];
    struct k7_access accesses[STRAIGHT_ACCESSES];
    const unsigned count = straight_accesses(&machine->straight, insn, found);
    const struct k7_run run = {
        .value = plan->attributes & (K7_BY_VALUE | K7_CPUID) ? machine->value : NULL,
        .steps = 1,
        .accesses = (uint8_t)count,
        .access = accesses,
    };

    for (unsigned i = 0; i < count; i++)
        accesses[i] = (struct k7_access){.address = found[i].address,
                                         .bytes = (uint8_t)found[i].bytes,
                                         .write = found[i].write,
                                         .clocks = found[i].write ? 0 : 3};
    k7_core_instruction(machine->core, plan, &run);
}

static void play(struct machine *machine, const struct straight_code *code, unsigned times)
{
    static struct k7_plan plans[STRAIGHT_INSNS];

    for (unsigned i = 0; i < code->count; i++)
        k7_classify(&code->insns[i].insn, code->insns[i].operands, &plans[i]);
    while (times--)
        for (unsigned i = 0; i < code->count; i++)
            play_one(machine, &code->insns[i], &plans[i]);
}

static void measure(const struct straight_case *each, const struct core_config *config,
                    const struct k7_row *value)
{
    struct machine machine = {.core = k7_core_create(config), .value = value};
    uint64_t time;

    if (!machine.core)
        exit(1);
    straight_begin(&machine.straight);
    play(&machine, &each->prologue, 1);
    play(&machine, &each->body, WARM);
    time = k7_core_time(machine.core);
    play(&machine, &each->body, MEASURED);
    printf("%.4f\n", (double)(k7_core_time(machine.core) - time) / (K7_CLOCK * MEASURED));
    k7_core_destroy(machine.core);
}

/* The arguments are keys of rows: case number n uses argument n. */
int main(int argc, char **argv)
{
    static struct straight_case each;
    const struct model_config config = model_config_default();

    while (straight_read("k7_stream", &each))
        measure(&each, &config.core,
                each.number && (int)each.number < argc ? k7_row_find(argv[each.number]) : NULL);
    return 0;
}
