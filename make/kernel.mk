# SPDX-License-Identifier: MIT
# The kernel's images: all benchmarks, the suite quick alone, and with those that only tests want.

# How the kernel is optimised; -Os keeps the image small.
OPTIMIZE ?= -Os

# The library that kernel and benchmarks share is always compiled alike, or the benchmarks' counts
# would change with the harness. (With -O2 it takes 3 KB more.)
LIBRARY_OPTIMIZE := -Os

# A plain P5: no CMOV, no MMX, no SSE; no library but our own; nothing that touches x87 state in
# the kernel. tools/p5gate holds the linked image to it.
KERNEL_CFLAGS := -m32 -march=pentium -mno-mmx -mno-sse -mgeneral-regs-only -std=gnu11 $(OPTIMIZE) -g \
	-ffreestanding -fno-builtin -fno-pic -fno-pie -fno-stack-protector -fcf-protection=none \
	-fno-asynchronous-unwind-tables -mpreferred-stack-boundary=2 -fno-strict-aliasing \
	-ffunction-sections -fdata-sections -fmacro-prefix-map=$(CURDIR)/= -ffile-prefix-map=$(CURDIR)/= \
	$(WARNINGS) -I.
NASMFLAGS     := -f elf32 -g -F dwarf -Werror -I./
KERNEL_LDFLAGS := -m elf_i386 -nostdlib -static --fatal-warnings -z noexecstack \
	-z max-page-size=4096 --build-id=none

objects = $(patsubst %,$(BUILD)/kernel/%.o,$(basename $(1)))

KERNEL_ROOMS := boot kernel $(patsubst %/,%,$(wildcard kernel/*/ kernel/sample/*/ kernel/monitor/*/)) pmc \
	$(patsubst %/,%,$(wildcard pmc/*/ pmc/*/*/)) serial stats
