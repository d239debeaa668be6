/*
 * SPDX-License-Identifier: MIT
 * Slow paths of guest memory accesses: the first access to a page, accesses across pages, outside
 * RAM, and by the processor itself.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/model/translated.h"

/* ---- the local APIC's page ------------------------------------------------------------------- */

static bool is_apic(const struct cpu *cpu, uint32_t physical)
{
    return unlikely(cpu->apic) && apic_contains(cpu->apic, physical);
}

/* Only accesses to aligned doublewords are defined (SDM volume 3, 10.4.1). */
static void guest_apic_read(const struct cpu *cpu, uint32_t physical, void *data, unsigned bytes)
{
    const uint32_t value =
        apic_read(cpu->apic, physical % APIC_PAGE_BYTES & ~3u, model_clock(cpu->model));

    memset(data, 0xff, bytes);
    memcpy(data, (const uint8_t *)&value + (physical & 3),
           bytes < 4 - (physical & 3) ? bytes : 4 - (physical & 3));
}

static void guest_apic_write(struct cpu *cpu, uint32_t physical, const void *data, unsigned bytes)
{
    uint32_t value;

    if (bytes != sizeof value || (physical & 3))
        return;
    memcpy(&value, data, sizeof value);
    apic_write(cpu->apic, physical % APIC_PAGE_BYTES, value, model_clock(cpu->model));
    cpu_attention(cpu);
}

/* ---- physical memory ----------------------------------------------------------------------- */

void guest_physical_read(const struct cpu *cpu, uint32_t physical, void *data, unsigned bytes)
{
    uint8_t *to = data;

    if (likely((physical & cpu->address_lines) == physical && in_ram(cpu, physical, bytes) &&
               physical >> 20 == (physical + bytes - 1) >> 20)) {
        memcpy(data, cpu->ram + physical, bytes);
        return;
    }
    if (is_apic(cpu, physical)) {
        guest_apic_read(cpu, physical, data, bytes);
        return;
    }
    for (unsigned i = 0; i < bytes; i++) {
        const uint32_t at =
            rom_unaliased(cpu, (physical + i) & cpu->address_lines) & cpu->ram_lines;
        to[i] = at < cpu->ram_size ? cpu->ram[at] : 0xff;
    }
}

void guest_physical_write(struct cpu *cpu, uint32_t physical, const void *data, unsigned bytes)
{
    const uint8_t *from = data;

    if (is_apic(cpu, physical)) {
        guest_apic_write(cpu, physical, data, bytes);
        return;
    }
    for (unsigned i = 0; i < bytes; i++) {
        const uint32_t at = (physical + i) & cpu->address_lines & cpu->ram_lines;
        if (at < cpu->ram_size && !in_rom(cpu, at)) {
            cpu->ram[at] = from[i];
            guest_code_check(cpu, at, 1);
        }
    }
}

static uint32_t line_read(void *context, uint32_t physical)
{
    uint32_t value;

    guest_physical_read(context, physical, &value, sizeof value);
    return value;
}

static void line_write(void *context, uint32_t physical, uint32_t value)
{
    guest_physical_write(context, physical, &value, sizeof value);
}

void memory_attach(struct cpu *cpu)
{
    const struct model_memory memory = {line_read, line_write, cpu};

    model_set_memory(cpu->model, &memory);
}

/* ---- one access, at most two pages --------------------------------------------------------- */

/* An access after translation: the first `first` bytes are in the page of `physical`, the rest in
 * the other page. */
struct guest_span {
    uint32_t physical;
    uint32_t physical_end; /* of the last byte */
    unsigned first;
};

static struct guest_span guest_span_of(struct cpu *cpu, uint32_t linear, unsigned bytes, bool write)
{
    const unsigned room = 0x1000 - (linear & 0xfff);
    struct guest_span span = {.first = bytes};

    if (bytes <= room) {
        span.physical = page_walk_data(cpu, linear, write);
        span.physical_end = span.physical + bytes - 1;
    } else {
        span.first = room;
        span.physical = page_walk_data(cpu, linear, write);
        span.physical_end = page_walk_data(cpu, linear + room, write) + bytes - room - 1;
    }
    return span;
}

