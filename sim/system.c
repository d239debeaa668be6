/*
 * SPDX-License-Identifier: MIT
 * Control and debug registers, table registers, caches and TLBs, HLT, CPUID, time and MSRs.
 */
#include "block.h"
#include "debug.h"
#include "flags.h"
#include "memory.h"
#include "operation.h"
#include "segment.h"

static void require_ring0(struct cpu *cpu)
{
    if (cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
}

/* ---- control registers --------------------------------------------------------------------- */

#define CR0_ALL                                                                                    \
    (CR0_PE | CR0_MP | CR0_EM | CR0_TS | CR0_NE | CR0_WP | CR0_AM | CR0_NW | CR0_CD | CR0_PG)

static void cr0_write(struct cpu *cpu, uint32_t value)
{
    const uint32_t changed = cpu->cr0 ^ value;

    if (((value & CR0_PG) && !(value & CR0_PE)) || ((value & CR0_NW) && !(value & CR0_CD)))
        raise_error(cpu, VECTOR_GP, 0);
    cpu->cr0 = (value & CR0_ALL) | CR0_ET;
    if (changed & (CR0_PG | CR0_PE))
        tlb_flush(cpu->model);
    model_set_cache(cpu->model, !(value & CR0_CD));
    windows_flush(cpu);
    cpu_mode_changed(cpu);
}

static void cr3_write(struct cpu *cpu, uint32_t value)
{
    cpu->cr3 = value;
    tlb_flush(cpu->model);
    windows_flush(cpu);
}

static void cr4_write(struct cpu *cpu, uint32_t value)
{
    const uint32_t known =
        CR4_VME | CR4_PVI | CR4_TSD | CR4_DE | CR4_PSE | CR4_MCE | (cpu->p55c ? CR4_PCE : 0);

    if (value & ~known)
        raise_error(cpu, VECTOR_GP, 0);
    cpu->cr4 = value;
    tlb_flush(cpu->model);
    windows_flush(cpu);
    cpu_mode_changed(cpu);
}

static void mov_from_control(struct cpu *cpu, const struct insn *insn)
{
    require_ring0(cpu);
    switch (insn->rm) {
    case 0:
        cpu->reg[insn->reg] = cpu->cr0;
        break;
    case 2:
        cpu->reg[insn->reg] = cpu->cr2;
        break;
    case 3:
        cpu->reg[insn->reg] = cpu->cr3;
        break;
    case 4:
        cpu->reg[insn->reg] = cpu->cr4;
        break;
    default:
        raise_fault(cpu, VECTOR_UD);
    }
}

static void mov_to_control(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t value = cpu->reg[insn->reg];

    require_ring0(cpu);
    switch (insn->rm) {
    case 0:
        cr0_write(cpu, value);
        break;
    case 2:
        cpu->cr2 = value;
        break;
    case 3:
        cr3_write(cpu, value);
        break;
    case 4:
        cr4_write(cpu, value);
        break;
    default:
        raise_fault(cpu, VECTOR_UD);
    }
    model_serialise(cpu->model);
}

const struct operation op_mov_from_control = {.r = ANY_SIZE(mov_from_control)};
const struct operation op_mov_to_control = {.r = ANY_SIZE(mov_to_control)};

/* LMSW can set PE and never clears it. */
static void lmsw_value(struct cpu *cpu, uint16_t value)
{
    const uint32_t low = CR0_PE | CR0_MP | CR0_EM | CR0_TS;

    require_ring0(cpu);
    cr0_write(cpu, (cpu->cr0 & ~(low & ~CR0_PE)) | (value & low));
}

static void lmsw_r(struct cpu *cpu, const struct insn *insn)
{
    lmsw_value(cpu, reg_read16(cpu, insn->reg));
}

static void lmsw_m(struct cpu *cpu, const struct insn *insn)
{
    lmsw_value(cpu, load16(cpu, insn, insn->segment, effective_address(cpu, insn)));
}

static void smsw_r16(struct cpu *cpu, const struct insn *insn)
{
    reg_write16(cpu, insn->reg, cpu->cr0);
}

static void smsw_r32(struct cpu *cpu, const struct insn *insn)
{
    reg_write32(cpu, insn->reg, cpu->cr0);
}

static void smsw_m(struct cpu *cpu, const struct insn *insn)
{
    store16(cpu, insn, insn->segment, effective_address(cpu, insn), (uint16_t)cpu->cr0);
}

static void clts(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    require_ring0(cpu);
    cpu->cr0 &= ~CR0_TS;
}

const struct operation op_lmsw = {.r = ANY_SIZE(lmsw_r), .m = ANY_SIZE(lmsw_m)};
const struct operation op_smsw = {.r = WORD_SIZES(smsw_r), .m = ANY_SIZE(smsw_m)};
const struct operation op_clts = {.r = ANY_SIZE(clts)};

/* ---- debug registers ----------------------------------------------------------------------- */

/* DR4 and DR5 are DR6 and DR7 unless CR4.DE forbids them. */
static unsigned debug_register(struct cpu *cpu, unsigned number)
{
    if (number == 4 || number == 5) {
        if (cpu->cr4 & CR4_DE)
            raise_fault(cpu, VECTOR_UD);
        number += 2;
    }
    require_ring0(cpu);
    if (cpu->dr[7] & DR7_GD) {
        cpu->dr[7] &= ~DR7_GD;
        debug_raise(cpu, DR6_BD);
    }
    return number;
}

static void mov_from_debug(struct cpu *cpu, const struct insn *insn)
{
    cpu->reg[insn->reg] = cpu->dr[debug_register(cpu, insn->rm)];
}

static void mov_to_debug(struct cpu *cpu, const struct insn *insn)
{
    const unsigned number = debug_register(cpu, insn->rm);
    uint32_t value = cpu->reg[insn->reg];

    if (number == 6)
        value = (value & (DR6_HIT | DR6_BD | DR6_BS | DR6_BT)) | DR6_ONES;
    else if (number == 7)
        value = (value & ~0xd800u) | DR7_ONES;
    cpu->dr[number] = value;
    cpu_mode_changed(cpu);
    model_serialise(cpu->model);
}

const struct operation op_mov_from_debug = {.r = ANY_SIZE(mov_from_debug)};
const struct operation op_mov_to_debug = {.r = ANY_SIZE(mov_to_debug)};

/* ---- table registers ----------------------------------------------------------------------- */

static void table_load(struct cpu *cpu, const struct insn *insn, struct table_register *table)
{
    const uint32_t at = effective_address(cpu, insn);

    require_ring0(cpu);

    const uint16_t limit = load16(cpu, insn, insn->segment, at);
    const uint32_t base = load32(cpu, insn, insn->segment, (at + 2) & insn->address_mask);

    table->limit = limit;
    table->base = insn->operand_size == 2 ? base & 0xffffff : base;
    model_serialise(cpu->model);
}

static void table_store(struct cpu *cpu, const struct insn *insn,
                        const struct table_register *table)
{
    const uint32_t at = effective_address(cpu, insn);

    probe_store(cpu, insn->segment, (at + 2) & insn->address_mask, 4);
    store16(cpu, insn, insn->segment, at, table->limit);
    store32(cpu, insn, insn->segment, (at + 2) & insn->address_mask, table->base);
}

static void lgdt(struct cpu *cpu, const struct insn *insn)
{
    table_load(cpu, insn, &cpu->gdtr);
}

static void lidt(struct cpu *cpu, const struct insn *insn)
{
    table_load(cpu, insn, &cpu->idtr);
}

static void sgdt(struct cpu *cpu, const struct insn *insn)
{
    table_store(cpu, insn, &cpu->gdtr);
}

static void sidt(struct cpu *cpu, const struct insn *insn)
{
    table_store(cpu, insn, &cpu->idtr);
}

const struct operation op_lgdt = {.m = ANY_SIZE(lgdt)};
const struct operation op_lidt = {.m = ANY_SIZE(lidt)};
const struct operation op_sgdt = {.m = ANY_SIZE(sgdt)};
const struct operation op_sidt = {.m = ANY_SIZE(sidt)};

/* ---- caches and TLBs ----------------------------------------------------------------------- */

static void invd(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    require_ring0(cpu);
    model_invalidate_caches(cpu->model, false);
    model_serialise(cpu->model);
}

static void wbinvd(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    require_ring0(cpu);
    model_invalidate_caches(cpu->model, true);
    model_serialise(cpu->model);
}

static void invlpg(struct cpu *cpu, const struct insn *insn)
{
    require_ring0(cpu);
    tlb_flush_page(cpu->model, cpu->seg[insn->segment].base + effective_address(cpu, insn));
    windows_flush(cpu);
    model_serialise(cpu->model);
}

const struct operation op_invd = {.r = ANY_SIZE(invd)};
const struct operation op_wbinvd = {.r = ANY_SIZE(wbinvd)};
const struct operation op_invlpg = {.m = ANY_SIZE(invlpg)};

/* ---- HLT, time, MSRs ----------------------------------------------------------------------- */

static void hlt(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    require_ring0(cpu);
    cpu->halted = true;
    cpu_attention(cpu);
}

static void edx_eax_write(struct cpu *cpu, uint64_t value)
{
    cpu->reg[REG_EAX] = (uint32_t)value;
    cpu->reg[REG_EDX] = (uint32_t)(value >> 32);
}

#define MSR_TSC 0x10u /* Pentium Developer's Manual volume 3, appendix A */

static void rdtsc(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value = 0;

    (void)insn;
    if ((cpu->cr4 & CR4_TSD) && cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
    counters_read_msr(cpu->model, MSR_TSC, &value);
    edx_eax_write(cpu, value);
}

static void rdmsr(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value;

    (void)insn;
    require_ring0(cpu);
    if (counters_read_msr(cpu->model, cpu->reg[REG_ECX], &value) != 0)
        raise_error(cpu, VECTOR_GP, 0);
    edx_eax_write(cpu, value);
}

static void wrmsr(struct cpu *cpu, const struct insn *insn)
{
    const uint64_t value = (uint64_t)cpu->reg[REG_EDX] << 32 | cpu->reg[REG_EAX];

    (void)insn;
    require_ring0(cpu);

    const int status = counters_write_msr(cpu->model, cpu->reg[REG_ECX], value);

    if (status < 0)
        raise_error(cpu, VECTOR_GP, 0);
    if (status == MODEL_REPAIR)
        blocks_flush_later(cpu);
    model_serialise(cpu->model);
}

static void rdpmc(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value;

    (void)insn;
    if (!cpu->p55c)
        raise_fault(cpu, VECTOR_UD);
    if ((cpu->cpl != 0 && !(cpu->cr4 & CR4_PCE)) ||
        counters_read_pmc(cpu->model, cpu->reg[REG_ECX], &value) != 0)
        raise_error(cpu, VECTOR_GP, 0);
    edx_eax_write(cpu, value);
}

/* Outside system management mode, which is not modelled, RSM is undefined. */
static void rsm(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    raise_fault(cpu, VECTOR_UD);
}

const struct operation op_hlt = {.r = ANY_SIZE(hlt)};
const struct operation op_rdtsc = {.r = ANY_SIZE(rdtsc)};
const struct operation op_rdmsr = {.r = ANY_SIZE(rdmsr)};
const struct operation op_wrmsr = {.r = ANY_SIZE(wrmsr)};
const struct operation op_rdpmc = {.r = ANY_SIZE(rdpmc)};
const struct operation op_rsm = {.r = ANY_SIZE(rsm)};
