/*
 * SPDX-License-Identifier: MIT
 * Long division, bit by bit.
 */
#include "libpcl/quotient.h"

#define FRACTION_BITS 52
#define BIAS          1023
#define INFINITY_BITS ((uint64_t)0x7FF << FRACTION_BITS)
#define NAN_BITS      (INFINITY_BITS | (uint64_t)1 << (FRACTION_BITS - 1))
#define TOP           ((uint64_t)1 << 62) /* leaves a bit for a doubled remainder */

/* Shifts the value until bit 62 is its first one, and adds the shift to *exponent. */
static uint64_t normalise(uint64_t value, int *exponent)
{
    for (; value >= 2 * TOP; value = value >> 1 | (value & 1))
        --*exponent;
    for (; value < TOP; value <<= 1)
        ++*exponent;
    return value;
}

uint64_t quotient_bits(uint64_t n, uint64_t d)
{
    int up = 0, down = 0;
    if (!n || !d)
        return d ? 0 : n ? INFINITY_BITS : NAN_BITS;
    uint64_t rest = normalise(n, &up), by = normalise(d, &down), bits = 0;
    int exponent = down - up;
    if (rest < by) {
        rest <<= 1;
        exponent--;
    }
    /* One bit before the point, 52 after it, and one for rounding; the remainder decides ties. */
    for (unsigned i = 0; i < FRACTION_BITS + 2; i++, rest <<= 1) {
        bits <<= 1;
        if (rest >= by) {
            rest -= by;
            bits |= 1;
        }
    }
    uint64_t fraction = bits >> 1;
    if (bits & 1 && (rest || fraction & 1))
        fraction++;
    return ((uint64_t)(exponent + BIAS - 1) << FRACTION_BITS) + fraction;
}
