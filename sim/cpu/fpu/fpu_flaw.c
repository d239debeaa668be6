/*
 * SPDX-License-Identifier: MIT
 * The P5's radix-4 SRT divider with the FDIV flaw, as Edelman describes it ("The Mathematics of the
 * Pentium Division Bug", SIAM Review 39, 1997): a remainder in carry-save form, quotient digits -2
 * to 2 from a table indexed by truncated remainder and divisor. Five cells of the table hold 0
 * instead of 2.
 */
#include <stdbool.h>

#include "sim/cpu/fpu/fpu_flaw.h"

typedef unsigned __int128 wide;

#define FRACTION  66 /* bits after the binary point; six before it, including the sign */
#define WIDE_MASK (((wide)1 << (FRACTION + 6)) - 1)
#define DIGITS    33 /* after the first: two bits each, 66 in all */

static const struct {
    uint8_t divisor;   /* the four bits of 1.xxxx */
    uint8_t remainder; /* in eighths */
} missing[] = {{1, 23}, {4, 27}, {7, 31}, {10, 35}, {13, 39}};

/* The remainder as the table's index: both words truncated to eighths, then added; seven bits. */
static int fpu_flaw_remainder(wide sum, wide carry)
{
    const unsigned e = (unsigned)((sum >> (FRACTION - 3)) + (carry >> (FRACTION - 3))) & 0x7f;

    return e < 64 ? (int)e : (int)e - 128;
}

static int fpu_flaw_least(int x, int y)
{
    return x < y ? x : y;
}

static int fpu_flaw_most(int x, int y)
{
    return x > y ? x : y;
}

/*
 * Returns the least digit q that keeps the remainder within 2/3 of the divisor for all values of
 * the truncated bits: remainder in [e/8, (e+2)/8), divisor in [d/16, (d+1)/16), in units of 1/48.
 * Remainders beyond 8/3 of the divisor, which never occur with the correct table, have no entry and
 * read as 0.
 */
static int fpu_flaw_digit(int e, int d)
{
    const int low = 6 * e, high = 6 * (e + 2);

    if (low >= 8 * (d + 1) || high <= -8 * (d + 1))
        return 0;
    for (int q = -2; q < 2; q++) {
        const int from = fpu_flaw_most((3 * q - 2) * d, (3 * q - 2) * (d + 1));
        const int to = fpu_flaw_least((3 * q + 2) * d, (3 * q + 2) * (d + 1));
        if ((q == -2 || low >= from) && high <= to)
            return q;
    }
    return 2;
}

static bool is_missing(int e, int d)
{
    for (unsigned i = 0; i < sizeof missing / sizeof missing[0]; i++)
        if (missing[i].divisor == d - 16 && missing[i].remainder == e)
            return true;
    return false;
}

/* Quotient of two significands in [1, 2), with 66 fraction bits; *hit is set if the flaw was
 * hit. */
static wide fpu_flaw_quotient(uint64_t dividend, uint64_t divisor, bool *hit)
{
    const wide d = (wide)divisor << (FRACTION - 63);
    const int column = (int)(divisor >> 59);
    wide sum = (wide)dividend << (FRACTION - 63), carry = 0, quotient = 0;

    *hit = false;
    for (unsigned i = 0; i <= DIGITS; i++) {
        const int e = fpu_flaw_remainder(sum, carry);
        int q = fpu_flaw_digit(e, column);
        if (is_missing(e, column)) {
            q = 0;
            *hit = true;
        }
        quotient = quotient * 4 + (wide)(__int128)q;

        /* Subtracts q times the divisor: adds the ones' complement, and 1 as a carry. */
        const wide multiple = q > 0 ? ~(d * (wide)q) & WIDE_MASK : d * (wide)-q;
        const wide carries =
            (((sum & carry) | (sum & multiple) | (carry & multiple)) << 1) | (wide)(q > 0);
        sum = (sum ^ carry ^ multiple) << 2 & WIDE_MASK;
        carry = carries << 2 & WIDE_MASK;
    }
    return quotient;
}

static bool is_normal(const struct fpu_register *a)
{
    const unsigned exponent = a->exponent & 0x7fff;

    return a->significand >> 63 && exponent != 0 && exponent != 0x7fff;
}

void fpu_flaw_divide(const struct fpu_register *a, const struct fpu_register *b,
                     struct fpu_register *r)
{
    bool hit;
    wide quotient;
    unsigned shift = FRACTION - 63; /* to a significand in [1, 2) */

    if (!is_normal(a) || !is_normal(b) || !is_normal(r))
        return;
    quotient = fpu_flaw_quotient(a->significand, b->significand, &hit);
    if (!hit)
        return;
    if (!(quotient >> FRACTION))
        shift--;
    quotient += (wide)1 << (shift - 1);
    r->significand = (uint64_t)(quotient >> shift);
}
