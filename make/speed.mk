# SPDX-License-Identifier: MIT
# Programs that time the virtual Pentium: each file of tests/speed/ with work() is a kernel of its own.

SPEED_PROGRAMS := crc32 matrix nothing quicksort
SPEED_IMAGES   := $(SPEED_PROGRAMS:%=$(BUILD)/speed/%.elf)
SPEED_CFLAGS    = $(filter-out -mgeneral-regs-only -O%,$(KERNEL_CFLAGS)) -O2
SPEED_START    := $(BUILD)/kernel/tests/speed/start.o $(BUILD)/kernel/tests/speed/main.o

$(BUILD)/speed/%.elf: $(SPEED_START) $(BUILD)/kernel/tests/speed/%.o
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -e start -Ttext 0x100000 -o $@ $^

$(BUILD)/kernel/tests/speed/%.o: KERNEL_CFLAGS := $(SPEED_CFLAGS)
