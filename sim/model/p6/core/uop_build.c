/*
 * SPDX-License-Identifier: MIT
 * Builds an instruction's uops: loads, computation, updates of ESP, ESI and EDI, stores.
 */
#include "sim/model/p6/core/uop_build.h"

#include <string.h>

struct p6_uop *uop_build_append(struct p6_insn *insn, unsigned kind, unsigned ports,
                                unsigned repeat, unsigned latency)
{
    struct p6_uop *uop = &insn->uops[insn->count];

    if (insn->count < P6_INSN_UOPS)
        insn->count++;
    else
        uop--;
    *uop = (struct p6_uop){.kind = (uint8_t)kind,
                           .ports = (uint8_t)ports,
                           .repeat = (uint8_t)repeat,
                           .latency = (uint8_t)latency};
    return uop;
}

static bool uop_build_is_xmm(uint8_t name)
{
    return name >= P6_XMM0 && name < P6_XMM_HIGH0;
}

static void uop_build_read_name(struct p6_uop *uop, uint8_t name, uint8_t parts)
{
    for (unsigned i = 0; i < P6_SOURCES && name != P6_NONE; i++) {
        if (uop->sources[i].name != P6_NONE &&
            (uop->sources[i].name != name || !(uop->sources[i].parts & parts)))
            continue;
        uop->sources[i].name = name;
        uop->sources[i].parts |= parts;
        return;
    }
}

/* The halves of a register of 16 bytes have separate names. */
void uop_build_read(struct p6_uop *uop, uint8_t name, uint8_t parts)
{
    if (!uop_build_is_xmm(name)) {
        uop_build_read_name(uop, name, parts);
        return;
    }
    if (parts & P6_LOW)
        uop_build_read_name(uop, name, P6_WHOLE);
    if (parts & P6_HIGH)
        uop_build_read_name(uop, (uint8_t)(name + P6_XMM_HIGH0 - P6_XMM0), P6_WHOLE);
}

static void uop_build_write_name(struct p6_uop *uop, uint8_t name, uint8_t parts)
{
    for (unsigned i = 0; i < P6_RESULTS; i++)
        if (uop->results[i].name == P6_NONE) {
            uop->results[i] = (struct p6_operand){name, parts};
            return;
        }
}

void uop_build_write(struct p6_uop *uop, uint8_t name, uint8_t parts)
{
    if (!uop_build_is_xmm(name)) {
        uop_build_write_name(uop, name, parts);
        return;
    }
    if (parts & P6_LOW)
        uop_build_write_name(uop, name, P6_WHOLE);
    if (parts & P6_HIGH)
        uop_build_write_name(uop, (uint8_t)(name + P6_XMM_HIGH0 - P6_XMM0), P6_WHOLE);
}

void uop_build_read_address(struct p6_uop *uop, const struct uop_memory *memory)
{
    uop_build_read(uop, memory->base, memory->parts);
    uop_build_read(uop, memory->index, memory->parts);
}

static void uop_build_read_all(struct p6_uop *uop, const struct uop_operands *operands)
{
    for (unsigned i = 0; i < operands->source_count; i++)
        uop_build_read(uop, operands->sources[i].name, operands->sources[i].parts);
    if (operands->flags_read)
        uop_build_read(uop, P6_FLAGS, operands->flags_read);
}

static void uop_build_write_flags(struct p6_uop *uop, const struct uop_operands *operands)
{
    if (operands->writes_flags)
        uop_build_write(uop, P6_FLAGS, operands->flags_written);
}

static void uop_build_write_results(struct p6_uop *uop, const struct uop_operands *operands)
{
    for (unsigned i = 0; i < operands->result_count; i++)
        uop_build_write(uop, operands->results[i].name, operands->results[i].parts);
}

static void uop_build_write_all(struct p6_uop *uop, const struct uop_operands *operands)
{
    uop_build_write_results(uop, operands);
    uop_build_write_flags(uop, operands);
}