static void guest_span_read(const struct cpu *cpu, const struct guest_span *span, void *data,
                            unsigned bytes)
{
    const unsigned rest = bytes - span->first;

    guest_physical_read(cpu, span->physical, data, span->first);
    guest_physical_read(cpu, span->physical_end - (rest - 1), (uint8_t *)data + span->first, rest);
}

static void guest_span_write(struct cpu *cpu, const struct guest_span *span, const void *data,
                             unsigned bytes)
{
    const unsigned rest = bytes - span->first;

    guest_physical_write(cpu, span->physical, data, span->first);
    guest_physical_write(cpu, span->physical_end - (rest - 1), (const uint8_t *)data + span->first,
                         rest);
}

void guest_load_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, void *data,
                     unsigned bytes)
{
    const struct guest_span span = guest_span_of(cpu, linear, bytes, false);

    model_data(cpu->model, insn, span.physical, span.physical_end, bytes, ACCESS_READ);
    guest_span_read(cpu, &span, data, bytes);
}

void guest_store_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, const void *data,
                      unsigned bytes)
{
    const struct guest_span span = guest_span_of(cpu, linear, bytes, true);

    model_data(cpu->model, insn, span.physical, span.physical_end, bytes, ACCESS_WRITE);
    guest_span_write(cpu, &span, data, bytes);
}

void guest_rmw_load_slow(struct cpu *cpu, const struct insn *insn, uint32_t linear, void *data,
                         unsigned bytes, bool lock)
{
    const struct guest_span span = guest_span_of(cpu, linear, bytes, true);

    cpu->rmw.physical = span.physical;
    cpu->rmw.physical_end = span.physical_end;
    model_data(cpu->model, insn, span.physical, span.physical_end, bytes,
               lock ? ACCESS_READ_LOCKED : ACCESS_READ);
    guest_span_read(cpu, &span, data, bytes);
}

void guest_rmw_store_slow(struct cpu *cpu, const struct insn *insn, const void *data,
                          unsigned bytes, bool lock)
{
    const uint32_t physical = cpu->rmw.physical;
    const bool split = cpu->rmw.physical_end != physical + bytes - 1;
    const struct guest_span span = {
        .physical = physical,
        .physical_end = cpu->rmw.physical_end,
        .first = split ? 0x1000 - (physical & 0xfff) : bytes,
    };

    model_data(cpu->model, insn, span.physical, span.physical_end, bytes,
               lock ? ACCESS_WRITE_LOCKED : ACCESS_WRITE);
    guest_span_write(cpu, &span, data, bytes);
}

void load80(struct cpu *cpu, const struct insn *insn, uint32_t offset, void *data,
            unsigned alignment)
{
    const uint32_t linear =
        segment_linear_aligned(cpu, insn->segment, offset, 10, alignment, false);

    guest_load_slow(cpu, insn, linear, data, 10);
}

void store80(struct cpu *cpu, const struct insn *insn, uint32_t offset, const void *data,
             unsigned alignment)
{
    const uint32_t linear = segment_linear_aligned(cpu, insn->segment, offset, 10, alignment, true);

    guest_store_slow(cpu, insn, linear, data, 10);
}

void guest_probe_store(struct cpu *cpu, unsigned segment, uint32_t offset, unsigned bytes)
{
    const unsigned alignment = bytes == 10 ? ALIGNMENT_IN_IMAGE : bytes;
    const uint32_t linear = segment_linear_aligned(cpu, segment, offset, bytes, alignment, true);
    const unsigned room = 0x1000 - (linear & 0xfff);

    page_walk_data(cpu, linear, true);
    if (bytes > room) /* a fault there has the second page's first byte as its address */
        page_walk_data(cpu, linear + room, true);
}

/* ---- accesses by the processor itself -------------------------------------------------------- */

static struct guest_span guest_system_span(struct cpu *cpu, uint32_t linear, unsigned bytes,
                                           bool write)
{
    const unsigned room = 0x1000 - (linear & 0xfff);
    struct guest_span span = {.first = bytes < room ? bytes : room};

    span.physical = page_walk_system(cpu, linear, write);
    if (bytes <= room)
        span.physical_end = span.physical + bytes - 1;
    else
        span.physical_end = page_walk_system(cpu, linear + room, write) + bytes - room - 1;
    return span;
}

