/*
 * SPDX-License-Identifier: MIT
 * The timing model behind one interface: the interpreter tells it what happens, in program order,
 * and the model answers with clocks and counts. Nothing here changes what a program computes.
 *
 * The order of calls for a block of straight code:
 *   model_fetch() once; then for each instruction model_issue(), its own accesses by model_data(),
 *   model_branch() if it is a branch; then model_retire() once for what was executed of the block.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/counters/counters.h"
#include "sim/model/insn.h"

struct model;
struct model_config;

/* ---- before a block runs ------------------------------------------------------------------- */

struct ZydisDecodedInstruction_;
struct ZydisDecodedOperand_;

/* Fills the table half of insn->timing from what Zydis decoded. */
void timing_classify(const struct model *model, const struct ZydisDecodedInstruction_ *decoded,
                     const struct ZydisDecodedOperand_ *operands, struct insn *insn);

/*
 * Fills the neighbour half for the count instructions of a block, the array from its first one on:
 * up to BLOCK_MAX_INSNS, and BLOCK_LOOKAHEAD behind them that are only looked at. Returns how many
 * of them to keep: as many as a block holds, or one less where the last would be torn from the one
 * it pairs with, or may be; it then opens the next block.
 */
unsigned pairing_assign(const struct model *model, struct insn *insns, unsigned count);

/* ---- while it runs -------------------------------------------------------------------------- */

/* Code is about to be executed from there; `jumped` says that a taken branch led to it. */
void model_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes,
                 bool jumped);

/* The block goes on, `before` bytes of it having been fetched, at another page's beginning. */
void model_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes);

/* An instruction issues. Advances the clock. */
void model_issue(struct model *model, const struct insn *insn);

/*
 * The first `executed` instructions of the block have been executed; before model_exception() or
 * model_interrupt() where one of them ends the block early.
 */
void model_retire(struct model *model, const struct insn *insns, unsigned executed);

/* The same where the first `before` of them were retired already. */
void model_retire_more(struct model *model, const struct insn *insns, unsigned before,
                       unsigned executed);

enum access {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_READ_LOCKED,  /* first half of a locked read-modify-write */
    ACCESS_WRITE_LOCKED, /* its second half */
};

/*
 * One data access of 1, 2, 4, 8 or 10 bytes, already translated and allowed. Where it crosses a
 * page, physical is the first byte's and physical_end the last byte's; otherwise they are in one
 * page.
 */
void model_data(struct model *model, const struct insn *insn, uint32_t physical,
                uint32_t physical_end, unsigned bytes, enum access access);

/*
 * The instruction that has just issued did so many steps, which its fixed clocks leave out: the
 * iterations of a repeated string instruction (0 too), bits scanned by BSF and BSR, or the count of
 * RCL and RCR.
 */
void model_steps(struct model *model, const struct insn *insn, uint32_t steps);

/* The RDTSC that has just issued runs outside ring 0. */
void model_rdtsc_user(struct model *model);

/* The CPUID that has just issued finds so much in EAX. */
void model_cpuid(struct model *model, uint32_t leaf);

/* The x87 control word asks for 24, 53 or 64 bits of precision: division takes as long as it needs.
 */
void model_x87_precision(struct model *model, unsigned bits);

/*
 * The x87 instruction that has just issued works on these values: a dividend of 0 or not, exponent
 * and significand of a divisor; a root's operand; an argument in 80 bits, of FCOS or FSIN.
 */
void model_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                       uint64_t significand);
void model_x87_root(struct model *model, const struct insn *insn, bool zero);
void model_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                    uint16_t exponent);

/* The MMX instruction that has just issued saturated some of its results. */
void model_mmx_saturated(struct model *model);

/* A four-byte read of a page directory or table entry, or its update with a locked write. */
void model_page_walk(struct model *model, uint32_t physical, bool update);

enum branch_kind {
    BRANCH_CONDITIONAL,
    BRANCH_UNCONDITIONAL, /* direct JMP or CALL */
    BRANCH_INDIRECT,      /* JMP or CALL through a register or memory */
    BRANCH_RETURN,
    BRANCH_FAR, /* far transfer, INT, IRET: never predicted */
};

