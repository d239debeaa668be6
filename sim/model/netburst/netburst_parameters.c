/*
 * SPDX-License-Identifier: MIT
 * The NetBurst model's default parameters, each with its source.
 *
 * SDM: volume 3, table 11-1 (2016). OPT: optimization manual 248966. ILAT: InstLatx64's dump of a
 * Northwood F24 at 1600 MHz. SU: specification update, N15, N17. LNX: Linux, p4.c. PCTR: perfctr
 * 2.6, etc/costs. GMP: mpn/x86/pentium4 of GMP 6, measured loops. [?]: no source.
 */
#include "sim/model/netburst/netburst_parameters.h"

#include <stddef.h>
#include <string.h>

#include "sim/model/netburst/netburst_model.h"

/* A Northwood. */
static const struct model_config base = {
    .name = "northwood",
    .errata = true,
    .counters =
        {
            .reserved_faults = true,     /* [?], as on a P6 */
            .any_threads = false,        /* SDM 18.15.3: they must be set */
            .late_interrupt = true,      /* SDM 18.15.5.8 */
            .overflow_masks = true,      /* LNX, OProfile and Solaris agree */
            .extended_cascade = true,    /* SDM 18.15.5.7: models 2, 3, 4, 6 */
            .iq_escrs = true,            /* SDM, table 35-41: up to model 2 */
            .instr_completed = false,    /* SDM, table 19-29: from model 3 on */
            .cascade_interrupts = false, /* SDM 18.15.5.7: not on model 2 */
            .erratum_write = true,       /* SU N15 */
            .erratum_stop = true,        /* SU N17 */
            .erratum_dead_cccr1 = true,  /* LNX */
            .erratum_doubled = true,     /* seen by a record-and-replay tool on model 2 and a
                                            Pentium D */
            .erratum_twice = true,       /* ISPASS 2013, on a Pentium D; other models [?] */
            .erratum_transfers = true,   /* OPT */
            .erratum_ioq = true,         /* SDM, table 19-28: below CPUID F27h */
            .erratum_overrun = true,     /* SU P79 of this family's Xeon; its model [?] */
            .string_blocks = true,       /* ISPASS 2013; the blocks [?] */
            .ioq_any = false,            /* SDM, table 19-28: from model 2 on */
        },
    .branch =
        {
            .btb = {.sets = 1024, .ways = 4}, /* 4096 entries: press; the ways [?] */
            .return_stack = 16,               /* SEED II.4.4.3 */
            .random_replacement = false,
        },
    .cache =
        {
            .trace = {.sets = 256, .ways = 8}, /* SDM: 12K uops, 8 ways; six to a line [?] */
            .data = {.sets = 32, .ways = 4},   /* SDM: 8 KB */
            .l2 = {.sets = 1024, .ways = 8},   /* SDM: 512 KB */
            .l2_present = true,
            .hit = 2,     /* ILAT, OPT */
            .l2_hit = 18, /* ILAT */
            .build = 6,   /* OPT: an instruction a clock while building; the rest [?] */
            .split = 22,  /* [?] */
            .uncached_from = 0xa0000,
            .uncached_to = 0xc0000,  /* the PC's video memory */
            .apic_page = 0xfee00000, /* SDM volume 3, 10.4.1 */
            .apic_access = 44,       /* PCTR: LVT entry written, Willamette 2.0: 43.5 */
        },
    .tlb =
        {
            .code = {.sets = 32, .ways = 4},       /* SDM: 128 entries, 4 ways */
            .data = {.sets = 1, .ways = 64},       /* SDM: 64 entries, fully associative, shared */
            .data_large = {.sets = 1, .ways = 64}, /* the model has separate entries for large
                                                      pages */
            .walk = 20,                            /* [?] */
        },
    .bus =
        {
            .memory = 260, /* ILAT, strides of 128 */
        },
    .clocks =
        {
            .exception = 300, /* [?] */
            .wbinvd = 5000,   /* [?] */
            .record = 200,    /* [?]; OPT: stored branches slow code 25 to 30 times */
        },
    .core =
        {
            .width = 3,      /* OPT */
            .store_uops = 2, /* OPT: the address by port 3, the data by port 0 */
            .rom_uops = 5,   /* OPT: microcode is used for more than four uops; this is the
                                minimum */
            .wrong_paths = true,
            .mispredict = 20,      /* OPT: stages of the pipeline */
            .forward = 5,          /* ILAT: PUSH r32 + POP r32 7.0, with the load's 2 */
            .forward_modified = 1, /* ILAT: ADD [m32], r32 8.8, with forward, 2 and 0.5 */
            .forward_late = 36,    /* ILAT: MOV r32,[m32]+MOV [m32],r32 38.5, through the address */
            .forward_fp = 12,      /* ILAT: MOVAPS LS pair 20.9, with the load's 9 */
            .load_fp = 7,          /* OPT: 9 clocks, 2 for integers */
            .high_half = 2,        /* ILAT: MUL r32 (edx) 18.0, MUL r32 (eax) 16.0 */
            .crossing = 1,         /* GMP, sse2/diveby3.asm: PMULUDQ 8 between other MMX; ILAT: 6 */
            .double_shift = 14,    /* ILAT: SHLD r32, r32, imm8 */
            .emms = 12,            /* ILAT */
            .string_step = 2,      /* [?] */
        },
};

