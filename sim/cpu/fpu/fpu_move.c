/*
 * SPDX-License-Identifier: MIT
 * x87 data movement: FLD, FST, FSTP, FILD, FIST, FISTP, FBLD, FBSTP, FXCH, FFREE, FINCSTP, FDECSTP
 * and the constants.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"

/* Ten bytes in memory, as an operand of inline assembly. */
typedef struct {
    uint8_t bytes[10];
} packed80;

DEFINE_HOST_LOAD(flds, float)
DEFINE_HOST_LOAD(fldl, double)
DEFINE_HOST_LOAD(filds, int16_t)
DEFINE_HOST_LOAD(fildl, int32_t)
DEFINE_HOST_LOAD(fildll, int64_t)
DEFINE_HOST_LOAD(fbld, packed80)
DEFINE_HOST_STORE(fstps, float)
DEFINE_HOST_STORE(fstpl, double)
DEFINE_HOST_STORE(fistps, int16_t)
DEFINE_HOST_STORE(fistpl, int32_t)
DEFINE_HOST_STORE(fistpll, int64_t)
DEFINE_HOST_STORE(fbstp, packed80)
DEFINE_HOST_CONSTANT(fld1)
DEFINE_HOST_CONSTANT(fldl2t)
DEFINE_HOST_CONSTANT(fldl2e)
DEFINE_HOST_CONSTANT(fldpi)
DEFINE_HOST_CONSTANT(fldlg2)
DEFINE_HOST_CONSTANT(fldln2)
DEFINE_HOST_CONSTANT(fldz)

/* ---- loads --------------------------------------------------------------------------------- */

/* Pushes a value. On a full stack it pushes the indefinite if the stack fault is masked. */
static void fpu_move_push_value(struct cpu *cpu, const struct fpu_register *value)
{
    struct fpu *fpu = &cpu->fpu;

    if (likely(fpu_is_empty(fpu, 7))) {
        fpu->status &= (uint16_t)~FPU_C1;
        fpu_push(fpu, value);
    } else if (fpu_stack_fault(cpu, true)) {
        fpu_push(fpu, &fpu_indefinite);
    }
}

static void fpu_move_push_loaded(struct cpu *cpu, const void *operand, host_load *host)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register value;

    if (unlikely(!fpu_is_empty(fpu, 7)))
        fpu_move_push_value(cpu, &fpu_indefinite);
    else if (likely(fpu_commit(cpu, host(operand, &value), FPU_C1)))
        fpu_push(fpu, &value);
}

#define DEFINE_LOAD(NAME, LOAD, HOST)                                                              \
    static void NAME(struct cpu *cpu, const struct insn *insn)                                     \
    {                                                                                              \
        const uint32_t offset = fpu_begin_memory(cpu, insn);                                       \
        const __auto_type operand = LOAD(cpu, insn, insn->segment, offset);                        \
        fpu_accessed(cpu, insn, offset);                                                           \
        fpu_move_push_loaded(cpu, &operand, HOST);                                                 \
    }

DEFINE_LOAD(fld_real32, load32, host_flds)
DEFINE_LOAD(fld_real64, load64, host_fldl)
DEFINE_LOAD(fild_int16, load16, host_filds)
DEFINE_LOAD(fild_int32, load32, host_fildl)
DEFINE_LOAD(fild_int64, load64, host_fildll)

static void fpu_move_fbld(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = fpu_begin_memory(cpu, insn);
    packed80 operand;

    load80(cpu, insn, offset, &operand, ALIGNMENT_80);
    fpu_accessed(cpu, insn, offset);
    fpu_move_push_loaded(cpu, &operand, host_fbld);
}

static void fpu_move_fld_real80(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = fpu_begin_memory(cpu, insn);
    struct fpu_register value = {0};

    load80(cpu, insn, offset, &value, ALIGNMENT_80);
    fpu_accessed(cpu, insn, offset);
    fpu_move_push_value(cpu, &value);
}

