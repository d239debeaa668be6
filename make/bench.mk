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
$(BUILD)/host/host/analysis/toolchain/assembler.o: HOST_CFLAGS += -DEXPLAIN_CFLAGS='"$(strip $(filter-out -W% -I% -nostdinc -ffile-prefix-map=%,$(BENCH_CFLAGS_ALONE)))"'

# Headers of an operating system that this library lacks. They keep the host's headers out.
MISSING := $(addprefix $(BUILD)/missing/,$(shell sed '/^\#/d' kernel/lib/missing_headers))
$(MISSING): kernel/lib/missing_headers make/bench.mk
	@echo '#error "<$(@:$(BUILD)/missing/%=%)>: not available; kernel/lib/README.md lists the headers; 'bareprobe cc' compiles programs"' > $@

# Files below bench/ that cannot be benchmarks are listed with the reason, for the report at the end.
BENCH_REFUSED := $(BUILD)/bench.refused
BENCH_FOUND   := $(shell tools/bench_list.sh $(if $(BUILDING),$(if $(DRY_RUN),,$(shell mkdir -p $(BUILD))$(BENCH_REFUSED))))
$(BENCH_REFUSED): ;
REFUSED_OBJECT := $(BUILD)/kernel/bench_refused.o
$(REFUSED_OBJECT): $(BENCH_REFUSED) tools/left_out_notes.awk
	$(Q)sed 's|^bench/\([^	]*\)|\1	&|' $< | awk -f tools/left_out_notes.awk | as --32 -o $@ -

# bench/GROUP/NAME of files and directories.
BENCH_DEPTH2  := $(foreach path,$(BENCH_FOUND),$(if $(word 3,$(subst /, ,$(path))),$(path)))
BENCH_FOLDERS := $(foreach path,$(BENCH_DEPTH2),$(if $(suffix $(path)),,$(path)))
BENCH_FILES   := $(filter-out $(BENCH_FOLDERS),$(BENCH_DEPTH2))
BENCH         := $(BENCH_FILES) $(BENCH_FOLDERS)

# A benchmark's `flags` file (bench/README.md) is translated into make variables. Wrong lines are in
# FLAGS.refused, and FLAGS_REFUSED has the benchmark, which is left out.
BENCH_FLAGS := $(wildcard $(BENCH_FOLDERS:%=%/flags) $(addsuffix .flags,$(basename $(BENCH_FILES))))
BENCH_ASKED := $(patsubst bench/%,$(BUILD)/flags/%.mk,$(BENCH_FLAGS))
$(BUILD)/flags/%.mk: bench/% tools/bench_flags.awk
	@mkdir -p $(@D)
	$(Q)if [ -f $< ] && [ -r $< ]; then awk -f tools/bench_flags.awk $< > $@ 2>$(@:.mk=.refused); else \
		echo 'FLAGS_REFUSED += $(patsubst %/flags,%,$(<:.flags=))' > $@; \
		echo '$<: not a file that can be read; it has one flag per line (bench/README.md)' > $(@:.mk=.refused); fi
ifneq ($(BUILDING),)
include $(BENCH_ASKED)
endif

