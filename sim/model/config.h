/*
 * SPDX-License-Identifier: MIT
 * Everything the model can be told: sizes, latencies, penalties and choices between rules.
 * A time is in processor clocks unless it says bus clocks. config.c gives each default its source.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Sets must be a power of two, ways 1, 2, 4, 8, 16, 32 or 64. */
struct shape {
    unsigned sets, ways;
};

/* Bus clocks from a request to its first 8 bytes, and from each 8 bytes of a burst to the next. */
struct burst {
    unsigned first, next;
};

enum direction_rule {
    DIRECTION_TAKEN_UNLESS_TWICE_NOT, /* not taken only after two outcomes of not taken in a row */
    DIRECTION_SATURATING,             /* symmetric two-bit counter, taken from 2 up */
    DIRECTION_TWO_LEVELS,             /* such a counter for each history of four outcomes */
};

struct pairing_config {
    bool enabled;                   /* false: everything goes through U */
    bool displacement_immediate_u;  /* both in one instruction: true pairs in U, false never */
    bool rotate_immediate;          /* ROL and ROR by an immediate pair in U, as shifts do */
    bool ftst;                      /* FTST pairs with FXCH */
    bool opcode_size_prefix_in_v;   /* 66, 67 and 0F do not keep an instruction out of V */
    unsigned max_length;            /* longer instructions do not pair; 15 is no limit */
    bool first_execution;           /* after a line fill only one-byte instructions pair as U */
    bool esp_interlock_after_stack; /* [ESP+x] in the clock after PUSH, POP or CALL waits */
};

struct prefix_config {
    unsigned segment_repeat_lock; /* decode clocks of each */
    unsigned size;                /* of 66 and 67 */
    unsigned opcode_0f;           /* of 0F, near Jcc apart */
};

struct branch_config {
    struct shape btb;
    enum direction_rule rule;
    bool backward_taken;                   /* a backward Jcc that is not in the BTB */
    unsigned return_stack;                 /* entries; 0 for none, at most 16 */
    unsigned conditional_u, conditional_v; /* lost by a misprediction, by pipe */
    unsigned direct;                       /* JMP and CALL with the target in the instruction */
    unsigned indirect;                     /* target from a register or memory, and RET */
    unsigned far;                          /* far transfers that are not microcoded interrupts */
};

struct cache_config {
    struct shape code, data;
    unsigned misaligned;    /* lost by each misaligned part, reads and writes alike */
    unsigned bank_conflict; /* lost when both pipes want one bank */
    bool fill_shared;       /* WB/WT# held low: lines arrive shared, a write makes them exclusive */
    bool l1_write_allocate; /* the P5 does not; for comparison with other models */
    uint32_t uncached_from, uncached_to; /* KEN# inactive: first byte, and the one after the last */
};

struct tlb_config {
    struct shape code, data, data_large;
    bool code_large_split; /* the code TLB holds a 4 MB page as 4 KB pieces */
    unsigned walk;         /* clocks of each table read beyond the access itself */
};

struct bus_config {
    unsigned ratio_core, ratio_bus; /* ratio_core processor clocks take ratio_bus bus clocks */
    unsigned l2_bytes;         /* direct mapped, 32-byte lines; 0 for none, else a power of two */
    bool l2_flushed_by_wbinvd; /* the board answers the flush cycles of WBINVD and INVD */
    struct burst l2, dram_read, dram_write;
    unsigned io; /* bus clocks of an I/O cycle */
    unsigned write_buffers;
    bool write_buffers_shared; /* one pool, instead of one for each pipe */
};

/* Instructions whose documented clocks differ from measured ones, and those that no list has. */
struct clocks_config {
    unsigned rdmsr, rdmsr_counter; /* any MSR; CTR0 and CTR1 */
    unsigned wrmsr, wrmsr_counter;
    unsigned rdtsc, rdpmc;
    unsigned multiply32; /* MUL and IMUL r/m32, one operand */
    unsigned wbinvd;
    unsigned exception; /* a trap, a fault or an interrupt up to its handler */
};

struct x87_config {
    unsigned store_early;     /* FST needs an arithmetic result this many clocks before others do */
    unsigned multiply_issue;  /* clocks between two FMUL */
    unsigned from_mmx;        /* clocks of the first x87 instruction behind MMX */
    unsigned mmx_store_early; /* a store waits so long for an MMX result of the clock before */
    unsigned transcendental_operations; /* counted as FLOPS for one FSIN and its like */
};

struct model_config {
    const char *name;
    bool p55c; /* the P55C's additional events and RDPMC */
    bool errata;
    unsigned counter_write_bits; /* WRMSR to CTR0 and CTR1: 40, or 32 with bit 31 copied upwards */
    struct pairing_config pairing;
    struct prefix_config prefix;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct x87_config x87;
};

/* The P54C at 100 MHz of Safford's Table 5.5. */
struct model_config model_config_default(void);

/* "p54c" or "p55c". 0, or -1 for any other name. */
int model_config_named(const char *name, struct model_config *config);

/* NULL where the model can be built so, else what is wrong with it. */
const char *model_config_error(const struct model_config *config);
