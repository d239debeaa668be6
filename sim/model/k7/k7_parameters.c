/*
 * SPDX-License-Identifier: MIT
 * The K7 model's default parameters, each with its source.
 *
 * CPUID: leaves 8000_0005h and 8000_0006h of a Thunderbird (cpu_kinds.def). ILAT:
 * InstLatx64's dump of an Athlon 644 at 1400 MHz. AMDO: AMD 22007. PCTR: perfctr 2.6, etc/costs.
 * [?]: no source.
 */
#include "sim/model/k7/k7_parameters.h"

#include <stddef.h>
#include <string.h>

#include "sim/model/k7/k7_model.h"

static const struct model_config thunderbird = {
    .name = "k7",
    .errata = true,
    .counters =
        {
            .reserved_faults = true, /* [?], as on a P6 */
            .overflow_masks = false, /* no source has it */
            .one_enable = false,     /* AMDO page 163, measured by PCTR; page 168 says true */
        },
    .branch =
        {
            .btb = {.sets = 512, .ways = 4}, /* AMDO: 2048 entries; the ways [?] */
            .history = 8,                    /* [?]; AMDO: 2048 counters */
            .address = 3,                    /* [?] */
            .return_stack = 12,              /* AMDO */
            .random_replacement = false,
        },
    .cache =
        {
            .code = {.sets = 512, .ways = 2}, /* CPUID: 64 KB */
            .data = {.sets = 512, .ways = 2},
            .l2 = {.sets = 256, .ways = 16}, /* CPUID: 256 KB */
            .l2_present = true,
            .hit = 3,          /* ILAT */
            .l2_hit = 20,      /* ILAT, 128 and 256 KB at strides of 64 and more */
            .code_l2_hit = 17, /* wait of a load beyond a hit; [?] for code */
            .misaligned = 1,   /* [?] */
            .fetch_bytes = 16, /* AMDO */
            .uncached_from = 0xa0000,
            .uncached_to = 0xc0000,  /* the PC's video memory */
            .apic_page = 0xfee00000, /* SDM volume 3, 10.4.1 */
            .apic_access = 3,        /* PCTR: LVT entry written, Athlon 1660 */
        },
    .tlb =
        {
            .code = 16,                         /* CPUID */
            .code_large = 8,                    /* CPUID */
            .data = 24,                         /* CPUID */
            .data_large = 8,                    /* CPUID */
            .code_l2 = {.sets = 64, .ways = 4}, /* CPUID */
            .data_l2 = {.sets = 64, .ways = 4}, /* CPUID */
            .l2_hit = 0, /* ILAT: 256 KB at a stride of 4 KB take the same time as at 64 bytes */
            .walk = 0,   /* ILAT: no different from memory's own pages, so only the cost of its
                            reads */
        },
    .bus =
        {
            .memory = 217, /* ILAT, 16 MB at a stride of 64; depends on the board, whose DRAM pages
                              add up to 90 */
        },
    .clocks =
        {
            .exception = 100,    /* [?] */
            .wbinvd = 2000,      /* [?] */
            .write_back = 8,     /* [?] */
            .wrmsr_select = 152, /* PCTR, Athlon 850: 231.8 for a selector, 79.7 for a counter */
        },
    .core =
        {
            .width = 3,            /* AMDO */
            .reorder_buffer = 72,  /* AMDO */
            .mispredict = 10,      /* AMDO: at least */
            .taken = 1,            /* [?] */
            .store_queue = 12,     /* ILAT: PUSHA, 6 clocks, and POPA, 29 */
            .partial_forward = 10, /* [?], as ILAT's 13.0 for storing to the address just read */
        },
};

struct model_config k7_config_default(void)
{
    struct model_config config = thunderbird;

    k7_config_set_mhz(&config, k7_config_mhz(config.name));
    return config;
}

int k7_config_named(const char *name, struct model_config *config)
{
    if (strcmp(name, thunderbird.name) != 0)
        return -1;
    *config = k7_config_default();
    return 0;
}

unsigned k7_config_mhz(const char *name)
{
    (void)name;
    return 1400;
}

enum model_apic k7_config_apic(const struct model_config *config)
{
    return config->counters.overflow_masks ? MODEL_APIC_MASKS : MODEL_APIC;
}

/* The smallest multiple of a half that keeps the bus at 134 MHz or below. */
void k7_config_set_mhz(struct model_config *config, unsigned mhz)
{
    const unsigned halves = (2 * mhz + 133) / 134;

    config->bus.ratio_core = halves < 2 ? 2 : halves;
    config->bus.ratio_bus = 2;
    config->bus.io = microsecond_bus_clocks(mhz, config->bus.ratio_core, config->bus.ratio_bus);
}

const char *k7_config_error(const struct model_config *config)
{
    const struct shape shapes[] = {config->cache.code, config->cache.data,  config->cache.l2,
                                   config->branch.btb, config->tlb.code_l2, config->tlb.data_l2};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!shape_is_possible(shapes[i]))
            return "a cache, TLB or BTB needs 1 to 4096 sets and 1 to 64 ways, powers of two";
    if (!is_power_of_two(config->cache.fetch_bytes))
        return "cache.fetch_bytes must be 8, 16, 32 or 64";
    if (config->branch.history + config->branch.address > 16)
        return "branch.history and branch.address must have at most 16 bits together";
    if (config->cache.l2_hit < config->cache.hit || config->bus.memory < config->cache.l2_hit)
        return "a load from a farther level of memory must take longer";
    if (!config->bus.ratio_bus || config->bus.ratio_core < config->bus.ratio_bus)
        return "the processor clock must not be slower than the bus clock";
    return NULL;
}
