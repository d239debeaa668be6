/*
 * SPDX-License-Identifier: MIT
 * Static timing of one instruction: its pairing class and clocks, from the table in p5/timing.def,
 * and its pipe and clocks among its neighbours.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct insn;

/* Pairing classes as in Intel's AP-500, Appendix A. */
enum pairing_class {
    PAIR_UV, /* either pipe */
    PAIR_PU, /* pairs only as the first of two, in U */
    PAIR_PV, /* pairs only as the second of two, in V */
    PAIR_NP, /* never pairs */
    PAIR_FX, /* x87: pairs only with an FXCH after it */
    PAIR_FXCH,
};

/* The pipe that pairing assigns. */
enum pipe {
    PIPE_U,        /* alone */
    PIPE_U_PAIRED, /* first of a pair */
    PIPE_V,        /* second of a pair */
};

/*
 * ESP has two bits in a register mask: bit 4 as any other register, and this one if PUSH, POP, CALL
 * or RET move it implicitly, which the processor tracks without interlocks between them.
 */
#define TIMING_IMPLICIT_ESP 0x100

/* State at the end of an instruction's unit (a pair, or one instruction alone). */
struct unit_tail {
    uint16_t writes; /* registers written in the last clock of the unit */
    uint16_t clocks; /* the unit's clocks, without those only known at run time */
    uint16_t before; /* clocks of the previous unit of the block; 0 for the first */
    uint8_t decode;  /* decoding of the unit is tracked: see p5/issue_timing.c */
    uint8_t goes_on; /* last unit of a block that ends because it is full */
};

/* x87: registers that an instruction needs and writes, numbered from the top of stack before it. */
struct x87_timing {
    uint8_t reads, writes; /* a bit for each of ST0 to ST7, or MM0 to MM7 */
    int8_t stack;          /* -1 pushes, 1 and 2 pop; a push's result is the new ST0 */
    uint8_t latency;       /* clocks to its result */
    uint8_t busy;          /* clocks until the next x87 instruction can start */
    uint8_t operations;    /* counted by the event flops */
};

/* Flags of insn_timing.attention: why issuing needs more than adding clocks. */
#define ATTENTION_ENTRY        0x01 /* first of a block, and forms an address */
#define ATTENTION_DECODE       0x02 /* has prefixes, or precedes one whose prefixes matter */
#define ATTENTION_DECODE_FIRST 0x04 /* decoding of the previous unit was not tracked */
#define ATTENTION_X87          0x08
#define ATTENTION_MMX          0x10

struct insn_timing {
    /* From the table and the encoding; filled by timing_classify(). */
    uint8_t pairing;     /* enum pairing_class, after encoding rules (prefix, displacement with
                            immediate) */
    uint8_t prefixes;    /* decode clocks for its prefixes */
    uint16_t latency;    /* clocks with cache hits, operands available, no prefix */
    uint16_t reads;      /* registers read, a bit for each of EAX (0) to EDI (7); a part counts
                            as the whole */
    uint16_t writes;     /* registers written, as a mask */
    uint16_t addresses;  /* registers used to form an address, as a mask */
    uint8_t memory;      /* TIMING_READS | TIMING_WRITES */
    uint8_t fpu;         /* enum x87_kind in p5/p5_state.h, 0: none */
    bool ends_block;     /* must be the last of its block: branches, and instructions that affect
                            fetching */
    bool starts_block;   /* must be the first of its block: instructions that read counters or
                            time */
    uint8_t steps_start; /* clocks added by the first repetition */
    uint8_t step;        /* clocks added by each repetition: see model_steps() */
    struct x87_timing x87;
    /* From its neighbours; filled by pairing_assign(). */
    uint8_t pipe;       /* enum pipe */
    uint8_t attention;  /* mask of ATTENTION_... */
    uint16_t clocks;    /* added when it issues; in V the pair's clocks beyond its U half */
    uint8_t agi;        /* part of `clocks` lost to an address-generation interlock */
    uint8_t agi_so_far; /* interlock clocks from the block's first instruction up to this one */
    uint8_t v_so_far;   /* instructions in V up to this one */
    struct unit_tail tail;
    uint16_t plan; /* P6: number of its plan, which replaces everything above except how blocks
                      end */
};

#define TIMING_READS  1
#define TIMING_WRITES 2