/* The branch `insn`, at linear address `linear`, went to `target` or fell through. */
void model_branch(struct model *model, const struct insn *insn, uint32_t linear,
                  enum branch_kind kind, bool taken, uint32_t target);

void model_io(struct model *model, uint16_t port, unsigned bytes, bool write);
void model_segment_load(struct model *model, unsigned times);
void model_descriptor_read(struct model *model, uint32_t physical, unsigned bytes);
void model_serialise(struct model *model);
void model_software_interrupt(struct model *model); /* INT n, INT3, INTO delivered */
void model_exception(struct model *model);          /* trap or fault handler entered */
void model_interrupt(struct model *model);          /* INTR or NMI taken */
void model_breakpoint(struct model *model, unsigned number);
void model_set_ring(struct model *model, unsigned cpl);
void model_set_cache(struct model *model, bool enabled); /* CR0.CD clear and TR12 not inhibiting */
void model_invalidate_caches(struct model *model, bool write_back);
void model_idle(struct model *model, uint64_t clocks); /* halted that long */

/* Another bus master reads the line, or writes it, which drops it from the caches. */
void model_snoop(struct model *model, uint32_t physical, bool write);

/* ---- the TLBs, which are the processor's only translation memory ------------------------------
 */

enum tlb_kind { TLB_CODE, TLB_DATA };

struct tlb_entry {
    uint32_t linear;   /* page number << 12, or << 22 for a large page */
    uint32_t physical; /* first byte of the page */
    bool large;        /* 4 MB */
    bool writable, user, dirty, global;
};

/* The entry for a linear address, or NULL. Counts a miss. Refills the least recently used way. */
const struct tlb_entry *tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear);
struct tlb_entry *tlb_insert(struct model *model, enum tlb_kind kind,
                             const struct tlb_entry *entry);
void tlb_flush(struct model *model);

/* The data TLB for 4 KB pages, and the tree that says which ways of its first set were used, or
 * NULL.
 */
struct tlb_shape {
    unsigned sets, ways;
    uint64_t *tree;
};
struct tlb_shape tlb_data_shape(struct model *model);

/* What the use of a way does to the bits of that tree. */
struct tlb_touch {
    uint64_t keep, set;
};
struct tlb_touch tlb_touch_of(unsigned ways, unsigned way);

/* The way that the tree has as the one used last. */
unsigned tlb_way_used(const struct tlb_shape *shape);
/* All but entries that are `global`: CR3 has been written. A P5 has none. */
void tlb_flush_not_global(struct model *model);
void tlb_flush_page(struct model *model, uint32_t linear);

/* ---- the registers software sees --------------------------------------------------------------
 */

/*
 * 0, or -1 where the model has no such register or refuses the value: the processor raises #GP.
 * A write returns MODEL_REPAIR where pairing changed: decoded blocks need pairing_assign() again;
 * MODEL_TRANSLATE where a TLB did: what is remembered of its answers holds no longer.
 */
#define MODEL_REPAIR    1
#define MODEL_TRANSLATE 2
int model_read_msr(struct model *model, uint32_t msr, uint64_t *value);
int model_write_msr(struct model *model, uint32_t msr, uint64_t value);
/* Whether CESR asks for matches of breakpoints (23h to 26h), which then must be looked for. */
bool model_counts_matches(const struct model *model);
int model_read_pmc(struct model *model, uint32_t index, uint64_t *value); /* RDPMC, P55C */

uint64_t
model_clock(const struct model *model); /* clocks since reset; the time base of everything */

/*
 * The caches hold no data: a line's is what memory has at its address. This is where the test
 * registers get it from, a dword at a time; without it they read 0.
 */
struct model_memory {
    uint32_t (*read)(void *context, uint32_t physical);
    void (*write)(void *context, uint32_t physical, uint32_t value);
    void *context;
};
void model_set_memory(struct model *model, const struct model_memory *memory);

/* ---- where the clocks went ---------------------------------------------------------------------
 */

