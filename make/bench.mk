# SPDX-License-Identifier: MIT
# The benchmarks: each file or directory in a group below bench/ is one and is found automatically.

BENCH_OPTIMIZE := -O2

# The kernel's name contains the compiler and the level of the benchmarks, as in
# 0.1-g0e75cfa gcc-12.2.0 -O2, and the kernel's own level unless it is -Os. tools/name_image.c appends a
# hash of the image.
# The compiler is asked only when something is built: a new machine has none for `make help`.
COMPILER = $(eval COMPILER := $(shell $(CC) --version | sed -n '1{s/.*clang version \([0-9.]*\).*/clang-\1/p;t;s/.*/gcc-'"$$($(CC) -dumpfullversion \
	2>/dev/null)"'/p}'))$(COMPILER)
COMPILER_HEADERS = $(eval COMPILER_HEADERS := $(shell $(CC) -print-file-name=include))$(COMPILER_HEADERS)
KERNEL_ID = $(strip $(ID) $(COMPILER) $(BENCH_OPTIMIZE) $(if $(filter-out -Os,$(OPTIMIZE)),kernel:$(OPTIMIZE)))

# Objects are made again when the compiler or its options change.
ifneq ($(BUILDING),)
$(call write_text,$(BUILD)/kernel.id,$(KERNEL_ID))
$(call write_text,$(BUILD)/compiler.bench,$(CC) $(COMPILER) $(BENCH_OPTIMIZE))
$(call write_text,$(BUILD)/compiler.kernel,$(CC) $(COMPILER) $(OPTIMIZE))
endif

BENCH_CFLAGS_ALONE := $(filter-out -mgeneral-regs-only $(OPTIMIZE),$(KERNEL_CFLAGS)) $(BENCH_OPTIMIZE) \
	-Wno-error=unused-function -Ilibp5mon -Ilibpcl -Ikernel/lib -I$(BUILD)/missing -nostdinc
BENCH_CFLAGS = $(BENCH_CFLAGS_ALONE) -isystem $(COMPILER_HEADERS)

# C code is explained as benchmarks are compiled, but without the headers of the kernel's library.
$(BUILD)/host/host/analysis/toolchain/assembler.o: HOST_CFLAGS += -DEXPLAIN_CFLAGS='"$(strip $(filter-out -W% -I% -nostdinc -f%-prefix-map=%,$(BENCH_CFLAGS_ALONE)))"'

# Headers of an operating system that this library lacks. They keep the host's headers out.
MISSING := $(addprefix $(BUILD)/missing/,$(shell sed '/^\#/d' kernel/lib/missing_headers))
$(MISSING): kernel/lib/missing_headers make/bench.mk
	@echo '#error "<$(@:$(BUILD)/missing/%=%)>: not available; kernel/lib/README.md lists the headers; 'bareprobe cc' compiles programs"' > $@

# A benchmark's `flags` file (bench/README.md) is translated into make variables.
BENCH_FLAGS := $(wildcard bench/*/*/flags bench/*/*.flags)
BENCH_ASKED := $(patsubst bench/%,$(BUILD)/flags/%.mk,$(BENCH_FLAGS))
$(BUILD)/flags/%.mk: bench/% tools/bench_flags.awk
	@mkdir -p $(@D)
	$(Q)awk -f tools/bench_flags.awk $< > $@
ifneq ($(BUILDING),)
include $(BENCH_ASKED)
endif
flags_of = $(wildcard $(1)/flags $(1).flags)

# A file that cannot be a benchmark is reported before anything is compiled, and left out.
misnamed := $(shell printf '%s\n' $(wildcard bench/*/*.c bench/*/*.asm bench/*/*.s) \
	$(patsubst %/,%,$(wildcard bench/*/*/)) | grep -v '^bench/[a-z0-9_]*/[a-z0-9_]*\(\.[a-z]*\)\{0,1\}$$')
$(foreach file,$(misnamed),$(warning $(file): left out: a name is group/name, of lower-case letters, digits and _; \
	rename it))
$(foreach file,$(wildcard bench/*/*.cpp bench/*/*.cc bench/*/*/*.cpp bench/*/*/*.cc),$(warning $(file): left out: \
	only C, nasm (.asm) and GNU as (.s) are supported))