/* Uops left for the computation after the pointer updates have taken theirs from p01. */
struct uop_build_computing {
    unsigned p0, p1, p01;
};

static unsigned uop_build_left(const struct uop_build_computing *computing)
{
    return computing->p0 + computing->p1 + computing->p01;
}

/* Takes one uop: of port 0 first, of port 1, where branches are resolved, last. */
static unsigned uop_build_first_port(struct uop_build_computing *computing)
{
    if (computing->p0)
        return computing->p0--, P6_PORT_0;
    if (computing->p01)
        return computing->p01--, P6_PORT_0 | P6_PORT_1;
    return computing->p1--, P6_PORT_1;
}

static unsigned uop_build_last_port(struct uop_build_computing *computing)
{
    if (computing->p1)
        return computing->p1--, P6_PORT_1;
    if (computing->p01)
        return computing->p01--, P6_PORT_0 | P6_PORT_1;
    return computing->p0--, P6_PORT_0;
}

static void uop_build_idle(struct p6_insn *insn, struct uop_build_computing *computing)
{
    if (computing->p0)
        uop_build_append(insn, P6_ALU, P6_PORT_0, computing->p0, 1);
    if (computing->p1)
        uop_build_append(insn, P6_ALU, P6_PORT_1, computing->p1, 1);
    if (computing->p01)
        uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, computing->p01, 1);
    *computing = (struct uop_build_computing){0};
}

/*
 * The first uop needs all operands, the last produces all results, and the row's latency is between
 * them. The uops between only occupy ports, since no source has their order. In a row with a unit,
 * the unit is used by the first uop of port 0 after the first.
 */
static void uop_build_chain(const struct uop_row *row, struct uop_build_computing left,
                            const struct uop_operands *operands, bool loaded, struct p6_insn *insn)
{
    const unsigned count = uop_build_left(&left);
    const bool three = row->unit != P6_UNIT_NONE && count > 2;
    struct p6_uop *uop, *unit;

    if (count == 1) {
        uop = unit = uop_build_append(insn, P6_ALU, uop_build_first_port(&left), 1, row->latency);
        if (loaded)
            uop_build_read(uop, LOADED, P6_WHOLE);
        uop_build_read_all(uop, operands);
    } else {
        const unsigned rest = row->latency > (three ? 2u : 1u) ? row->latency - (three ? 2 : 1) : 1;
        const unsigned last = uop_build_last_port(&left);

        uop = unit =
            uop_build_append(insn, P6_ALU, uop_build_first_port(&left), 1, three ? 1 : rest);
        if (loaded)
            uop_build_read(uop, LOADED, P6_WHOLE);
        uop_build_read_all(uop, operands);
        uop_build_write(uop, PARTIAL, P6_WHOLE);
        if (three) {
            unit = uop_build_append(insn, P6_ALU, P6_PORT_0, 1, rest);
            left.p0 -= left.p0 > 0;
            uop_build_read(unit, PARTIAL, P6_WHOLE);
            uop_build_write(unit, PARTIAL, P6_WHOLE);
        }
        uop_build_idle(insn, &left);
        uop = uop_build_append(insn, P6_ALU, last, 1, 1);
        uop_build_read(uop, PARTIAL, P6_WHOLE);
    }
    unit->unit = row->unit;
    unit->busy = row->busy;
    uop_build_write_results(uop, operands);
    uop_build_write_flags(row->shape == SHAPE_FLAGS ? unit : uop, operands);
    uop_build_write(uop, COMPUTED, P6_WHOLE);
}

/* Adds with carry: the destination and CF first, then the other operand. */
static void uop_build_carry(const struct uop_operands *operands, bool loaded, struct p6_insn *insn)
{
    struct p6_uop *uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);

    uop_build_read(uop, operands->sources[0].name, operands->sources[0].parts);
    uop_build_read(uop, P6_FLAGS, operands->flags_read);
    uop_build_write(uop, PARTIAL, P6_WHOLE);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_read(uop, PARTIAL, P6_WHOLE);
    if (loaded)
        uop_build_read(uop, LOADED, P6_WHOLE);
    for (unsigned i = 1; i < operands->source_count; i++)
        uop_build_read(uop, operands->sources[i].name, operands->sources[i].parts);
    uop_build_write_all(uop, operands);
    uop_build_write(uop, COMPUTED, P6_WHOLE);
}

