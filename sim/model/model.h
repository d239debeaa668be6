/*
 * SPDX-License-Identifier: MIT
 * Interface of a timing model: the interpreter reports what happens, in program order, and the
 * model provides clocks and counts. It never changes what a program computes.
 *
 * Order of calls for a block of straight code:
 *   model_fetch() once; for each instruction model_issue(), its own accesses by model_data(),
 *   model_branch() if it is a branch; then model_retire() once for the executed part of the block.
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

/* Fills the table part of insn->timing from Zydis's decoding. */
void timing_classify(const struct model *model, const struct ZydisDecodedInstruction_ *decoded,
                     const struct ZydisDecodedOperand_ *operands, struct insn *insn);

/*
 * Fills the neighbour part of timing for `count` instructions from the first of a block on: up to
 * BLOCK_MAX_INSNS, and up to BLOCK_LOOKAHEAD after them that are only examined. Returns the number
 * of instructions to keep: as many as fit, or one less if the last one is, or may be, paired with
 * its successor; it then begins the next block.
 */
unsigned pairing_assign(const struct model *model, struct insn *insns, unsigned count);

/* ---- while it runs -------------------------------------------------------------------------- */

/* Code is about to be executed from this address; `jumped`: a taken branch led to it. */
void model_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes,
                 bool jumped);

/* The block continues at the beginning of another page, after `before` fetched bytes. */
void model_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes);

/* An instruction issues. This advances the clock. */
void model_issue(struct model *model, const struct insn *insn);

/*
 * The first `executed` instructions of the block have been executed. It is called before
 * model_exception() or model_interrupt() if one of these ends the block early.
 */
void model_retire(struct model *model, const struct insn *insns, unsigned executed);

/* The same if the first `before` of them were already retired. */
void model_retire_more(struct model *model, const struct insn *insns, unsigned before,
                       unsigned executed);

enum access {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_READ_LOCKED,  /* first part of a locked read-modify-write */
    ACCESS_WRITE_LOCKED, /* its second part */
};

/*
 * One data access of 1, 2, 4, 8 or 10 bytes, already translated and permitted. If it crosses a
 * page, `physical` is the first byte's address and `physical_end` the last byte's; otherwise both
 * are in one page.
 */
void model_data(struct model *model, const struct insn *insn, uint32_t physical,
                uint32_t physical_end, unsigned bytes, enum access access);

/*
 * The number of steps of the instruction just issued, which its fixed clocks do not include: the
 * iterations of a repeated string instruction (may be 0), bits scanned by BSF and BSR, or the count
 * of RCL and RCR.
 */
void model_steps(struct model *model, const struct insn *insn, uint32_t steps);

/* The RDTSC just issued is outside ring 0. */
void model_rdtsc_user(struct model *model);

/* The value of EAX for the CPUID just issued. */
void model_cpuid(struct model *model, uint32_t leaf);

/*
 * The precision in the x87 control word, 24, 53 or 64 bits, on which the time of a division
 * depends.
 */
void model_x87_precision(struct model *model, unsigned bits);

/*
 * Operands of the x87 instruction just issued: whether the dividend is 0, with exponent and
 * significand of the divisor; the operand of a root; the 80-bit argument of FCOS or FSIN.
 */
void model_x87_divides(struct model *model, const struct insn *insn, bool zero, uint16_t divisor,
                       uint64_t significand);
void model_x87_root(struct model *model, const struct insn *insn, uint64_t significand,
                    uint16_t exponent);
void model_x87_sine(struct model *model, const struct insn *insn, bool cosine, uint64_t significand,
                    uint16_t exponent);

/*
 * Values of the singles that the DIVPS, DIVSS, SQRTPS or SQRTSS just issued uses, one bit for each
 * lane: set if it is simple, a dividend of 0 or a divisor that is a power of two, a root of 0 or of
 * a power of four.
 */
void model_sse_values(struct model *model, unsigned simple);

/*
 * The x87 instruction just issued raised a stack fault, an invalid operation, a division by 0 or a
 * denormal operand, or another instruction did not complete and will be issued again or not at all.
 */
enum model_x87_outcome { X87_INVALID, X87_ZERO_DIVIDE, X87_DENORMAL, X87_NOT_EXECUTED };
void model_x87_excepted(struct model *model, const struct insn *insn,
                        enum model_x87_outcome outcome);

/* The x87 instruction just issued loaded into a full register, or used an empty one. */
void model_x87_stack_fault(struct model *model, bool overflow);

/* The MMX instruction just issued saturated some of its results. */
void model_mmx_saturated(struct model *model);

/* A four-byte read of a page directory or table entry, or its update with a locked write. */
void model_page_walk(struct model *model, uint32_t physical, bool update);

