/*
 * SPDX-License-Identifier: MIT
 * What the timing model knows of one instruction before it runs: its pairing class and clocks,
 * which come from the table in p5/timing.def, and the place pairing gives it among its
 * neighbours.
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
    PAIR_FX, /* x87: pairs only with an FXCH behind it */
    PAIR_FXCH,
};

/* Where pairing puts an instruction. */
enum pipe {
    PIPE_U,        /* alone */
    PIPE_U_PAIRED, /* first of a pair */
    PIPE_V,        /* second of a pair */
};

/*
 * ESP has two bits in a register mask: bit 4 as any other register, and this one where PUSH, POP,
 * CALL or RET move it by themselves, which the processor tracks without an interlock among them.
 */
#define TIMING_IMPLICIT_ESP 0x100

/* What the unit (a pair, or one instruction alone) that an instruction belongs to leaves behind. */
struct unit_tail {
    uint16_t writes; /* registers written in the unit's last clock */
    uint16_t clocks; /* the unit's, without what is only known when it runs */
    uint16_t before; /* those of the unit before it in the block; 0 for the block's first */
    uint8_t decode;  /* its decoding was followed: see p5/issue.c */
    uint8_t goes_on; /* the last of a block that ends because it is full */
};

/* x87: what an instruction needs and leaves. Registers are numbered from the top before it. */
struct x87_timing {
    uint8_t reads, writes; /* a bit for each of ST0 to ST7, or MM0 to MM7 */
    int8_t stack;          /* -1 pushes, 1 and 2 pop; the result of a push is the new ST0 */
    uint8_t latency;       /* clocks to its result */
    uint8_t busy;          /* clocks until the next x87 instruction can start */
    uint8_t operations;    /* counted by the event flops */
};

/* In insn_timing.attention: why issuing needs more than adding clocks. */
#define ATTENTION_ENTRY        0x01 /* first of a block and forms an address */
#define ATTENTION_DECODE       0x02 /* prefixed, or so near before one that its time matters */
#define ATTENTION_DECODE_FIRST 0x04 /* the decoding of the unit before was not followed */
#define ATTENTION_X87          0x08
#define ATTENTION_MMX          0x10

struct insn_timing {
    /* From the table and the encoding; timing_classify() fills these. */
    uint8_t pairing;     /* enum pairing_class, after encoding rules (prefix, disp with imm) */
    uint8_t prefixes;    /* decode clocks that its prefixes cost */
    uint16_t latency;    /* clocks with cache hits, operands ready, no prefix */
    uint16_t reads;      /* registers read, a bit for each of EAX (0) to EDI (7), parts as wholes */
    uint16_t writes;     /* registers written, likewise */
    uint16_t addresses;  /* registers used to form an address, likewise */
    uint8_t memory;      /* TIMING_READS | TIMING_WRITES */
    uint8_t fpu;         /* enum x87_kind in p5/model_state.h, 0 for none */
    bool ends_block;     /* must be the last of its block: branches, and what acts on fetching */
    bool starts_block;   /* must be the first of its block: what reads counters or time */
    uint8_t steps_start; /* clocks that the first repetition adds, and ... */
    uint8_t step;        /* ... that each one adds: see model_steps() */
    struct x87_timing x87;
    /* From its neighbours; pairing_assign() fills these. */
    uint8_t pipe;       /* enum pipe */
    uint8_t attention;  /* mask of ATTENTION_ */
    uint16_t clocks;    /* added when it issues; in V what the pair takes beyond its U half */
    uint8_t agi;        /* of `clocks`, those lost to an address-generation interlock */
    uint8_t agi_so_far; /* interlocks from the block's first instruction to this one */
    uint8_t v_so_far;   /* instructions in V, likewise */
    struct unit_tail tail;
    uint16_t plan; /* P6: the number of its plan, which stands for all above but how blocks end */
};

#define TIMING_READS  1
#define TIMING_WRITES 2