/* LOST(cause, name, text): the name is a word, for columns and signals. */
#define LOST_TABLE(LOST)                                                                           \
    LOST(AGI, "AGI", "address-generation interlock")                                               \
    LOST(PREFIX, "prefix", "prefixes that decoding could not hide")                                \
    LOST(FIRST_EXECUTION, "first", "pairs not made, V's half not found in time")                   \
    LOST(MISPREDICT, "mispredict", "branches predicted wrong")                                     \
    LOST(CODE_MISS, "code", "code cache misses")                                                   \
    LOST(TLB, "TLB", "page table walks")                                                           \
    LOST(READ_MISS, "read", "data cache read misses")                                              \
    LOST(WRITE_BUFFER, "write", "full write buffers, and reads waiting for pending writes")        \
    LOST(BANK, "bank", "both pipes wanting one data cache bank")                                   \
    LOST(MISALIGNED, "misaligned", "accesses split by an alignment boundary")                      \
    LOST(LOCK, "lock", "locked bus cycles")                                                        \
    LOST(X87, "x87", "waiting for the x87 or MMX unit or its results")                             \
    LOST(IO, "IO", "I/O cycles")                                                                   \
    LOST(ENTRY, "entry", "entering exception and interrupt handlers")                              \
    LOST(HALTED, "halted", "HLT, until an interrupt")

enum lost {
#define LOST_CAUSE(cause, name, text) LOST_##cause,
    LOST_TABLE(LOST_CAUSE)
#undef LOST_CAUSE
        LOST_CAUSES,
};

extern const char *const lost_names[LOST_CAUSES];
extern const char *const lost_texts[LOST_CAUSES];

/*
 * From now on says each loss, in order of time: `clocks` from clock `from` on; NULL ends it.
 * Interlocks inside a block are not among them: insn->timing.agi says how many of `clocks` those
 * are.
 */
typedef void model_lost(void *context, enum lost cause, uint64_t from, uint64_t clocks);
void model_watch(struct model *model, model_lost *lost, void *context);

/*
 * What an instruction that is about to issue needs of the x87 unit, each with the clock from which
 * it can be had; `used` false where it needs none, or the model knows none.
 */
struct x87_needs {
    bool used;
    uint64_t unit;         /* takes another instruction */
    uint64_t part;         /* the multiplier or the divider, where it needs one; else 0 */
    const char *part_name; /* "multiplier", "divider" */
    uint64_t operands;     /* all that it reads */
    unsigned latest;       /* the last of them, from ST0 on */
};
void model_x87_needs(const struct model *model, const struct insn *insn, struct x87_needs *needs);

/* The clock at which the x87 result that was begun last is there; 0 where the model knows none. */
uint64_t model_x87_ready(const struct model *model);

/* Counter n as the outside sees it. */
struct counter_look model_counter(struct model *model, unsigned n);

/*
 * Counters have overflowed, a bit each, that are to interrupt. Said behind the instruction that did
 * it. Models whose counters cannot interrupt never say so.
 */
typedef void model_overflow(void *context, unsigned counters);
void model_set_overflow(struct model *model, model_overflow *overflow, void *context);

/*
 * For records that the processor stores by itself, as a Pentium 4's of precise samples: its
 * registers as they are behind the instruction that retired last, EIP the linear address of the
 * next; and memory by linear address, where false is a page that cannot be read or written. The
 * model asks where an instruction is about to issue, or an interrupt about to be delivered.
 */
struct model_record {
    uint32_t eflags, eip, eax, ebx, ecx, edx, esi, edi, ebp, esp;
};
struct model_recorder {
    void (*state)(void *context, struct model_record *record);
    bool (*read)(void *context, uint32_t linear, uint32_t *value);
    bool (*write)(void *context, uint32_t linear, uint32_t value);
    void *context;
};
void model_set_recorder(struct model *model, const struct model_recorder *recorder);

/* For events that count clocks in which interrupts are masked: whether they are, and one waits. */
struct model_interrupts {
    bool (*masked)(void *context);
    bool (*waits)(void *context);
    void *context;
};
void model_set_interrupts(struct model *model, const struct model_interrupts *interrupts);

/* ---- making one -------------------------------------------------------------------------------
 */

/* NULL config: the default. NULL where config is refused or memory is short. */
struct model *model_create(const struct model_config *config);
void model_destroy(struct model *model);
