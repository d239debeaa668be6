/*
 * SPDX-License-Identifier: MIT
 * musl's <sys/times.h>, with HZ, the ticks of times() in a second. Programs may declare times()
 * themselves, as Dhrystone 2.1 does: extern int times ();
 */
#ifndef BAREPROBE_SYS_TIMES_H
#define BAREPROBE_SYS_TIMES_H

#include_next <sys/times.h>

#ifndef HZ
#define HZ 100 /* sysconf(_SC_CLK_TCK) */
#endif

/* Without arguments it is such a declaration, which would contradict that of the result as clock_t.
 * It then declares an unused function. */
#ifndef __cplusplus
clock_t bareprobe_times_call(struct tms *) __asm__("times");
#define times(...) bareprobe_times_##__VA_OPT__(call)(__VA_ARGS__)
#endif

#endif
