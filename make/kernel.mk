# SPDX-License-Identifier: MIT
# The kernel images: with all benchmarks, with those of the suite quick, and with those of the tests.

# The kernel's optimisation level. -Os keeps the image small.
OPTIMIZE ?= -Os

# The library that kernel and benchmarks share always has this level: otherwise the benchmarks' counts
# would change with the harness. (-O2 costs 3 KB more.)
LIBRARY_OPTIMIZE := -Os

# For a plain P5: no CMOV, MMX or SSE, no other library, and no x87 state touched in the kernel.
# tools/p5gate checks the linked image.
KERNEL_CFLAGS := -m32 -march=pentium -mno-mmx -mno-sse -mgeneral-regs-only -std=gnu11 $(OPTIMIZE) -g \
	-ffreestanding -fno-builtin -fno-pic -fno-pie -fno-stack-protector -fcf-protection=none \
	-fno-asynchronous-unwind-tables -mpreferred-stack-boundary=2 -fno-strict-aliasing \
	-ffunction-sections -fdata-sections -ffile-prefix-map="$$PWD"/= \
	$(WARNINGS) -I.
NASMFLAGS     := -f elf32 -g -F dwarf -Werror -I./
KERNEL_LDFLAGS := -m elf_i386 -nostdlib -static --fatal-warnings -z noexecstack \
	-z max-page-size=4096 --build-id=none

objects = $(patsubst %,$(BUILD)/kernel/%.o,$(basename $(1)))

KERNEL_ROOMS := boot kernel $(patsubst %/,%,$(wildcard kernel/*/ kernel/machine/*/ kernel/measure/*/ kernel/process/*/ kernel/sample/*/ kernel/monitor/*/)) pmc \
	$(patsubst %/,%,$(wildcard pmc/*/ pmc/*/*/)) score serial stats
