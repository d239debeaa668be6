/*
 * SPDX-License-Identifier: MIT
 * Shared declarations of the translator. Guest registers are in the host registers of the same
 * number, except ESP, which is in R8. R9 to R11 are scratch: an address, an offset and a parameter.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "sim/cpu/translator/host_code.h"
#include "sim/cpu/translator/translation.h"
#include "sim/model/translated.h"

#define HOST_GUEST_ESP HOST_R8
#define HOST_ADDRESS   HOST_R9 /* linear address, then host address */
#define HOST_OFFSET    HOST_R10
#define HOST_INFO      HOST_R11
#define HOST_PAIR      HOST_R12 /* address that the U half of a pair accessed */
#define HOST_MODEL     HOST_R13
#define HOST_CPU       HOST_R14
#define HOST_CLOCK     HOST_R15

#define HAS_CPU(member) host_at(HOST_CPU, (int32_t)offsetof(struct cpu, member))

/* The executed part of a block that the model has not counted yet. */
struct uncounted_work {
    uint16_t clocks;
    uint8_t reads, writes, write_hits, both_pipes, flops;
};

/* State of C1 of the x87 status word. */
enum c1 {
    C1_AS_IT_IS, /* unchanged, as are the exceptions */
    C1_SAVED,    /* C1 and the exceptions are in cpu->x87_host_status */
    C1_CLEAR,    /* C1 is 0; the exceptions are in the host's status word */
    C1_HOST,     /* C1 and the exceptions are in the host's status word */
    C1_LOOP,     /* at a loop's head: as on entry in the first iteration, then as at its end */
};

#define X87_REGISTERS 8 /* of the guest and of the host */

/* The state of the x87 unit known at translation time. If `known` is false, memory has the
 * state. */
struct x87_state {
    bool known;
    uint8_t top, valid, model_top, c1;
    uint8_t allocated; /* number of registers from the top that are on the host */
    uint8_t popped;    /* number of popped registers still above them */
    bool changed;      /* top, valid or model_top changed in this block */
    const struct insn *last, *by_address; /* last instruction; last one with a memory operand */
};

/* Upper bounds, in clocks after HOST_CLOCK, for when the x87 unit is free and values are ready. */
struct x87_times {
    int16_t free, multiplier_free, ready[X87_REGISTERS];
};

/* Describes a call site to a slow path. */
struct call_site {
    struct block *block;
    const struct insn *insn;
    struct uncounted_work share;    /* of the block up to here */
    struct uncounted_work plain;    /* what the fast path counts, and the block adds later */
    uint8_t flags;                  /* enum pending_kind and size, or PENDING_AS_IT_IS */
    uint8_t bytes;                  /* size of the access */
    uint8_t mask, most;             /* no boundary splits it if address & mask <= most */
    uint8_t segment;                /* segment of the access */
    uint8_t branch;                 /* enum branch_kind */
    struct indirect_target *target; /* of an indirect branch */
    bool pushes;                    /* the access becomes the new top of stack */
    bool x87_operand;               /* the access is an x87 operand */
    struct x87_state x87;
    bool u_half; /* U half of a pair whose halves both access memory */
    bool v_half; /* V half of such a pair; the U access was not reported to the model */
};

#define PENDING_AS_IT_IS 0xffu

/* Last target of an indirect branch: its address and its entry point. */
struct indirect_target {
    uint32_t linear;
    const uint8_t *entry;
};

/* An exit of a block. */
struct block_exit {
    struct block *from;
    uint8_t *jump; /* patched to jump to the next block; NULL if that varies */
    bool jumped;
};

/* C functions that host code calls through one frame each; see slow_path.c. */
typedef void *slow_path(struct cpu *cpu, const struct call_site *place, uint32_t linear);

