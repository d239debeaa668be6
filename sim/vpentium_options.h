/*
 * SPDX-License-Identifier: MIT
 * Command-line options of vpentium.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine_profiles/machine_profile.h"
#include "sim/devices/apic.h"
#include "sim/devices/queue_port.h"
#include "sim/devices/rtc.h"
#include "sim/devices/serial_port.h"
#include "sim/chosen_model.h"
#include "sim/devices/smi.h"
#include "sim/devices/snooper.h"
#include "sim/devices/unit_tester.h"
#include "sim/silicon_options.h"

#define SETTINGS_MAX 200

struct options {
    const char *kernel; /* either this or bios */
    const char *bios;
    const char *append; /* "" by default */
    const char *initrd; /* NULL: none; FILE[ ARGS][,FILE...] */
    struct machine_profile profile;
    bool profile_help; /* the list of machine profiles was requested */
    const char *cpu;
    const char *instructions; /* processor whose instructions are used; default: cpu */
    unsigned memory_mb;       /* 0: not given, as for mhz */
    unsigned mhz;
    const char *apic;         /* as given; NULL: not given */
    enum apic_left apic_left; /* state in which the BIOS leaves it */
    bool counter_errata;      /* the documented errata of the counters */
    bool division_flaw;       /* the FDIV flaw */
    bool check;               /* only check the command line */
    bool verbose;
    enum serial_port_kind uart; /* COM1 */
    enum receiver_kind receiver;
    uint8_t key; /* scan code; 0: none */
    double key_seconds;
    bool at_keyboard; /* status bit 5 is set, which excludes a mouse */
    bool monochrome;  /* the adapter described in the BIOS data area */
    struct rtc_config rtc;
    bool serial_timed;
    const char *input;           /* input of COM1; NULL: none, "-": standard input */
    const char *serial_files[3]; /* COM2 to COM4; NULL: none, "-": standard output */
    bool exact;                  /* translate nothing */
    unsigned translate_after;    /* executions after which a block is translated */
    bool screen;
    unsigned post_port; /* 0: none */
    enum unit_tester_kind unit_tester;
    const char *account, *annotate, *annotate_from, *annotate_to;
    const char *trace, *vcd, *trace_from; /* files, and a clock or a place in the code */
    unsigned trace_clocks;
    const char *steps, *steps_from, *steps_to;
    unsigned steps_nth, steps_limit;
    const char *steps_after; /* a place, then a comma and a count */
    bool steps_end;
    bool pm0_nmi;
    struct queue_port queue_port;
    struct snooper snooper;
    struct smi smi;
    struct silicon silicon;
    unsigned seed;                      /* random seed */
    const char *settings[SETTINGS_MAX]; /* values of -set, in order */
    unsigned setting_count;
    struct model_config model; /* the resulting model parameters */
};

enum options_result {
    OPTIONS_RUN,
    OPTIONS_DONE,  /* done: -help, -version and the like, or -check without an error */
    OPTIONS_WRONG, /* error, after one line on stderr */
};

/* Returns the processor that the command line names, or NULL. Other errors are ignored. */
const char *vpentium_options_cpu(int argc, char **argv);

enum options_result vpentium_options_parse(int argc, char **argv, struct options *options);
