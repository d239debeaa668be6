/*
 * SPDX-License-Identifier: MIT
 * Times and sleeps. No times are printed, but relations between them.
 */
#include "call_frame.h"

static int32_t first[4], second[4];
static int64_t first_64[2], second_64[2];

static long nanoseconds_between(void)
{
    return (second[0] - first[0]) * 1000000000L + second[1] - first[1];
}

static void show_reading(void)
{
    static const long clocks[] = {0, 1, 2, 3, 4, 5, 6, 7, 11};
    int32_t seconds = 0;
    long now;

    now = CALL(time, &seconds);
    SHOW_TRUE(now == seconds && now > 500000000);
    SHOW_TRUE(CALL(time, 0) - now <= 1);
    SHOW(time, BAD);
    SHOW_IF_GOOD(gettimeofday, first, second);
    SHOW_TRUE(first[0] - now <= 1 && first[1] >= 0 && first[1] < 1000000);
    print_bytes("zone", second, 8);
    SHOW(gettimeofday, 0, 0);
    SHOW(gettimeofday, BAD, 0);
    SHOW(gettimeofday, first, BAD);
    SHOW_IF_GOOD(times, first);
    SHOW_IF_GOOD(times, 0);
    SHOW(times, BAD);
    for (unsigned i = 0; i < 9; i++) {
        print_call("clock", clocks[i]);
        SHOW(clock_gettime, clocks[i], first);
        SHOW_TRUE(first[1] >= 0 && first[1] < 1000000000);
        SHOW(clock_gettime64, clocks[i], first_64);
        SHOW_TRUE(first_64[0] - first[0] <= 1 && first_64[1] >= 0 && first_64[1] < 1000000000);
        SHOW(clock_getres, clocks[i], 0);
        SHOW(clock_getres_time64, clocks[i], 0);
    }
    SHOW(clock_getres, 1, first);
    print_bytes("resolution", first, 8);
    SHOW(clock_getres_time64, 0, first_64);
    print_bytes("resolution", first_64, 16);
    SHOW(clock_gettime, 99, first);
    SHOW(clock_gettime64, 99, first_64);
    SHOW(clock_getres, 99, first);
    SHOW(clock_getres_time64, 99, first_64);
    SHOW(clock_gettime, 0, BAD);
    SHOW(clock_gettime64, 0, BAD);
    SHOW(clock_getres, 0, BAD);
    SHOW(clock_getres_time64, 0, BAD);
}

static void show_sleeping(void)
{
    int32_t short_time[2] = {0, 20000000}, wrong[2] = {0, 1000000000}, negative[2] = {-1, 0};
    int64_t long_time[2] = {0, 20000000}, long_wrong[2] = {-1, 0};

    CALL(clock_gettime, 1, first);
    SHOW(nanosleep, short_time, 0);
    CALL(clock_gettime, 1, second);
    SHOW_TRUE(nanoseconds_between() >= 20000000);
    CALL(clock_gettime, 1, first);
    SHOW(clock_nanosleep, 1, 0, short_time, 0);
    CALL(clock_gettime, 1, second);
    SHOW_TRUE(nanoseconds_between() >= 20000000);
    CALL(clock_gettime, 0, first);
    SHOW(clock_nanosleep_time64, 0, 0, long_time, 0);
    CALL(clock_gettime, 0, second);
    SHOW_TRUE(nanoseconds_between() >= 20000000);
    CALL(clock_gettime64, 1, first_64);
    first_64[0] += 1;
    SHOW(clock_nanosleep_time64, 1, 1, first_64, 0);
    CALL(clock_gettime64, 1, second_64);
    SHOW_TRUE(second_64[0] > first_64[0] ||
              (second_64[0] == first_64[0] && second_64[1] >= first_64[1]));
    SHOW(clock_nanosleep_time64, 1, 1, first_64, 0);
    SHOW(clock_nanosleep, 0, 1, short_time, 0);
    SHOW(nanosleep, wrong, 0);
    SHOW(nanosleep, negative, 0);
    SHOW(nanosleep, BAD, 0);
    SHOW(clock_nanosleep, 0, 0, wrong, 0);
    SHOW(clock_nanosleep, 0, 0, BAD, 0);
    SHOW(clock_nanosleep, 99, 0, short_time, 0);
    SHOW(clock_nanosleep, 3, 0, short_time, 0);
    SHOW(clock_nanosleep, 4, 0, short_time, 0);
    SHOW(clock_nanosleep, 5, 0, short_time, 0);
    SHOW(clock_nanosleep_time64, 0, 0, long_wrong, 0);
    SHOW(clock_nanosleep_time64, 0, 0, BAD, 0);
    SHOW(clock_nanosleep_time64, 99, 0, long_time, 0);
}

void program(void)
{
    show_reading();
    show_sleeping();
}