static void fpu_move_fld_register(struct cpu *cpu, const struct insn *insn)
{
    struct fpu *fpu = &cpu->fpu;
    struct fpu_register value = fpu_indefinite;

    fpu_begin(cpu, insn);
    if (unlikely(fpu_is_empty(fpu, insn->reg) && fpu_is_empty(fpu, 7))) {
        if (fpu_stack_fault(cpu, false))
            fpu_push(fpu, &value);
        return;
    }
    value = *fpu_st(fpu, insn->reg);
    fpu_move_push_value(cpu, &value);
}

static host_load *const constants[8] = {
    host_fld1, host_fldl2t, host_fldl2e, host_fldpi, host_fldlg2, host_fldln2, host_fldz,
};

static void fpu_move_fld_constant(struct cpu *cpu, const struct insn *insn)
{
    struct fpu_register value;

    fpu_begin(cpu, insn);
    constants[insn->reg](NULL, &value);
    fpu_move_push_value(cpu, &value);
}

/* ---- stores -------------------------------------------------------------------------------- */

/* Converts ST(0); returns false if an unmasked exception prevents the store. */
static bool fpu_move_convert(struct cpu *cpu, void *out, host_store *host)
{
    struct fpu *fpu = &cpu->fpu;

    if (likely(!fpu_is_empty(fpu, 0))) {
        const uint16_t status = host(fpu_st(fpu, 0), out);

        if (status & FPU_EXCEPTIONS) /* the next operation would report them if the store faults */
            host_clear();
        return fpu_commit(cpu, status, FPU_C1) && !(status & ~fpu->control & (FPU_OE | FPU_UE));
    }
    if (!fpu_stack_fault(cpu, false))
        return false;
    host(&fpu_indefinite, out);
    host_clear();
    return true;
}

/*
 * The conversion's exceptions must not be visible before the store has succeeded, so the conversion
 * works on a copy of the flags.
 */
#define DEFINE_STORE(NAME, TYPE, STORE, HOST, POP)                                                 \
    static void NAME(struct cpu *cpu, const struct insn *insn)                                     \
    {                                                                                              \
        const uint32_t offset = fpu_begin_memory(cpu, insn);                                       \
        const uint16_t before = cpu->fpu.status;                                                   \
        TYPE value = 0;                                                                            \
        const bool good = fpu_move_convert(cpu, &value, HOST);                                     \
        const uint16_t after = cpu->fpu.status;                                                    \
        if (unlikely(!good)) {                                                                     \
            fpu_accessed(cpu, insn, offset);                                                       \
            return;                                                                                \
        }                                                                                          \
        cpu->fpu.status = before;                                                                  \
        STORE(cpu, insn, insn->segment, offset, value);                                            \
        fpu_accessed(cpu, insn, offset);                                                           \
        cpu->fpu.status = after;                                                                   \
        if (POP)                                                                                   \
            fpu_pop(&cpu->fpu);                                                                    \
    }

DEFINE_STORE(fst_real32, uint32_t, store32, host_fstps, false)
DEFINE_STORE(fst_real64, uint64_t, store64, host_fstpl, false)
DEFINE_STORE(fstp_real32, uint32_t, store32, host_fstps, true)
DEFINE_STORE(fstp_real64, uint64_t, store64, host_fstpl, true)
DEFINE_STORE(fist_int16, uint16_t, store16, host_fistps, false)
DEFINE_STORE(fist_int32, uint32_t, store32, host_fistpl, false)
DEFINE_STORE(fistp_int16, uint16_t, store16, host_fistps, true)
DEFINE_STORE(fistp_int32, uint32_t, store32, host_fistpl, true)
DEFINE_STORE(fistp_int64, uint64_t, store64, host_fistpll, true)

/* FISTTP of SSE3: the same, with truncation selected in the control word. */
#define DEFINE_HOST_TRUNCATING(NAME, HOST)                                                         \
    static uint16_t NAME(const struct fpu_register *a, void *m)                                    \
    {                                                                                              \
        uint16_t guest, cutting, status;                                                           \
        __asm__ volatile("fnstcw %0" : "=m"(guest));                                               \
        cutting = guest | FPU_RC_TRUNCATE;                                                         \
        __asm__ volatile("fldcw %0" : : "m"(cutting));                                             \
        status = HOST(a, m);                                                                       \
        __asm__ volatile("fldcw %0" : : "m"(guest));                                               \
        return status;                                                                             \
    }

