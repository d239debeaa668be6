/*
 * SPDX-License-Identifier: MIT
 * The Performance Counter Library's interface (PCL 2.2), for benchmarks in C, in ring 0 and in
 * ring 3.
 *
 * Each function gives PCL_SUCCESS or one of the codes below. What fails changes nothing: counting
 * that is under way goes on, and none of it is lost. README.md says what raises which.
 */
#pragma once

/* The numbers of codes and modes are ours; the manual prints none. */
#define PCL_SUCCESS            0
#define PCL_NOT_SUPPORTED      (-1) /* this processor has no such event */
#define PCL_TOO_MANY_EVENTS    (-2) /* it has, but not as many counters at a time */
#define PCL_TOO_MANY_NESTINGS  (-3) /* more than PCL_MAX_NESTING_LEVEL */
#define PCL_TOO_ILL_NESTING    (-4) /* other events, or another mode, than the call around it */
#define PCL_ILL_EVENT          (-5) /* no number of an event; of the driver, no event select */
#define PCL_MODE_NOT_SUPPORTED (-6) /* neither user nor system mode, or something else */
#define PCL_FAILURE            (-7) /* all else, such as a handle that is none, or to stop twice */

#define PCL_MODE_USER        1u /* in rings 1 to 3; of a P5 in ring 3 */
#define PCL_MODE_SYSTEM      2u /* in ring 0; of a P5 in rings 0 to 2 */
#define PCL_MODE_USER_SYSTEM 3u

#define PCL_MAX_NESTING_LEVEL 16
#define PCL_COUNTER_MAX       18

/* PCL_L1CACHE_READ = 0 and so on, to PCL_MAX_EVENT, which is their number. */
enum {
#define PCL_EVENT(name, table, text) PCL_##name,
#include "libpcl/pcl_events.def"
#undef PCL_EVENT
    PCL_MAX_EVENT
};

#define PCL_EVENT_IS_INT(e) ((e) < PCL_MFLOPS) /* its result is an integer, else a double */
#define PCL_EVENT_IS_RATE(e)                                                                       \
    ((e) >= PCL_MFLOPS) /* it is a rate, which adding makes no sense of                            \
                         */

typedef long long PCL_CNT_TYPE;
typedef double PCL_FP_CNT_TYPE;
typedef unsigned long PCL_DESCR_TYPE;
typedef unsigned int PCL_BIT_MASK_TYPE;
typedef unsigned int PCL_DRIVER_COMMAND_TYPE;

/* A handle: up to eight at a time, of which one counts. PCLexit() of one that counts is an error.
 */
int PCLinit(PCL_DESCR_TYPE *addr_descr);
int PCLexit(PCL_DESCR_TYPE descr);

/* Whether these could be counted now, together. Nothing is changed. */
int PCLquery(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode);

/*
 * Starts counting from 0; within another PCLstart() with the same list and mode a further level,
 * whose counts are those of the level around it, too.
 */
int PCLstart(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode);

/*
 * Counts since the last PCLstart() that is not stopped, in i_result_list[i] where
 * PCL_EVENT_IS_INT(counter_list[i]), else in fp_result_list[i]. A list that none goes to may be
 * NULL.
 */
int PCLread(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter);

/* The same, and that level ends. */
int PCLstop(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter);

/* "PCL_IPC"; NULL where there is no such number. */
char *PCLeventname(int event);

/* ---- the low level ----------------------------------------------------------------------------
 */

typedef struct {
    char *vendor;  /* as CPUID says it: GenuineIntel */
    char *family;  /* of counters: P5, P55C, Pentium II, K7, ... */
    char *model;   /* in words */
    int mhz;       /* to the nearest */
    int ncounters; /* that passed the self-test; 0 where none did */
} PCL_PROCESSOR_INFO;

int PCL_driver_info(PCL_PROCESSOR_INFO *info);
int PCL_driver_open(PCL_DESCR_TYPE descr);

/*
 * Clears and starts the counters i below max_counter whose bit is set, each with commands[i]: of a
 * P5 an event select, or 100h for clocks; of P6 and K7 the selector's event select (bits 7 to 0),
 * unit mask (15 to 8), edge (18), inversion (23) and threshold (31 to 24). Of a Pentium 4
 * PCL_NOT_SUPPORTED, as in the manual.
 */
int PCL_driver_start(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                     PCL_DRIVER_COMMAND_TYPE *commands, unsigned int count_mode);

/* Into counter_values[i]; each counter asked for has to be one that was started. */
int PCL_driver_read(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                    PCL_CNT_TYPE *counter_values);
int PCL_driver_stop(PCL_DESCR_TYPE descr);
int PCL_driver_close(PCL_DESCR_TYPE descr);

/* ---- not PCL's --------------------------------------------------------------------------------
 */

/*
 * With PCLX_MODE_PASSES added to the mode more events may be asked for than there are counters.
 * Each run of the benchmark counts those of one pass, in turn, and results are put together from
 * the last runs: so the program has to do the same in each. Until every pass has come once,
 * PCLread() and PCLstop() give PCLX_INCOMPLETE, and 0 for what has not been counted yet.
 */
#define PCLX_MODE_PASSES 4u
#define PCLX_INCOMPLETE  1

/* In how many passes that is counted which was started last; 0 where nothing is. */
int PCLXpasses(PCL_DESCR_TYPE descr);