/* Clocks: InstLatx64's dump of an F13 at 1700 MHz (p4-willamette_inst.tsv). */
static void netburst_parameters_willamette(struct model_config *config)
{
    config->core.double_shift = 12;
    config->core.emms = 10;
    config->counters.extended_cascade = false;
    config->counters.ioq_any = true;
    config->counters.cascade_interrupts = true; /* SDM 18.15.5.7: steppings up to 9 */
    config->cache.l2 = (struct shape){.sets = 512, .ways = 8};
}

/* OPT: 16 KB, 4 clocks; 1 MB, 18 beyond that; 31 stages. */
static void netburst_parameters_prescott(struct model_config *config)
{
    config->counters.iq_escrs = false;
    config->counters.erratum_ioq = config->counters.erratum_overrun = false;
    config->counters.instr_completed = true;
    config->counters.cascade_interrupts = true;
    config->counters.erratum_write = config->counters.erratum_stop = false; /* errata of models 0
                                                                               to 2 */
    config->cache.data = (struct shape){.sets = 32, .ways = 8};
    config->cache.l2 = (struct shape){.sets = 2048, .ways = 8};
    config->cache.hit = 4;
    config->cache.l2_hit = 22;
    config->core.mispredict = 31;
}

static const struct {
    const char *name;
    unsigned mhz;
    void (*change)(struct model_config *config);
} members[] = {{"northwood", 1600, NULL},
               {"willamette", 1500, netburst_parameters_willamette},
               {"prescott", 3000, netburst_parameters_prescott}};

enum { MEMBERS = sizeof members / sizeof members[0] };

int netburst_config_named(const char *name, struct model_config *config)
{
    for (unsigned i = 0; i < MEMBERS; i++) {
        if (strcmp(name, members[i].name) != 0)
            continue;
        *config = base;
        config->name = members[i].name;
        if (members[i].change)
            members[i].change(config);
        netburst_config_set_mhz(config, members[i].mhz);
        return 0;
    }
    return -1;
}

struct model_config netburst_config_default(void)
{
    struct model_config config;

    netburst_config_named(base.name, &config);
    return config;
}

unsigned netburst_config_mhz(const char *name)
{
    for (unsigned i = 0; i < MEMBERS; i++)
        if (strcmp(name, members[i].name) == 0)
            return members[i].mhz;
    return members[0].mhz;
}

enum model_apic netburst_config_apic(const struct model_config *config)
{
    return config->counters.overflow_masks ? MODEL_APIC_MASKS : MODEL_APIC;
}

/*
 * The smallest multiple of a half that keeps the bus at 200 MHz or below; up to 2400 MHz at 100 MHz
 * or below.
 */
void netburst_config_set_mhz(struct model_config *config, unsigned mhz)
{
    const unsigned bus = mhz <= 2400 ? 100 : 200;

    config->bus.ratio_core = (2 * mhz + bus - 1) / bus;
    config->bus.ratio_bus = 2;
    config->bus.io = microsecond_bus_clocks(mhz, config->bus.ratio_core, config->bus.ratio_bus);
}

const char *netburst_config_error(const struct model_config *config)
{
    const struct shape shapes[] = {config->cache.trace,   config->cache.data, config->cache.l2,
                                   config->branch.btb,    config->tlb.code,   config->tlb.data,
                                   config->tlb.data_large};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!shape_is_possible(shapes[i]))
            return "a cache, TLB or BTB needs 1 to 4096 sets and 1 to 64 ways, powers of two";
    if (config->cache.l2_hit < config->cache.hit || config->bus.memory < config->cache.l2_hit)
        return "a load from a farther level of memory must take longer";
    if (!config->bus.ratio_bus || config->bus.ratio_core < config->bus.ratio_bus)
        return "the processor clock must not be slower than the bus clock";
    return NULL;
}
