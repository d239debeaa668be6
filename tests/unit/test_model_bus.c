/*
 * SPDX-License-Identifier: MIT
 * Tests bus cycles with the latencies of the thesis's Table 5.5 at 3 processor clocks to 2 bus
 * clocks: L2 3-1-1-1, memory 10-3-3-3 read and 3-1-1-1 write. Edge n of the bus clock is clock 1.5
 * n, rounded up.
 */
#include "test_model.h"

#define A DATA_ADDRESS

/* Clock 3000 is exactly bus edge 2000. */
static void start_on_an_edge(struct model *model)
{
    model_idle(model, 3000 - model_clock(model));
}

static void read_at(struct model *model, uint32_t address)
{
    model_data(model, NULL, address, address + 3, 4, ACCESS_READ);
}

static void write_at(struct model *model, const struct insn *insn, uint32_t address)
{
    model_data(model, insn, address, address + 3, 4, ACCESS_WRITE);
}

/*
 * Memory: the requested 8 bytes arrive at edge 10 = clock 15, the next at 13, 16 and 19 = clocks
 * 20, 24 and 29, in the order 8 to 15, 0 to 7, 24 to 31, 16 to 23 if 8 was requested.
 */
static void critical_word_first(void **state)
{
    struct model *model = *state;

    start_on_an_edge(model);
    read_at(model, A + 8);
    assert_int_equal(model_clock(model), 3015);
    assert_int_equal(counted(model, P5_clocks_stalled_waiting_data_read), 15);
    read_at(model, A + 12);
    assert_int_equal(model_clock(model), 3015);
    read_at(model, A);
    assert_int_equal(model_clock(model), 3020);
    read_at(model, A + 16);
    assert_int_equal(model_clock(model), 3029);
    read_at(model, A + 24);
    assert_int_equal(model_clock(model), 3029);
    assert_int_equal(counted(model, P5_data_read_miss), 1);
    assert_int_equal(model->lost[LOST_READ_MISS], 29);
}

/* A line that two lines of its set have evicted from L1 is in L2: edge 3 = clock 5 (4.5). */
static void second_level(void **state)
{
    struct model *model = *state;

    read_at(model, A);
    read_at(model, A + 0x1000);
    read_at(model, A + 0x2000);
    start_on_an_edge(model);
    read_at(model, A);
    assert_int_equal(model_clock(model), 3005);
    /* Lines that are 256 KB apart share one place in L2. */
    read_at(model, A + 0x40000);
    read_at(model, A + 0x41000);
    read_at(model, A + 0x42000);
    model_idle(model, 6000 - model_clock(model));
    read_at(model, A);
    assert_int_equal(model_clock(model), 6015);
}

/* A cycle requested between edges waits for the next: at clock 3001 that is edge 2001 = 3002. */
static void edges(void **state)
{
    struct model *model = *state;

    start_on_an_edge(model);
    model_idle(model, 1);
    read_at(model, A);
    assert_int_equal(model_clock(model), 3017); /* edge 2011 = 3016.5 */
}

/* Event 18h: a line from memory takes 10 + 3 * 3 = 19 bus clocks, 28.5 processor clocks, which are
 * complete a clock later. */
static void bus_clocks(void **state)
{
    struct model *model = *state;

    start_on_an_edge(model);
    read_at(model, A);
    assert_int_equal(p5_bus_busy(model), 15);
    model_idle(model, 10);
    assert_int_equal(p5_bus_busy(model), 25);
    model_idle(model, 100);
    assert_int_equal(p5_bus_busy(model), 29);
}

/*
 * One write buffer for each pipe. Two writes by U: the first starts at once and ends at edge 3 =
 * clock 5, for which the second waits. A write by V uses a separate buffer and does not wait.
 */
static void write_buffers(void **state)
{
    struct model *model = *state;
    const struct code pair = CODE(model, /* mov [esi],eax / mov [edi],ebx */ "\x89\x06\x89\x1f");

    start_on_an_edge(model);
    write_at(model, &pair.insns[0], A);
    write_at(model, &pair.insns[1], A + 4);
    assert_int_equal(model_clock(model), 3000);
    write_at(model, &pair.insns[0], A + 8);
    assert_int_equal(model_clock(model), 3005);
    assert_int_equal(counted(model, P5_clocks_stalled_full_write_buffers), 5);
    write_at(model, &pair.insns[1], A + 12); /* V's write ends at edge 6 = clock 9 */
    assert_int_equal(model_clock(model), 3009);
    assert_int_equal(counted(model, P5_clocks_stalled_full_write_buffers), 9);
    assert_int_equal(model->lost[LOST_WRITE_BUFFER], 9);
}

/*
 * A read miss waits for pending writes: both end at edge 6 = clock 9, its data arrives at edge 16 =
 * 24. Event 19h counts while both buffers are full, here the first 9 clocks; 1Ah counts the rest.
 */
static void read_behind_writes(void **state)
{
    struct model *model = *state;
    const struct code pair = CODE(model, /* mov [esi],eax / mov [edi],ebx */ "\x89\x06\x89\x1f");

    start_on_an_edge(model);
    write_at(model, &pair.insns[0], A);
    write_at(model, &pair.insns[1], A + 4);
    read_at(model, A + 32);
    assert_int_equal(model_clock(model), 3024);
    assert_int_equal(counted(model, P5_clocks_stalled_full_write_buffers), 9);
    assert_int_equal(counted(model, P5_clocks_stalled_waiting_data_read), 15);
}

/*
 * An evicted modified line is written after the fill: memory read up to edge 19, then the line's 6
 * bus clocks to L2 up to edge 25 = clock 37.5.
 */
static void write_back_behind_fill(void **state)
{
    struct model *model = *state;

    read_at(model, A);
    write_at(model, NULL, A);
    read_at(model, A + 0x1000);
    start_on_an_edge(model);
    read_at(model, A + 0x2000);
    assert_int_equal(model_clock(model), 3015);
    assert_int_equal(model->bus.free_at, 3038);
}

/* I/O takes 66 bus clocks by default, 99 processor clocks; across a 4-byte boundary it takes two
 * cycles. */
static void input_output(void **state)
{
    struct model *model = *state;

    start_on_an_edge(model);
    model_io(model, 0x3f8, 1, true);
    assert_int_equal(model_clock(model), 3099);
    assert_int_equal(counted(model, P5_IO_read_or_write_cycle), 1);
    model_io(model, 0x3fb, 2, false);
    assert_int_equal(model_clock(model), 3297);
    assert_int_equal(counted(model, P5_IO_read_or_write_cycle), 3);
    assert_int_equal(counted(model, P5_misaligned_data_memory_or_IO_references), 1);
    assert_int_equal(counted(model, P5_non_cacheable_memory_reads), 2); /* erratum: I/O reads */
}

/* Code fetch waits for the last 8 bytes that it needs, here the fourth at edge 19. */
static void code_line(void **state)
{
    struct model *model = *state;

    start_on_an_edge(model);
    model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, 8, true);
    assert_int_equal(model_clock(model), 3015);
    model_fetch(model, CODE_ADDRESS + 8, CODE_ADDRESS + 8, 24, true);
    assert_int_equal(model_clock(model), 3029);
    assert_int_equal(model->lost[LOST_CODE_MISS], 29);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(critical_word_first),
        MODEL_TEST(second_level),
        MODEL_TEST(edges),
        MODEL_TEST(bus_clocks),
        MODEL_TEST(write_buffers),
        MODEL_TEST(read_behind_writes),
        MODEL_TEST(write_back_behind_fill),
        MODEL_TEST(input_output),
        MODEL_TEST(code_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