BENCH_ENDINGS := c asm nasm s S o
sources_in     = $(wildcard $(addprefix $(1)/*.,$(BENCH_ENDINGS)))
bench_parts    = $(if $(filter $(1),$(FLAGS_REFUSED)),,$(patsubst %,$(BUILD)/kernel/%.o,$(filter-out $(EXCEPT_$(1)), \
	$(call sources_in,$(1)) $(foreach path,$(PARTS_$(1)),$(if $(wildcard $(path)/.),$(call sources_in,$(path)),$(path))))))
BENCH_SHARED  := $(filter-out $(BENCH_DEPTH2) bench/gap.asm,$(BENCH_FOUND))
BENCH_SETTLED := $(filter bench/gap $(basename $(BENCH)),$(shell sed '/^#/d; s|^|bench/|' bench/order))
BENCH_LINKED  := $(BENCH_SHARED) $(BENCH_SETTLED) $(sort $(filter-out $(BENCH_SETTLED),$(basename $(BENCH))))
BENCH_PARTS   := $(foreach folder,$(BENCH_FOLDERS),$(call bench_parts,$(folder)))
TEST_BENCH    := $(wildcard tests/bench/*/*.c tests/bench/*/*.asm tests/bench/*/*.s)
TEST_OBJECTS  := $(call objects,$(TEST_BENCH))

# Warnings are errors only in the benchmarks that bench/order lists: code from elsewhere keeps its own.
settled  = $(filter $(BENCH_SETTLED) $(basename $(BENCH_SHARED)) tests/%,$(1))
lenient  = $(if $(call settled,$(1)),,$(2))

# A file with blanks in its name is several words, and no file has these names.
existing = $(foreach path,$(1),$(wildcard $(path)))

# Include files of nasm are listed here: nasm 2.16 writes only the first one with -MD.
$(addprefix $(BUILD)/kernel/,boot/launch.o pmc/uncounted/nested_probes.o pmc/uncounted/displaced_probes.o pmc/uncounted/end_states.o): pmc/region.inc
$(BENCH_PARTS) $(P5MON_OBJECTS) $(filter $(BUILD)/kernel/bench/% $(BUILD)/kernel/tests/%,$(KERNEL_OBJECTS) $(TEST_OBJECTS)): \
	bench/bench.inc pmc/region.inc $(call existing,$(wildcard bench/*/*.inc bench/*/*/*.inc tests/bench/*/*.inc))

# A benchmark that does not compile or link is left out with its error, and tried again next time.
or_left_out = 2>$$@.errors; tools/bench_built.sh $$$$? $$@ $$<
LEFT_OUT   := $(shell find $(BUILD)/kernel/bench -name '*.left_out' 2>/dev/null)
$(LEFT_OUT:.left_out=): FORCE

# When x.c became x.asm, or is no longer there, the old object is deleted with its mark.
# So are the objects of a benchmark without its former flags.
$(shell cat $(BUILD)/kernel/bench/*.source $(BUILD)/kernel/bench/*/*.source 2>/dev/null | while read -r source; do \
	object=$(BUILD)/kernel/$${source%.*}.o; \
	[ -e "$$source" ] || rm -f "$$object" "$$object.left_out" "$$object.source" "$${object%.o}.c.d"; done; \
	for flags in $(BUILD)/flags/*/*.mk $(BUILD)/flags/*/*/flags.mk; do \
	name=$${flags#$(BUILD)/flags/}; name=$${name%.mk}; [ -e "bench/$$name" ] || { name=$${name%/flags}; \
	rm -f "$$flags" $(BUILD)/kernel/bench/"$${name%.flags}".o $(BUILD)/kernel/bench/"$$name"/*.o; }; done)

# A benchmark's name is its path below bench/ without the ending. Its symbols are local, so no other
# benchmark sees them. Code that several benchmarks share is in bench/ itself.
LOCALIZE = $(if $(filter $(call objects,$(BENCH_SHARED)),$@),:,tools/localize.sh)

# WORK of bench/bench.h for the GNU assembler, which knows neither the file nor the name.
work_in_gas = printf '%s\n' '.macro WORK text:req' '.pushsection .bench_work, "", @progbits' \
	'.asciz "$(1)", "$(2)", "\text"' '.popsection' '.endm'

# Code for GNU as, .s, or .S after the preprocessor. Lines of a file without debug information get its own.
PREPROCESS = $(CC) -E -x assembler-with-cpp $(BENCH_CFLAGS)
assemble = as --32 -g

# The rest of a program without BENCHMARK: its main() is the routine to measure.
with_main = $$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -c -o $$@.main bench/program.c && \
	$$(LINK_PARTS) -o $$@ $$@.code $$@.main && rm $$@.code $$@.main

define bench_rules
$(BUILD)/kernel/$(1)/%.o: $(1)/%.c
	$$(call progress,CC $$<)
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $$(call lenient,$(1)/$$*,-Wno-error) $$(FLAGS_$(1)/$$*) -DBENCH_NAME='"$$*"' \
		-MMD -MP -MF $$(@:.o=.c.d) -c -o $$@ $$< $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.asm
	$$(call progress,NASM $$<)
	$$(Q)$$(NASM) $$(NASMFLAGS) $$(call lenient,$(1)/$$*,-Wno-error) $$(NASM_$(1)/$$*) -DBENCH_NAME="'$$*'" -o $$@ $$< $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.nasm
	$$(call progress,NASM $$<)
	$$(Q)$$(NASM) $$(NASMFLAGS) $$(call lenient,$(1)/$$*,-Wno-error) $$(NASM_$(1)/$$*) -DBENCH_NAME="'$$*'" -o $$@ $$< $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.s bench/program.c bench/bench.h
	$$(call progress,AS $$<)
	$$(Q){ $$(call work_in_gas,$$<,$$*) | $$(assemble) -o $$@.code - $$< && $(with_main); } $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.S bench/program.c bench/bench.h
	$$(call progress,AS $$<)
	$$(Q){ $$(PREPROCESS) $$(FLAGS_$(1)/$$*) -o $$@.s $$< && \
		$$(call work_in_gas,$$<,$$*) | $$(assemble) -o $$@.code - $$@.s && $(with_main); } $(2)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.o bench/program.c bench/bench.h
	$$(call progress,LD $$<)
	$$(Q){ cp $$< $$@.code && $(with_main); } $(2)
	$$(Q)$$(LOCALIZE) $$@
endef
$(eval $(call bench_rules,bench,$(or_left_out)))
$(eval $(call bench_rules,tests/bench))

$(foreach flags,$(BENCH_FLAGS),$(eval $(patsubst %,$(BUILD)/kernel/%.o,$(basename $(flags:%/flags=%))) \
	$(call bench_parts,$(flags:%/flags=%)): $(flags)))

# A benchmark with wrong flags. IN: bench/GROUP/NAME.
define flags_refused_rule
$(BUILD)/kernel/$(1).o: FORCE
	$$(Q)cat $(2) >&2
	$$(Q)tools/leave_out.sh $$@ "$$$$(sed 's/: .*//;q' $(2))" "$$$$(sed 's/^[^ ]*: //;q' $(2))"
	$$(Q)echo $(firstword $(wildcard $(1)) $(filter $(1).%,$(BENCH_FILES))) > $$@.source
endef
flags_refused = $(patsubst bench/%,$(BUILD)/flags/%.refused,$(filter $(1)/flags $(1).flags,$(BENCH_FLAGS)))
$(foreach name,$(filter $(basename $(BENCH)),$(FLAGS_REFUSED)),$(eval $(call flags_refused_rule,$(name),$(call flags_refused,$(name)))))

# The sources of a directory are compiled one by one and then linked into one benchmark.
LINK_PARTS := ld -m elf_i386 -z noexecstack -r

define bench_folder_rules
$(BUILD)/kernel/$(1).o: $(1) $(call bench_parts,$(1))
	$$(call progress,LD $(1)/)
	$$(Q)tools/link_folder.sh $$@ $(1) $$(filter %.o,$$^)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.c.o: $(1)/%.c
	$$(call progress,CC $$<)
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $$(call lenient,$(1),-Wno-error) $$(FLAGS_$(1)) -I$(1) \
		-DBENCH_NAME='"$(2)"' -MMD -MP -c -o $$@ $$< $(or_left_out)

$(foreach ending,asm nasm,$(call bench_folder_nasm_rule,$(1),$(2),$(ending)))
$(BUILD)/kernel/$(1)/%.s.o: $(1)/%.s
	$$(call progress,AS $$<)
	$$(Q)$$(call work_in_gas,$$<,$(2)) | $$(assemble) -I$(1) -o $$@ - $$< $(or_left_out)

$(BUILD)/kernel/$(1)/%.S.o: $(1)/%.S
	$$(call progress,AS $$<)
	$$(Q){ $$(PREPROCESS) $$(FLAGS_$(1)) -I$(1) -MMD -MP -MF $$(@:.o=.d) -MT $$@ -o $$@.s $$< && \
		$$(call work_in_gas,$$<,$(2)) | $$(assemble) -I$(1) -o $$@ - $$@.s; } $(or_left_out)

$(BUILD)/kernel/$(1)/%.o.o: $(1)/%.o
	$$(Q)cp $$< $$@ $(or_left_out)
endef

define bench_folder_nasm_rule
$(BUILD)/kernel/$(1)/%.$(3).o: $(1)/%.$(3)
	$$(call progress,NASM $$<)
	$$(Q)$$(NASM) $$(NASMFLAGS) $$(call lenient,$(1),-Wno-error) $$(NASM_$(1)) -I$(1)/ -DBENCH_NAME="'$(2)'" -o $$@ $$< $(or_left_out)


endef
$(foreach folder,$(filter-out $(FLAGS_REFUSED),$(BENCH_FOLDERS)),$(eval $(call bench_folder_rules,$(folder),$(folder:bench/%=%))))