static void guest_system_load(struct cpu *cpu, uint32_t linear, void *data, unsigned bytes)
{
    const struct guest_span span = guest_system_span(cpu, linear, bytes, false);

    model_data(cpu->model, cpu->current, span.physical, span.physical_end, bytes, ACCESS_READ);
    guest_span_read(cpu, &span, data, bytes);
}

static void guest_system_store(struct cpu *cpu, uint32_t linear, const void *data, unsigned bytes)
{
    const struct guest_span span = guest_system_span(cpu, linear, bytes, true);

    model_data(cpu->model, cpu->current, span.physical, span.physical_end, bytes, ACCESS_WRITE);
    guest_span_write(cpu, &span, data, bytes);
}

uint16_t system_load16(struct cpu *cpu, uint32_t linear)
{
    uint16_t value;

    guest_system_load(cpu, linear, &value, sizeof value);
    return value;
}

uint32_t system_load32(struct cpu *cpu, uint32_t linear)
{
    uint32_t value;

    guest_system_load(cpu, linear, &value, sizeof value);
    return value;
}

void system_store16(struct cpu *cpu, uint32_t linear, uint16_t value)
{
    guest_system_store(cpu, linear, &value, sizeof value);
}

void system_store32(struct cpu *cpu, uint32_t linear, uint32_t value)
{
    guest_system_store(cpu, linear, &value, sizeof value);
}

uint64_t guest_descriptor_load(struct cpu *cpu, uint32_t linear)
{
    const struct guest_span span = guest_system_span(cpu, linear, 8, false);
    uint64_t descriptor;

    model_descriptor_read(cpu->model, span.physical, 8);
    guest_span_read(cpu, &span, &descriptor, 8);
    return descriptor;
}

void guest_descriptor_store_access(struct cpu *cpu, uint32_t linear, uint8_t access)
{
    const uint32_t physical = page_walk_system(cpu, linear + 5, true);

    model_data(cpu->model, cpu->current, physical, physical, 1, ACCESS_READ_LOCKED);
    model_data(cpu->model, cpu->current, physical, physical, 1, ACCESS_WRITE_LOCKED);
    guest_physical_write(cpu, physical, &access, 1);
}

/* ---- cache lines that translated code accesses directly -------------------------------------- */

void near_window_forget(struct cpu *cpu, unsigned set)
{
    for (unsigned word = 0; word < NEAR_LINES / 64; word++) {
        for (uint64_t left = cpu->near_used[set][word]; left; left &= left - 1)
            near_line_forget(&cpu->near[word * 64 + (unsigned)__builtin_ctzll(left)]);
        cpu->near_used[set][word] = 0;
    }
}

void near_lines_forget(struct cpu *cpu)
{
    for (unsigned i = 0; i < NEAR_LINES; i++)
        near_line_forget(&cpu->near[i]);
    memset(cpu->near_used, 0, sizeof cpu->near_used);
}

static bool holds_code(const struct cpu *cpu, uint32_t physical)
{
    return cpu->code_granules[physical >> 12] >> (physical >> 6 & 63) & 1;
}

void guest_near_line_record(struct cpu *cpu, uint32_t linear)
{
    const uint32_t line = linear & ~(NEAR_LINE_BYTES - 1);
    const struct window *window = window_for(cpu, linear, false);
    const unsigned set = (linear >> 12) & cpu->window_mask;
    const unsigned at = line / NEAR_LINE_BYTES & cpu->near_mask;
    const uint32_t physical = window->physical + (linear - window->start);
    unsigned plain;

    if (!window_hit(window, line, NEAR_LINE_BYTES) ||
        !(plain = model_translated_near(cpu->model, physical)))
        return;
    if (!window_hit(window_for(cpu, linear, true), line, NEAR_LINE_BYTES) ||
        holds_code(cpu, physical))
        plain &= ~NEAR_WRITE;
    cpu->near[at] = (struct near_line){
        .read = line,
        .write = plain & NEAR_WRITE ? line : NEAR_LINE_NONE,
        .host = (uint64_t)(uintptr_t)(cpu->ram + physical) - linear,
        .way = cpu->window_way[set],
    };
    cpu->near_used[set][at / 64] |= 1ull << at % 64;
}
