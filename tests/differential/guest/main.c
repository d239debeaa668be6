/*
 * SPDX-License-Identifier: MIT
 * The guest of the differential test: runs each case of its module and logs what it changed.
 */
#include <stddef.h>

#include "kernel/lib/string.h"
#include "boot/multiboot.h"
#include "kernel/lib/x86.h"
#include "tests/differential/guest/case.h"
#include "tests/differential/guest/log.h"
#include "tests/differential/guest/world.h"

#define DR6_NOTHING 0xFFFF0FF0u
#define IRET_FRAME  12u
#define CR4_OSFXSR  (1u << 9)
#define PIC1_MASK   0x21
#define PIC2_MASK   0xA1

struct entry_image entry;
struct final_state final;
extern uint32_t task_interrupted;

void enter_case(uint32_t inner);
void guest_main(uint32_t magic, const struct multiboot_info *info);

static void give_up(const char *why)
{
    log_text("stopped: ");
    log_text(why);
    log_text("\n");
    log_close(1);
}

static void load_debug_registers(const uint32_t *values)
{
    __asm__ volatile("mov %0, %%dr0" : : "r"(values[0]));
    __asm__ volatile("mov %0, %%dr1" : : "r"(values[1]));
    __asm__ volatile("mov %0, %%dr2" : : "r"(values[2]));
    __asm__ volatile("mov %0, %%dr3" : : "r"(values[3]));
    __asm__ volatile("mov %0, %%dr6" : : "r"(values[4]));
    __asm__ volatile("mov %0, %%dr7" : : "r"(values[5]));
}

/* A bit of CR4 decides which SSE instructions work. */
static void allow_sse(bool allowed)
{
    const uint32_t cr4 = read_cr4();

    write_cr4(allowed ? cr4 | CR4_OSFXSR : cr4 & ~CR4_OSFXSR);
}

static void load_sse(const uint32_t *values)
{
    allow_sse(true);
    __asm__ volatile(
        "ldmxcsr (%0)\n\tmovups 4(%0), %%xmm0\n\tmovups 20(%0), %%xmm1\n\t"
        "movups 36(%0), %%xmm2\n\tmovups 52(%0), %%xmm3\n\t"
        "movups 68(%0), %%xmm4\n\tmovups 84(%0), %%xmm5\n\t"
        "movups 100(%0), %%xmm6\n\tmovups 116(%0), %%xmm7"
        :
        : "r"(values)
        : "memory");
    allow_sse(false);
}

static void store_sse(uint32_t *values)
{
    const uint32_t cr4 = read_cr4();

    allow_sse(true);
    __asm__ volatile(
        "stmxcsr (%0)\n\tmovups %%xmm0, 4(%0)\n\tmovups %%xmm1, 20(%0)\n\t"
        "movups %%xmm2, 36(%0)\n\tmovups %%xmm3, 52(%0)\n\t"
        "movups %%xmm4, 68(%0)\n\tmovups %%xmm5, 84(%0)\n\t"
        "movups %%xmm6, 100(%0)\n\tmovups %%xmm7, 116(%0)"
        :
        : "r"(values)
        : "memory");
    write_cr4(cr4);
}

static void apply_patches(const struct test_case *test, const uint32_t *patch)
{
    for (uint32_t i = 0; i < test->patches; i++) {
        world_patch(patch[0], patch + 2, patch[1]);
        patch += 2 + (patch[1] + 3) / 4;
    }
    if (test->frame_address) {
        const uint32_t frame[] = {test->image.eip, test->image.cs, test->image.eflags};
        world_patch(test->frame_address, frame, sizeof frame);
    }
}