/* Multiplies, then writes the upper half, which is often needed first, and the lower half. */
static void uop_build_product(const struct uop_row *row, const struct uop_operands *operands,
                              bool loaded, struct p6_insn *insn)
{
    struct p6_uop *uop = uop_build_append(insn, P6_ALU, P6_PORT_0, 1, row->latency - 1u);

    if (loaded)
        uop_build_read(uop, LOADED, P6_WHOLE);
    uop_build_read_all(uop, operands);
    uop_build_write(uop, PARTIAL, P6_WHOLE);
    for (unsigned half = 2; half-- > 0;) {
        uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
        uop_build_read(uop, PARTIAL, P6_WHOLE);
        uop_build_write(uop, operands->results[half].name, operands->results[half].parts);
    }
    if (operands->writes_flags)
        uop_build_write(uop, P6_FLAGS, operands->flags_written);
}

static void uop_build_exchange(const struct uop_operands *operands, struct p6_insn *insn)
{
    const struct p6_operand first = operands->results[0];
    const struct p6_operand second = operands->results[operands->result_count > 1];
    struct p6_uop *uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);

    uop_build_read(uop, first.name, first.parts);
    uop_build_write(uop, COMPUTED, P6_WHOLE);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_read(uop, second.name, second.parts);
    uop_build_write(uop, first.name, first.parts);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_read(uop, COMPUTED, P6_WHOLE);
    uop_build_write(uop, second.name, second.parts);
}

/* Accesses made by microcode itself: descriptors, order of stores. */
static void uop_build_hidden(const struct uop_row *row, const struct uop_operands *operands,
                             struct p6_insn *insn)
{
    if (operands->load_count == 0 && row->loads != LIKE_OPERANDS && row->loads)
        uop_build_append(insn, P6_LOAD, P6_PORT_2, row->loads, 0);
    if (operands->store_count == 0 && row->stores != LIKE_OPERANDS && row->stores) {
        uop_build_append(insn, P6_STORE_ADDRESS, P6_PORT_3, row->stores, 1);
        uop_build_append(insn, P6_STORE_DATA, P6_PORT_4, row->stores, 1);
    }
}

static void uop_build_loads(const struct uop_row *row, const struct uop_operands *operands,
                            bool straight, struct p6_insn *insn)
{
    for (unsigned i = 0; i < operands->load_count; i++) {
        unsigned repeat = operands->loads[i].halves;
        struct p6_uop *uop;

        if (row->loads != LIKE_OPERANDS)
            repeat = row->loads > i ? row->loads / operands->load_count : 0;
        if (repeat == 0)
            continue;
        uop = uop_build_append(insn, P6_LOAD, P6_PORT_2, repeat, 0);
        uop_build_read_address(uop, &operands->loads[i]);
        if (straight)
            uop_build_write_all(uop, operands);
        uop_build_write(uop, LOADED, P6_WHOLE);
    }
}

/* A store writes a computed value, a loaded value, or a register. */
static void uop_build_stores(const struct uop_row *row, const struct uop_operands *operands,
                             bool computed, bool loaded, struct p6_insn *insn)
{
    for (unsigned i = 0; i < operands->store_count; i++) {
        unsigned repeat = operands->stores[i].halves;
        struct p6_uop *uop;

        if (row->stores != LIKE_OPERANDS)
            repeat = row->stores > i ? row->stores / operands->store_count : 0;
        if (repeat == 0)
            continue;
        uop = uop_build_append(insn, P6_STORE_ADDRESS, P6_PORT_3, repeat, 1);
        uop_build_read_address(uop, &operands->stores[i]);
        uop = uop_build_append(insn, P6_STORE_DATA, P6_PORT_4, repeat, 1);
        if (computed)
            uop_build_read(uop, COMPUTED, P6_WHOLE);
        else if (loaded)
            uop_build_read(uop, LOADED, P6_WHOLE);
        else
            uop_build_read_all(uop, operands);
    }
}

