/*
 * SPDX-License-Identifier: MIT
 * Builds the uops of instructions on registers of 16 bytes: one for each half of 8 bytes. The
 * halves are renamed separately, so those of one instruction do not wait for each other.
 */
#include "sim/model/p6/core/uop_build.h"

enum { HALVES = 2 };

static const uint8_t parts_of[HALVES] = {P6_LOW, P6_HIGH};
static const uint8_t loaded_of[HALVES] = {LOADED, LOADED_HIGH};

static unsigned uop_halves_ports(const struct uop_row *row)
{
    return row->p0 ? P6_PORT_0 : row->p1 ? P6_PORT_1 : P6_PORT_0 | P6_PORT_1;
}

static struct p6_uop *uop_halves_append(struct p6_insn *insn, unsigned kind, unsigned ports,
                                        unsigned latency, unsigned half)
{
    struct p6_uop *uop = uop_build_append(insn, kind, ports, 1, latency);

    uop->high = half != 0;
    return uop;
}

/* ---- both halves ----------------------------------------------------------------------------- */

static void uop_halves_load(const struct uop_row *row, const struct uop_operands *operands,
                            unsigned half, struct p6_insn *insn)
{
    struct p6_uop *uop = uop_halves_append(insn, P6_LOAD, P6_PORT_2, 0, half);

    uop->unaligned = row->unaligned && half;
    uop_build_read_address(uop, &operands->loads[0]);
    if (row->shape == SHAPE_MOVE_TWO)
        uop_build_write(uop, operands->results[0].name, parts_of[half]);
    else
        uop_build_write(uop, loaded_of[half], P6_WHOLE);
}

/* Reads the halves of one operand; source 0 is the destination too. */
static void uop_halves_read(const struct uop_row *row, const struct uop_operands *operands,
                            unsigned source, unsigned half, struct p6_uop *uop)
{
    const bool in_memory = source >= operands->source_count;
    uint8_t parts = parts_of[half];

    if (row->mix == MIX_LOW || row->mix == MIX_HIGH)
        parts = row->mix == MIX_LOW ? P6_LOW : P6_HIGH;
    else if (row->mix == MIX_SHUFFLE)
        parts = P6_LOW | P6_HIGH;
    if (!in_memory) {
        uop_build_read(uop, operands->sources[source].name, parts);
        return;
    }
    for (unsigned i = 0; i < HALVES; i++)
        if (parts & parts_of[i])
            uop_build_read(uop, loaded_of[i], P6_WHOLE);
}

static void uop_halves_compute(const struct uop_row *row, const struct uop_operands *operands,
                               unsigned half, struct p6_insn *insn)
{
    const unsigned sources = operands->source_count + operands->load_count;
    struct p6_uop *uop = uop_halves_append(insn, P6_ALU, uop_halves_ports(row), row->latency, half);

    uop->unit = row->unit;
    uop->busy = row->busy;
    for (unsigned i = 0; i < sources; i++)
        if (row->mix != MIX_SHUFFLE || i == half || sources == 1)
            uop_halves_read(row, operands, i, half, uop);
    uop_build_write(uop, operands->results[0].name, parts_of[half]);
}

static void uop_halves_store(const struct uop_row *row, const struct uop_operands *operands,
                             unsigned half, struct p6_insn *insn)
{
    struct p6_uop *uop = uop_halves_append(insn, P6_STORE_ADDRESS, P6_PORT_3, 1, half);

    uop->unaligned = row->unaligned && half;
    uop_build_read_address(uop, &operands->stores[0]);
    uop = uop_halves_append(insn, P6_STORE_DATA, P6_PORT_4, 1, half);
    if (row->unaligned)
        uop_build_read(uop, loaded_of[half], P6_WHOLE);
    else
        uop_build_read(uop, operands->sources[0].name, parts_of[half]);
}

/* The microcode of a MOVUPS to memory, which passes the data through temporaries. */
static void uop_halves_microcode(const struct uop_row *row, const struct uop_operands *operands,
                                 struct p6_insn *insn)
{
    for (unsigned half = 0; half < HALVES; half++) {
        struct p6_uop *uop = uop_halves_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, half);

        uop_build_read(uop, operands->sources[0].name, parts_of[half]);
        uop_build_write(uop, loaded_of[half], P6_WHOLE);
    }
    if (row->p01 > HALVES)
        uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, row->p01 - HALVES, 1);
}

void uop_halves_build(const struct uop_row *row, const struct uop_operands *operands,
                      struct p6_insn *insn)
{
    const bool in_memory = operands->load_count || operands->store_count;
    const bool moves = in_memory && row->shape == SHAPE_MOVE_TWO;
    const bool high_first = row->mix == MIX_LOW; /* both uops read the low half */

    if (operands->store_count && row->unaligned)
        uop_halves_microcode(row, operands, insn);
    for (unsigned half = 0; half < HALVES && operands->load_count; half++)
        uop_halves_load(row, operands, half, insn);
    for (unsigned i = 0; i < HALVES && !moves; i++)
        uop_halves_compute(row, operands, high_first ? HALVES - 1 - i : i, insn);
    for (unsigned half = 0; half < HALVES && operands->store_count; half++)
        uop_halves_store(row, operands, half, insn);
}

/* ---- one half -------------------------------------------------------------------------------- */

/*
 * MOVSS from memory makes the rest of its register 0; MOVLPS and MOVHPS leave it. All three have a
 * uop more than the load, which is not on the way of the loaded half (ILAT: 5 with a store, as
 * MOVQ).
 */
static void uop_halves_load_one(const struct uop_operands *operands, bool clears,
                                struct p6_insn *insn)
{
    const struct p6_operand *to = &operands->results[0];
    struct p6_uop *uop = uop_build_append(insn, P6_LOAD, P6_PORT_2, 1, 0);

    uop_build_read_address(uop, &operands->loads[0]);
    uop_build_write(uop, to->name, to->parts);
    uop = uop_build_append(insn, P6_ALU, P6_PORT_0 | P6_PORT_1, 1, 1);
    if (clears)
        uop_build_write(uop, to->name, P6_HIGH);
}

void uop_halves_build_move(const struct uop_row *row, const struct uop_operands *operands,
                           struct p6_insn *insn)
{
    struct p6_uop *uop;

    if (operands->load_count) {
        uop_halves_load_one(operands, row->mnemonic == ZYDIS_MNEMONIC_MOVSS, insn);
        return;
    }
    if (operands->store_count) {
        uop = uop_build_append(insn, P6_STORE_ADDRESS, P6_PORT_3, 1, 1);
        uop_build_read_address(uop, &operands->stores[0]);
        uop = uop_build_append(insn, P6_STORE_DATA, P6_PORT_4, 1, 1);
        uop_build_read(uop, operands->sources[0].name, operands->sources[0].parts);
        return;
    }
    uop = uop_build_append(insn, P6_ALU, uop_halves_ports(row), 1, row->latency);
    for (unsigned i = 0; i < operands->source_count; i++)
        uop_build_read(uop, operands->sources[i].name, operands->sources[i].parts);
    uop_build_write(uop, operands->results[0].name, operands->results[0].parts);
}
