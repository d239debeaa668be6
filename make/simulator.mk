# SPDX-License-Identifier: MIT
# The virtual Pentium, and the same sources with the P6's model in place of the P5's.

SIM_CFLAGS  := $(HOST_CFLAGS) -flto=auto
SIM_ALL     := $(wildcard sim/*.c sim/*/*.c sim/*/*/*.c sim/*/*/*/*.c)
SIM_SOURCES := $(filter-out sim/model/p6/% sim/untranslated.c,$(SIM_ALL))
SIM_OBJECTS := $(SIM_SOURCES:%.c=$(BUILD)/host/%.o)
P6_SOURCES  := $(filter-out sim/model/p5/% sim/cpu/translate/%,$(SIM_ALL)) sim/model/p5/timing_table.c \
	pmc/p6/p6_event_table.c
P6_OBJECTS  := $(P6_SOURCES:%.c=$(BUILD)/host-p6/%.o)

$(SIM): $(SIM_OBJECTS)
$(SIM_P6): $(P6_OBJECTS)
$(SIM) $(SIM_P6):
	$(SAY) LD $@
	$(Q)$(CC) $(SIM_CFLAGS) -o $@ $^ -lZydis -lm

$(SIM_OBJECTS) $(P6_OBJECTS): make/settings.mk make/simulator.mk

$(BUILD)/host/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(SIM_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/host-p6/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC-P6 $<
	$(Q)$(CC) $(SIM_CFLAGS) -DMODEL_P6 -MMD -MP -c -o $@ $<

DEPENDENCIES += $(SIM_OBJECTS:.o=.d) $(P6_OBJECTS:.o=.d)

# The boxes that it knows by name are linked in.
$(BUILD)/host/sim/boxes/box.o $(BUILD)/host-p6/sim/boxes/box.o $(BUILD)/unit/sim/boxes/box.o: $(wildcard sim/boxes/*.box)
