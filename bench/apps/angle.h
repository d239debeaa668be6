/*
 * SPDX-License-Identifier: MIT
 * Sine and cosine by the x87's own instructions, for the tables that benchmarks set up.
 */
#pragma once

#define PI 3.14159265358979323846

/* Of an angle below 2^63, as the instructions demand. */
static inline double sine(double angle)
{
    __asm__("fsin" : "+t"(angle));
    return angle;
}

static inline double cosine(double angle)
{
    __asm__("fcos" : "+t"(angle));
    return angle;
}