enum branch_kind {
    BRANCH_CONDITIONAL,
    BRANCH_UNCONDITIONAL, /* direct JMP or CALL */
    BRANCH_INDIRECT,      /* JMP or CALL through a register or memory */
    BRANCH_RETURN,
    BRANCH_FAR, /* far transfer, INT, IRET: not predicted */
};

/* The branch `insn` at linear address `linear` went to `target` or fell through. */
void model_branch(struct model *model, const struct insn *insn, uint32_t linear,
                  enum branch_kind kind, bool taken, uint32_t target);

void model_io(struct model *model, uint16_t port, unsigned bytes, bool write);
void model_segment_load(struct model *model, unsigned times);
void model_table_load(struct model *model); /* LGDT or LIDT */
void model_descriptor_read(struct model *model, uint32_t physical, unsigned bytes);
void model_serialise(struct model *model);
void model_software_interrupt(struct model *model); /* INT n, INT3, INTO delivered */
void model_exception(struct model *model);          /* trap or fault handler entered */
void model_interrupt(struct model *model);          /* INTR or NMI taken */
void model_breakpoint(struct model *model, unsigned number);
void model_debug_exception(struct model *model); /* #DB, after model_exception() */

/* True if a single-step trap comes only after a taken branch (DEBUGCTL.BTF). */
bool model_steps_on_branches(const struct model *model);
uint64_t model_branches_taken(const struct model *model);

void model_set_ring(struct model *model, unsigned cpl);
void model_set_cache(struct model *model, bool enabled); /* CR0.CD is clear and TR12 does not
                                                            inhibit the cache */
void model_invalidate_caches(struct model *model, bool write_back);
void model_idle(struct model *model, uint64_t clocks); /* the processor was halted for this time */

/* Another bus agent reads the line, or writes it, which removes it from the caches. */
void model_snoop(struct model *model, uint32_t physical, bool write);

/* ---- the TLBs: all cached translations of the processor -------------------------------------- */

enum tlb_kind { TLB_CODE, TLB_DATA };

struct tlb_entry {
    uint32_t linear;   /* page number << 12, or << 22 for a large page */
    uint32_t physical; /* first byte of the page */
    bool large;        /* 4 MB */
    bool writable, user, dirty, global;
};

/* Returns the entry of a linear address, or NULL, which counts a miss. */
const struct tlb_entry *tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear);
struct tlb_entry *tlb_insert(struct model *model, enum tlb_kind kind,
                             const struct tlb_entry *entry);
void tlb_flush(struct model *model);

/* The shape of the data TLB for 4 KB pages; tree: the pseudo-LRU tree of its first set, or NULL. */
struct tlb_shape {
    unsigned sets, ways;
    uint64_t *tree;
};
struct tlb_shape tlb_data_shape(struct model *model);

/* The effect of using a way on the bits of this tree. */
struct tlb_touch {
    uint64_t keep, set;
};
struct tlb_touch tlb_touch_of(unsigned ways, unsigned way);

/* The way that was used last according to the tree. */
unsigned tlb_way_used(const struct tlb_shape *shape);
/* CR3 has been written: flushes all entries without `global`. A P5 has no global entries. */
void tlb_flush_not_global(struct model *model);
void tlb_flush_page(struct model *model, uint32_t linear);

/* ---- registers visible to software ----------------------------------------------------------- */

/*
 * Return 0, or -1 if the model does not have the register or refuses the value: the processor
 * raises #GP. A write returns MODEL_REPAIR if pairing changed, so that decoded blocks need
 * pairing_assign() again, and MODEL_TRANSLATE if a TLB changed, so that remembered translations are
 * invalid.
 */
#define MODEL_REPAIR    1
#define MODEL_TRANSLATE 2
int model_read_msr(struct model *model, uint32_t msr, uint64_t *value);
int model_write_msr(struct model *model, uint32_t msr, uint64_t value);
/*
 * Returns whether CESR selects breakpoint matches (23h to 26h), which the interpreter must then
 * detect.
 */
bool model_counts_matches(const struct model *model);
int model_read_pmc(struct model *model, uint32_t index, uint64_t *value); /* RDPMC, P55C */

uint64_t
model_clock(const struct model *model); /* clocks since reset; the time base of the simulator */

/*
 * The caches hold no data: a line contains what memory has at its address. The test registers
 * access it here, a dword at a time; if it is not set they read 0.
 */
struct model_memory {
    uint32_t (*read)(void *context, uint32_t physical);
    void (*write)(void *context, uint32_t physical, uint32_t value);
    void *context;
};
void model_set_memory(struct model *model, const struct model_memory *memory);

/* ---- causes of lost clocks ------------------------------------------------------------------- */