KERNEL_C     := $(wildcard $(KERNEL_ROOMS:%=%/*.c))
KERNEL_ASM   := $(wildcard boot/*.asm kernel/process/run/*.asm pmc/*.asm pmc/uncounted/*.asm pmc/netburst/counters/*.asm kernel/sample/*.asm)
KERNEL_ONLY  := $(call objects,$(KERNEL_C) $(KERNEL_ASM))

P5MON_OBJECTS := $(call objects,$(wildcard libp5mon/*.c libp5mon/*.asm))
# The stubs are always linked, for code that is loaded over the line. An image whose benchmarks call them
# has the symbol region_stubs_called: their overhead is then measured in every experiment.
P5MON_LINKED  := $(P5MON_OBJECTS) $(LIBPCL)
stubs_called   = $$(nm -u $(1) 2>/dev/null | grep -q ' p5mon_asm_' && echo --defsym=region_stubs_called=1)

# In this order, so that the code of the library stays where it is: its addresses are in the clocks of bench/pcl.
PCL_OBJECTS := $(call objects,$(addprefix libpcl/,high_level.c counting.c counting_gate.c pass_results.c pcl_driver.c pcl_event_names.c \
	pcl_machine.c pcl_machine_formulas.c quotient.c pcl_machine_gate.asm))


# The benchmarks that bench.mk finds are linked after the kernel.
KERNEL_OBJECTS = $(KERNEL_ONLY) $(call objects,$(BENCH_LINKED))

# The most bytes of code and static data of all benchmarks: the image must end below 4 MB (linker.ld).
STATIC_MOST := 2097152

# The test for the FDIV flaw. Benchmarks list theirs in their flags.
GATE_OPTIONS := --allow-fdiv processor_identity_fdiv_flaw --allow-fxsr extended_state_reset

include make/bench.mk

$(call write_text,$(BUILD)/bench.found,$(BENCH_FOUND))
LINK_SCRIPTS := $(addprefix tools/,link_image.sh leave_out.sh left_out_notes.awk build_reasons.awk bench_sizes.awk)

# Links and checks an image; benchmarks with a fault are left out. IN: sources of benchmarks, options of p5gate,
# objects.
link_image = BENCH='$(1)' GATE='$(2)' STATIC_MOST=$(STATIC_MOST) tools/link_image.sh $@.unchecked \
	$(BUILD) $(KERNEL_LDFLAGS) -T linker.ld $(call stubs_called,$(3)) $(3) $(P5MON_LINKED)

# Images are not executable: a debugger that has lost the machine would run them on this computer.
# It depends on the list of benchmarks, so that a deleted one disappears from the image.
$(KERNEL): $(KERNEL_OBJECTS) $(REFUSED_OBJECT) $(LIBP5MON) $(LIBPCL) linker.ld bench/order $(BUILD)/benchcheck $(BUILD)/p5gate $(BUILD)/name_image \
		$(LINK_SCRIPTS) $(BUILD)/bench.found
	$(call progress,LD $@)
	$(Q)$(call link_image,$(BENCH),$(GATE_OPTIONS),$(KERNEL_OBJECTS) $(REFUSED_OBJECT))
	$(Q)$(BUILD)/name_image $@.unchecked
	$(Q)echo "$(GATE_OPTIONS)" > $@.allowed && mv $@.unchecked.map $@.map
	$(Q)chmod a-x $@.unchecked && mv $@.unchecked $@
	$(if $(filter run check check-all ci all,$(GOALS)),,@tools/left_out.sh $(BUILD) benchmarks || true)

# The kernel with the benchmarks of the suite quick, for a Pentium with little memory or a slow medium. make/small_image
# lists the parts that it lacks.
quick_globs := $(subst $(comma), ,$(shell sed -n 's/^ *command = \(.*\);.*/\1/p' iso/experiments/quick.parms))
QUICK_BENCH := $(filter $(addprefix bench/,$(subst *,%,$(quick_globs))),$(basename $(BENCH)))

QUICK_NONE  := p6_events k7_events ppro_pmc p2_pmc p3_pmc pm_pmc k7_pmc
QUICK_LACKS := $(shell sed '/^\#/d' make/small_image)
QUICK_ONLY  := $(filter-out $(patsubst %/,$(BUILD)/kernel/%/%,$(filter %/,$(QUICK_LACKS))) \
	$(patsubst %,\%/%.o,$(filter-out %/,$(QUICK_LACKS))),$(KERNEL_ONLY))

$(QUICK): $(KERNEL) $(QUICK_ONLY) $(QUICK_BENCH:%=$(BUILD)/kernel/%.o)
	$(call progress,LD $@)
	$(Q)ld $(KERNEL_LDFLAGS) $(QUICK_NONE:%=--defsym=%=0) --gc-sections -T linker.ld $(call stubs_called,$(QUICK_BENCH:%=$(BUILD)/kernel/%.o)) -o $@.unnamed $(filter %.o,$^) $(LIBP5MON) $(LIBPCL)
	$(Q)$(BUILD)/name_image $@.unnamed && chmod a-x $@.unnamed && mv $@.unnamed $@

# The kernel with the benchmarks of the tests too: some fault, some use regions wrongly.
$(TESTED): $(KERNEL) $(KERNEL_OBJECTS) $(REFUSED_OBJECT) $(TEST_OBJECTS) $(LIBP5MON) $(LIBPCL) linker.ld $(BUILD)/benchcheck $(BUILD)/name_image
	$(call progress,LD $@)
	$(Q)$(call link_image,$(BENCH) $(TEST_BENCH),,$(KERNEL_OBJECTS) $(REFUSED_OBJECT) $(TEST_OBJECTS))
	$(Q)$(BUILD)/name_image $@.unchecked
	$(Q)chmod a-x $@.unchecked && mv $@.unchecked $@

# As archives, so that an image contains only what its benchmarks call.
$(LIBP5MON): $(P5MON_OBJECTS)
$(LIBPCL): $(PCL_OBJECTS)
$(LIBP5MON) $(LIBPCL):
	$(Q)rm -f $@ && ar rcs $@ $^

$(P5MON_OBJECTS) $(PCL_OBJECTS) $(KERNEL_OBJECTS) $(BENCH_PARTS) $(TEST_OBJECTS): make/settings.mk make/kernel.mk make/bench.mk
$(P5MON_OBJECTS) $(PCL_OBJECTS) $(filter $(BUILD)/kernel/bench/%,$(KERNEL_OBJECTS)) $(BENCH_PARTS) $(TEST_OBJECTS): \
	$(BUILD)/compiler.bench
$(KERNEL_ONLY): $(BUILD)/compiler.kernel
$(filter $(BUILD)/kernel/bench/%,$(KERNEL_OBJECTS)) $(BENCH_PARTS) $(TEST_OBJECTS): | $(MISSING)

LIBRARY_CFLAGS := $(filter-out $(OPTIMIZE),$(KERNEL_CFLAGS)) $(LIBRARY_OPTIMIZE)
$(filter $(BUILD)/kernel/kernel/lib/%,$(KERNEL_ONLY)) $(P5MON_OBJECTS) $(PCL_OBJECTS): \
	KERNEL_CFLAGS := $(LIBRARY_CFLAGS)

# These files share pages with code before the benchmarks (linker.ld), so their size may not change either.
$(call objects,$(wildcard kernel/sample/*.c kernel/sample/*/*.c kernel/settings/*_setting*.c) kernel/settings/settings.c): \
	KERNEL_CFLAGS := $(LIBRARY_CFLAGS)

# Functions and lines of the kernel for gdb; KERNEL_DEBUG=-g adds types and variables. Benchmarks and the
# library that they call have all of it.
KERNEL_DEBUG ?= -g1
$(filter-out $(BUILD)/kernel/kernel/lib/%,$(KERNEL_ONLY)): KERNEL_CFLAGS += $(KERNEL_DEBUG)

# Code that no benchmark calls needs no frame pointers and no aligned tables: 3 KB less.
$(call objects,$(filter-out pmc/region.c,$(wildcard $(addsuffix /*.c,$(filter-out kernel/lib% boot,$(KERNEL_ROOMS)))))): \
	KERNEL_CFLAGS += -fomit-frame-pointer -fconserve-stack -malign-data=abi

# Functions that take or return a double use the x87. The kernel does not call them.
$(call objects,$(addprefix kernel/lib/,math.c time.c trigonometry.c)): \
	KERNEL_CFLAGS := $(filter-out -mgeneral-regs-only,$(LIBRARY_CFLAGS))

$(BUILD)/kernel/%.o: %.c
	$(call progress,CC $<)
	$(Q)$(CC) $(KERNEL_CFLAGS) -MMD -MP -c -o $@ $<

# gdb misreads nasm's line numbers when a file has two sections.
$(BUILD)/kernel/boot/contain.o: NASMFLAGS := $(filter-out -g -F dwarf,$(NASMFLAGS))

$(BUILD)/kernel/%.o: %.asm
	$(call progress,NASM $<)
	$(Q)$(NASM) $(NASMFLAGS) -o $@ $<

# Only main.c contains the build's name; it is compiled again when the name changes. name_image replaces
# the zeros by a hash of the image.
$(BUILD)/kernel/kernel/main.o: KERNEL_CFLAGS += -DBAREPROBE_BUILD='"$(KERNEL_ID) image 00000000"'
$(BUILD)/kernel/kernel/main.o: $(BUILD)/kernel.id

# Tools that check the image. They share objects with the host command.
CHECK_OBJECTS := $(call HOST,$(addprefix tools/,benchcheck.c bench_image.c bench_work.c elf32.c) \
	$(addprefix kernel/settings/,argument_values.c suggestions.c word.c) kernel/lib/double.c kernel/lib/format.c \
	pmc/event.c pmc/families.c pmc/p5/p5_events.c pmc/p6/p6_event_table.c pmc/k7/k7_event_table.c \
	pmc/netburst/netburst_event_table.c)
NAME_OBJECTS  := $(call HOST,tools/name_image.c tools/elf32.c)
GATE_OBJECTS  := $(call HOST,$(wildcard tools/p5gate*.c) $(addprefix tools/,insn_decoder.c processor_sets.c link_map.c elf32.c code_lines.c))

$(BUILD)/benchcheck: $(CHECK_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^

$(BUILD)/name_image: $(NAME_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^

$(BUILD)/p5gate: $(GATE_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^ -lZydis $$(pkg-config --libs libdw libelf)

OBJECTS += $(CHECK_OBJECTS) $(NAME_OBJECTS) $(GATE_OBJECTS) $(P5MON_OBJECTS) $(PCL_OBJECTS) \
	$(KERNEL_OBJECTS) $(BENCH_PARTS) $(TEST_OBJECTS)
# A benchmark of one file has its dependencies in .c.d.
DEPENDENCIES += $(KERNEL_OBJECTS:.o=.c.d) $(TEST_OBJECTS:.o=.c.d)
