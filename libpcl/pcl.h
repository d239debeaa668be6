/*
 * SPDX-License-Identifier: MIT
 * The Performance Counter Library's interface (PCL 2.2), for benchmarks and programs in C and C++,
 * in ring 0 and in ring 3.
 *
 * Each function returns PCL_SUCCESS or one of the codes below. A failed call changes nothing:
 * counting continues, and no counts are lost. README.md lists the causes of each code.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers of codes and modes are our own; the manual prints none. */
#define PCL_SUCCESS            0
#define PCL_NOT_SUPPORTED      (-1) /* this processor lacks the event */
#define PCL_TOO_MANY_EVENTS    (-2) /* not enough counters for all events at once */
#define PCL_TOO_MANY_NESTINGS  (-3) /* more than PCL_MAX_NESTING_LEVEL */
#define PCL_TOO_ILL_NESTING    (-4) /* events or mode differ from those of the enclosing call */
#define PCL_ILL_EVENT          (-5) /* invalid event number; for the driver, invalid event select */
#define PCL_MODE_NOT_SUPPORTED (-6) /* neither user nor system mode, or unknown bits */
#define PCL_FAILURE            (-7) /* other errors, such as an invalid handle, or stopping twice */

#define PCL_MODE_USER        1u /* in rings 1 to 3; on a P5 in ring 3 */
#define PCL_MODE_SYSTEM      2u /* in ring 0; on a P5 in rings 0 to 2 */
#define PCL_MODE_USER_SYSTEM 3u

#define PCL_MAX_NESTING_LEVEL 16
#define PCL_COUNTER_MAX       18

/* PCL_L1CACHE_READ = 0 and so on, up to PCL_MAX_EVENT, which is the number of events. */
enum {
#define PCL_EVENT(name, table, text) PCL_##name,
#include "libpcl/pcl_events.def"
#undef PCL_EVENT
    PCL_MAX_EVENT
};

#define PCL_EVENT_IS_INT(e) ((e) < PCL_MFLOPS) /* its result is an integer, else a double */
#define PCL_EVENT_IS_RATE(e)                                                                       \
    ((e) >= PCL_MFLOPS) /* it is a rate; a sum of several rates has no meaning */

typedef long long PCL_CNT_TYPE;
typedef double PCL_FP_CNT_TYPE;
typedef unsigned long PCL_DESCR_TYPE;
typedef unsigned int PCL_BIT_MASK_TYPE;
typedef unsigned int PCL_DRIVER_COMMAND_TYPE;

/* A handle: up to eight at a time; only one of them counts. PCLexit() of a handle that counts is an
 * error. */
int PCLinit(PCL_DESCR_TYPE *addr_descr);
int PCLexit(PCL_DESCR_TYPE descr);

/* Checks whether the events could be counted now, together. Changes nothing. */
int PCLquery(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode);

/* Starts counting from 0. Within another PCLstart() with the same list and mode it starts a nested
 * level, whose counts are included in those of the enclosing level. */
int PCLstart(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode);

/*
 * Reads the counts since the last PCLstart() that is not stopped, into i_result_list[i] if
 * PCL_EVENT_IS_INT(counter_list[i]), else into fp_result_list[i]. A list without any result may be
 * NULL.
 */
int PCLread(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter);

/* As PCLread(), and ends that level. */
int PCLstop(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter);

/* Returns "PCL_IPC"; NULL if the number is invalid. */
char *PCLeventname(int event);

/* ---- low level ------------------------------------------------------------------------------- */

typedef struct {
    char *vendor;  /* from CPUID: GenuineIntel */
    char *family;  /* of the counters: P5, P55C, Pentium II, K7, ... */
    char *model;   /* description */
    int mhz;       /* rounded */
    int ncounters; /* that passed the self-test */
} PCL_PROCESSOR_INFO;

int PCL_driver_info(PCL_PROCESSOR_INFO *info);
int PCL_driver_open(PCL_DESCR_TYPE descr);

/*
 * Clears and starts the counters i below max_counter whose bit is set, each with commands[i]. On a
 * P5 a command is an event select, or 100h for clocks. On P6 and K7 it contains the selector's
 * event select (bits 7 to 0), unit mask (15 to 8), edge (18), inversion (23) and threshold (31 to
 * 24). On a Pentium 4 it returns PCL_NOT_SUPPORTED, as in the manual.
 */
int PCL_driver_start(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                     PCL_DRIVER_COMMAND_TYPE *commands, unsigned int count_mode);

/* Reads into counter_values[i]; only counters that were started can be read. */
int PCL_driver_read(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                    PCL_CNT_TYPE *counter_values);
int PCL_driver_stop(PCL_DESCR_TYPE descr);
int PCL_driver_close(PCL_DESCR_TYPE descr);

/* ---- extensions ------------------------------------------------------------------------------ */

/*
 * PCLX_MODE_PASSES, added to the mode, allows more events than counters. Each run of the benchmark
 * counts the events of one pass, in rotation, and results are combined from the last runs, so the
 * program must do the same in each run. Until every pass has been counted once, PCLread() and
 * PCLstop() return PCLX_INCOMPLETE, and uncounted events are 0.
 */
#define PCLX_MODE_PASSES 4u
#define PCLX_INCOMPLETE  1

/* Returns the number of passes of the last started list; 0 if nothing is counted. */
int PCLXpasses(PCL_DESCR_TYPE descr);

#ifdef __cplusplus
}
#endif
