/*
 * SPDX-License-Identifier: MIT
 * What p5gate is told: the image, and what may stand where although not every Pentium has it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction that may stand in named routines and benchmarks only. */
struct restricted {
    const char *name; /* as in --allow-NAME, and `allow NAME` in a benchmark's flags */
    const char *why;
};

enum restriction {
    UNRESTRICTED = -1,
    RESTRICT_FDIV,
    RESTRICT_RDPMC,
    RESTRICT_UD2,
    RESTRICT_MMX,
    RESTRICTIONS
};

extern const struct restricted restricted[RESTRICTIONS];

#define ALLOWANCES_MAX 256

struct allowance {
    enum restriction what;
    const char *where; /* fnmatch(3) pattern of routines; or, with a /, a benchmark */
};

struct options {
    const char *path, *map; /* the image; its linker's map, or NULL */
    bool verbose;
    unsigned raw;        /* 16 or 32: no ELF file but such code, with data among it; 0: ELF */
    uint64_t size_limit; /* bytes; UINT64_MAX for none */
    struct allowance allowances[ALLOWANCES_MAX];
    size_t allowance_count;
};

enum gate_parsed { GATE_RUN, GATE_HELP, GATE_WRONG };

/* GATE_WRONG: said why on stderr. GATE_HELP: --help, which is answered. */
enum gate_parsed gate_parse(struct options *options, int count, char **arguments);

/* Whether `what` may stand in the routine, or in the benchmark ("" for none) that it is in. */
bool gate_allows(const struct options *options, enum restriction what, const char *routine,
                 const char *benchmark);

/* Whether the benchmark is a folder of the tree that is checked, not a file. */
bool gate_is_folder(const char *benchmark);
