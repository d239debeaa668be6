/*
 * SPDX-License-Identifier: MIT
 * vpentium: builds the machine, runs it, and reports how the run ended.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/loader/bios_rom.h"
#include "sim/cpu/decoder/block_cache.h"
#include "sim/cpu/cpu.h"
#include "sim/devices/devices.h"
#include "sim/inspection/inspection.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/test_switches.h"
#include "sim/cpu/system/debug_store.h"
#include "sim/cpu/translator/translation.h"
#include "sim/loader/multiboot_loader.h"
#include "sim/vpentium_options.h"
#include "sim/sibling.h"
#include "sim/devices/serial_files.h"

enum { EXIT_USAGE = 2, EXIT_TRIPLE_FAULT = 3 };

static uint64_t vpentium_clock(void *context)
{
    const struct cpu *cpu = context;

    return model_clock(cpu->model);
}

/* Guest RAM. The host allocates its pages when they are first accessed. */
static uint8_t *vpentium_ram_create(uint32_t size)
{
    void *ram = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return ram == MAP_FAILED ? NULL : ram;
}

/* Called when counters overflow: the local APIC decides on the interrupt. */
static void vpentium_counters_overflowed(void *context, unsigned counters)
{
    struct cpu *cpu = context;

    for (; cpu->apic && counters; counters &= counters - 1)
        apic_overflow(cpu->apic);
    cpu->overflowed = true;
    cpu_attention(cpu);
}

static bool vpentium_interrupts_masked(void *context)
{
    const struct cpu *cpu = context;

    return !(cpu->eflags & FLAG_IF);
}

static bool vpentium_interrupt_waits(void *context)
{
    const struct cpu *cpu = context;

    return devices_interrupt(cpu->devices);
}

static void vpentium_machine_destroy(struct cpu *cpu)
{
    if (!cpu)
        return;
    block_cache_destroy(cpu->blocks);
    translator_destroy(cpu->translator);
    devices_destroy(cpu->devices);
    if (cpu->model)
        model_destroy(cpu->model);
    if (cpu->ram)
        munmap(cpu->ram, cpu->ram_size);
    free(cpu->code_granules);
    free(cpu);
}

/* The address lines that distinguish the bytes of that much memory. */
static uint32_t vpentium_address_lines(uint32_t bytes)
{
    uint32_t lines = bytes - 1;

    for (unsigned shift = 1; shift < 32; shift *= 2)
        lines |= lines >> shift;
    return lines;
}

static const struct cpu_kind *vpentium_kind(const struct options *options)
{
    const bool *on = options->silicon.on;

    return cpu_kind_named(on[SILICON_NO_CPUID] ? "cx6x86"
                          : on[SILICON_NO_CR4] ? "i486dx2"
                                               : options->instructions);
}

static struct cpu *vpentium_machine_create(const struct options *options,
                                           struct serial_files *serial)
{
    struct devices_config devices = {
        .hz = options->mhz * 1000000u,
        .extended_kb = options->silicon.on[SILICON_CMOS] ? options->silicon.cmos_kb
                                                         : (options->memory_mb - 1) * 1024u,
        .uart = options->uart,
        .receiver = options->receiver,
        .key = options->key,
        .key_period = (uint64_t)(options->key_seconds * 1e6 * options->mhz),
        .key_timed_out = options->at_keyboard,
        .rtc = options->rtc,
        .serial_timed = options->serial_timed || options->receiver != RECEIVER_FAST,
        .a20_gate = options->silicon.on[SILICON_A20],
        .line_loss = options->silicon.on[SILICON_UART_DROPS] ? options->silicon.line_loss : 0,
        .input_at_once = options->silicon.on[SILICON_UART_OVERRUN],
        .seed = options->seed,
        .post = options->bios || options->post_port,
        .post_port = (uint16_t)options->post_port,
        .unit_tester = options->unit_tester,
        .queue = options->queue_port,
        .has_apic = model_config_apic(&options->model) != MODEL_NO_APIC,
        .apic = {.left = options->apic_left,
                 .ratio_core = options->model.bus.ratio_core,
                 .ratio_bus = options->model.bus.ratio_bus,
                 .masks_performance = model_config_apic(&options->model) == MODEL_APIC_MASKS},
    };
    struct cpu *cpu = calloc(1, sizeof *cpu);

    if (!cpu)
        return NULL;
    memcpy(devices.serial, serial->port, sizeof devices.serial);
    devices.input = serial->input.open ? &serial->input : NULL;
    cpu->kind = vpentium_kind(options);
    cpu->ram_lines = options->silicon.on[SILICON_MEMORY_WRAPS]
                         ? vpentium_address_lines((uint32_t)options->memory_mb << 20)
                         : UINT32_MAX;
    cpu->fpu.division_flaw = options->division_flaw;
    cpu->snooper = options->snooper;
    cpu->smi = options->smi;
    cpu->tsc_step = options->silicon.on[SILICON_TSC_STEPS] ? options->silicon.tsc_step : 1;
    cpu->ram_size = (uint32_t)options->memory_mb << 20;
    cpu->ram = vpentium_ram_create(cpu->ram_size);
    cpu->code_granules = calloc(cpu->ram_size >> 12, sizeof *cpu->code_granules);
    cpu->model = model_create(&options->model);
    cpu->devices = devices_create(&devices);
    cpu->blocks = block_cache_create(cpu);
    if (!cpu->ram || !cpu->code_granules || !cpu->model || !cpu->devices || !cpu->blocks) {
        vpentium_machine_destroy(cpu);
        return NULL;
    }
    cpu->apic = devices_apic(cpu->devices);
    model_set_overflow(cpu->model, vpentium_counters_overflowed, cpu);
    model_set_interrupts(cpu->model, &(struct model_interrupts){vpentium_interrupts_masked,
                                                                vpentium_interrupt_waits, cpu});
    debug_store_attach(cpu);
    devices_set_clock_source(cpu->devices, vpentium_clock, cpu);
    memory_attach(cpu);
    page_walk_attach_windows(cpu);
    cpu_reset(cpu);
    memory_gate_a20(cpu, devices_a20_open(cpu->devices));
    cpu->translate_after = options->translate_after;
    if (!options->exact)
        cpu->translator = translator_create(cpu);
    return cpu;
}

