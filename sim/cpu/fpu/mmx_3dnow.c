/*
 * SPDX-License-Identifier: MIT
 * AMD's 3DNow! with the Athlon's five additions (3DNow! technology manual 21928; extensions manual
 * 22466). Two singles per MMX register; results are rounded to nearest. There are no exceptions,
 * denormals are treated as zeros, and an overflow becomes the largest number: the manual does not
 * define infinities and NaNs as operands, and none is produced. PFRCP and PFRSQRT give the 14 and
 * 15 bits that the manual guarantees; for the iteration steps after them it documents only the
 * result, 24 bits.
 */
#include <math.h>
#include <string.h>

#include "sim/cpu/fpu/mmx_unit.h"

/* ---- singles ------------------------------------------------------------------------------- */

#define SIGN    0x80000000u
#define LARGEST 0x7f7fffffu
#define TINIEST 0x00800000u /* the smallest that is no denormal */

static float mmx_3dnow_value(uint32_t bits)
{
    float value;

    if ((bits & ~SIGN) < TINIEST)
        bits &= SIGN;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounding a sum or product of two singles first to double and then to single gives the correctly
 * rounded single, because a double has more than twice as many bits, plus two. */
static uint32_t mmx_3dnow_bits(double value)
{
    const float rounded = (float)value;
    uint32_t bits;

    memcpy(&bits, &rounded, sizeof bits);
    if ((bits & ~SIGN) > LARGEST)
        return (bits & SIGN) | LARGEST;
    return (bits & ~SIGN) < TINIEST ? bits & SIGN : bits;
}

#define A (double)mmx_3dnow_value(a.d[i])
#define B (double)mmx_3dnow_value(b.d[i])

DEFINE_LANES(pfadd, 2, r.d[i] = mmx_3dnow_bits(A + B))
DEFINE_LANES(pfsub, 2, r.d[i] = mmx_3dnow_bits(A - B))
DEFINE_LANES(pfsubr, 2, r.d[i] = mmx_3dnow_bits(B - A))
DEFINE_LANES(pfmul, 2, r.d[i] = mmx_3dnow_bits(A * B))
/* If both operands are zeros, the result is the positive one. */
DEFINE_LANES(pfmax, 2, r.d[i] = mmx_3dnow_bits((A > B ? A : B) + 0.0))
DEFINE_LANES(pfmin, 2, r.d[i] = mmx_3dnow_bits((A < B ? A : B) + 0.0))
DEFINE_LANES(pfcmpeq, 2, r.d[i] = A == B ? 0xffffffffu : 0)
DEFINE_LANES(pfcmpge, 2, r.d[i] = A >= B ? 0xffffffffu : 0)
DEFINE_LANES(pfcmpgt, 2, r.d[i] = A > B ? 0xffffffffu : 0)

/* ---- within a register ---------------------------------------------------------------------- */

static double lane(const union lanes *lanes, unsigned i)
{
    return (double)mmx_3dnow_value(lanes->d[i]);
}

DEFINE_LANES(pfacc, 2,
             r.d[i] = i ? mmx_3dnow_bits(lane(&b, 0) + lane(&b, 1))
                        : mmx_3dnow_bits(lane(&a, 0) + lane(&a, 1)))
DEFINE_LANES(pfnacc, 2,
             r.d[i] = i ? mmx_3dnow_bits(lane(&b, 0) - lane(&b, 1))
                        : mmx_3dnow_bits(lane(&a, 0) - lane(&a, 1)))
DEFINE_LANES(pfpnacc, 2,
             r.d[i] = i ? mmx_3dnow_bits(lane(&b, 0) + lane(&b, 1))
                        : mmx_3dnow_bits(lane(&a, 0) - lane(&a, 1)))
DEFINE_LANES(pswapd, 2, r.d[i] = b.d[1 - i])

/* ---- conversions ----------------------------------------------------------------------------- */

/* Truncates towards zero; values out of range saturate. */
static int32_t integer_of(double value, int32_t low, int32_t high)
{
    return value <= low ? low : value >= high ? high : (int32_t)value;
}

/* Converts with truncation towards zero; a conversion from int32_t to float would round to
 * nearest. */
static uint32_t truncated(int32_t integer)
{
    const double value = integer;
    uint32_t bits = mmx_3dnow_bits(value);

    return fabs((double)mmx_3dnow_value(bits)) > fabs(value) ? bits - 1 : bits;
}

DEFINE_LANES(pf2id, 2, r.sd[i] = integer_of(B, INT32_MIN, INT32_MAX))
DEFINE_LANES(pf2iw, 2, r.sd[i] = integer_of(B, INT16_MIN, INT16_MAX))
DEFINE_LANES(pi2fd, 2, r.d[i] = truncated(b.sd[i]))
DEFINE_LANES(pi2fw, 2, r.d[i] = mmx_3dnow_bits(b.sw[2 * i]))
DEFINE_LANES(pavgusb, 8, r.b[i] = (uint8_t)((a.b[i] + b.b[i] + 1) >> 1))
DEFINE_LANES(pmulhrw, 4, r.w[i] = (uint16_t)((a.sw[i] * b.sw[i] + 0x8000) >> 16))

/* ---- reciprocals ---------------------------------------------------------------------------- */

/* Rounds to `bits` bits after the leading one. */
static uint32_t mmx_3dnow_estimate(double value, unsigned bits)
{
    const uint32_t whole = mmx_3dnow_bits(value);
    const unsigned below = 23 - bits;

    if ((whole & ~SIGN) == LARGEST)
        return whole;
    return (whole + (1u << (below - 1))) & ~((1u << below) - 1);
}

static uint32_t mmx_3dnow_reciprocal(uint32_t bits)
{
    const double value = (double)mmx_3dnow_value(bits);

    return value == 0 ? (bits & SIGN) | LARGEST : mmx_3dnow_estimate(1 / value, 14);
}

/* Computes the reciprocal square root of the magnitude, with the argument's sign. */
static uint32_t mmx_3dnow_reciprocal_root(uint32_t bits)
{
    const double value = fabs((double)mmx_3dnow_value(bits));

    return (bits & SIGN) | (value == 0 ? LARGEST : mmx_3dnow_estimate(1 / sqrt(value), 15));
}

DEFINE_LANES(pfrcp, 2, r.d[i] = mmx_3dnow_reciprocal(b.d[0]))
DEFINE_LANES(pfrsqrt, 2, r.d[i] = mmx_3dnow_reciprocal_root(b.d[0]))
DEFINE_LANES(pfrcpit1, 2, r.d[i] = mmx_3dnow_bits(2 - A * B))
DEFINE_LANES(pfrsqit1, 2, r.d[i] = mmx_3dnow_bits((3 - A * B) / 2))
DEFINE_LANES(pfrcpit2, 2, r.d[i] = mmx_3dnow_bits(A * B))

DEFINE_MMX(pfadd)
DEFINE_MMX(pfsub)
DEFINE_MMX(pfsubr)
DEFINE_MMX(pfmul)
DEFINE_MMX(pfmax)
DEFINE_MMX(pfmin)
DEFINE_MMX(pfcmpeq)
DEFINE_MMX(pfcmpge)
DEFINE_MMX(pfcmpgt)
DEFINE_MMX(pfacc)
DEFINE_MMX(pfnacc)
DEFINE_MMX(pfpnacc)
DEFINE_MMX(pswapd)
DEFINE_MMX(pf2id)
DEFINE_MMX(pf2iw)
DEFINE_MMX(pi2fd)
DEFINE_MMX(pi2fw)
DEFINE_MMX(pavgusb)
DEFINE_MMX(pmulhrw)
DEFINE_MMX(pfrcp)
DEFINE_MMX(pfrsqrt)
DEFINE_MMX(pfrcpit1)
DEFINE_MMX(pfrsqit1)
DEFINE_MMX(pfrcpit2)