enum slow {
    SLOW_ISSUE,     /* issues an instruction that needs more than added clocks */
    SLOW_EXECUTE,   /* interprets the whole instruction */
    SLOW_READ,      /* returns the host address of the value, or NULL: nothing done */
    SLOW_WRITE,     /* the same for a write; neither uses the host's x87 unit */
    SLOW_LOAD,      /* returns the host address of the value */
    SLOW_STORE,     /* stores the contents of cpu->bounce */
    SLOW_RMW_LOAD,  /* as SLOW_LOAD */
    SLOW_RMW_STORE, /* as SLOW_STORE */
    SLOW_ENTRY,     /* an interlock with the previous block */
    SLOW_TAKEN,     /* a branch whose prediction is not known */
    SLOW_NOT_TAKEN,
    SLOW_INDIRECT,  /* a branch to `linear`; returns `linear` */
    SLOW_FIND,      /* returns the entry point of the block at `linear`, or NULL */
    SLOW_CONDITION, /* returns 1 if the condition of Jcc is met, otherwise 0 */
    SLOW_CARRY,     /* stores CF in cpu->pending.carry */
    SLOW_PATHS,
};

extern slow_path *const slow_paths[SLOW_PATHS];

struct translator {
    struct host_code code;
    uint8_t *blocks; /* code after the frames */
    struct model_places places;
    struct x87_places x87;
    const struct block_exit *(*enter)(struct cpu *cpu, struct model *model, const uint8_t *body);
    const uint8_t *slow[SLOW_PATHS]; /* called with place in HOST_INFO, linear in HOST_ADDRESS */
    const uint8_t *leave;            /* jumped to with the exit in HOST_INFO, or 0 */
    const struct block_exit *last;   /* exit by which translated_block_run() returned */
    uint8_t *data, *data_end;        /* for places and exits */
    uint8_t *data_begin;
};

#define TRANSLATED_OPERANDS 10

/* How an instruction is executed. */
enum how {
    HOW_INTERPRETED, /* by its handler */
    HOW_COMPUTED,    /* by the same host instruction */
    HOW_PUSH,
    HOW_POP,
    HOW_X87,
    HOW_JCC, /* from here on only as the last of its block */
    HOW_JMP,
    HOW_CALL,
    HOW_RET,
    HOW_JMP_INDIRECT,
    HOW_JMP_MEMORY,
    HOW_CALL_INDIRECT,
};

/* Late code, placed after the block: the kind of code that a jump in the block leads to. */
enum late_kind {
    LATE_CALL,
    LATE_LOAD,
    LATE_STORE,
    LATE_RMW,
    LATE_BANK,
    LATE_PAGE, /* a use of another page in a TLB that has one set */
    LATE_WAIT, /* a wait for the x87 unit or operands */
    LATE_CARRY,
    LATE_BRANCH,
    LATE_FAIL
};

struct late_code {
    enum late_kind kind;
    enum slow slow; /* of LATE_CALL */
    unsigned i;
    uint8_t *jumps[5];
    const uint8_t *back; /* return point once the operand is found */
    const uint8_t *done; /* return point once the operation is done as well */
    struct x87_state x87;
    struct call_site *place, *second; /* of a read-modify-write: load, store */
    enum branch_kind branch;          /* of LATE_BRANCH: its kind */
    bool taken;                       /* its direction */
};

struct tallies {
    uint8_t of[TALLIES];
};

/* A block that jumps to itself and keeps x87 registers on the host: see x87_loop.c. */
struct x87_loop {
    bool wanted;
    struct x87_state begin,
        end; /* must have the same registers on the host for the block to loop */
    const uint8_t *head;
    struct tallies iteration; /* what an iteration adds to the counts, once known */
};

#define LATE_MAX (6 * BLOCK_MAX_INSNS + 8)