/* Sets up the start state of a case except the registers that enter_case() loads. */
static void prepare(const struct test_case *test)
{
    const uint32_t *extra = (const uint32_t *)(test + 1);

    memset(&final, 0, sizeof final);
    entry = test->image;
    if (test->frame_address)
        entry.esp -= IRET_FRAME;
    __asm__ volatile("fninit");
    if (test->flags & CASE_USES_FPU) {
        __asm__ volatile("frstor (%0)" : : "r"(extra) : "memory");
        extra += 27;
    }
    const uint32_t *debug = extra;
    if (test->flags & CASE_USES_DEBUG)
        extra += 6;
    if (test->flags & CASE_USES_SSE) {
        load_sse(extra);
        extra += 33;
    }
    world_forget_accesses();
    apply_patches(test, extra);
    if (test->ldt)
        __asm__ volatile("lldt %w0" : : "r"(test->ldt));
    if (test->cr4)
        __asm__ volatile("mov %0, %%cr4" : : "r"(test->cr4));
    __asm__ volatile("mov %0, %%cr2" : : "r"(0));
    if (test->flags & CASE_USES_DEBUG)
        load_debug_registers(debug);
    else
        __asm__ volatile("mov %0, %%dr6" : : "r"(DR6_NOTHING));
    write_cr0(test->cr0);
}

/* Keeps the low halves: a segment register is pushed as a dword whose high half is undefined. */
static void cut_selectors(void)
{
    uint32_t *const selectors[] = {&final.cs, &final.ss, &final.ds,
                                   &final.es, &final.fs, &final.gs};

    for (unsigned i = 0; i < sizeof selectors / sizeof selectors[0]; i++)
        *selectors[i] &= 0xFFFF;
}

static void execute(const struct test_case *test)
{
    prepare(test);
    enter_case(test->frame_address != 0);
    if (task_interrupted)
        world_read_interrupted(&final);
    cut_selectors();
    world_read_registers(&final);
    if (test->flags & CASE_USES_SSE)
        store_sse(final.sse);
}

/* Logs only the last of `turns` runs: by then the code is in the cache and translated. */
static void run(const struct world *world, const struct test_case *test, uint32_t turns)
{
    while (--turns) {
        execute(test);
        world_again(&final);
    }
    execute(test);
    __asm__ volatile("fnsave %0" : "=m"(final.fpu));
    if (final.cs == SELECTOR_KERNEL_CODE && !task_interrupted) {
        log_hex(test->number);
        log_field("v", final.vector);
        log_field("err", final.error);
        log_field("eip", final.eip);
        log_field("cr2", final.cr2);
        give_up(" in the guest itself");
    }
    log_case(world, test, &final);
    world_changes(log_dword, log_page);
    log_text("\n");
    world_restore(&final);
}

/* Returns N if the command line ends in turns=N, a digit above 1; otherwise 1. */
static uint32_t turns_asked(const struct multiboot_info *info)
{
    static const char asked[] = "turns=";
    const char *line = multiboot_command_line(info);
    const size_t length = strlen(line);

    if (length < sizeof asked || memcmp(line + length - sizeof asked, asked, sizeof asked - 1) != 0)
        return 1;
    return line[length - 1] > '1' && line[length - 1] <= '9' ? (uint32_t)line[length - 1] - '0' : 1;
}

void guest_main(uint32_t magic, const struct multiboot_info *info)
{
    port_write8(PIC1_MASK, 0xFF); /* because a case may set IF */
    port_write8(PIC2_MASK, 0xFF);
    log_open();
    if (magic != MULTIBOOT_LOADER_MAGIC || !(info->flags & MULTIBOOT_HAS_MODULES) ||
        info->modules_count != 1)
        give_up("one module is needed");

    const struct multiboot_module *module = (const struct multiboot_module *)info->modules;
    const struct world *world = (const struct world *)module->start;
    const char *wrong = world_install(world);
    if (wrong)
        give_up(wrong);

    const uint32_t turns = turns_asked(info);
    const char *test = (const char *)(world + 1) + world->pages * PAGE_BYTES;
    for (uint32_t i = 0; i < world->cases; i++) {
        run(world, (const struct test_case *)test, turns);
        test += ((const struct test_case *)test)->bytes;
    }
    log_text("end\n");
    log_close(0);
}
