/*
 * SPDX-License-Identifier: MIT
 * musl's <sys/param.h>, and HZ, the ticks of times() in a second, which glibc's has too.
 */
#ifndef BAREPROBE_SYS_PARAM_H
#define BAREPROBE_SYS_PARAM_H

#include_next <sys/param.h>

#ifndef HZ
#define HZ 100 /* sysconf(_SC_CLK_TCK) */
#endif

#endif
