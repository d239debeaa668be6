/*
 * SPDX-License-Identifier: MIT
 * The P5 model's default parameters, each with its source. If sources disagree, measurements of
 * real chips decide.
 *
 * Safford: P5MON thesis, 1997. Agner: Fog, How to optimize for the Pentium, 1997 and 2000
 * editions. Abrash: Graphics Programming Black Book, chapters 19 to 21 and 63. AP-500: Intel,
 * Optimizations for 32-bit processors. perfctr: etc/costs of Linux perfctr 2.6. RBIL: Brown's
 * list, release 61.
 */
#include "sim/model/p5/p5_parameters.h"

#include <stddef.h>
#include <string.h>

#include "sim/model/p5/p5_model.h"

static struct pairing_config p5_parameters_pairing(void)
{
    return (struct pairing_config){
        .enabled = true,
        .displacement_immediate_u = false, /* Agner 8.8; the P55C pairs it in U */
        .rotate_immediate = false,         /* Abrash, gcc pentium.md; AP-500's table says PU */
        .ftst = false,                     /* Agner 28.2; the AP-500 transcription says FX */
        .opcode_size_prefix_in_v = false,  /* Agner 10 */
        .max_length = 15,
        .first_execution = true, /* RBIL on TR2, Agner 8, Abrash 20 */
        /*
         * AP-500 exempts stack operations among themselves and does not mention others. Agner 9
         * lists MOV EAX,[ESP+8] after a CALL as a stall. Not confirmed on a real chip.
         */
        .esp_interlock_after_stack = true,
    };
}

static struct branch_config p5_parameters_branch(void)
{
    return (struct branch_config){
        .enabled = true,
        .btb = {.sets = 64, .ways = 4}, /* Alpert and Avnon, IEEE Micro 1993 */
        /*
         * Agner 1997. Others model a symmetric counter; reading TR9 on a real chip would settle it.
         */
        .rule = DIRECTION_TAKEN_UNLESS_TWICE_NOT,
        .backward_taken = false,
        .random_replacement = false,
        .return_stack = 0,  /* GMP README */
        .conditional_u = 3, /* Abrash table 20.1: 4 clocks in all */
        .conditional_v = 4, /* 5 in all */
        .direct = 2,        /* 3 in all; others count a penalty of 3 */
        .indirect = 3,      /* RET and JMP r/m: the target is known at the stage where a Jcc in U
                               is resolved */
        .far = 3,           /* like an indirect jump that is never predicted */
    };
}

static struct cache_config p5_parameters_cache(void)
{
    return (struct cache_config){
        .code = {.sets = 128, .ways = 2}, /* Safford, Table 5.5: 8 KB, 32-byte lines, LRU */
        .data = {.sets = 128, .ways = 2},
        .misaligned = 3,    /* AP-500, Abrash 19 */
        .bank_conflict = 1, /* AP-500 */
        .fill_shared = false,
        /*
         * AP-500 lets a load continue as soon as its 8 bytes have arrived. Measurements of the
         * machines in sim/machine_profiles differ.
         */
        .fill_wait = false,
        .fill_set_wait = false,
        .fill_hit = 0,
        .l1_write_allocate = false, /* perfctr x86.c, GMP mpn/x86/pentium/README */
        .uncached_from = 0xa0000,   /* the PC's video memory */
        .uncached_to = 0xc0000,
    };
}

static struct bus_config p5_parameters_bus(void)
{
    return (struct bus_config){
        .ratio_core = 3, /* 100 MHz on a bus of 66: Safford, Table 5.5 */
        .ratio_bus = 2,
        .l2_bytes = 256 * 1024,
        .l2_reach = 4096,
        .l2_flushed_by_wbinvd = true,
        .l2 = {.first = 3, .next = 1},
        .dram_read = {.first = 10, .next = 3},
        .dram_write = {.first = 3, .next = 1},
        .l2_pipelined = 0, /* Safford has one figure for each; the measured machines differ */
        .dram_pipelined = 0,
        .row_bytes = 0,
        .row_miss = 0,
        .banks = 1,
        .bank_bytes = 1 << 20,
        .refresh_interval = 0,
        .refresh = 10, /* assumed: one row in each of two banks, staggered */
        .master_interval = 0,
        .master = 36, /* assumed: PCI address, wait and 16 data clocks, at half the bus clock */
        .io = 66,     /* one microsecond, an 8-bit cycle on the ISA bus; an assumption */
        .write_buffers = 2, /* one for each pipe: SDM volume 3, 22.34 */
        .write_buffers_shared = false,
    };
}

