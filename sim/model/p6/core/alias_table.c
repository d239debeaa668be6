/*
 * SPDX-License-Identifier: MIT
 * The register alias table: the last writer of each register, what a reader waits for, and which
 * parts are known to be 0.
 */
#include "sim/model/p6/core/core_state.h"

static uint64_t alias_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static bool is_general(unsigned name)
{
    return name >= P6_EAX && name <= P6_EDI;
}

/* Writers of AH to BH; the other registers also have an entry, which stays unused. */
static struct alias_writer *high_of(struct p6_core *core, unsigned name)
{
    return &core->names[P6_NAMES + name - P6_EAX];
}

unsigned alias_physical(const struct p6_core *core, unsigned name)
{
    return name >= P6_ST0 && name < P6_MM0 ? P6_ST0 + ((core->top + name - P6_ST0) & 7) : name;
}

static struct alias_reading alias_read_general(struct p6_core *core,
                                               const struct p6_operand *source)
{
    const struct alias_writer *low = &core->names[source->name],
                              *high = high_of(core, source->name);

    if (source->parts == P6_HIGH)
        return (struct alias_reading){high->ready, high->retired, false};
    if (source->parts == P6_LOW)
        return (struct alias_reading){low->ready, low->retired, false};
    if ((low->parts & source->parts) == source->parts && high->number <= low->number)
        return (struct alias_reading){low->ready, low->retired, false};
    return (struct alias_reading){alias_later(low->ready, high->ready),
                                  alias_later(low->retired, high->retired), true};
}

struct alias_reading alias_read(struct p6_core *core, const struct p6_operand *source)
{
    const struct alias_writer *writer = &core->names[source->name];

    if (is_general(source->name))
        return alias_read_general(core, source);
    return (struct alias_reading){writer->ready, writer->retired,
                                  source->name == P6_FLAGS && (source->parts & ~writer->parts)};
}

enum alias_overlap alias_between(const struct p6_core *core, const struct p6_operand *result,
                                 const struct p6_operand *source)
{
    if (result->name != source->name)
        return ALIAS_APART;
    if (is_general(source->name) && !(result->parts & source->parts) &&
        (source->parts == P6_LOW || source->parts == P6_HIGH))
        return ALIAS_APART;
    if (!is_general(source->name) && source->name != P6_FLAGS)
        return ALIAS_WHOLE;
    return (source->parts & ~(result->parts | core->zero[source->name])) ? ALIAS_PARTLY
                                                                         : ALIAS_WHOLE;
}

/* Only registers use a read port of the retirement file; AH uses a different one than AL. */
unsigned alias_port(const struct p6_operand *source)
{
    if (is_general(source->name))
        return source->parts == P6_HIGH ? (unsigned)P6_NAMES + source->name : source->name;
    return source->name >= P6_ST0 ? source->name : P6_NONE;
}

static void alias_write_general(struct p6_core *core, const struct p6_operand *result, bool zeroing,
                                struct alias_writer writer)
{
    uint8_t *zero = &core->zero[result->name];

    if (result->parts != P6_HIGH) {
        writer.parts = result->parts | (*zero & ~(result->parts));
        core->names[result->name] = writer;
    }
    if (result->parts != P6_LOW) {
        writer.parts = P6_HIGH;
        *high_of(core, result->name) = writer;
    }
    *zero &= (uint8_t)~result->parts;
    if (zeroing)
        *zero |= result->parts;
}

void alias_write(struct p6_core *core, const struct p6_uop *uop, bool zeroing,
                 struct alias_writer writer)
{
    for (unsigned i = 0; i < P6_RESULTS && uop->results[i].name != P6_NONE; i++) {
        const struct p6_operand *result = &uop->results[i];

        writer.parts = result->parts;
        if (is_general(result->name))
            alias_write_general(core, result, zeroing, writer);
        else
            core->names[result->name] = writer;
    }
}

void alias_exchange(struct p6_core *core, unsigned one, unsigned other)
{
    const struct alias_writer was = core->names[one];

    core->names[one] = core->names[other];
    core->names[other] = was;
}

void alias_forget(struct p6_core *core)
{
    for (unsigned name = 0; name < P6_NAMES; name++)
        core->zero[name] = 0;
}
