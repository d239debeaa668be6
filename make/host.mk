# SPDX-License-Identifier: MIT
# Objects of all programs that run on the host. A source is compiled once, into $(BUILD)/host/, however
# many programs it is part of.

HOST = $(patsubst %.c,$(BUILD)/host/%.o,$(1))

SIM_ALL      := $(wildcard sim/*.c sim/*/*.c sim/*/*/*.c sim/*/*/*/*.c)
TOOL_SOURCES := $(wildcard host/*.c host/*/*.c host/*/*/*.c)

# The simulators are optimised as a whole when they are linked, except for the code of the instructions:
# that is most of a simulator's code, would take half of each link's time, and runs as fast without and with
# -O1, which compiles in two thirds of the time. An object that another program needs too holds machine
# code besides (fat); the others hold nothing but what the linker optimises.
SIM_LTO     := $(if $(SANITIZE)$(LISTENER),,-flto)
SIM_LTO_FAT := $(if $(SIM_LTO),$(SIM_LTO) -ffat-lto-objects)
JOBS        := $(or $(shell nproc 2>/dev/null),1)

# The P5's model serves `bareprobe explain` too.
MODEL_SHARED := sim/model_creation.c sim/model_settings.c \
	$(wildcard sim/model/*.c sim/model/common/*.c sim/model/p5/*.c sim/model/p5/x87/*.c sim/counters/*.c)
# Other files of the simulator that unit tests link.
SIM_TESTED   := $(wildcard sim/machine_profiles/*.c sim/model/p6/core/*.c) sim/devices/apic.c sim/devices/pic.c

$(BUILD)/host/%.o: %.c make/settings.mk make/host.mk
	$(call progress,CC $<)
	$(Q)$(CC) $(HOST_CFLAGS) $(OPTIMIZE_HOST) $(LTO) $(XML_CFLAGS) -MMD -MP -c -o $@ $<

$(call HOST,$(filter sim/% pmc/%,$(SIM_ALL) pmc/p6/p6_event_table.c)): LTO := $(SIM_LTO)
$(call HOST,$(MODEL_SHARED) $(SIM_TESTED) pmc/p6/p6_event_table.c): LTO := $(SIM_LTO_FAT)
$(call HOST,$(filter sim/cpu/integer/% sim/cpu/fpu/% sim/cpu/sse/%,$(SIM_ALL))): LTO := -fno-lto -O1

# Most of the host command runs for milliseconds, and takes a third less time to compile without
# optimisation. The code that reads records and computes with them, and the gate for executables, are
# compiled with -O2. A sanitized build optimises all: its tests run the command thousands of times, and gcc
# warns of variables without a value only then.
LIGHT := $(filter-out host/data/wire/% host/data/run/% host/analysis/breakdown/% host/analysis/loop/% host/analysis/code/% host/analysis/gate/%, \
	$(filter host/% tools/%,$(TOOL_SOURCES) $(wildcard tools/*.c)) $(SETTINGS_SHARED))
$(call HOST,$(LIGHT)): OPTIMIZE_HOST := $(if $(SANITIZE),-O1,-O0)

# The headers of libxml2 are in a separate directory.
$(BUILD)/host/host/pentium4/%.o $(BUILD)/host/host/commands/experiments_verb.o: \
	XML_CFLAGS = $$(pkg-config --cflags libxml-2.0)

# The build's name is in one file, which is compiled again when the name changes.
$(BUILD)/host/host/base/build_name.o: HOST_CFLAGS += -DBAREPROBE_BUILD='"$(ID)"' $(LISTENER:%=-DBAREPROBE_LISTENER)
$(BUILD)/host/host/base/build_name.o: $(BUILD)/id

# Files that objects include as bytes.
$(BUILD)/host/host/output/html/html_assets.o: host/output/html/page.css host/output/html/page.js host/output/html/pictures.js
$(BUILD)/host/host/analysis/explain_page/explain_assets.o: host/analysis/explain_page/explain.css host/analysis/explain_page/lessons.txt
$(BUILD)/host/sim/model/k7/k7_rows.o: tests/data/silicon/k7-thunderbird_inst.tsv