struct model_config p5_config_default(void)
{
    return (struct model_config){
        .p55c = false,
        /*
         * From Safford's Appendix A. His measured Table 5.4 has one read miss where the doubling of
         * misaligned misses would give two, so some steppings may not have the errata.
         */
        .errata = true,
        .counter_write_bits = 40, /* RBIL; Solaris and PCL say 32, sign-extended, for P5 and P6 */
        /*
         * The thesis's Appendix A on 16h and 17h: "should be incremented when any exception is
         * recognized"; according to the SDM, 17h is the number of pairs.
         */
        .exceptions_in_v = true,
        .overflow_pin_lag = 5, /* SDM 18.23: about five clocks */
        .pairing = p5_parameters_pairing(),
        /* Agner 1997, 13; InstLatx64: n 66s before a NOP, n + 1 clocks */
        .prefix = {.segment_repeat_lock = 1, .size = 1, .opcode_0f = 1},
        .branch = p5_parameters_branch(),
        .cache = p5_parameters_cache(),
        .tlb =
            {
                .code = {.sets = 8, .ways = 4}, /* Pentium Developer's Manual, 2.5 */
                .data = {.sets = 16, .ways = 4},
                .data_large = {.sets = 2, .ways = 4},
                .code_large_split = true,
                .walk_fills_l2 = false,
                .walk = 2, /* an assumption: no source gives the walker's own time */
            },
        .bus = p5_parameters_bus(),
        .clocks =
            {
                .rdmsr = 22, /* perfctr, Pentium 133: CESR 22.0, counter 27.1; the manual: 20-24 */
                .rdmsr_counter = 27,
                .wrmsr = 33, /* CESR 32.9, counter 34.7; the manual: 30-45 */
                .wrmsr_counter = 35,
                .rdtsc = 8,         /* perfctr 8.4; Intel's survey says 13 */
                .rdtsc_user = 12,   /* InstLatx64 */
                .rdpmc = 14,        /* 13.8 on the P55C; the P54C has none */
                .cpuid = 15,        /* InstLatx64; RBIL 9 */
                .cpuid_1 = 17,      /* InstLatx64; RBIL, MAME and 86Box 14 */
                .multiply32 = 9,    /* InstLatx64, GMP in loops; the manual 10 */
                .multiply_into = 9, /* the same sources, for 16 bits too */
                .cmpxchg = 6,       /* InstLatx64; the manual 5 */
                .cmpxchg8b = 9,     /* InstLatx64; the manual 10 */
                .lahf = 3,          /* InstLatx64, the same on five chips; the manual 2 */
                .aad = 10,      /* the manual; InstLatx64 has half (5): probably counted twice */
                .aam = 18,      /* the manual; InstLatx64 has half (9), low on other families too */
                .pusha16 = 9,   /* InstLatx64: 18 for the two together, 10 with 32 bits; the
                                   manual 5 */
                .lock = 3,      /* InstLatx64: LOCK ADD 18.0, XCHG 15.0; without LOCK both 3 */
                .wbinvd = 2000, /* the manual's minimum */
                .exception = 31, /* INT through a gate of the same ring, manual; unconfirmed */
            },
        .x87 =
            {
                .store_early = 1,     /* Agner 28.2: for any value; Abrash 63: for arithmetic
                                         results */
                .by_value = true,     /* InstLatx64 */
                .divide_overlap = 1,  /* InstLatx64: repeated 18, 32, 38 instead of 19, 33, 39 */
                .divide_unsafe = 2,   /* InstLatx64: by 1 and 2 41, by 1/2 39; the manual 39 */
                .divide_zero = 6,     /* InstLatx64 */
                .root_zero = 4,       /* InstLatx64 */
                .sine_zero_early = 2, /* InstLatx64: FSIN of 0 alone 16, with FADD 17 */
                .sine = 65,           /* Agner's minimum; the manual 16 to 126 */
                .from_mmx = 100,      /* GMP README: about 100; both ways together */
                .mmx_store_early = 1, /* SDM, event 38h on counter 1 */
                .multiply_issue = 2,  /* Agner 28.2 */
                .denormal_operations = false,    /* thesis, Appendix A: "special operand" */
                .transcendental_operations = 10, /* an assumption: Intel says only "many" */
            },
    };
}

static struct model_config p5_parameters_p55c(void)
{
    struct model_config config = p5_config_default();

