/*
 * SPDX-License-Identifier: MIT
 * The command line of vpentium.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/boxes/box.h"
#include "sim/devices/apic.h"
#include "sim/devices/dealer.h"
#include "sim/devices/rtc.h"
#include "sim/devices/serial_port.h"
#include "sim/chosen_model.h"
#include "sim/devices/smi.h"
#include "sim/devices/snooper.h"
#include "sim/silicon_options.h"

#define SETTINGS_MAX 200

struct options {
    const char *kernel; /* this or bios */
    const char *bios;
    const char *append; /* "" by default */
    const char *initrd; /* NULL for none: FILE[ ARGS][,FILE...] */
    struct box box;
    bool box_help; /* the list was asked for */
    const char *cpu;
    const char *instructions; /* whose it has; as cpu, unless said otherwise */
    unsigned memory_mb;       /* 0 while not given, as is mhz */
    unsigned mhz;
    const char *apic;         /* as it was asked for; NULL: it was not */
    enum apic_left apic_left; /* how the BIOS has left it */
    bool counter_errata;      /* the documented ones of the counters */
    bool division_flaw;       /* FDIV */
    bool check;               /* to check the command line is all */
    bool verbose;
    enum uart_kind uart; /* COM1 */
    enum receiver_kind receiver;
    uint8_t key; /* its scan code; 0 for none */
    double key_seconds;
    bool at_keyboard; /* its status has bit 5 set, which says no mouse */
    bool monochrome;  /* the adapter that the BIOS data area tells of */
    struct rtc_config rtc;
    bool serial_timed;
    const char *input;           /* what COM1 hears: NULL for nothing, "-" for standard input */
    const char *serial_files[3]; /* COM2 to COM4: NULL for nowhere, "-" for standard output */
    bool exact;                  /* nothing is translated for the host */
    unsigned translate_after;    /* runs of a block before it is */
    bool screen;
    unsigned post_port; /* 0 for none */
    const char *account, *annotate, *annotate_from, *annotate_to;
    const char *trace, *vcd, *trace_from; /* files, and a clock or a place in the code */
    unsigned trace_clocks;
    const char *steps, *steps_from, *steps_to;
    unsigned steps_turn, steps_most;
    const char *steps_behind; /* a place, and with a comma how often */
    bool steps_end;
    bool pm0_nmi;
    struct dealer dealer;
    struct snooper snooper;
    struct smi smi;
    struct silicon silicon;
    unsigned seed;                      /* of what is at random */
    const char *settings[SETTINGS_MAX]; /* of --set, in order */
    unsigned setting_count;
    struct model_config model; /* what all of them make of the processor */
};

enum options_result {
    OPTIONS_RUN,
    OPTIONS_DONE,  /* --help, --version and the like: answered; or -check found nothing wrong */
    OPTIONS_WRONG, /* one line on stderr has said what is wrong */
};

/* The processor that the command line names, NULL for none; says nothing of what else is wrong. */
const char *options_cpu(int argc, char **argv);

enum options_result options_parse(int argc, char **argv, struct options *options);
