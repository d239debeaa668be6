/*
 * SPDX-License-Identifier: MIT
 * The command line of vpentium.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct options {
    const char *kernel;
    const char *append; /* "" by default */
    const char *initrd; /* NULL for none: FILE[ ARGS][,FILE...] */
    const char *cpu;    /* p54c or p55c */
    unsigned memory_mb;
    unsigned mhz;
    bool counter_errata; /* the documented ones of the counters */
    bool division_flaw;  /* FDIV */
    bool verbose;
};

enum options_result {
    OPTIONS_RUN,
    OPTIONS_DONE,  /* --help or --version: it has been answered */
    OPTIONS_WRONG, /* one line on stderr has said what is wrong */
};

enum options_result options_parse(int argc, char **argv, struct options *options);
