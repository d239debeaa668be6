/*
 * SPDX-License-Identifier: MIT
 * Plays straight-line code and loops to the P6's core and prints, for each case, the clocks of one
 * body, averaged after a warm-up, and its uops. The case's number is an enum p6_value; with
 * CASE_LOOP the body ends with a jump to its beginning, which is predicted. All data is in the
 * first-level cache. Arguments set parameters of the core: `reservation_station=12`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/model/p6/core/p6_core.h"
#include "tests/p6/straight_code.h"

enum { WARM = 200, MEASURED = 200 };

#define CASE_LOOP 0x80000000u

struct machine {
    struct p6_core *core;
    struct straight_machine straight;
    const struct straight_code *body;
    unsigned value;
    bool loop;
};

static void play_one(struct machine *machine, const struct straight_insn *insn,
                     const struct p6_insn *timing, bool jumps)
{
    struct straight_access found[STRAIGHT_ACCESSES];
    struct p6_access accesses[STRAIGHT_ACCESSES];
    const unsigned count = straight_accesses(&machine->straight, insn, found);
    const struct p6_run run = {
        .value_high = (uint8_t)machine->value,
        .address = machine->straight.address,
        .steps = 1,
        .value = (uint8_t)machine->value,
        .taken = jumps,
        .accesses = (uint8_t)count,
        .access = accesses,
    };

    for (unsigned i = 0; i < count; i++)
        accesses[i] = (struct p6_access){.address = found[i].address,
                                         .bytes = (uint8_t)found[i].bytes,
                                         .write = found[i].write,
                                         .clocks = found[i].write ? 0 : 3};
    p6_core_instruction(machine->core, timing, &run);
    machine->straight.address += insn->insn.length;
    if (machine->loop)
        straight_update_pointers(&machine->straight, insn);
}

static void play(struct machine *machine, const struct straight_code *code, unsigned times)
{
    static struct p6_insn timing[STRAIGHT_INSNS];

    for (unsigned i = 0; i < code->count; i++)
        p6_classify(&code->insns[i].insn, code->insns[i].operands, &timing[i]);
    while (times--) {
        const uint32_t start = machine->straight.address;

        for (unsigned i = 0; i < code->count; i++)
            play_one(machine, &code->insns[i], &timing[i],
                     machine->loop && i + 1 == code->count && code == machine->body);
        if (machine->loop && code == machine->body)
            machine->straight.address = start;
    }
}

static uint64_t uops(const struct machine *machine)
{
    p6_core_settle(machine->core);
    return p6_clock_tally(machine->core, P6_CORE_UOPS_RETIRED)->total;
}

static void measure(const struct straight_case *each, const struct p6_core_parameters *parameters)
{
    struct machine machine = {
        .core = p6_core_create(parameters),
        .body = &each->body,
        .value = each->number & ~CASE_LOOP,
        .loop = each->number & CASE_LOOP,
    };
    uint64_t clock, uops_before;

    if (!machine.core)
        exit(1);
    straight_begin(&machine.straight);
    play(&machine, &each->prologue, 1);
    play(&machine, &each->body, WARM);
    uops_before = uops(&machine);
    clock = p6_core_clock(machine.core);
    play(&machine, &each->body, MEASURED);
    uops_before = uops(&machine) - uops_before;
    printf("%.4f %.4f\n", (double)(p6_core_clock(machine.core) - clock) / MEASURED,
           (double)uops_before / MEASURED);
    p6_core_destroy(machine.core);
}

static bool parameter_set(struct p6_core_parameters *parameters, const char *argument)
{
    const char *value = strchr(argument, '=');

    if (!value)
        return false;
#define PARAMETER(name, default_, lowest, highest, text)                                           \
    if (strncmp(argument, #name "=", sizeof #name) == 0) {                                         \
        parameters->name = (unsigned)strtoul(value + 1, NULL, 0);                                  \
        return true;                                                                               \
    }
#include "sim/model/p6/core/core_parameters.def"
#undef PARAMETER
    return false;
}

int main(int count, char **arguments)
{
    static struct straight_case each;
    struct p6_core_parameters parameters;

    p6_core_defaults(&parameters);
    for (int i = 1; i < count; i++)
        if (!parameter_set(&parameters, arguments[i])) {
            fprintf(stderr, "p6_stream: %s is not PARAMETER=NUMBER\n", arguments[i]);
            return 1;
        }
    while (straight_read("p6_stream", &each))
        measure(&each, &parameters);
    return 0;
}
