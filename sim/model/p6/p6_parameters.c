/*
 * SPDX-License-Identifier: MIT
 * The P6 model's default parameters, each with its source.
 *
 * LEAF2: the bytes of CPUID leaf 2 in InstLatx64's dumps of a Pentium Pro (617), a Pentium II
 * (651) and a Pentium III (673). ILAT: the load-to-use times there. SDM: volume 3 of 2016. AGN:
 * Agner Fog, How to optimize for the Pentium, 2000. PCTR: perfctr 2.6, etc/costs. [?]: no source.
 */
#include "sim/model/p6/p6_parameters.h"

#include <stddef.h>
#include <string.h>

#include "sim/model/p6/p6_model.h"

static struct cache_config p6_parameters_ppro_cache(void)
{
    return (struct cache_config){
        .code = {.sets = 64, .ways = 4},  /* LEAF2: 06, 8 KB 4-way */
        .data = {.sets = 128, .ways = 2}, /* LEAF2: 0A, 8 KB 2-way */
        .l2 = {.sets = 2048, .ways = 4},  /* LEAF2: 42, 256 KB 4-way */
        .l2_present = true,
        .hit = 3,                 /* ILAT */
        .l2_hit = 7,              /* ILAT, at the core's clock rate */
        .code_l2_hit = 4,         /* wait of a load beyond a hit; [?] for code */
        .l2_line = 4,             /* AP-485, datasheets: 8 bytes in each clock of the cache */
        .split_line = 9,          /* AGN: 6 to 12 */
        .uncached_from = 0xa0000, /* the PC's video memory */
        .uncached_to = 0xc0000,
        .apic_page = 0xfee00000, /* SDM 10.4.1 */
        .apic_access = 40,       /* PCTR: LVT entry written, Pentium III Xeon 700 */
    };
}

static struct model_config p6_parameters_ppro(void)
{
    struct model_config config = {
        .processor = PROCESSOR_PPRO,
        .errata = true,
        .counters =
            {
                .reserved_faults = true, /* SDM volume 2, WRMSR; for these selectors [?] */
                .overflow_masks = false, /* Linux and PCTR: Pentium M and later; FreeBSD: all */
                .miss_errata = true,     /* SDM, Table 19-37 */
                .write_full = false,     /* SDM 18.22.2, FreeBSD, PCTR, Solaris */
            },
        .branch =
            {
                .btb = {.sets = 32, .ways = 16}, /* AGN measured; the usual description: 4 ways */
                .return_stack = 16,              /* [?] */
                .random_replacement = false,
            },
        .cache = p6_parameters_ppro_cache(),
        .tlb =
            {
                .code = {.sets = 8, .ways = 4},       /* LEAF2: 01 */
                .code_large = {.sets = 1, .ways = 2}, /* LEAF2: 02 */
                .data = {.sets = 16, .ways = 4},      /* LEAF2: 03 */
                .data_large = {.sets = 2, .ways = 4}, /* LEAF2: 04 */
                .walk = 5,     /* ILAT: a DTLB miss with the tables in the data cache, PPro */
                .walk_hit = 0, /* included in those 5 */
            },
        .bus =
            {
                .memory = 46, /* ILAT, a Pentium Pro 200; depends on the board */
            },
        .clocks =
            {
                .exception = 100,    /* [?] */
                .wbinvd = 2000,      /* [?] */
                .write_back = 8,     /* [?] */
                .rdmsr_counter = 13, /* PCTR: 81.1 and 68.4 */
                .wrmsr_counter = 9,  /* PCTR: 82.3 and 73.0 */
            },
    };

    p6_core_defaults(&config.core);
    p6_config_set_mhz(&config, 200);
    return config;
}

static struct model_config p6_parameters_p2(void)
{
    struct model_config config = p6_parameters_ppro();

    config.processor = PROCESSOR_P2;
    config.cache.code = (struct shape){.sets = 128, .ways = 4}; /* LEAF2: 08, 16 KB 4-way */
    config.cache.data = (struct shape){.sets = 128, .ways = 4}; /* LEAF2: 0C */
    config.cache.l2 = (struct shape){.sets = 4096, .ways = 4};  /* LEAF2: 43, 512 KB 4-way */
    config.cache.l2_hit = 28;                                   /* ILAT, at half the clock rate */
    config.cache.code_l2_hit = 25;
    config.cache.l2_line = 8;        /* at half the clock rate */
    config.tlb.walk = 4;             /* ILAT */
    config.bus.memory = 71;          /* ILAT, in sequence */
    config.clocks.wrmsr_counter = 8; /* PCTR, Pentium II 350: 81.2, 69.4, 87.4, 79.1 */
    config.clocks.rdmsr_counter = 12;
    p6_config_set_mhz(&config, 350);
    return config;
}

static struct model_config p6_parameters_p3(void)
{
    struct model_config config = p6_parameters_p2();

    config.processor = PROCESSOR_P3;
    config.clocks.wrmsr_counter = 9; /* PCTR, Pentium III 450: 81.0, 68.9, 114.7, 105.3 */
    p6_config_set_mhz(&config, 450);
    return config;
}

struct model_config p6_config_default(void)
{
    return p6_parameters_p2();
}

int p6_config_named(const char *name, struct model_config *config)
{
    if (strcmp(name, "ppro") == 0)
        *config = p6_parameters_ppro();
    else if (strcmp(name, "p2") == 0)
        *config = p6_parameters_p2();
    else if (strcmp(name, "p3") == 0)
        *config = p6_parameters_p3();
    else
        return -1;
    return 0;
}

unsigned p6_config_mhz(const char *name)
{
    return strcmp(name, "ppro") == 0 ? 200 : strcmp(name, "p2") == 0 ? 350 : 450;
}

enum model_apic p6_config_apic(const struct model_config *config)
{
    return config->counters.overflow_masks ? MODEL_APIC_MASKS : MODEL_APIC;
}

/*
 * The smallest multiple of a half that keeps the bus at 70 MHz or below, or from 350 MHz on at 105
 * MHz or below.
 */
void p6_config_set_mhz(struct model_config *config, unsigned mhz)
{
    const unsigned bus = mhz < 350 || config->processor == PROCESSOR_PPRO ? 70 : 105;
    const unsigned halves = (2 * mhz + bus - 1) / bus;

    config->bus.ratio_core = halves < 2 ? 2 : halves;
    config->bus.ratio_bus = 2;
    config->bus.io = microsecond_bus_clocks(mhz, config->bus.ratio_core, config->bus.ratio_bus);
}

const char *p6_config_error(const struct model_config *config)
{
    const struct shape shapes[] = {config->cache.code,     config->cache.data,    config->cache.l2,
                                   config->branch.btb,     config->tlb.code,      config->tlb.data,
                                   config->tlb.code_large, config->tlb.data_large};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!shape_is_possible(shapes[i]))
            return "a cache, TLB or BTB needs 1 to 4096 sets and 1 to 64 ways, powers of two";
    if (config->cache.data.sets > 128)
        return "the data cache must have at most 128 sets: more would have aliases, because they "
               "exceed a page";
    if (config->cache.l2_hit < config->cache.hit || config->bus.memory < config->cache.l2_hit)
        return "a load from a farther level of memory must take longer";
    if (!config->bus.ratio_bus || config->bus.ratio_core < config->bus.ratio_bus)
        return "the processor clock must not be slower than the bus clock";
    return NULL;
}
