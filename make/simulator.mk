# SPDX-License-Identifier: MIT
# The virtual Pentium, and the same sources with the P6's, the K7's or NetBurst's model in place of the
# P5's.

SIM_CFLAGS  := $(HOST_CFLAGS) -flto=auto
SIM_ALL     := $(wildcard sim/*.c sim/*/*.c sim/*/*/*.c sim/*/*/*/*.c)
SIM_SOURCES := $(filter-out sim/model/p6/% sim/model/k7/% sim/model/netburst/% sim/untranslated.c,$(SIM_ALL))
SIM_OBJECTS := $(SIM_SOURCES:%.c=$(BUILD)/host/%.o)
SIM_OTHERS  := $(filter-out sim/model/p5/% sim/cpu/translate/%,$(SIM_ALL)) sim/model/p5/timing_table.c
P6_SOURCES  := $(filter-out sim/model/k7/% sim/model/netburst/%,$(SIM_OTHERS)) pmc/p6/p6_event_table.c
P6_OBJECTS  := $(P6_SOURCES:%.c=$(BUILD)/host-p6/%.o)
K7_SOURCES  := $(filter-out sim/model/p6/% sim/model/netburst/%,$(SIM_OTHERS))
K7_OBJECTS  := $(K7_SOURCES:%.c=$(BUILD)/host-k7/%.o)
P4_SOURCES  := $(filter-out sim/model/p6/% sim/model/k7/%,$(SIM_OTHERS))
P4_OBJECTS  := $(P4_SOURCES:%.c=$(BUILD)/host-netburst/%.o)

$(SIM): $(SIM_OBJECTS)
$(SIM_P6): $(P6_OBJECTS)
$(SIM_K7): $(K7_OBJECTS)
$(SIM_NETBURST): $(P4_OBJECTS)
$(SIM) $(SIM_P6) $(SIM_K7) $(SIM_NETBURST):
	$(SAY) LD $@
	$(Q)$(CC) $(SIM_CFLAGS) -o $@ $^ -lZydis -lm

$(SIM_OBJECTS) $(P6_OBJECTS) $(K7_OBJECTS) $(P4_OBJECTS): make/settings.mk make/simulator.mk

$(BUILD)/host/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(SIM_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/host-p6/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC-P6 $<
	$(Q)$(CC) $(SIM_CFLAGS) -DMODEL_P6 -MMD -MP -c -o $@ $<

$(BUILD)/host-k7/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC-K7 $<
	$(Q)$(CC) $(SIM_CFLAGS) -DMODEL_K7 -MMD -MP -c -o $@ $<

$(BUILD)/host-netburst/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC-NETBURST $<
	$(Q)$(CC) $(SIM_CFLAGS) -DMODEL_NETBURST -MMD -MP -c -o $@ $<

DEPENDENCIES += $(P4_OBJECTS:.o=.d) $(SIM_OBJECTS:.o=.d) $(P6_OBJECTS:.o=.d) $(K7_OBJECTS:.o=.d)

# The boxes that it knows by name are linked in.
$(foreach dir,host host-p6 host-k7 host-netburst unit,$(BUILD)/$(dir)/sim/boxes/box.o): $(wildcard sim/boxes/*.box)

# So are the measured rows that a K7's clocks come from.
$(foreach dir,host host-k7,$(BUILD)/$(dir)/sim/model/k7/k7_rows.o): tests/data/silicon/k7-thunderbird_inst.tsv
