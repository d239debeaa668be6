/*
 * SPDX-License-Identifier: MIT
 * The gate's fast pass visits every instruction of the graph, in random programs: jumps, calls that
 * do not return, constants that may be addresses, jumps through tables, data between functions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/analysis/gate/code_scan.c"
#include "host/analysis/gate/program_gate.h"
#include "tools/processor_sets.h"

#define CODE_BASE  0x08049000u
#define CODE_BYTES 1024u
#define DATA_BASE  0x08060000u
#define DATA_BYTES 128u
#define PROGRAMS   3000u

static uint32_t seed = 1;

/* Returns a number below `below`: Press and others, Numerical Recipes, 7.1. */
static uint32_t random_below(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static uint32_t random_code_address(void)
{
    return CODE_BASE + random_below(CODE_BYTES);
}

struct random_program {
    uint8_t code[CODE_BYTES + 16], data[DATA_BYTES];
    struct image_range ranges[2];
    struct program_image image;
};

static unsigned write_word(uint8_t *to, uint32_t word)
{
    memcpy(to, &word, sizeof word);
    return sizeof word;
}

/* Writes an instruction, or a byte of data. Returns the number of bytes. */
static unsigned write_instruction(uint8_t *to, uint32_t at)
{
    static const uint8_t plain[][3] = {{1, 0x90}, {1, 0x40}, {2, 0x89, 0xc3}, {2, 0x85, 0xc0}};
    const uint8_t *some = plain[random_below(4)];
    switch (random_below(12)) {
    case 0: /* a conditional jump */
        to[0] = (uint8_t)(0x70 + random_below(16));
        to[1] = (uint8_t)random_below(256);
        return 2;
    case 1: /* CALL */
        to[0] = 0xe8;
        return 1 + write_word(to + 1, random_code_address() - at - 5);
    case 2: /* RET or JMP */
        to[0] = random_below(2) ? 0xc3 : 0xeb;
        to[1] = (uint8_t)random_below(256);
        return to[0] == 0xc3 ? 1 : 2;
    case 3: /* PUSH or MOV of a constant */
        to[0] = random_below(2) ? 0x68 : 0xb8;
        return 1 + write_word(to + 1, random_code_address());
    case 4: /* a jump through a table of data */
        memcpy(to, (const uint8_t[]){0xff, 0x24, 0x85}, 3);
        return 3 + write_word(to + 3, DATA_BASE + 4 * random_below(DATA_BYTES / 4));
    case 5: /* data, CPUID, CMOV, or an instruction that no program has */
        to[0] = random_below(4) ? (uint8_t)random_below(256) : 0x0f;
        to[1] = random_below(2) ? 0xa2 : 0x44;
        to[2] = 0xc0;
        return random_below(2) ? 3 : 1;
    default:
        memcpy(to, some + 1, some[0]);
        return some[0];
    }
}

static void write_program(struct random_program *program)
{
    memset(program->code, 0xf4, sizeof program->code); /* HLT */
    for (uint32_t at = 0; at < CODE_BYTES;)
        at += write_instruction(program->code + at, CODE_BASE + at);
    for (uint32_t at = 0; at < DATA_BYTES; at += 4)
        write_word(program->data + at, random_below(3) ? random_code_address() : 0);
    program->ranges[0] = (struct image_range){CODE_BASE, CODE_BYTES, program->code};
    program->ranges[1] = (struct image_range){DATA_BASE, DATA_BYTES, program->data};
    program->image = (struct program_image){.entry = CODE_BASE,
                                            .code = &program->ranges[0],
                                            .n_code = 1,
                                            .data = &program->ranges[1],
                                            .n_data = 1};
}

/* Scans for a processor that has everything. */
static void scan_whole(struct scan_state *state, const struct program_image *image)
{
    *state = (struct scan_state){.image = image, .has = UINT32_MAX};
    scan_begin(state);
    scan_all(state);
    scan_follow_data(state);
    scan_all(state);
}

static void every_node_of_the_graph_is_visited(void **unused)
{
    static struct random_program program;
    unsigned nodes = 0, more = 0;
    (void)unused;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        struct scan_state state;
        struct code_graph graph;
        write_program(&program);
        code_graph_open(&graph, &program.image);
        scan_whole(&state, &program.image);
        for (unsigned i = 0; i < graph.n_nodes; i++)
            if (!scan_is_visited(&state, graph.nodes[i].address))
                fail_msg("program %u: %08x is not visited", n, graph.nodes[i].address);
        nodes += graph.n_nodes;
        more += state.instructions > graph.n_nodes;
        scan_end(&state);
        code_graph_close(&graph);
    }
    assert_true(nodes > 50 * PROGRAMS && more > 0);
}

static void verdicts_are_those_of_the_graph(void **unused)
{
    static struct random_program program;
    unsigned complete = 0;
    (void)unused;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        struct gate_verdict fast, slow;
        unsigned instructions;
        write_program(&program);
        complete += code_scan_is_complete(&program.image, processor_sets("p54c"), &instructions);
        program_gate_check(&program.image, "p54c", &fast);
        program_gate_check_graph(&program.image, "p54c", &slow);
        assert_int_equal(fast.lacking, slow.lacking);
        assert_int_equal(fast.tested, slow.tested);
    }
    assert_true(complete > 100 && complete < PROGRAMS - 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_of_the_graph_is_visited),
        cmocka_unit_test(verdicts_are_those_of_the_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