/* LOST(cause, name, text): the name is one word, for columns and signals. */
#define LOST_TABLE(LOST)                                                                           \
    LOST(AGI, "AGI", "address-generation interlock")                                               \
    LOST(PREFIX, "prefix", "decoding of prefixes that no earlier instruction hides")               \
    LOST(FIRST_EXECUTION, "first", "pairs that were split at their first execution")               \
    LOST(MISPREDICT, "mispredict", "mispredicted branches")                                        \
    LOST(CODE_MISS, "code", "code cache misses")                                                   \
    LOST(TLB, "TLB", "page table walks")                                                           \
    LOST(READ_MISS, "read", "data cache read misses")                                              \
    LOST(WRITE_BUFFER, "write", "full write buffers, and reads waiting for pending writes")        \
    LOST(BANK, "bank", "both pipes accessing the same bank of the data cache")                     \
    LOST(MISALIGNED, "misaligned", "accesses split by an alignment boundary")                      \
    LOST(LOCK, "lock", "locked bus cycles")                                                        \
    LOST(X87, "x87", "waits for the x87 or MMX unit or its results")                               \
    LOST(IO, "IO", "I/O cycles")                                                                   \
    LOST(ENTRY, "entry", "entry into exception and interrupt handlers")                            \
    LOST(HALTED, "halted", "HLT, until the next interrupt")

enum lost {
#define LOST_CAUSE(cause, name, text) LOST_##cause,
    LOST_TABLE(LOST_CAUSE)
#undef LOST_CAUSE
        LOST_CAUSES,
};

extern const char *const stall_cause_names[LOST_CAUSES];
extern const char *const stall_cause_texts[LOST_CAUSES];

/*
 * Sets the function that receives each loss, in order of time: `clocks` clocks from clock `from`
 * on; NULL ends it. Interlocks inside a block are not reported: insn->timing.agi is the part of its
 * `clocks` that they cost.
 */
typedef void model_lost(void *context, enum lost cause, uint64_t from, uint64_t clocks);
void model_watch(struct model *model, model_lost *lost, void *context);

/*
 * The account of a model that executes out of order (clock_account.h), from the first call on. NULL
 * if the model has none or memory is short.
 */
struct clock_account;
const struct clock_account *model_clock_account(struct model *model);

/*
 * The clocks at which the x87 resources of the next instruction become available. `used` is false
 * if it needs none or the model does not know.
 */
struct x87_needs {
    bool used;
    uint64_t unit;         /* the unit accepts another instruction */
    uint64_t part;         /* the multiplier or divider, if needed; else 0 */
    const char *part_name; /* "multiplier", "divider" */
    uint64_t operands;     /* all operands */
    unsigned latest;       /* the operand available last, numbered from ST0 */
};
void model_x87_needs(const struct model *model, const struct insn *insn, struct x87_needs *needs);

/* The clock at which the latest x87 result is available; 0 if the model does not know. */
uint64_t model_x87_ready(const struct model *model);

/* The visible state of counter n. */
struct counter_look model_counter(struct model *model, unsigned n);

/*
 * The function to call when counters that are to interrupt have overflowed, with a mask of them. It
 * is called after the instruction that caused it. Models whose counters cannot interrupt never call
 * it.
 */
typedef void model_overflow(void *context, unsigned counters);
void model_set_overflow(struct model *model, model_overflow *overflow, void *context);

/*
 * Access for a processor that stores records itself, as the Pentium 4 stores precise samples.
 * state() returns the registers after the last retired instruction, with EIP the linear address of
 * the next one. read() and write() access memory by linear address and return false for a page that
 * cannot be accessed. The model calls them when an instruction is about to issue or an interrupt is
 * about to be delivered.
 */
struct model_record {
    uint32_t eflags, eip, eax, ebx, ecx, edx, esi, edi, ebp, esp;
};
struct model_debug_store {
    void (*state)(void *context, struct model_record *record);
    bool (*read)(void *context, uint32_t linear, uint32_t *value);
    bool (*write)(void *context, uint32_t linear, uint32_t value);
    void *context;
};
void model_set_debug_store(struct model *model, const struct model_debug_store *debug_store);

/*
 * For events that count clocks with masked interrupts: whether interrupts are masked, and whether
 * one is pending.
 */
struct model_interrupts {
    bool (*masked)(void *context);
    bool (*waits)(void *context);
    void *context;
};
void model_set_interrupts(struct model *model, const struct model_interrupts *interrupts);

/* ---- creation -------------------------------------------------------------------------------- */

/* A NULL config is the default. Returns NULL if the config is refused or memory is short. */
struct model *model_create(const struct model_config *config);
void model_destroy(struct model *model);

/*
 * Each model defines these functions. model_init() gets a model that is zero except for its
 * configuration, and returns 0, or -1 if memory is short; model_release() follows in any case, also
 * without model_init(). model_watched() follows model_watch().
 */
int model_init(struct model *model);
void model_release(struct model *model);
void model_watched(struct model *model);