#define FPU_RC_TRUNCATE 0x0c00u

DEFINE_HOST_TRUNCATING(host_fisttps, host_fistps)
DEFINE_HOST_TRUNCATING(host_fisttpl, host_fistpl)
DEFINE_HOST_TRUNCATING(host_fisttpll, host_fistpll)
DEFINE_STORE(fisttp_int16, uint16_t, store16, host_fisttps, true)
DEFINE_STORE(fisttp_int32, uint32_t, store32, host_fisttpl, true)
DEFINE_STORE(fisttp_int64, uint64_t, store64, host_fisttpll, true)

/* The same for ten bytes; `good` is false if there is nothing to store. */
static void fpu_move_store_and_pop80(struct cpu *cpu, const struct insn *insn, uint32_t offset,
                                     const void *value, uint16_t before, bool good)
{
    const uint16_t after = cpu->fpu.status;

    if (good) {
        cpu->fpu.status = before;
        store80(cpu, insn, offset, value, ALIGNMENT_80);
        cpu->fpu.status = after;
        fpu_pop(&cpu->fpu);
    }
    fpu_accessed(cpu, insn, offset);
}

static void fpu_move_fbstp(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = fpu_begin_memory(cpu, insn);
    const uint16_t before = cpu->fpu.status;
    packed80 value = {{0}};
    const bool good = fpu_move_convert(cpu, &value, host_fbstp);

    fpu_move_store_and_pop80(cpu, insn, offset, &value, before, good);
}

static void fpu_move_fstp_real80(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t offset = fpu_begin_memory(cpu, insn);
    struct fpu *fpu = &cpu->fpu;
    const uint16_t before = fpu->status;
    const bool empty = fpu_is_empty(fpu, 0);
    const struct fpu_register value = empty ? fpu_indefinite : *fpu_st(fpu, 0);
    bool good = true;

    if (unlikely(empty))
        good = fpu_stack_fault(cpu, false);
    else
        fpu->status &= (uint16_t)~FPU_C1;
    fpu_move_store_and_pop80(cpu, insn, offset, &value, before, good);
}

static void fpu_move_store_register(struct cpu *cpu, const struct insn *insn, bool pop)
{
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (unlikely(fpu_is_empty(fpu, 0))) {
        if (!fpu_stack_fault(cpu, false))
            return;
        fpu_set(fpu, insn->reg, &fpu_indefinite);
    } else {
        const struct fpu_register value = *fpu_st(fpu, 0);
        fpu->status &= (uint16_t)~FPU_C1;
        fpu_set(fpu, insn->reg, &value);
    }
    if (pop)
        fpu_pop(fpu);
}

static void fst_register(struct cpu *cpu, const struct insn *insn)
{
    fpu_move_store_register(cpu, insn, false);
}

static void fstp_register(struct cpu *cpu, const struct insn *insn)
{
    fpu_move_store_register(cpu, insn, true);
}

/* ---- the stack ----------------------------------------------------------------------------- */

static void fpu_move_fxch(struct cpu *cpu, const struct insn *insn)
{
    struct fpu *fpu = &cpu->fpu;

    fpu_begin(cpu, insn);
    if (unlikely(fpu_is_empty(fpu, 0) || fpu_is_empty(fpu, insn->reg))) {
        if (!fpu_stack_fault(cpu, false))
            return;
        if (fpu_is_empty(fpu, 0))
            fpu_set(fpu, 0, &fpu_indefinite);
        if (fpu_is_empty(fpu, insn->reg))
            fpu_set(fpu, insn->reg, &fpu_indefinite);
    } else {
        fpu->status &= (uint16_t)~FPU_C1;
    }

    const struct fpu_register value = *fpu_st(fpu, 0);

    *fpu_st(fpu, 0) = *fpu_st(fpu, insn->reg);
    *fpu_st(fpu, insn->reg) = value;
}

