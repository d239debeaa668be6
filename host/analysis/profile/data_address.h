/*
 * SPDX-License-Identifier: MIT
 * The data that the instruction of a stored sample accessed. The sample has the registers after
 * the instruction, so the address is known unless the instruction changed a register of it.
 */
#pragma once

#include "host/analysis/fault/debug_image.h"
#include "host/data/run/run.h"

enum data_address_is {
    DATA_ADDRESS_KNOWN,
    DATA_ADDRESS_OVERWRITTEN, /* the instruction changed a register of the address */
    DATA_ADDRESS_NONE,        /* it accesses no memory */
    DATA_ADDRESS_NO_CODE,     /* the instruction is not known */
    DATA_ADDRESS_KINDS,
};

struct data_address {
    enum data_address_is is;
    uint32_t instruction; /* its address, unless DATA_ADDRESS_NO_CODE */
    uint32_t address;     /* of the data, if DATA_ADDRESS_KNOWN */
};

/* `image`: NULL if no code is known. */
struct data_address data_address_of(const struct debug_image *image, const struct run *run,
                                    const struct register_sample *sample);

/* Returns "the load overwrote its address register", and so on. */
const char *data_address_words(enum data_address_is is);
