/*
 * SPDX-License-Identifier: MIT
 * Static description of an instruction for the P6 core: its uops with ports, latencies and
 * operands from uops.def, and the decoding cost of its encoding. p6_classify() fills it once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Ports (GCC's ppro.md, Agner Fog's P6 tables). */
enum p6_port {
    P6_PORT_0 = 1 << 0, /* ALU, shift, multiply, divide, LEA, x87 */
    P6_PORT_1 = 1 << 1, /* ALU, jump, MMX shift and pack, SSE add */
    P6_PORT_2 = 1 << 2, /* load */
    P6_PORT_3 = 1 << 3, /* store address */
    P6_PORT_4 = 1 << 4, /* store data */
};

enum { P6_PORTS = 5 };

/* Units that are not pipelined; all are on port 0. */
enum p6_unit {
    P6_UNIT_NONE,
    P6_UNIT_DIVIDE,       /* integer division, FDIV, FSQRT, DIVSS: only one at a time */
    P6_UNIT_MULTIPLY_X87, /* FMUL, at most one every two clocks */
    P6_UNIT_FUNCTION,     /* FSIN and similar: microcode that occupies the whole x87 unit */
    P6_UNITS,
};

/*
 * Registers that uops read and write. x87 registers are numbered from the top of stack before the
 * instruction: a push writes P6_ST0 + 7.
 */
enum p6_name {
    P6_NONE,
    P6_EAX, /* to P6_EDI, in encoding order */
    P6_ESP = P6_EAX + 4,
    P6_ESI = P6_EAX + 6,
    P6_EDI = P6_EAX + 7,
    P6_FLAGS,
    P6_DIRECTION, /* DF, read by string instructions and written by CLD and STD */
    P6_X87_STATUS,
    P6_X87_CONTROL,
    P6_MXCSR,
    P6_SEGMENT, /* all segment, control and debug registers together */
    P6_TEMPORARY,
    P6_TEMPORARY_LAST = P6_TEMPORARY + 3, /* used within one instruction only */
    P6_ST0,
    P6_MM0 = P6_ST0 + 8,
    P6_XMM0 = P6_MM0 + 8, /* the low halves */
    P6_XMM_HIGH0 = P6_XMM0 + 8,
    P6_NAMES = P6_XMM_HIGH0 + 8,
};

/*
 * Parts of a general register: AL, AH, AX, EAX. Halves of a register of 16 bytes are P6_LOW and
 * P6_HIGH before uops are built, then separate names. Other registers only have P6_WHOLE.
 */
enum p6_part {
    P6_LOW = 1,
    P6_HIGH = 2,
    P6_UPPER = 4,
    P6_WORD = P6_LOW | P6_HIGH,
    P6_WHOLE = P6_WORD | P6_UPPER,
};

/* Parts of the flags, which are renamed in groups. */
enum p6_flag {
    P6_CF = 1,
    P6_OF = 2,
    P6_AF = 4,
    P6_SZP = 8,
    P6_ALL_FLAGS = 15,
};

struct p6_operand {
    uint8_t name;  /* enum p6_name, P6_NONE: no operand */
    uint8_t parts; /* enum p6_part or enum p6_flag, all parts read or written */
};

enum p6_kind {
    P6_ALU,
    P6_LOAD,
    P6_STORE_ADDRESS,
    P6_STORE_DATA,
    P6_EXCHANGE, /* FXCH: complete when renamed, no port */
};

enum { P6_SOURCES = 4, P6_RESULTS = 4, P6_INSN_UOPS = 12 };

struct p6_uop {
    uint8_t kind;    /* enum p6_kind */
    uint8_t ports;   /* mask of enum p6_port, any of them */
    uint8_t repeat;  /* number of equal, separate uops, 1 to 255 */
    uint8_t unit;    /* enum p6_unit */
    uint8_t busy;    /* clocks for which it occupies the unit */
    uint8_t latency; /* clocks to its result; for a load in addition to its access */
    bool high;       /* it does the high half of 16 bytes: its time depends on p6_run.value_high */
    bool unaligned;  /* takes longer if its address is not a multiple of 8 */
    struct p6_operand sources[P6_SOURCES];
    struct p6_operand results[P6_RESULTS];
};

/* Flags of p6_insn.attributes. */
enum p6_attribute {
    P6_SERIALISES = 1 << 0,      /* CPUID and similar: alone in the core */
    P6_LOCKED = 1 << 1,          /* LOCK, or XCHG with memory */
    P6_LENGTH_CHANGING = 1 << 2, /* 66 or 67 that changes the length of the rest of the
                                    instruction */
    P6_REPEATED = 1 << 3,        /* REP, REPE, REPNE of a string instruction */
    P6_BRANCH = 1 << 4,          /* resolved by its last uop on port 1 */
    P6_FAR = 1 << 5,             /* a far branch, never predicted */
    P6_ZEROING = 1 << 6,         /* XOR or SUB of a register with itself */
    P6_READS_TIME = 1 << 7,      /* RDTSC, RDPMC: see p6_core_read_clock() */
    P6_BY_VALUE = 1 << 8,        /* its time depends on p6_run.value */
    P6_EXCHANGES = 1 << 9,       /* FXCH */
    P6_UNLISTED = 1 << 10,       /* no row in uops.def: one uop of one clock is assumed */
    P6_FENCES = 1 << 11,         /* later loads and stores wait for it: SFENCE, IN, OUT */
    P6_X87 = 1 << 12,            /* executed by the x87 unit */
    P6_X87_ARITHMETIC = 1 << 13, /* counted by the event flops */
    P6_MULTIPLIES = 1 << 14,     /* counted by the event mul */
    P6_DIVIDES = 1 << 15,        /* counted by the event div */
};

struct p6_insn {
    uint16_t attributes;
    uint8_t length;    /* in bytes */
    uint8_t prefixes;  /* operand and address size, segment, REP, LOCK */
    uint8_t count;     /* number of entries in `uops` */
    uint8_t total;     /* number of uops with repeats; for a repeated instruction those of its
                          start */
    uint8_t fast;      /* uops of the start of a fast string operation; 0: not fast */
    uint8_t step;      /* uops of each iteration of a repeated instruction */
    int8_t stack;      /* x87: -1 pushes, 1 and 2 pop */
    uint8_t values;    /* for P6_BY_VALUE: the row of values.def */
    uint8_t exchanged; /* FXCH: the register exchanged with ST0 */
    uint16_t row;      /* row of uops.def, for explanations; FFFFh: none */
    struct p6_uop uops[P6_INSN_UOPS];
};

struct ZydisDecodedInstruction_;
struct ZydisDecodedOperand_;

/* Fills `insn`. Every instruction gets uops; one without a row in uops.def gets P6_UNLISTED. */
void p6_classify(const struct ZydisDecodedInstruction_ *decoded,
                 const struct ZydisDecodedOperand_ *operands, struct p6_insn *insn);
