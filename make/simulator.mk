# SPDX-License-Identifier: MIT
# The virtual Pentium.

SIM_CFLAGS  := $(HOST_CFLAGS) -flto=auto
SIM_SOURCES := $(wildcard sim/*.c sim/*/*.c sim/*/*/*.c sim/*/*/*/*.c)
SIM_OBJECTS := $(SIM_SOURCES:%.c=$(BUILD)/host/%.o)

$(SIM): $(SIM_OBJECTS)
	$(SAY) LD $@
	$(Q)$(CC) $(SIM_CFLAGS) -o $@ $^ -lZydis -lm

$(SIM_OBJECTS): make/settings.mk make/simulator.mk

$(BUILD)/host/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(SIM_CFLAGS) -MMD -MP -c -o $@ $<

DEPENDENCIES += $(SIM_OBJECTS:.o=.d)

# The boxes that it knows by name are linked in.
$(BUILD)/host/sim/boxes/box.o $(BUILD)/unit/sim/boxes/box.o: $(wildcard sim/boxes/*.box)