static void uop_build_pointers(const struct uop_row *row, const struct uop_operands *operands,
                               bool repeated, struct p6_insn *insn)
{
    for (unsigned i = 0; i < operands->pointer_count; i++) {
        struct p6_uop *uop =
            uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, repeated ? 1 : row->pointer);

        uop_build_read(uop, operands->pointers[i].name, P6_WHOLE);
        uop_build_write(uop, operands->pointers[i].name, P6_WHOLE);
    }
}

/* POPA: loads seven registers separately, and discards one load. */
static void uop_build_popa_loads(const struct uop_operands *operands, struct p6_insn *insn)
{
    for (unsigned i = 0; i < 8; i++) {
        struct p6_uop *uop = uop_build_append(insn, P6_LOAD, P6_PORT_2, 1, 0);

        uop_build_read_address(uop, &operands->loads[0]);
        if (P6_EDI - i != P6_ESP)
            uop_build_write(uop, (uint8_t)(P6_EDI - i),
                            operands->result_count ? operands->results[0].parts : P6_WHOLE);
    }
}

static void uop_build_popa(const struct uop_operands *operands, struct p6_insn *insn)
{
    struct p6_uop *uop;

    uop_build_popa_loads(operands, insn);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 2, 1);
    uop_build_read(uop, P6_ESP, P6_WHOLE);
    uop_build_write(uop, P6_ESP, P6_WHOLE);
}

/* LEAVE: ESP from EBP, EBP from the stack. */
static void uop_build_leave(struct p6_insn *insn)
{
    enum { EBP = P6_ESP + 1 };
    struct p6_uop *uop = uop_build_append(insn, P6_LOAD, P6_PORT_2, 1, 0);

    uop_build_read(uop, EBP, P6_WHOLE);
    uop_build_write(uop, LOADED, P6_WHOLE);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_read(uop, EBP, P6_WHOLE);
    uop_build_write(uop, P6_ESP, P6_WHOLE);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_read(uop, LOADED, P6_WHOLE);
    uop_build_write(uop, EBP, P6_WHOLE);
}

static bool is_popa(const ZydisDecodedInstruction *decoded)
{
    return decoded->mnemonic == ZYDIS_MNEMONIC_POPA || decoded->mnemonic == ZYDIS_MNEMONIC_POPAD;
}

static void uop_build_keep_half(struct p6_operand *operands, unsigned count, uint8_t half)
{
    for (unsigned i = 0; i < count && half != HALF_BOTH; i++)
        if (uop_build_is_xmm(operands[i].name))
            operands[i].parts = half == HALF_LOW ? P6_LOW : P6_HIGH;
}

/* Its store needs ESP as it was before: the address includes the decrement. */
static bool is_push(const ZydisDecodedInstruction *decoded)
{
    return decoded->meta.category == ZYDIS_CATEGORY_PUSH ||
           decoded->meta.category == ZYDIS_CATEGORY_CALL;
}

