# SPDX-License-Identifier: MIT
# The simulator, vpentium, with the model of the P5, and the same program with the models of the P6, the
# K7 and NetBurst.

SIM_MODELS   := p5 p6 k7 netburst
SIM_OF_p5       := $(SIM)
SIM_OF_p6       := $(SIM_P6)
SIM_OF_k7       := $(SIM_K7)
SIM_OF_netburst := $(SIM_NETBURST)

# These files depend on the model (sim/chosen_model.h) and are compiled for each; tests/build/test_rooms.py
# checks the list. The others are compiled once.
SIM_BY_MODEL := $(addprefix sim/,machine_options.c model_creation.c model_options.c model_settings.c option_parsers.c \
	option_table.c sibling.c silicon_options.c vpentium_main.c vpentium_options.c \
	machine_profiles/machine_profile.c machine_profiles/machine_range.c cpu/run_loop.c \
	devices/serial_files.c loader/multiboot_loader.c inspection/inspection.c)
SIM_COMMON   := $(filter-out $(SIM_BY_MODEL) sim/translator_stubs.c $(foreach model,$(SIM_MODELS),sim/model/$(model)/%) \
	sim/cpu/translator/%,$(SIM_ALL)) tools/elf32.c tools/elf32_base.c tools/insn_decoder.c \
	tools/processor_words.c tools/plain_text.c

# Only the P5's clocks are simple enough for translated code.
SIM_ONLY_p5       := $(filter sim/model/p5/% sim/cpu/translator/%,$(SIM_ALL))
SIM_ONLY_p6       := $(filter sim/model/p6/%,$(SIM_ALL)) sim/model/p5/timing_table.c sim/translator_stubs.c pmc/p6/p6_event_table.c
SIM_ONLY_k7       := $(filter sim/model/k7/%,$(SIM_ALL)) sim/model/p5/timing_table.c sim/translator_stubs.c
SIM_ONLY_netburst := $(filter sim/model/netburst/%,$(SIM_ALL)) sim/model/p5/timing_table.c sim/translator_stubs.c

# These differ in the test build.
SIM_SWITCHED := $(addprefix sim/,option_table.c sibling.c vpentium_main.c \
	cpu/cpuid.c cpu/test_switches.c cpu/system/system_instructions.c)

MODEL_MACRO_p6       := -DMODEL_P6
MODEL_MACRO_k7       := -DMODEL_K7
MODEL_MACRO_netburst := -DMODEL_NETBURST

# IN: model.
define simulator
SIM_OBJECTS_$(1) := $$(call HOST,$$(SIM_COMMON) $$(SIM_ONLY_$(1))) $$(SIM_BY_MODEL:%.c=$$(BUILD)/host-$(1)/%.o)

$$(SIM_OF_$(1)): $$(SIM_OBJECTS_$(1))
	$$(call progress,LD $$@)
	$$(Q)$$(CC) $$(HOST_CFLAGS) $$(SIM_LTO:%=%=$$(JOBS)) -o $$@ $$^ -lZydis -lm

$$(BUILD)/host-$(1)/%.o: %.c make/settings.mk make/simulator.mk
	$$(call progress,CC $$< ($(1)))
	$$(Q)$$(CC) $$(HOST_CFLAGS) $$(SIM_LTO) $$(MODEL_MACRO_$(1)) -MMD -MP -c -o $$@ $$<

# The machine profiles are linked in.
$$(BUILD)/host-$(1)/sim/machine_profiles/machine_profile.o: $$(wildcard sim/machine_profiles/*.box)

# The test build, in which -test switches on differences from a real chip.
SIM_TEST_OBJECTS_$(1) := $$(SIM_SWITCHED:%.c=$$(BUILD)/host-$(1)-test/%.o)

$$(SIM_OF_$(1))-test: $$(filter-out $$(call HOST,$$(SIM_SWITCHED)) $$(SIM_SWITCHED:%.c=$$(BUILD)/host-$(1)/%.o), \
		$$(SIM_OBJECTS_$(1))) $$(SIM_TEST_OBJECTS_$(1))
	$$(call progress,LD $$@)
	$$(Q)$$(CC) $$(HOST_CFLAGS) $$(SIM_LTO:%=%=$$(JOBS)) -o $$@ $$^ -lZydis -lm

$$(BUILD)/host-$(1)-test/%.o: %.c make/settings.mk make/simulator.mk
	$$(call progress,CC $$< ($(1), test))
	$$(Q)$$(CC) $$(HOST_CFLAGS) $$(SIM_LTO) -DVPENTIUM_TEST $$(MODEL_MACRO_$(1)) -MMD -MP -c -o $$@ $$<

OBJECTS += $$(SIM_OBJECTS_$(1)) $$(SIM_TEST_OBJECTS_$(1))
endef
$(foreach model,$(SIM_MODELS),$(eval $(call simulator,$(model))))

$(BUILD)/host/sim/machine_profiles/machine_profile.o: $(wildcard sim/machine_profiles/*.box)