KERNEL_C     := $(wildcard $(KERNEL_ROOMS:%=%/*.c))
KERNEL_ASM   := $(wildcard boot/*.asm pmc/*.asm pmc/netburst/counters/*.asm kernel/sample/*.asm)
KERNEL_ONLY  := $(call objects,$(KERNEL_C) $(KERNEL_ASM))

P5MON_OBJECTS := $(call objects,$(wildcard libp5mon/*.c libp5mon/*.asm))
# The stubs alone are linked where they are called: where they are, what calling them costs is measured.
P5MON_LINKED  := $(filter-out %/stubs.o,$(P5MON_OBJECTS)) $(LIBP5MON) $(LIBPCL) $(LIBP4PM) $(LIBPROGRAM)

PCL_OBJECTS := $(call objects,$(wildcard libpcl/*.c libpcl/*.asm))

PROGRAM_OBJECTS := $(call objects,$(wildcard kernel/lib/program/*.c))
P4PM_OBJECTS    := $(call objects,$(wildcard libp4pm/*.c))

# What bench.mk finds is linked behind it.
KERNEL_OBJECTS = $(KERNEL_ONLY) $(call objects,$(BENCH_LINKED))

# The library's one division, and the test for the flaw; benchmarks' allowances are in their flags.
GATE_OPTIONS := --allow-fdiv tanh --allow-fdiv cpu_has_fdiv_flaw \
	--allow-rdpmc p4pm_read_first --allow-rdpmc p4pm_read_last

include make/bench.mk

# The sources that were not left out.
bench_kept = $$(for source in $(BENCH); do \
	[ -e $(BUILD)/kernel/$${source%.*}.o.left_out ] || echo $$source; done)

# The folders of the benchmarks, so that one taken away is gone from the image.
$(KERNEL): $(KERNEL_OBJECTS) $(LIBP5MON) $(LIBPCL) $(LIBP4PM) $(LIBPROGRAM) linker.ld bench/order $(BUILD)/benchcheck $(BUILD)/p5gate $(wildcard bench bench/*/)
	$(call progress,LD $@)
	$(Q)tools/link_image.sh $@.unchecked $(KERNEL_LDFLAGS) -T linker.ld $(KERNEL_OBJECTS) $(P5MON_LINKED)
	$(Q)$(BUILD)/benchcheck $@.unchecked $(bench_kept)
	$(Q)$(BUILD)/p5gate --map $@.unchecked.map $(GATE_OPTIONS) $@.unchecked
	$(Q)echo "$(GATE_OPTIONS)" > $@.allowed && mv $@.unchecked.map $@.map
	$(Q)mv $@.unchecked $@

# The kernel with the benchmarks of the suite quick alone, for where memory or the way there is short:
# without the table of overheads, the page of a first boot, sampling, and the Pentium 4's counters.
quick_globs := $(subst $(comma), ,$(shell sed -n 's/^ *command = \(.*\);.*/\1/p' iso/experiments/quick.parms))
QUICK_BENCH := $(filter $(addprefix bench/,$(subst *,%,$(quick_globs))),$(basename $(BENCH)))

QUICK_ONLY  := $(filter-out %/overhead.o %/overheads_report.o %/first_boot.o %/sampling_settings.o %/hook_setting.o \
	$(BUILD)/kernel/kernel/sample/% $(BUILD)/kernel/kernel/monitor/% $(BUILD)/kernel/pmc/netburst/% %/noted_events.o %/bench_wants.o,$(KERNEL_ONLY))

$(QUICK): $(KERNEL) $(QUICK_ONLY) $(QUICK_BENCH:%=$(BUILD)/kernel/%.o)
	$(call progress,LD $@)
	$(Q)ld $(KERNEL_LDFLAGS) --gc-sections -T linker.ld -o $@ $(filter %.o,$^) $(LIBP5MON) $(LIBPCL) $(LIBPROGRAM)

# The kernel with benchmarks that only tests want: those that fault, and regions done wrong.
$(TESTED): $(KERNEL_OBJECTS) $(TEST_OBJECTS) $(LIBP5MON) $(LIBPCL) $(LIBP4PM) $(LIBPROGRAM) linker.ld $(BUILD)/benchcheck
	$(call progress,LD $@)
	$(Q)tools/link_image.sh $@.unchecked $(KERNEL_LDFLAGS) -T linker.ld $(KERNEL_OBJECTS) $(TEST_OBJECTS) $(P5MON_LINKED)
	$(Q)$(BUILD)/benchcheck $@.unchecked $(bench_kept) $(TEST_BENCH)
	$(Q)mv $@.unchecked $@

# Archives, so that an image carries only what its benchmarks call.
$(LIBPROGRAM): $(PROGRAM_OBJECTS)
$(LIBP5MON): $(P5MON_OBJECTS)
$(LIBP4PM): $(P4PM_OBJECTS)
$(LIBPCL): $(PCL_OBJECTS)
$(LIBP5MON) $(LIBPCL) $(LIBP4PM) $(LIBPROGRAM):
	$(Q)rm -f $@ && ar rcs $@ $^

$(P5MON_OBJECTS) $(PCL_OBJECTS) $(P4PM_OBJECTS) $(PROGRAM_OBJECTS) $(KERNEL_OBJECTS) $(BENCH_PARTS) $(TEST_OBJECTS): make/settings.mk make/kernel.mk make/bench.mk
$(P5MON_OBJECTS) $(PCL_OBJECTS) $(P4PM_OBJECTS) $(PROGRAM_OBJECTS) $(filter $(BUILD)/kernel/bench/%,$(KERNEL_OBJECTS)) $(BENCH_PARTS) $(TEST_OBJECTS): \
	$(BUILD)/compiler.bench
$(KERNEL_ONLY): $(BUILD)/compiler.kernel
$(filter $(BUILD)/kernel/bench/%,$(KERNEL_OBJECTS)) $(BENCH_PARTS) $(TEST_OBJECTS): | $(MISSING)

LIBRARY_CFLAGS := $(filter-out $(OPTIMIZE),$(KERNEL_CFLAGS)) $(LIBRARY_OPTIMIZE)
$(filter $(BUILD)/kernel/kernel/lib/%,$(KERNEL_ONLY)) $(P5MON_OBJECTS) $(PCL_OBJECTS): \
	KERNEL_CFLAGS := $(LIBRARY_CFLAGS)

# It is called by programs, and so calls what they do.
$(P4PM_OBJECTS): KERNEL_CFLAGS = $(filter-out -ffreestanding,$(LIBRARY_CFLAGS)) -fhosted -DBENCH_NAME='"libp4pm"' \
	-Ikernel/lib -nostdinc -isystem $(COMPILER_HEADERS)

# So is what fills the rest of pages that stand before the benchmarks' (linker.ld).
$(call objects,$(wildcard kernel/sample/*.c kernel/sample/*/*.c kernel/settings/*_setting*.c) kernel/settings/settings.c): \
	KERNEL_CFLAGS := $(LIBRARY_CFLAGS)

# What no benchmark calls has no use for frame pointers and aligned tables; 3 KB of the image are
# theirs.
$(call objects,$(filter-out pmc/region.c,$(wildcard $(addsuffix /*.c,$(filter-out kernel/lib% boot,$(KERNEL_ROOMS)))))): \
	KERNEL_CFLAGS += -fomit-frame-pointer -fconserve-stack -malign-data=abi

# What takes or returns doubles has the x87 for it; nothing in the kernel calls it.
$(PROGRAM_OBJECTS) $(call objects,$(addprefix kernel/lib/,math.c strtod.c time.c)): \
	KERNEL_CFLAGS := $(filter-out -mgeneral-regs-only,$(LIBRARY_CFLAGS))

$(BUILD)/kernel/%.o: %.c
	$(call progress,CC $<)
	$(Q)$(CC) $(KERNEL_CFLAGS) -MMD -MP -c -o $@ $<

# gdb does not get on with what nasm says of the lines of two sections.
$(BUILD)/kernel/boot/contain.o: NASMFLAGS := $(filter-out -g -F dwarf,$(NASMFLAGS))

$(BUILD)/kernel/%.o: %.asm
	$(call progress,NASM $<)
	$(Q)$(NASM) $(NASMFLAGS) -o $@ $<

# The build's name is in main.c alone; it is compiled again when the name changes.
$(BUILD)/kernel/kernel/main.o: KERNEL_CFLAGS += -DBAREPROBE_BUILD='"$(KERNEL_ID)"'
$(BUILD)/kernel/kernel/main.o: $(BUILD)/kernel.id

# Tools that check the image. They share objects with the host command.
CHECK_OBJECTS := $(call HOST,$(addprefix tools/,benchcheck.c bench_image.c bench_work.c elf32.c) \
	$(addprefix kernel/settings/,argument_values.c suggest.c word.c) kernel/lib/double.c kernel/lib/format.c \
	pmc/event.c pmc/families.c pmc/p5/p5_events.c pmc/p6/p6_event_table.c pmc/k7/k7_event_table.c \
	pmc/netburst/netburst_table.c)
GATE_OBJECTS  := $(call HOST,$(wildcard tools/p5gate*.c) tools/link_map.c tools/elf32.c)

$(BUILD)/benchcheck: $(CHECK_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^

$(BUILD)/p5gate: $(GATE_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^ -lZydis

OBJECTS += $(CHECK_OBJECTS) $(GATE_OBJECTS) $(PROGRAM_OBJECTS) $(P5MON_OBJECTS) $(PCL_OBJECTS) $(P4PM_OBJECTS) \
	$(KERNEL_OBJECTS) $(BENCH_PARTS) $(TEST_OBJECTS)
# A benchmark of one file has its dependencies in .c.d.
DEPENDENCIES += $(KERNEL_OBJECTS:.o=.c.d) $(TEST_OBJECTS:.o=.c.d)
