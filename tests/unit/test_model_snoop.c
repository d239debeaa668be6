/*
 * SPDX-License-Identifier: MIT
 * Tests external snoops: events 06h to 08h, and the states in which they leave lines.
 */
#include "test_model.h"

#define LINE (DATA_ADDRESS >> LINE_SHIFT)

static void access_line(struct model *model, enum access access)
{
    model_data(model, NULL, DATA_ADDRESS, DATA_ADDRESS + 3, 4, access);
}

static enum mesi state_of(const struct model *model)
{
    const int index = line_cache_find(&model->data, LINE);

    return index < 0 ? LINE_INVALID : model->data.states[index];
}

static void check(const struct model *model, unsigned snoops, unsigned hits, unsigned written_back)
{
    assert_int_equal(counted(model, P5_external_snoops), snoops);
    assert_int_equal(counted(model, P5_data_cache_snooping_hits), hits);
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), written_back);
}

static void nothing_there(void **state)
{
    struct model *model = *state;

    model_snoop(model, DATA_ADDRESS, false);
    model_snoop(model, DATA_ADDRESS, true);
    check(model, 2, 0, 0);
}

/* Exclusive, then shared; a write through the bus makes the line exclusive again, the next one
 * modified. */
static void read_by_another(void **state)
{
    struct model *model = *state;

    access_line(model, ACCESS_READ);
    assert_int_equal(state_of(model), LINE_EXCLUSIVE);
    model_snoop(model, DATA_ADDRESS + 31, false);
    assert_int_equal(state_of(model), LINE_SHARED);
    check(model, 1, 1, 0);
    access_line(model, ACCESS_WRITE);
    access_line(model, ACCESS_WRITE);
    assert_int_equal(state_of(model), LINE_MODIFIED);
    model_snoop(model, DATA_ADDRESS, false);
    assert_int_equal(state_of(model), LINE_SHARED);
    check(model, 2, 2, 1);
}

/* A modified data line is written back to memory before it is invalidated; a code line is only
 * invalidated. */
static void written_by_another(void **state)
{
    struct model *model = *state;

    access_line(model, ACCESS_READ);
    access_line(model, ACCESS_WRITE);
    model_snoop(model, DATA_ADDRESS, true);
    assert_int_equal(state_of(model), LINE_INVALID);
    check(model, 1, 1, 1);
    model_fetch(model, CODE_ADDRESS, CODE_ADDRESS, 1, true);
    model_snoop(model, CODE_ADDRESS, false);
    assert_true(line_cache_find(&model->code, CODE_ADDRESS >> LINE_SHIFT) >= 0);
    model_snoop(model, CODE_ADDRESS, true);
    assert_true(line_cache_find(&model->code, CODE_ADDRESS >> LINE_SHIFT) < 0);
    check(model, 3, 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(nothing_there),
        MODEL_TEST(read_by_another),
        MODEL_TEST(written_by_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
