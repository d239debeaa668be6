# SPDX-License-Identifier: MIT
# Programs that time the virtual Pentium: each file of tests/speed/ with work() is linked twice, as a
# kernel (.elf) and as a Linux program for valgrind (.linux), from the same object file.

SPEED_PROGRAMS := chase copy crc32 interpreter matrix nothing quicksort
SPEED_IMAGES   := $(SPEED_PROGRAMS:%=$(BUILD)/speed/%.elf) $(SPEED_PROGRAMS:%=$(BUILD)/speed/%.linux)
SPEED_OBJECT   := $(BUILD)/kernel/tests/speed
SPEED_CFLAGS    = $(filter-out -mgeneral-regs-only -O%,$(KERNEL_CFLAGS)) -O2
SPEED_KERNEL   := $(addprefix $(SPEED_OBJECT)/,start.o main.o say.o)
SPEED_LINUX    := $(addprefix $(SPEED_OBJECT)/,linux.o say.o)
SPEED_OBJECTS  := $(sort $(SPEED_KERNEL) $(SPEED_LINUX) $(SPEED_OBJECT)/paging.o \
	$(SPEED_PROGRAMS:%=$(SPEED_OBJECT)/%.o))

.SECONDARY: $(SPEED_OBJECTS)

$(BUILD)/speed/chase.elf: $(SPEED_OBJECT)/paging.o
$(BUILD)/speed/copy.elf $(BUILD)/speed/copy.linux: $(BUILD)/kernel/kernel/lib/string.o

$(BUILD)/speed/%.elf: $(SPEED_KERNEL) $(SPEED_OBJECT)/%.o
	$(call progress,LD $@)
	$(Q)ld $(KERNEL_LDFLAGS) -e start -Ttext 0x100000 -o $@ $^

$(BUILD)/speed/%.linux: $(SPEED_LINUX) $(SPEED_OBJECT)/%.o
	$(call progress,LD $@)
	$(Q)ld $(KERNEL_LDFLAGS) -e speed_linux -o $@ $^

$(SPEED_OBJECT)/%.o: KERNEL_CFLAGS := $(SPEED_CFLAGS)

OBJECTS += $(SPEED_OBJECTS)
