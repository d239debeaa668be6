# SPDX-License-Identifier: MIT
# The benchmarks: each file or folder in a group below bench/ is one, and is found by itself.

BENCH_OPTIMIZE := -O2
BENCH_CFLAGS   := $(filter-out -mgeneral-regs-only $(OPTIMIZE),$(KERNEL_CFLAGS)) $(BENCH_OPTIMIZE) \
	-Wno-error=unused-function -Ilibp5mon -Ikernel/lib

BENCH_FOLDERS := $(patsubst %/,%,$(wildcard bench/*/*/))
BENCH_FILES   := $(wildcard bench/*/*.c bench/*/*.asm bench/*/*.s)
BENCH         := $(BENCH_FILES) $(BENCH_FOLDERS)
BENCH_SHARED  := $(filter-out bench/program.c,$(wildcard bench/*.c bench/*.asm))
BENCH_SETTLED := $(filter $(basename $(BENCH)),$(shell sed '/^#/d; s|^|bench/|' bench/order))
BENCH_LINKED  := $(BENCH_SHARED) $(BENCH_SETTLED) $(sort $(filter-out $(BENCH_SETTLED),$(basename $(BENCH))))
bench_parts    = $(patsubst %,$(BUILD)/kernel/%.o,$(wildcard $(1)/*.c $(1)/*.asm $(1)/*.s))
BENCH_PARTS   := $(foreach folder,$(BENCH_FOLDERS),$(call bench_parts,$(folder)))
TEST_BENCH    := $(wildcard tests/bench/*/*.c tests/bench/*/*.asm tests/bench/*/*.s)
TEST_OBJECTS  := $(call objects,$(TEST_BENCH))

# What nasm includes: it cannot tell while it assembles (2.16 writes the first file alone with -MD).
$(BUILD)/kernel/boot/launch.o: pmc/region.inc
$(BENCH_PARTS) $(P5MON_OBJECTS) $(filter $(BUILD)/kernel/bench/% $(BUILD)/kernel/tests/%,$(KERNEL_OBJECTS) $(TEST_OBJECTS)): \
	bench/bench.inc pmc/region.inc $(wildcard bench/*/*.inc bench/*/*/*.inc tests/bench/*/*.inc)

bench_sources = $(filter $(1) $(1).c $(1).asm $(1).s,$(BENCH))
$(foreach name,$(sort $(basename $(BENCH))),$(if $(word 2,$(call bench_sources,$(name))),$(error \
	$(call bench_sources,$(name)): all of them would be benchmark $(name:bench/%=%); rename all but one)))
$(foreach folder,$(BENCH_FOLDERS),$(if $(call bench_parts,$(folder)),,$(error \
	$(folder)/: no source in it; a folder in a group is a benchmark of its .c, .asm and .s files)))

# A benchmark's name is its path, less the folder all benchmarks are in and the ending. What its
# sources define is seen by no other benchmark; what several share stands in bench/ itself.
LOCALIZE = $(if $(filter $(call objects,$(BENCH_SHARED)),$@),:,objcopy --keep-global-symbol=none)

# WORK of bench/bench.h for the GNU assembler, which does not know what it assembles: file, name.
work_in_gas = printf '%s\n' '.macro WORK text:req' '.pushsection .bench_work, "", @progbits' \
	'.asciz "$(1)", "$(2)", "\text"' '.popsection' '.endm'

define bench_rules
$(BUILD)/kernel/$(1)/%.o: $(1)/%.c | packages
	@mkdir -p $$(@D)
	$$(SAY) CC $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -MMD -MP -c -o $$@ $$<
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.asm | packages
	@mkdir -p $$(@D)
	$$(SAY) NASM $$<
	$$(Q)$$(NASM) $$(NASMFLAGS) -DBENCH_NAME="'$$*'" -o $$@ $$<
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.s bench/program.c bench/bench.h | packages
	@mkdir -p $$(@D)
	$$(SAY) AS $$<
	$$(Q)$$(call work_in_gas,$$<,$$*) | as --32 -o $$@.code - $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -c -o $$@.main bench/program.c
	$$(Q)$$(LINK_PARTS) -o $$@ $$@.code $$@.main && rm $$@.code $$@.main
	$$(Q)$$(LOCALIZE) $$@
endef
$(foreach folder,bench tests/bench,$(eval $(call bench_rules,$(folder))))

# A folder's sources are compiled one by one, and are one benchmark from there on.
LINK_PARTS := ld -m elf_i386 -z noexecstack -r

# A program for an operating system is compiled as for one, and what it warns of is its own affair.
HOSTED_CFLAGS := -fhosted -fno-builtin -w
if_hosted      = $(if $(wildcard $(1)/hosted.c),$(2))

define bench_folder_rules
$(BUILD)/kernel/$(1).o: $(1) $(call bench_parts,$(1)) $(call if_hosted,$(1),bench/hosted.ld)
	$$(SAY) LD $(1)/
	$$(Q)$$(LINK_PARTS) $(call if_hosted,$(1),-T bench/hosted.ld) -o $$@ $$(filter %.o,$$^)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.c.o: $(1)/%.c | packages
	@mkdir -p $$(@D)
	$$(SAY) CC $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $(call if_hosted,$(1),$$(HOSTED_CFLAGS)) -DBENCH_NAME='"$(2)"' \
		-MMD -MP -c -o $$@ $$<

$(BUILD)/kernel/$(1)/%.asm.o: $(1)/%.asm | packages
	@mkdir -p $$(@D)
	$$(SAY) NASM $$<
	$$(Q)$$(NASM) $$(NASMFLAGS) -I$(1)/ -DBENCH_NAME="'$(2)'" -o $$@ $$<

$(BUILD)/kernel/$(1)/%.s.o: $(1)/%.s | packages
	@mkdir -p $$(@D)
	$$(SAY) AS $$<
	$$(Q)$$(call work_in_gas,$$<,$(2)) | as --32 -I$(1) -o $$@ - $$<
endef
$(foreach folder,$(BENCH_FOLDERS),$(eval $(call bench_folder_rules,$(folder),$(folder:bench/%=%))))
