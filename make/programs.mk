# SPDX-License-Identifier: MIT
# Programs for the machine: each directory below programs/ is one, build/programs/NAME. They are compiled
# with musl, and so are the libraries that they use.

PROGRAMS_IN  := $(BUILD)/programs
PROGRAM_NAMES := $(shell tools/program_list.sh $(if $(BUILDING),$(if $(DRY_RUN),,$(shell mkdir -p $(BUILD))$(BUILD)/programs.refused)))
PROGRAMS     := $(PROGRAM_NAMES:%=$(PROGRAMS_IN)/%)

PROGRAM_CFLAGS := -O2 -g -I. -Ilibp5mon -Ilibpcl -Ilibp4pm
in_program = $(patsubst %.c,$(PROGRAMS_IN)/objects/%.o,$(1))

P5MON_PROGRAM := $(call in_program,$(addprefix libp5mon/,libp5mon.c buffers.c cnt_config.c event_names.c \
	linux/p5mon_calls.c)) $(PROGRAMS_IN)/objects/libp5mon/linux/region_stubs.o
PCL_PROGRAM   := $(call in_program,$(addprefix libpcl/,high_level.c counting.c pcl_driver.c pcl_event_names.c \
	quotient.c linux/counting_device.c linux/no_passes.c) pmc/counter_use.c)
P4PM_PROGRAM  := $(call in_program,$(wildcard libp4pm/*.c) pmc/netburst/netburst_registers.c)

PROGRAM_LIBRARIES := $(addprefix $(MUSL)/lib/,libp5mon.a libpcl.a libp4pm.a)

$(MUSL)/lib/libp5mon.a: $(P5MON_PROGRAM)
$(MUSL)/lib/libpcl.a: $(PCL_PROGRAM)
$(MUSL)/lib/libp4pm.a: $(P4PM_PROGRAM)
$(PROGRAM_LIBRARIES):
	$(Q)rm -f $@ && ar rcs $@ $^

$(PROGRAMS_IN)/objects/%.o: %.c $(MUSL)/lib/libpentium.a
	$(call progress,CC $<)
	$(Q)mkdir -p $(@D)
	$(Q)$(TOOL) cc $(PROGRAM_CFLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

$(PROGRAMS_IN)/objects/%.o: %.asm pmc/program/bareprobe/region.inc
	$(call progress,NASM $<)
	$(Q)mkdir -p $(@D)
	$(Q)$(NASM) -f elf32 -I./ -o $@ $<

# The programs of the thesis and of manuals are as they were printed, so they give warnings. The guide to p4pm
# compiles its example without optimisation.
$(PROGRAMS_IN)/factorial: PROGRAM_CFLAGS += -O0

# A program that cannot be built is left out, and the others are built. It fails only what requests it by name.
program_sources = $(call existing,$(wildcard $(addprefix programs/$(1)/*.,c h s S o asm nasm inc)))
define program_rules
$(PROGRAMS_IN)/$(1): $(call program_sources,$(1)) tools/program_build.sh tools/build_reasons.awk $(PROGRAM_LIBRARIES)
	$$(call progress,CC $$@)
	$$(Q)tools/program_build.sh $$@ programs/$(1) $$(TOOL) cc $$(PROGRAM_CFLAGS) -w
	$(if $(filter $(PROGRAMS_IN)/$(1),$(GOALS)),@if [ -e $$@.left_out ]; then cat $$@.left_out >&2; exit 1; fi)
endef
$(foreach name,$(PROGRAM_NAMES),$(eval $(call program_rules,$(name))))

# The marks of programs that were removed.
$(shell for mark in $(PROGRAMS_IN)/*.left_out; do \
	name=$${mark##*/}; [ -d "programs/$${name%.left_out}" ] || rm -f "$$mark"; done)

.PHONY: programs
programs: $(PROGRAMS) ## build build/programs/: programs for the machine, compiled with musl
	@tools/left_out.sh $(BUILD) programs

DEPENDENCIES += $(patsubst %.o,%.d,$(P5MON_PROGRAM) $(PCL_PROGRAM) $(P4PM_PROGRAM))
