/*
 * SPDX-License-Identifier: MIT
 * System instructions: table registers, caches and TLBs, HLT, time stamp and MSRs.
 */
#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/msr_store.h"
#include "sim/cpu/system/privilege.h"
#include "sim/cpu/test_switches.h"

/* ---- table registers ----------------------------------------------------------------------- */

static void system_instruction_load_table(struct cpu *cpu, const struct insn *insn,
                                          struct table_register *table)
{
    const uint32_t at = effective_address(cpu, insn);

    require_ring0(cpu);

    const uint16_t limit = load16(cpu, insn, insn->segment, at);
    const uint32_t base = load32(cpu, insn, insn->segment, (at + 2) & insn->address_mask);

    table->limit = limit;
    table->base = insn->operand_size == 2 ? base & 0xffffff : base;
    model_table_load(cpu->model);
    model_serialise(cpu->model);
}

static void system_instruction_store_table(struct cpu *cpu, const struct insn *insn,
                                           const struct table_register *table)
{
    const uint32_t at = effective_address(cpu, insn);

    store16(cpu, insn, insn->segment, at, table->limit);
    store32(cpu, insn, insn->segment, (at + 2) & insn->address_mask, table->base);
}

static void lgdt(struct cpu *cpu, const struct insn *insn)
{
    system_instruction_load_table(cpu, insn, &cpu->gdtr);
}

static void lidt(struct cpu *cpu, const struct insn *insn)
{
    system_instruction_load_table(cpu, insn, &cpu->idtr);
}

static void sgdt(struct cpu *cpu, const struct insn *insn)
{
    system_instruction_store_table(cpu, insn, &cpu->gdtr);
}

static void sidt(struct cpu *cpu, const struct insn *insn)
{
    system_instruction_store_table(cpu, insn, &cpu->idtr);
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
    page_walk_flush_windows(cpu);
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

/* A processor without the feature raises #UD. */
static void system_instruction_require(struct cpu *cpu, uint32_t feature)
{
    if (!(cpu->kind->features & feature))
        raise_fault(cpu, VECTOR_UD);
}

#define MSR_TSC 0x10u /* Pentium Developer's Manual volume 3, appendix A */

static int system_instruction_read_tsc(const struct cpu *cpu, uint64_t *value)
{
    const int status = model_read_msr(cpu->model, MSR_TSC, value);

    *value -= *value % cpu->tsc_step;
    return status;
}

static void system_instruction_rdtsc(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value = 0;

    (void)insn;
    system_instruction_require(cpu, FEATURE_TSC);
    if ((cpu->cr4 & CR4_TSD) && cpu->cpl != 0)
        raise_error(cpu, VECTOR_GP, 0);
    if (cpu->cpl != 0)
        model_rdtsc_user(cpu->model);
    system_instruction_read_tsc(cpu, &value);
    edx_eax_write(cpu, value);
}

#define MSR_APIC_BASE 0x1bu /* SDM volume 3, 10.4.4 */

static int system_instruction_read_msr(struct cpu *cpu, uint32_t msr, uint64_t *value)
{
    if (msr == MSR_TSC)
        return system_instruction_read_tsc(cpu, value);
    if (msr != MSR_APIC_BASE || !cpu->apic)
        return model_read_msr(cpu->model, msr, value);
    *value = cpu->apic->base;
    return 0;
}

static int system_instruction_write_msr(struct cpu *cpu, uint32_t msr, uint64_t value)
{
    if (msr != MSR_APIC_BASE || !cpu->apic)
        return model_write_msr(cpu->model, msr, value);
    return apic_write_base(cpu->apic, value);
}

static void system_instruction_rdmsr(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value = 0;

    (void)insn;
    system_instruction_require(cpu, FEATURE_MSR);
    require_ring0(cpu);

    const bool there = system_instruction_read_msr(cpu, cpu->reg[REG_ECX], &value) == 0 ||
                       msr_store_read(cpu, cpu->reg[REG_ECX], &value) == 0;

    if (!test_switches_read_msr(cpu->reg[REG_ECX], there, &value))
        raise_error(cpu, VECTOR_GP, 0);
    edx_eax_write(cpu, value);
}

static void system_instruction_wrmsr(struct cpu *cpu, const struct insn *insn)
{
    const uint64_t value = (uint64_t)cpu->reg[REG_EDX] << 32 | cpu->reg[REG_EAX];

    (void)insn;
    system_instruction_require(cpu, FEATURE_MSR);
    require_ring0(cpu);
    test_switches_write_msr(cpu->reg[REG_ECX], value);

    const int status = system_instruction_write_msr(cpu, cpu->reg[REG_ECX], value);

    if (status < 0 && msr_store_write(cpu, cpu->reg[REG_ECX], value) != 0)
        raise_error(cpu, VECTOR_GP, 0);
    if (status == MODEL_REPAIR)
        block_cache_flush_later(cpu);
    if (status == MODEL_TRANSLATE)
        page_walk_flush_windows(cpu);
    if (model_counts_matches(cpu->model) != cpu->counts_matches) {
        cpu->counts_matches = !cpu->counts_matches;
        run_loop_mode_changed(cpu);
    }
    fpu_forget_host_exceptions(); /* of translated code, before an event that depends on them */
    model_serialise(cpu->model);
}

static void system_instruction_rdpmc(struct cpu *cpu, const struct insn *insn)
{
    uint64_t value;

    (void)insn;
    if (cpu->kind->counters == 0)
        raise_fault(cpu, VECTOR_UD);
    if ((cpu->cpl != 0 && !(cpu->cr4 & CR4_PCE)) ||
        model_read_pmc(cpu->model, cpu->reg[REG_ECX], &value) != 0)
        raise_error(cpu, VECTOR_GP, 0);
    edx_eax_write(cpu, value);
}

/* System management mode is not modelled, and outside it RSM is undefined. */
static void rsm(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    raise_fault(cpu, VECTOR_UD);
}

const struct operation op_hlt = {.r = ANY_SIZE(hlt)};
const struct operation op_rdtsc = {.r = ANY_SIZE(system_instruction_rdtsc)};
const struct operation op_rdmsr = {.r = ANY_SIZE(system_instruction_rdmsr)};
const struct operation op_wrmsr = {.r = ANY_SIZE(system_instruction_wrmsr)};
const struct operation op_rdpmc = {.r = ANY_SIZE(system_instruction_rdpmc)};
const struct operation op_rsm = {.r = ANY_SIZE(rsm)};