    config.p55c = true;
    config.errata = false; /* the available list is the P54C's */
    config.pairing.displacement_immediate_u = true;
    config.pairing.opcode_size_prefix_in_v = true;
    config.pairing.max_length = 7;          /* 86Box; not measured: MOV [m],imm32 has up to 10 */
    config.pairing.first_execution = false; /* Agner 8 */
    config.prefix.first_size =
        1; /* InstLatx64: n 66s before a NOP, n + 2; 86Box 2 each; VTune 0 to 3 */
    config.prefix.opcode_0f = 0;               /* Agner 13 */
    config.branch.rule = DIRECTION_TWO_LEVELS; /* Agner 1998: as in the Pentium Pro */
    config.branch.backward_taken = true;       /* Agner 1997 */
    config.branch.return_stack = 4;            /* the depth is not confirmed */
    config.branch.conditional_u = 4;           /* one pipeline stage more: Agner, VTune's help */
    config.branch.conditional_v = 5;
    config.branch.direct = 3;
    config.branch.indirect = 4;
    config.branch.far = 4;
    config.cache.code = (struct shape){.sets = 128, .ways = 4}; /* 16 KB, 3-bit pseudo-LRU */
    config.cache.data = (struct shape){.sets = 128, .ways = 4};
    config.tlb.code = (struct shape){.sets = 1, .ways = 32}; /* size unconfirmed */
    config.tlb.data = (struct shape){.sets = 1, .ways = 64}; /* RBIL, TR7: 6-bit entry number */
    config.bus.write_buffers = 4;
    config.bus.write_buffers_shared = true;
    config.clocks.rdmsr = 24; /* perfctr, Pentium MMX 166: 23.8, 28.1, 36.3, 36.0, 9.1 */
    config.clocks.rdmsr_counter = 28;
    config.clocks.wrmsr = 36;
    config.clocks.wrmsr_counter = 36;
    config.clocks.rdtsc = 9;
    config.clocks.rdtsc_user = 13; /* InstLatx64: 13.0, CPUID 15.3 and 22.0 */
    config.clocks.cpuid_1 = 22;
    return config;
}

int p5_config_named(const char *name, struct model_config *config)
{
    if (strcmp(name, "p54c") == 0)
        *config = p5_config_default();
    else if (strcmp(name, "p55c") == 0)
        *config = p5_parameters_p55c();
    else
        return -1;
    return 0;
}

unsigned p5_config_mhz(const char *name)
{
    (void)name;
    return 100;
}

/* The pins can be connected to an APIC, which is not modelled. */
enum model_apic p5_config_apic(const struct model_config *config)
{
    (void)config;
    return MODEL_NO_APIC;
}

/* The smallest multiple of a half that keeps the bus at 70 MHz or below, as real parts are set. */
void p5_config_set_mhz(struct model_config *config, unsigned mhz)
{
    const unsigned halves = (2 * mhz + 69) / 70;

    config->bus.ratio_core = halves < 2 ? 2 : halves;
    config->bus.ratio_bus = 2;
    config->bus.io = microsecond_bus_clocks(mhz, config->bus.ratio_core, config->bus.ratio_bus);
}

const char *p5_config_error(const struct model_config *config)
{
    const struct shape shapes[] = {config->cache.code, config->cache.data, config->branch.btb,
                                   config->tlb.code,   config->tlb.data,   config->tlb.data_large};
    const struct bus_config *bus = &config->bus;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!shape_is_possible(shapes[i]))
            return "a cache, TLB or BTB needs 1 to 4096 sets and 1 to 64 ways, powers of two";
    if (bus->l2_bytes && (!is_power_of_two(bus->l2_bytes) || bus->l2_bytes < 32))
        return "bus.l2_bytes must be 0 or a power of two of at least 32";
    if (bus->row_bytes && (!is_power_of_two(bus->row_bytes) || bus->row_bytes < 32))
        return "bus.row_bytes must be 0 or a power of two of at least 32";
    if (!is_power_of_two(bus->banks) || !is_power_of_two(bus->bank_bytes))
        return "bus.banks and bus.bank_bytes must be powers of two";
    if (bus->l2_pipelined >= bus->l2.first || bus->dram_pipelined >= bus->dram_read.first)
        return "bus.l2_pipelined and bus.dram_pipelined must be below the first number of bus.l2 "
               "and bus.dram_read";
    if (!bus->ratio_bus || bus->ratio_core < bus->ratio_bus)
        return "the processor clock must not be slower than the bus clock";
    if (bus->refresh_interval && bus->refresh_interval <= bus->refresh)
        return "bus.refresh must be shorter than bus.refresh_interval";
    if (config->branch.return_stack > 16)
        return "branch.return_stack must be at most 16";
    if (bus->write_buffers < 1 || bus->write_buffers > 8)
        return "bus.write_buffers must be 1 to 8";
    if (config->counter_write_bits != 32 && config->counter_write_bits != 40)
        return "counter_write_bits must be 32 or 40";
    if (config->clocks.rdmsr_counter < config->clocks.rdmsr ||
        config->clocks.wrmsr_counter < config->clocks.wrmsr)
        return "access to a counter must not be faster than to another MSR";
    if (config->clocks.rdtsc_user < config->clocks.rdtsc)
        return "RDTSC must not be faster in ring 3 than in ring 0";
    if (config->clocks.cpuid_1 < config->clocks.cpuid)
        return "CPUID must not be faster with EAX 1 than with other values";
    return NULL;
}
