# SPDX-License-Identifier: MIT
# All products, the dependencies that the compiler wrote, and the directories of objects.

# The simulators come first: linking one takes longest.
products: $(SIM) $(SIM_P6) $(SIM_K7) $(SIM_NETBURST) $(SIM_TEST) $(KERNEL) $(QUICK) $(TESTED) $(GUEST_FILES) $(TOOL) $(SUITES) $(SILICON) \
	$(MAN) $(MEDIA) $(UNIT_TESTS) $(SPEED_IMAGES) $(BUILD)/accepted $(BUILD)/damage $(P6_STREAM) $(K7_STREAM) $(P4_STREAM) $(ORDER_TRIALS) $(ORDER_GUEST) $(SELECTORS) \
	$(MUSL_FILES) $(PROGRAMS) $(STEP_COUNT)

OBJECTS := $(sort $(OBJECTS))
-include $(OBJECTS:.o=.d) $(DEPENDENCIES)

# Recipes find their directories made.
ifneq ($(BUILDING),)
$(shell mkdir -p $(sort $(dir $(OBJECTS) $(UNIT_TESTS) $(SUITES) $(SILICON) $(MAN) $(TOOL_CARRIED) $(SPEED_IMAGES) \
	$(MISSING) $(NETBOOT)/)))
endif

# Paths that a user gives are in the environment of recipes, where the shell does not split them. Make does
# not expand a dollar sign in them.
override DESTDIR := $(value DESTDIR)
override PREFIX := $(value PREFIX)
override OVERLAY := $(value OVERLAY)
override START := $(value START)
export DESTDIR PREFIX OVERLAY START

# The goals of the Makefile.
.PHONY: products dist help run listener new-bench check check-all ci test-times check-boot check-fresh check-sanitized floppy iso \
	iso-floppy netboot qemu fuzz man install uninstall format clean all bench-sim bench-host pictures teach musl scoreboard
