/*
 * SPDX-License-Identifier: MIT
 * What the parts of the translator share. Guest registers are in the host's of the same number,
 * but ESP, which is in R8; R9 to R11 are free, and hold an address, an offset and a parameter.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "sim/cpu/translate/host_code.h"
#include "sim/cpu/translate/translate.h"
#include "sim/model/translated.h"

#define HOST_GUEST_ESP HOST_R8
#define HOST_ADDRESS   HOST_R9 /* linear, then on the host */
#define HOST_OFFSET    HOST_R10
#define HOST_INFO      HOST_R11
#define HOST_PAIR      HOST_R12 /* where the U half of a pair went to */
#define HOST_MODEL     HOST_R13
#define HOST_CPU       HOST_R14
#define HOST_CLOCK     HOST_R15

#define HAS_CPU(member) host_at(HOST_CPU, (int32_t)offsetof(struct cpu, member))

/* What has been executed of a block and is not yet in the model. */
struct share {
    uint16_t clocks;
    uint8_t reads, writes, write_hits, both_pipes, flops;
};

/* What C1 of the x87 status word is. */
enum c1 {
    C1_AS_IT_IS, /* and so are the exceptions */
    C1_SEEN,     /* in cpu->x87_seen, which has the exceptions too */
    C1_CLEAR,    /* 0, and the exceptions are the host's */
    C1_HOST,     /* the host's, as are the exceptions */
    C1_LOOP,     /* at a loop's head: as it is on coming in, and else as at its end */
};

#define X87_REGISTERS 8 /* of the guest, and of the host */

/* What translated code knows of the x87 unit; where `known` is not set, memory says it all. */
struct x87_state {
    bool known;
    uint8_t top, valid, model_top, c1;
    uint8_t held;                         /* so many registers from the top on are in the host's, */
    uint8_t popped;                       /* over them so many that were popped last */
    bool changed;                         /* top, valid or model_top, since the block began */
    const struct insn *last, *by_address; /* the last instruction, and the last with an operand */
};

/* No later than so many clocks behind HOST_CLOCK the x87 unit is free, and values are ready. */
struct x87_times {
    int16_t free, multiplier_free, ready[X87_REGISTERS];
};

/* What a slow path must know of the place that it is called from. */
struct place {
    struct block *block;
    const struct insn *insn;
    struct share share;    /* up to here */
    struct share plain;    /* what the fast path would have counted, and the block will */
    uint8_t flags;         /* enum pending_kind and size of what set them, or PENDING_AS_IT_IS */
    uint8_t bytes;         /* of the access, ... */
    uint8_t mask, most;    /* ... which no boundary splits where the address, masked, is no more */
    uint8_t segment;       /* ... and in which segment */
    uint8_t branch;        /* enum branch_kind */
    struct target *target; /* of an indirect one */
    bool pushes;           /* the access is the stack's new top */
    bool x87_operand;      /* it is an x87 instruction's */
    struct x87_state x87;
    bool u_half; /* of a pair of which both go to memory */
    bool v_half; /* likewise, and U's access was not told to the model */
};

#define PENDING_AS_IT_IS 0xffu

/* Where an indirect branch went last: what is there, and how that is entered. */
struct target {
    uint32_t linear;
    const uint8_t *entry;
};

/* Where a block is left. */
struct way_out {
    struct block *from;
    uint8_t *jump; /* to be landed at the next block; NULL where that is not always the same */
    bool jumped;
};

/* The C halves, called by host code through a frame each; see slow_path.c. */
typedef void *slow_path(struct cpu *cpu, const struct place *place, uint32_t linear);

enum slow {
    SLOW_ISSUE,     /* what issuing needs more than adding clocks */
    SLOW_EXECUTE,   /* the whole instruction, by the interpreter */
    SLOW_READ,      /* returns where the value is, or NULL: then nothing is done */
    SLOW_WRITE,     /* likewise where it is to go; both leave the host's x87 unit alone */
    SLOW_LOAD,      /* returns where the value is */
    SLOW_STORE,     /* of what is in cpu->bounce */
    SLOW_RMW_LOAD,  /* as SLOW_LOAD */
    SLOW_RMW_STORE, /* as SLOW_STORE */
    SLOW_ENTRY,     /* an interlock with the block before */
    SLOW_TAKEN,     /* a branch that the BTB does not know for sure */
    SLOW_NOT_TAKEN,
    SLOW_INDIRECT,  /* a branch to `linear`, which it returns */
    SLOW_FIND,      /* returns where what is at `linear` is entered, or NULL */
    SLOW_CONDITION, /* returns whether the condition of Jcc is met */
    SLOW_CARRY,     /* keeps CF in cpu->pending.carry */
    SLOW_PATHS,
};

extern slow_path *const slow_paths[SLOW_PATHS];