BENCH_FOLDERS := $(filter-out $(misnamed),$(patsubst %/,%,$(wildcard bench/*/*/)))
BENCH_FILES   := $(filter-out $(misnamed),$(wildcard bench/*/*.c bench/*/*.asm bench/*/*.s))
BENCH         := $(BENCH_FILES) $(BENCH_FOLDERS)
bench_parts    = $(patsubst %,$(BUILD)/kernel/%.o,$(filter-out $(EXCEPT_$(1)),$(wildcard $(1)/*.c $(1)/*.asm \
	$(1)/*.s) $(PARTS_$(1))))
BENCH_SHARED  := $(filter-out bench/program.c bench/gap.asm,$(wildcard bench/*.c bench/*.asm))
BENCH_SETTLED := $(filter bench/gap $(basename $(BENCH)),$(shell sed '/^#/d; s|^|bench/|' bench/order))
BENCH_LINKED  := $(BENCH_SHARED) $(BENCH_SETTLED) $(sort $(filter-out $(BENCH_SETTLED),$(basename $(BENCH))))
BENCH_PARTS   := $(foreach folder,$(BENCH_FOLDERS),$(call bench_parts,$(folder)))
TEST_BENCH    := $(wildcard tests/bench/*/*.c tests/bench/*/*.asm tests/bench/*/*.s)
TEST_OBJECTS  := $(call objects,$(TEST_BENCH))

# Include files of nasm are listed here: nasm 2.16 writes only the first one with -MD.
$(addprefix $(BUILD)/kernel/,boot/launch.o pmc/uncounted/nested_probes.o pmc/uncounted/displaced_probes.o pmc/uncounted/end_states.o): pmc/region.inc
$(BENCH_PARTS) $(P5MON_OBJECTS) $(filter $(BUILD)/kernel/bench/% $(BUILD)/kernel/tests/%,$(KERNEL_OBJECTS) $(TEST_OBJECTS)): \
	bench/bench.inc pmc/region.inc $(wildcard bench/*/*.inc bench/*/*/*.inc tests/bench/*/*.inc)

bench_sources = $(filter $(1) $(1).c $(1).asm $(1).s,$(BENCH))
$(foreach name,$(sort $(basename $(BENCH))),$(if $(word 2,$(call bench_sources,$(name))),$(error \
	$(call bench_sources,$(name)): each of them would be benchmark $(name:bench/%=%); rename all but one)))
$(foreach folder,$(BENCH_FOLDERS),$(if $(call bench_parts,$(folder)),,$(error \
	$(folder)/: no source file; a directory in a group is a benchmark of its .c, .asm and .s files)))

# A benchmark that does not compile or link is left out with its error, and tried again next time.
or_left_out = && rm -f $$@.left_out || tools/leave_out.sh $$@
LEFT_OUT   := $(shell find $(BUILD)/kernel/bench -name '*.left_out' 2>/dev/null)
$(LEFT_OUT:.left_out=): FORCE

# When x.c became x.asm or the reverse, the old object is deleted. Only x.c leaves an x.c.d.
$(shell for object in $(BUILD)/kernel/bench/*/*.o; do \
	part=$${object%.o} source=bench/$${object#$(BUILD)/kernel/bench/}; \
	if [ -e "$${source%.o}.c" ]; then [ -e "$$part.c.d" ]; else [ ! -e "$$part.c.d" ]; fi || \
		rm -f "$$object" "$$part.c.d"; done)

# A benchmark's name is its path below bench/ without the ending. Its symbols are local, so no other
# benchmark sees them. Code that several benchmarks share is in bench/ itself.
LOCALIZE = $(if $(filter $(call objects,$(BENCH_SHARED)),$@),:,tools/localize.sh)

# WORK of bench/bench.h for the GNU assembler, which knows neither the file nor the name.
work_in_gas = printf '%s\n' '.macro WORK text:req' '.pushsection .bench_work, "", @progbits' \
	'.asciz "$(1)", "$(2)", "\text"' '.popsection' '.endm'

define bench_rules
$(BUILD)/kernel/$(1)/%.o: $(1)/%.c
	$$(call progress,CC $$<)
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $$(FLAGS_$(1)/$$*) -DBENCH_NAME='"$$*"' -MMD -MP -MF $$(@:.o=.c.d) -c -o $$@ $$< $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.asm
	$$(call progress,NASM $$<)
	$$(Q)$$(NASM) $$(NASMFLAGS) $$(NASM_$(1)/$$*) -DBENCH_NAME="'$$*'" -o $$@ $$< $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.s bench/program.c bench/bench.h
	$$(call progress,AS $$<)
	$$(Q){ $$(call work_in_gas,$$<,$$*) | as --32 -o $$@.code - $$< && \
		$$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -c -o $$@.main bench/program.c && \
		$$(LINK_PARTS) -o $$@ $$@.code $$@.main && rm $$@.code $$@.main; } $(2)
	$$(Q)$$(LOCALIZE) $$@
endef
$(eval $(call bench_rules,bench,$(or_left_out)))
$(eval $(call bench_rules,tests/bench))

$(foreach flags,$(BENCH_FLAGS),$(eval $(patsubst %,$(BUILD)/kernel/%.o,$(basename $(flags:%/flags=%))) \
	$(call bench_parts,$(flags:%/flags=%)): $(flags)))

# The sources of a directory are compiled one by one and then linked into one benchmark.
LINK_PARTS := ld -m elf_i386 -z noexecstack -r

define bench_folder_rules
$(BUILD)/kernel/$(1).o: $(1) $(call bench_parts,$(1))
	$$(call progress,LD $(1)/)
	$$(Q)if find $$(addsuffix .left_out,$$(filter %.o,$$^)) 2>/dev/null | grep -q .; then tools/leave_out.sh $$@; \
		else $$(LINK_PARTS) -o $$@ $$(filter %.o,$$^) $(or_left_out); fi
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.c.o: $(1)/%.c
	$$(call progress,CC $$<)
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $$(FLAGS_$(1)) -I$(1) \
		-DBENCH_NAME='"$(2)"' -MMD -MP -c -o $$@ $$< $(or_left_out)

$(BUILD)/kernel/$(1)/%.asm.o: $(1)/%.asm
	$$(call progress,NASM $$<)
	$$(Q)$$(NASM) $$(NASMFLAGS) $$(NASM_$(1)) -I$(1)/ -DBENCH_NAME="'$(2)'" -o $$@ $$< $(or_left_out)

$(BUILD)/kernel/$(1)/%.s.o: $(1)/%.s
	$$(call progress,AS $$<)
	$$(Q)$$(call work_in_gas,$$<,$(2)) | as --32 -I$(1) -o $$@ - $$< $(or_left_out)
endef
$(foreach folder,$(BENCH_FOLDERS),$(eval $(call bench_folder_rules,$(folder),$(folder:bench/%=%))))