static void vpentium_print_time(const struct cpu *cpu, const struct options *options)
{
    const uint64_t clocks = model_clock(cpu->model);

    fprintf(stderr, "vpentium: %" PRIu64 " clocks, %.6f s at %u MHz\n", clocks,
            (double)clocks / (options->mhz * 1e6), options->mhz);
}

static int vpentium_exit_status(const struct cpu *cpu, const struct options *options,
                                enum stop_reason why)
{
    if (options->verbose)
        vpentium_print_time(cpu, options);
    switch (why) {
    case STOP_EXIT_PORT:
        if (options->verbose)
            fprintf(stderr, "vpentium: ended by the kernel, status %d\n", cpu->exit_status);
        return cpu->exit_status;
    case STOP_RESET:
        if (options->verbose)
            fprintf(stderr, "vpentium: ended by a reset at EIP %08x\n", cpu->eip);
        return 0;
    case STOP_ENOUGH:
        return 0;
    case STOP_TRIPLE_FAULT:
        fprintf(stderr,
                "vpentium: triple fault at CS:EIP %04x:%08x (exception %u while "
                "delivering a double fault), CR2 %08x\n",
                cpu->seg[SEG_CS].selector, cpu->eip, cpu->fault.vector, cpu->cr2);
        return EXIT_TRIPLE_FAULT;
    default:
        if (options->verbose)
            fprintf(stderr, "vpentium: halted at EIP %08x, and no device can wake it\n", cpu->eip);
        return 0;
    }
}

static bool vpentium_load(struct cpu *cpu, const struct options *options)
{
    return options->bios ? bios_rom_load(cpu, options->bios) : multiboot_load(cpu, options);
}

#define BIOS_TEXT_ADDRESS 0xfe061u

/* Marks the log of a test build, whose machine may claim to be a chip. */
static void vpentium_begin_test(struct cpu *cpu)
{
    static const char text[] = "DOSBox FakeBIOS v1.0";

#ifdef VPENTIUM_TEST
    puts("vpentium-test: the machine of this log is not a real one");
    fflush(stdout);
#endif
    if (test_switch_is_on(TEST_SWITCH_BIOS))
        memcpy(cpu->ram + BIOS_TEXT_ADDRESS, text, sizeof text);
}

static struct cpu *interrupted_cpu;
static volatile sig_atomic_t interrupted_by; /* number of the signal; 0: none */

static void vpentium_interrupt(int number)
{
    interrupted_by = number;
    cpu_has_done_enough(interrupted_cpu);
}

/*
 * Ends the run at a signal, so that the files that observe it are written up to there. A second
 * signal ends the program; one that is ignored stays ignored.
 */
static void vpentium_expect_signals(struct cpu *cpu)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGINT};
    const struct sigaction action = {.sa_handler = vpentium_interrupt,
                                     .sa_flags = (int)SA_RESETHAND};
    struct sigaction inherited;

    interrupted_cpu = cpu;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &inherited) == 0 && inherited.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
}

/* If a signal has ended the run, ends the program by the same signal. */
static void vpentium_end_by_signal(void)
{
    if (!interrupted_by)
        return;
    fflush(NULL);
    signal(interrupted_by, SIG_DFL);
    raise(interrupted_by);
}

static int vpentium_run(struct cpu *cpu, const struct options *options)
{
    struct inspection inspection;
    int status;

    if (!vpentium_load(cpu, options) || !inspection_begin(&inspection, cpu, options))
        return EXIT_USAGE;
    if (inspection_has_files(&inspection))
        vpentium_expect_signals(cpu);
    vpentium_begin_test(cpu);
    status = vpentium_exit_status(cpu, options, run_loop_execute(cpu));
    if (options->screen)
        devices_print_screen(cpu->devices, cpu->ram);
    const bool written = inspection_end(&inspection);

    vpentium_end_by_signal();
    return written ? status : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    const char *cpu_name = vpentium_options_cpu(argc, argv);
    struct options options;
    struct serial_files serial;
    struct cpu *cpu;
    int status;

    if (sibling_runs(cpu_name)) {
        sibling_exec(argv, cpu_name);
        return EXIT_USAGE;
    }
    switch (vpentium_options_parse(argc, argv, &options)) {
    case OPTIONS_DONE:
        return 0;
    case OPTIONS_WRONG:
        return EXIT_USAGE;
    default:
        break;
    }
    if (!serial_files_open(&serial, &options))
        return EXIT_USAGE;
    cpu = vpentium_machine_create(&options, &serial);
    if (!cpu) {
        fprintf(stderr, "vpentium: -m %u: the host cannot allocate that much memory\n",
                options.memory_mb);
        serial_files_close(&serial, &options);
        return EXIT_USAGE;
    }
    status = vpentium_run(cpu, &options);
    vpentium_machine_destroy(cpu);
    return serial_files_close(&serial, &options) ? status : EXIT_USAGE;
}