static void uop_build_by_row(const struct uop_row *row, const ZydisDecodedInstruction *decoded,
                             const struct uop_operands *operands, struct p6_insn *insn)
{
    const bool repeated = insn->attributes & P6_REPEATED;
    const bool in_memory = operands->load_count || operands->store_count;
    const bool moves = in_memory && row->shape == SHAPE_MOVE;
    struct uop_build_computing left = {row->p0, row->p1, row->p01};
    const bool loaded = operands->load_count && row->loads;
    bool computed;

    left.p01 -= operands->pointer_count < left.p01 ? operands->pointer_count : left.p01;
    if (moves)
        left = (struct uop_build_computing){0};
    computed = uop_build_left(&left) != 0 && row->shape != SHAPE_EXCHANGE && row->latency != 0;
    uop_build_hidden(row, operands, insn);
    uop_build_loads(row, operands, !computed && row->shape != SHAPE_EXCHANGE, insn);
    if (row->shape == SHAPE_EXCHANGE)
        uop_build_exchange(operands, insn);
    else if (row->shape == SHAPE_RENAME)
        uop_build_append(insn, P6_EXCHANGE, 0, 1, 0);
    else if (computed && row->shape == SHAPE_CARRY)
        uop_build_carry(operands, loaded, insn);
    else if (computed && row->shape == SHAPE_PRODUCT)
        uop_build_product(row, operands, loaded, insn);
    else if (computed)
        uop_build_chain(row, left, operands, loaded, insn);
    else if (row->latency == 0)
        uop_build_idle(insn, &left); /* not between load and store: POP to memory */
    if (!is_push(decoded))
        uop_build_pointers(row, operands, repeated, insn);
    uop_build_stores(row, operands, computed, loaded, insn);
    if (is_push(decoded))
        uop_build_pointers(row, operands, repeated, insn);
}

static bool uop_build_is_read_after(const struct p6_insn *insn, unsigned uop, unsigned name)
{
    for (unsigned later = uop + 1; later < insn->count; later++)
        for (unsigned i = 0; i < P6_SOURCES; i++)
            if (insn->uops[later].sources[i].name == name)
                return true;
    return false;
}

/* Removes internal values that no uop of the instruction reads. */
static void uop_build_drop_unread(struct p6_insn *insn)
{
    for (unsigned n = 0; n < insn->count; n++) {
        struct p6_operand *results = insn->uops[n].results;
        unsigned remaining = 0;

        for (unsigned i = 0; i < P6_RESULTS; i++) {
            const struct p6_operand result = results[i];

            results[i] = (struct p6_operand){0};
            if (result.name < P6_TEMPORARY || result.name > P6_TEMPORARY_LAST ||
                uop_build_is_read_after(insn, n, result.name))
                results[remaining++] = result;
        }
    }
}

void uop_build_insn(const struct uop_row *row, const ZydisDecodedInstruction *decoded,
                    struct uop_operands *operands, struct p6_insn *insn)
{
    static const struct uop_row unlisted = {.shape = SHAPE_CHAIN,
                                            .p01 = 1,
                                            .loads = LIKE_OPERANDS,
                                            .stores = LIKE_OPERANDS,
                                            .latency = 1,
                                            .pointer = 1};

    if (row) {
        uop_build_keep_half(operands->sources, operands->source_count, row->from);
        uop_build_keep_half(operands->results, operands->result_count, row->to);
    }
    insn->row = row ? (uint16_t)uop_table_number(row) : 0xffff;
    insn->attributes |= row ? 0 : P6_UNLISTED;
    if (is_popa(decoded))
        uop_build_popa(operands, insn);
    else if (decoded->mnemonic == ZYDIS_MNEMONIC_LEAVE)
        uop_build_leave(insn);
    else if (row && (row->shape == SHAPE_MOVE_TWO || row->shape == SHAPE_HALVES))
        uop_halves_build(row, operands, insn);
    else if (row && row->shape == SHAPE_HALF)
        uop_halves_build_move(row, operands, insn);
    else
        uop_build_by_row(row ? row : &unlisted, decoded, operands, insn);
    if (insn->count == 0)
        uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    /* POP ESP writes ESP, besides the implicit update (AGN: 3 uops). */
    if (decoded->mnemonic == ZYDIS_MNEMONIC_POP && operands->result_count &&
        operands->results[0].name == P6_ESP)
        uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    uop_build_drop_unread(insn);
    for (unsigned i = 0; i < insn->count; i++)
        insn->total += insn->uops[i].repeat;
    if (insn->attributes & P6_REPEATED && row) {
        insn->step = row->step;
        insn->fast = row->fast;
        insn->total = row->start;
    }
}