struct translator {
    struct host_code code;
    uint8_t *blocks; /* behind the frames */
    struct model_places places;
    struct x87_places x87;
    const struct way_out *(*enter)(struct cpu *cpu, struct model *model, const uint8_t *body);
    const uint8_t *slow[SLOW_PATHS]; /* called with HOST_INFO the place, HOST_ADDRESS linear */
    const uint8_t *leave;            /* jumped to with HOST_INFO the way out, or 0 */
    const struct way_out *last;      /* by which run_translated() ended */
    uint8_t *data, *data_end;        /* for places and ways out */
    uint8_t *data_begin;
};

#define TRANSLATED_OPERANDS 10

/* How an instruction is done. */
enum how {
    HOW_INTERPRETED, /* by its handler */
    HOW_COMPUTED,    /* by the host's of the same name */
    HOW_PUSH,
    HOW_POP,
    HOW_X87,
    HOW_JCC, /* from here on the last of its block */
    HOW_JMP,
    HOW_CALL,
    HOW_RET,
    HOW_JMP_INDIRECT,
    HOW_JMP_MEMORY,
    HOW_CALL_INDIRECT,
};

/* Something put behind the block: where it is jumped from, and comes back to. */
enum late_kind {
    LATE_CALL,
    LATE_LOAD,
    LATE_STORE,
    LATE_RMW,
    LATE_BANK,
    LATE_PAGE, /* another than that used last, in a TLB of one set */
    LATE_WAIT, /* for the x87 unit, or operands */
    LATE_CARRY,
    LATE_BRANCH,
    LATE_FAIL
};

struct late {
    enum late_kind kind;
    enum slow slow; /* of LATE_CALL */
    unsigned i;
    uint8_t *jumps[5];
    const uint8_t *back; /* the operand having been found */
    const uint8_t *done; /* the operation having been done, too */
    struct x87_state x87;
    struct place *place, *second; /* of a read-modify-write: loading, storing */
    enum branch_kind branch;      /* of LATE_BRANCH: what it is, and ... */
    bool taken;                   /* ... which way it goes */
};

struct tallies {
    uint8_t of[TALLIES];
};

/* A block that jumps to itself and keeps x87 registers in the host's all the while: see loop.c. */
struct loop {
    bool wanted;
    struct x87_state begin, end; /* what is held at both is the same, or it is none */
    const uint8_t *head;
    struct tallies turn; /* what a turn adds to the counts, when it is known which that is */
};

#define LATE_MAX (6 * BLOCK_MAX_INSNS + 8)

struct translation {
    struct cpu *cpu;
    struct translator *translator;
    struct host_code *code;
    struct block *block;
    unsigned i; /* the instruction at work */
    ZydisDecodedInstruction raw[BLOCK_MAX_INSNS];
    ZydisDecodedOperand operands[BLOCK_MAX_INSNS][TRANSLATED_OPERANDS];
    uint8_t how[BLOCK_MAX_INSNS];
    bool accesses[BLOCK_MAX_INSNS];   /* memory, and not by a handler */
    uint32_t wanted[BLOCK_MAX_INSNS]; /* flags that somebody may ask for behind it */
    struct share share;
    struct x87_state x87;
    struct x87_times times;
    struct loop loop;
    struct tallies *collects; /* where tally_add() only notes what it would add, or NULL */
    unsigned pending;         /* what set the flags, as in struct place, ... */
    unsigned pending_by;      /* ... and which instruction, unless that is not known */
    bool pending_stored;
    struct late late[LATE_MAX];
    unsigned late_count;
};

/* frames.c */
void frames_emit(struct translator *translator, struct model *model);

/* block_plan.c: false where the block is not one to translate. */
bool plan_block(struct translation *t);

/* guest_insn.c */

/* Whether the host computes it as the guest would. */
bool guest_insn_is_native(const struct translation *t, unsigned i);
/* Whether its handler may be called from the middle of a translated block. */
bool guest_insn_is_harmless(const ZydisDecodedInstruction *raw);
/* The memory operand, or NULL. */
const ZydisDecodedOperand *guest_memory(const struct translation *t, unsigned i);
/* Flat, and its address of 32 bits. */
bool guest_memory_is_usual(const struct translation *t, unsigned i);
/* The instruction itself; what it has in memory is at HOST_ADDRESS. */
void guest_insn_emit(struct translation *t, unsigned i);
enum host_register host_of(unsigned guest);

/* flag_use.c */
void flags_plan(struct translation *t);
/* Before an instruction's operand is looked for: CF is put by, where it asks for it or keeps it. */
void flags_carry(struct translation *t, unsigned i);
/* Before and behind one that sets flags somebody wants: keeps what they come from. */
void flags_before(struct translation *t, unsigned i);
void flags_behind(struct translation *t, unsigned i);
/* From now on those are the flags. */
void flags_noted(struct translation *t, unsigned i);
/* What will have set them then, as in struct place. */
unsigned flags_after(const struct translation *t, unsigned i);
/* Emits cpu->pending.operation for whoever is next. */
void flags_store(struct translation *t);
/* A jump that is made if the condition of Jcc is met. */
uint8_t *flags_jump(struct translation *t, unsigned condition);
/* Behind the block: CF where the block before set flags in an unusual way. */
void flags_late_carry(struct translation *t, const struct late *late);
/* They are the interpreter's again. */
void flags_settled(struct translation *t);