struct translation {
    struct cpu *cpu;
    struct translator *translator;
    struct host_code *code;
    struct block *block;
    unsigned i; /* the current instruction */
    ZydisDecodedInstruction raw[BLOCK_MAX_INSNS];
    ZydisDecodedOperand operands[BLOCK_MAX_INSNS][TRANSLATED_OPERANDS];
    uint8_t how[BLOCK_MAX_INSNS];
    bool accesses[BLOCK_MAX_INSNS];   /* accesses memory without a handler */
    uint32_t wanted[BLOCK_MAX_INSNS]; /* flags that may be used after it */
    struct uncounted_work share;
    struct x87_state x87;
    struct x87_times times;
    struct x87_loop loop;
    struct tallies *collects; /* if not NULL, tally_add() only adds here */
    unsigned pending;         /* what set the flags, as in struct call_site */
    unsigned pending_by;      /* the instruction that set them, if known */
    bool pending_stored;
    struct late_code late[LATE_MAX];
    unsigned late_count;
};

/* host_frames.c */
void host_frames_emit(struct translator *translator, struct model *model);

/* block_plan.c: returns false if the block is not to be translated. */
bool block_plan_make(struct translation *t);

/* guest_insn.c */

/* True if the host instruction computes the same as the guest's. */
bool guest_insn_is_native(const struct translation *t, unsigned i);
/* True if its handler may be called from the middle of a translated block. */
bool guest_insn_is_harmless(const ZydisDecodedInstruction *raw);
/* Returns the memory operand, or NULL. */
const ZydisDecodedOperand *guest_insn_memory(const struct translation *t, unsigned i);
/* True if the operand's segment is flat and its address has 32 bits. */
bool guest_insn_memory_is_usual(const struct translation *t, unsigned i);
/* Emits the instruction itself; its memory operand is at HOST_ADDRESS. */
void guest_insn_emit(struct translation *t, unsigned i);
enum host_register host_of(unsigned guest);

/* flag_operands.c, flag_conditions.c */
void flag_operands_plan(struct translation *t);
/* Called before an instruction's operand is accessed: stores CF if it reads or preserves CF. */
void flag_operands_carry(struct translation *t, unsigned i);
/* Called before and after an instruction whose flags are used: store what they are computed
 * from. */
void flag_operands_before(struct translation *t, unsigned i);
void flag_operands_after(struct translation *t, unsigned i);
/* Records that this instruction has set the flags. */
void flag_operands_set_pending(struct translation *t, unsigned i);
/* Returns what will have set the flags after the instruction, as in struct call_site. */
unsigned flag_operands_next_pending(const struct translation *t, unsigned i);
/* Emits the store to cpu->pending.operation for subsequent code. */
void flag_operands_store_pending(struct translation *t);
/* Emits a jump that is taken if the condition of Jcc is met. */
uint8_t *flag_condition_jump(struct translation *t, unsigned condition);
/* Late code: computes CF if the previous block set the flags in an unusual way. */
void flag_operands_late_carry(struct translation *t, const struct late_code *late);
/* Records that the flags are in the interpreter's form. */
void flag_operands_settled(struct translation *t);

/* memory_access.c */
/* Computes the linear address of the memory operand, or LEA's result. */
void memory_access_address(struct translation *t, const struct insn *insn, enum host_register to);
/* Emits the instruction with its memory operand. */
void memory_access_operand(struct translation *t, unsigned i);
/* Late code for LATE_PAGE. */
void memory_access_late_page(struct translation *t);
/* Leaves the host address of an indirect jump's target in HOST_ADDRESS. */
void memory_access_target(struct translation *t, unsigned i);
/* memory_access_push() stores at ESP-4 and updates ESP. memory_access_stack_top() leaves the host
 * address of the top of the stack in HOST_ADDRESS. */
void memory_access_push(struct translation *t, unsigned i);
void memory_access_stack_top(struct translation *t, unsigned i);

/* As memory_access_operand(), for `bytes` bytes; `kind` is TIMING_READS or TIMING_WRITES. */
void memory_access_x87(struct translation *t, unsigned i, unsigned bytes, unsigned kind);

/* x87_form.c, x87_code.c, x87_registers.c, x87_issue.c */