static void ffree(struct cpu *cpu, const struct insn *insn)
{
    fpu_begin(cpu, insn);
    fpu_free(&cpu->fpu, insn->reg);
}

static void ffreep(struct cpu *cpu, const struct insn *insn)
{
    fpu_begin(cpu, insn);
    fpu_free(&cpu->fpu, insn->reg);
    fpu_pop(&cpu->fpu);
}

static void fincstp(struct cpu *cpu, const struct insn *insn)
{
    fpu_begin(cpu, insn);
    cpu->fpu.top = (cpu->fpu.top + 1) & 7;
    cpu->fpu.status &= (uint16_t)~FPU_C1;
}

static void fdecstp(struct cpu *cpu, const struct insn *insn)
{
    fpu_begin(cpu, insn);
    cpu->fpu.top = (cpu->fpu.top - 1) & 7;
    cpu->fpu.status &= (uint16_t)~FPU_C1;
}

static void fnop(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    fpu_check(cpu, true);
}

/* ---- decoding -------------------------------------------------------------------------------- */

static insn_execute *const memory_d9[8] = {fld_real32, NULL, fst_real32, fstp_real32};
static insn_execute *const memory_db[8] = {
    fild_int32,          NULL, fist_int32,          fistp_int32, NULL,
    fpu_move_fld_real80, NULL, fpu_move_fstp_real80};
static insn_execute *const memory_dd[8] = {fld_real64, NULL, fst_real64, fstp_real64};
static insn_execute *const memory_df[8] = {fild_int16,    NULL,       fist_int16,     fistp_int16,
                                           fpu_move_fbld, fild_int64, fpu_move_fbstp, fistp_int64};

/* DD C8, DF C8 (FXCH), D9 D8, DF D0, DF D8 (FSTP) and DF C0 are undocumented aliases. */
static insn_execute *fpu_move_decode_register(uint8_t opcode, uint8_t modrm)
{
    static insn_execute *const row_d9[4] = {fpu_move_fld_register, fpu_move_fxch, NULL,
                                            fstp_register};
    static insn_execute *const row_dd[4] = {ffree, fpu_move_fxch, fst_register, fstp_register};
    static insn_execute *const row_df[4] = {ffreep, fpu_move_fxch, fstp_register, fstp_register};
    const unsigned reg = modrm >> 3 & 7;

    if (opcode == 0xd9 && modrm == 0xd0)
        return fnop;
    if (opcode == 0xd9 && modrm >= 0xe8 && modrm <= 0xee)
        return fpu_move_fld_constant;
    if (opcode == 0xd9 && modrm == 0xf6)
        return fdecstp;
    if (opcode == 0xd9 && modrm == 0xf7)
        return fincstp;
    if (reg >= 4)
        return NULL;
    return opcode == 0xd9   ? row_d9[reg]
           : opcode == 0xdd ? row_dd[reg]
           : opcode == 0xdf ? row_df[reg]
                            : NULL;
}

insn_execute *fpu_move_decode(uint8_t opcode, uint8_t modrm)
{
    const unsigned reg = modrm >> 3 & 7;

    if (modrm >= 0xc0)
        return fpu_move_decode_register(opcode, modrm);
    switch (opcode) {
    case 0xd9:
        return memory_d9[reg];
    case 0xdb:
        return memory_db[reg];
    case 0xdd:
        return memory_dd[reg];
    case 0xdf:
        return memory_df[reg];
    default:
        return NULL;
    }
}

insn_execute *fpu_move_decode_truncating(uint8_t opcode, uint8_t modrm)
{
    if (modrm >= 0xc0 || (modrm >> 3 & 7) != 1)
        return NULL;
    return opcode == 0xdb   ? fisttp_int32
           : opcode == 0xdd ? fisttp_int64
           : opcode == 0xdf ? fisttp_int16
                            : NULL;
}
