/*
 * SPDX-License-Identifier: MIT
 * The options of p5gate: the image, and exceptions for instructions that not every Pentium has.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction that is allowed only in named routines and benchmarks. */
struct restricted {
    const char *name; /* as in --allow-NAME, and `allow NAME` in a benchmark's flags */
    const char *why;
    const char *needs; /* as in `needs WORD` in a benchmark's flags, or NULL */
};

enum restriction {
    UNRESTRICTED = -1,
    RESTRICT_FDIV,
    RESTRICT_RDPMC,
    RESTRICT_UD2,
    RESTRICT_PAUSE,
    RESTRICT_TZCNT,
    RESTRICT_P6,
    RESTRICT_MMX,
    RESTRICT_MMXEXT,
    RESTRICT_FXSR,
    RESTRICT_SSE,
    RESTRICT_SSE2,
    RESTRICT_SSE3,
    RESTRICT_3DNOW,
    RESTRICTIONS
};

extern const struct restricted restricted[RESTRICTIONS];

#define ALLOWANCES_MAX 4096

struct allowance {
    enum restriction what;
    const char *where; /* fnmatch(3) pattern of routines; or, with a /, a benchmark */
};

struct p5gate_options {
    const char *path, *map; /* the image; its linker's map, or NULL */
    const char *findings;   /* file for findings in benchmarks, or NULL */
    bool verbose;
    unsigned raw;        /* 16 or 32: a file of such code, with data in it, not ELF; 0: ELF */
    uint64_t size_limit; /* bytes; UINT64_MAX for none */
    struct allowance allowances[ALLOWANCES_MAX];
    size_t allowance_count;
};

enum gate_parsed { GATE_RUN, GATE_HELP, GATE_WRONG };

/* GATE_WRONG: the error was printed to stderr. GATE_HELP: --help was given and printed. */
enum gate_parsed p5gate_options_parse(struct p5gate_options *options, int count, char **arguments);

/* Returns whether `what` is allowed in the routine, or in its benchmark ("" for none). */
bool p5gate_options_allow(const struct p5gate_options *options, enum restriction what,
                          const char *routine, const char *benchmark);

/* Returns whether the benchmark is a directory, not a file, of the tree that is checked. */
bool p5gate_is_folder(const char *benchmark);