/* True if the instruction can be native in stack state t->x87, which becomes the state after it. */
bool x87_form_plan(struct translation *t, unsigned i);
void x87_code_begin(struct translation *t, struct late_code *fail);
void x87_code_instruction(struct translation *t, unsigned i);
/* Emits its operation, once its memory operand is at HOST_ADDRESS. */
void x87_code_operation(struct translation *t, unsigned i);
/* Store all registers on the host in memory, except the status word, which is then in
 * cpu->x87_host_status; and load them again. */
void x87_registers_spill(struct translation *t);
void x87_registers_reload(struct translation *t, const struct x87_state *as);
/* Empties the host's stack without storing registers. */
void x87_registers_discard(struct translation *t);
/* Stores the guest's status word in memory. */
void x87_registers_settle(struct translation *t);
/* Clears the host's exceptions; the guest's are in memory. */
void x87_registers_clear_exceptions(struct translation *t);
/* Updates the state after an interpreted instruction. */
void x87_code_interpreted(struct translation *t, unsigned i);
/* Forgets when the unit is free and values are ready. */
void x87_issue_forget_times(struct translation *t);
/* Late code for LATE_WAIT. */
void x87_issue_late_wait(struct translation *t, const struct late_code *late);
/* Stores the pointers to the last instruction and operand in memory. */
void x87_code_pointers(struct translation *t, const struct x87_state *x87);
/* Emits the stores that bring the unit's state in memory up to date. */
void x87_code_end(struct translation *t);

/* prediction.c */
/* Emits the prediction of the branch at the end, which goes to its fixed target or falls
 * through. */
void prediction_direct(struct translation *t, unsigned i, enum branch_kind kind, bool taken);
/* Returns what prediction_direct() adds if the BTB knows the branch. */
struct tallies prediction_tallies(const struct translation *t, unsigned i, bool taken);
/* The same for an indirect branch to the address in HOST_ADDRESS, which is preserved. */
void prediction_indirect(struct translation *t, unsigned i, enum branch_kind kind);
void prediction_late(struct translation *t, const struct late_code *late);

/* block_exit.c */
void block_exit_emit(struct translation *t);
void block_exit_retire(struct translation *t);

/* x87_loop.c */

/* True if the block, once planned, can be a loop. */
bool x87_loop_is_possible(const struct translation *t);
/* Emits the head, before the first instruction. */
void x87_loop_begin(struct translation *t);
/* Sets what an iteration adds: the counts of its block and of its branch. */
void x87_loop_set_iteration(struct translation *t, const struct tallies *block,
                            const struct tallies *branch);
/* Adds the iterations that are not in the counts yet, before C may read the counts or unwind. */
void x87_loop_count(struct translation *t);
/* Emits the jump from the end to the head. If an event is due, execution continues after it. */
void x87_loop_jump_back(struct translation *t);
/* At the head: determines C1, exceptions and pointers. */
void x87_loop_read_status(struct translation *t);

/* translator.c */
struct call_site *translator_call_site(struct translation *t, unsigned i);
struct late_code *translator_add_late(struct translation *t, enum late_kind kind, unsigned i);
void translator_call_slow(struct translation *t, enum slow slow, const struct call_site *place);
/* Adds to one of the model's counts. */
void tally_add(struct translation *t, enum tally tally, unsigned n);
void tallies_add(struct translation *t, const struct tallies *tallies);
/* Subtracts counts that were added with an iteration but did not occur. */
void tallies_subtract(struct translation *t, const struct tallies *tallies);
struct host_memory in_model(const struct translation *t, const void *member);
void *translator_data(struct translator *translator, size_t bytes);
/* Adds everything executed up to here to the model. */
void translator_add_uncounted(struct translation *t);

/* block_code.c */
/* Emits jumps that are taken if the block's cache lines have changed and if an event is due. */
void block_code_check(struct translation *t, uint8_t *jumps[2]);
/* Emits an instruction's operation, once its operand is at HOST_ADDRESS, with the flags it sets. */
void block_code_operation(struct translation *t, unsigned i);
