/*
 * SPDX-License-Identifier: MIT
 * Control registers with LMSW, SMSW and CLTS, and moves to and from debug registers.
 */
#include "sim/cpu/system/debug_registers.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/page_walk.h"
#include "sim/cpu/system/privilege.h"

/* ---- control registers --------------------------------------------------------------------- */

#define CR0_ALL                                                                                    \
    (CR0_PE | CR0_MP | CR0_EM | CR0_TS | CR0_NE | CR0_WP | CR0_AM | CR0_NW | CR0_CD | CR0_PG)

/* Reloads the directory pointers before paging continues with PAE; raises #GP if one is invalid. */
static void pointers_renew(struct cpu *cpu, uint32_t cr4)
{
    if (cr4 & CR4_PAE && !page_walk_pae_load_pointers(cpu))
        raise_error(cpu, VECTOR_GP, 0);
}

static void control_register_cr0_write(struct cpu *cpu, uint32_t value)
{
    const uint32_t changed = cpu->cr0 ^ value;

    if (((value & CR0_PG) && !(value & CR0_PE)) || ((value & CR0_NW) && !(value & CR0_CD)))
        raise_error(cpu, VECTOR_GP, 0);
    if (changed & value & CR0_PG)
        pointers_renew(cpu, cpu->cr4);
    cpu->cr0 = (value & CR0_ALL) | CR0_ET;
    if (changed & (CR0_PG | CR0_PE))
        tlb_flush(cpu->model);
    model_set_cache(cpu->model, !(value & CR0_CD));
    page_walk_flush_windows(cpu);
    run_loop_mode_changed(cpu);
}

static void control_register_cr3_write(struct cpu *cpu, uint32_t value)
{
    const uint32_t before = cpu->cr3;

    cpu->cr3 = value;
    if (cpu->cr0 & CR0_PG && cpu->cr4 & CR4_PAE && !page_walk_pae_load_pointers(cpu)) {
        cpu->cr3 = before;
        raise_error(cpu, VECTOR_GP, 0);
    }
    tlb_flush_not_global(cpu->model);
    page_walk_flush_windows(cpu);
}

static void control_register_require_cr4(struct cpu *cpu)
{
    if (!cpu->kind->cr4)
        raise_fault(cpu, VECTOR_UD);
}

static void control_register_cr4_write(struct cpu *cpu, uint32_t value)
{
    if (value & ~cpu->kind->cr4)
        raise_error(cpu, VECTOR_GP, 0);
    if (cpu->cr0 & CR0_PG && (cpu->cr4 ^ value) & (CR4_PAE | CR4_PGE | CR4_PSE))
        pointers_renew(cpu, value);
    cpu->cr4 = value;
    tlb_flush(cpu->model);
    page_walk_flush_windows(cpu);
    run_loop_mode_changed(cpu);
}

static void control_register_mov_from(struct cpu *cpu, const struct insn *insn)
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
        control_register_require_cr4(cpu);
        cpu->reg[insn->reg] = cpu->cr4;
        break;
    default:
        raise_fault(cpu, VECTOR_UD);
    }
}

static void control_register_mov_to(struct cpu *cpu, const struct insn *insn)
{
    const uint32_t value = cpu->reg[insn->reg];

    require_ring0(cpu);
    switch (insn->rm) {
    case 0:
        control_register_cr0_write(cpu, value);
        break;
    case 2:
        cpu->cr2 = value;
        break;
    case 3:
        control_register_cr3_write(cpu, value);
        break;
    case 4:
        control_register_require_cr4(cpu);
        control_register_cr4_write(cpu, value);
        break;
    default:
        raise_fault(cpu, VECTOR_UD);
    }
    model_serialise(cpu->model);
}

const struct operation op_mov_from_control = {.r = ANY_SIZE(control_register_mov_from)};
const struct operation op_mov_to_control = {.r = ANY_SIZE(control_register_mov_to)};

/* LMSW can set PE but not clear it. */
static void lmsw_value(struct cpu *cpu, uint16_t value)
{
    const uint32_t low = CR0_PE | CR0_MP | CR0_EM | CR0_TS;

    require_ring0(cpu);
    control_register_cr0_write(cpu, (cpu->cr0 & ~(low & ~CR0_PE)) | (value & low));
}

static void lmsw_r(struct cpu *cpu, const struct insn *insn)
{
    lmsw_value(cpu, reg_read16(cpu, insn->reg));
}

static void lmsw_m(struct cpu *cpu, const struct insn *insn)
{
    require_ring0(cpu);
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

/* DR4 and DR5 are aliases of DR6 and DR7; if CR4.DE is set they raise #UD. */
static unsigned control_register_debug_number(struct cpu *cpu, unsigned number)
{
    if (number == 4 || number == 5) {
        if (cpu->cr4 & CR4_DE)
            raise_fault(cpu, VECTOR_UD);
        number += 2;
    }
    require_ring0(cpu);
    if (cpu->dr[7] & DR7_GD) {
        cpu->dr[7] &= ~DR7_GD;
        debug_register_raise(cpu, DR6_BD);
    }
    return number;
}

static void mov_from_debug(struct cpu *cpu, const struct insn *insn)
{
    cpu->reg[insn->reg] = cpu->dr[control_register_debug_number(cpu, insn->rm)];
}

static void control_register_mov_to_debug(struct cpu *cpu, const struct insn *insn)
{
    const unsigned number = control_register_debug_number(cpu, insn->rm);
    uint32_t value = cpu->reg[insn->reg];

    if (number == 6)
        value = (value & (DR6_HIT | DR6_BD | DR6_BS | DR6_BT)) | DR6_ONES;
    else if (number == 7)
        value = (value & ~0xd800u) | DR7_ONES;
    cpu->dr[number] = value;
    run_loop_mode_changed(cpu);
    model_serialise(cpu->model);
}

const struct operation op_mov_from_debug = {.r = ANY_SIZE(mov_from_debug)};
const struct operation op_mov_to_debug = {.r = ANY_SIZE(control_register_mov_to_debug)};
