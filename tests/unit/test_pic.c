/*
 * SPDX-License-Identifier: MIT
 * Tests a property of the interrupt controllers that a guest cannot observe: the answer to a late
 * acknowledge. Between instructions the virtual Pentium sees a request and acknowledges it at the
 * same time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "sim/devices/pic.h"

#define MASTER 0x20
#define SLAVE  0xa0
#define ISR    0x0b /* OCW3: the next read is of the in-service register */

static void initialise(struct pic *pic, uint16_t port, uint8_t vectors, uint8_t cascade)
{
    const uint8_t words[] = {vectors, cascade, 1, 0}; /* ICW2 to ICW4, then an empty mask */

    pic_out(pic, port, 0x11);
    for (size_t i = 0; i < sizeof words; i++)
        pic_out(pic, port + 1, words[i]);
}

static struct pic initialised(void)
{
    struct pic pic;

    pic_reset(&pic);
    initialise(&pic, MASTER, 0x20, 4);
    initialise(&pic, SLAVE, 0x28, 2);
    return pic;
}

static uint8_t in_service(struct pic *pic, uint16_t port)
{
    pic_out(pic, port, ISR);
    return pic_in(pic, port);
}

/* 8259A data sheet: a request that ends before its acknowledge is answered as input 7. Its bit in
 * the in-service register stays clear, so it needs no end of interrupt. */
static void request_that_goes_is_spurious(void **state)
{
    struct pic pic = initialised();

    (void)state;
    pic_line(&pic, 3, true);
    assert_true(pic_interrupt(&pic));
    pic_line(&pic, 3, false);
    assert_false(pic_interrupt(&pic));
    assert_int_equal(pic_acknowledge(&pic), 0x27);
    assert_int_equal(in_service(&pic, MASTER), 0);
}

/* A real input 7 has the same vector, and its bit in the in-service register is set. */
static void request_of_input_7_is_not(void **state)
{
    struct pic pic = initialised();

    (void)state;
    pic_line(&pic, 7, true);
    assert_int_equal(pic_acknowledge(&pic), 0x27);
    assert_int_equal(in_service(&pic, MASTER), 0x80);
}

/* If the slave's request is masked there before the acknowledge, the master's input 2 ends too. */
static void masked_request_of_the_slave_is_spurious(void **state)
{
    struct pic pic = initialised();

    (void)state;
    pic_line(&pic, 11, true);
    assert_true(pic_interrupt(&pic));
    pic_out(&pic, SLAVE + 1, 1 << 3);
    assert_int_equal(pic_acknowledge(&pic), 0x27);
    assert_int_equal(in_service(&pic, MASTER) | in_service(&pic, SLAVE), 0);
    pic_out(&pic, SLAVE + 1, 0);
    assert_int_equal(pic_acknowledge(&pic), 0x2b); /* the request was only masked */
    assert_int_equal(in_service(&pic, MASTER), 1 << 2);
    assert_int_equal(in_service(&pic, SLAVE), 1 << 3);
}

/* A spurious answer blocks nothing: the next request is served at once. */
static void spurious_answer_blocks_nothing(void **state)
{
    struct pic pic = initialised();

    (void)state;
    assert_int_equal(pic_acknowledge(&pic), 0x27);
    pic_line(&pic, 6, true);
    assert_true(pic_interrupt(&pic));
    assert_int_equal(pic_acknowledge(&pic), 0x26);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_that_goes_is_spurious),
        cmocka_unit_test(request_of_input_7_is_not),
        cmocka_unit_test(masked_request_of_the_slave_is_spurious),
        cmocka_unit_test(spurious_answer_blocks_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