/* access.c */
/* The linear address of the memory operand, or LEA's result. */
void access_address(struct translation *t, const struct insn *insn, enum host_register to);
/* The instruction, with its memory operand. */
void access_operand(struct translation *t, unsigned i);
/* Behind the block: what LATE_PAGE does. */
void access_late_page(struct translation *t);
/* Leaves in HOST_ADDRESS where an indirect jump's target is. */
void access_target(struct translation *t, unsigned i);
/* Stores at ESP-4, and moves ESP; or leaves in HOST_ADDRESS where ESP points to. */
void access_push(struct translation *t, unsigned i);
void access_stack_top(struct translation *t, unsigned i);

/* As access_operand(), of so many bytes; TIMING_READS or TIMING_WRITES. */
void access_x87(struct translation *t, unsigned i, unsigned bytes, unsigned kind);

/* x87.c */

/* Whether it is done natively, the stack being as t->x87 says; that then is as it leaves it. */
bool x87_plan(struct translation *t, unsigned i);
void x87_begin(struct translation *t, struct late *fail);
void x87_instruction(struct translation *t, unsigned i);
/* Its operation, once its memory operand is at HOST_ADDRESS. */
void x87_operation(struct translation *t, unsigned i);
/* All is in memory, but for the status word, which then is seen; and back. */
void x87_spill(struct translation *t);
void x87_refill(struct translation *t, const struct x87_state *as);
/* The host's are empty, and nothing is stored. */
void x87_drop(struct translation *t);
/* The guest's status word is in memory. */
void x87_settle(struct translation *t);
/* The host's exceptions are none; the guest's are in memory. */
void x87_forget_exceptions(struct translation *t);
/* Behind an instruction that was interpreted. */
void x87_interpreted(struct translation *t, unsigned i);
/* x87_issue.c: from when on what is there may be anything. */
void x87_times_forget(struct translation *t);
/* Behind the block: what LATE_WAIT does. */
void x87_late_wait(struct translation *t, const struct late *late);
/* The last instruction's addresses, as memory has to say them. */
void x87_pointers(struct translation *t, const struct x87_state *x87);
/* Emits what memory has to say of the unit from now on. */
void x87_end(struct translation *t);

/* prediction.c */
/* The branch at the end is told of, going where it always goes if taken, or falling through. */
void predict(struct translation *t, unsigned i, enum branch_kind kind, bool taken);
/* What the first adds where the BTB knows the branch. */
struct tallies predict_tallies(const struct translation *t, unsigned i, bool taken);
/* Likewise an indirect one, to the address in HOST_ADDRESS, which stays there. */
void predict_indirect(struct translation *t, unsigned i, enum branch_kind kind);
void predict_late(struct translation *t, const struct late *late);

/* branch.c */
void block_end(struct translation *t);
void block_retire(struct translation *t);

/* loop.c */

/* Whether the block, once planned, may be one. */
bool loop_is_possible(const struct translation *t);
/* The head, in front of the first instruction. */
void loop_begin(struct translation *t);
/* What a turn adds, with its branch, besides what the block itself does. */
void loop_turn(struct translation *t, const struct tallies *block, const struct tallies *branch);
/* Adds what all turns have that are not in the counts yet; where C may ask for these, or unwind. */
void loop_book(struct translation *t);
/* From the end to the head, unless something else is to be done first: then it goes on behind. */
void loop_back(struct translation *t);
/* At the head: what C1, exceptions and pointers are becomes known. */
void loop_see(struct translation *t);

/* translator.c */
struct place *place_here(struct translation *t, unsigned i);
struct late *late_add(struct translation *t, enum late_kind kind, unsigned i);
void call_slow(struct translation *t, enum slow slow, const struct place *place);
/* Adds to a count of the model. */
void tally_add(struct translation *t, enum tally tally, unsigned n);
void tallies_add(struct translation *t, const struct tallies *tallies);
/* Takes it back: what is counted with a turn was something else. */
void tallies_subtract(struct translation *t, const struct tallies *tallies);
struct host_memory in_model(const struct translation *t, const void *member);
void *translator_data(struct translator *translator, size_t bytes);
/* Everything up to here is the model's. */
void share_book(struct translation *t);

/* translate.c */
/* Jumps of `late` are made where the block's lines are not as they were, and where an event is due.
 */
void block_check(struct translation *t, uint8_t *jumps[2]);
/* What an instruction does once its operand is at HOST_ADDRESS; with the flags it sets. */
void operation_emit(struct translation *t, unsigned i);
