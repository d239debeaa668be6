# SPDX-License-Identifier: MIT
# What the tests run: unit tests, the readers of the wire, the differential test's guest; and all of
# the host's programs under the address and undefined-behaviour sanitizers.

# A file's tests share what they set up, so they stay together on one of the cores. labgrid's plugin
# is of no use here and takes longer to load than most tests.
PYTEST = PYTHONPYCACHEPREFIX=$(BUILD)/pycache $(PYTHON) -m pytest -q -p no:cacheprovider -p no:labgrid \
	-n auto --dist loadfile

# Each tests/unit/*.c is a program, linked with what it tests. It is in an archive, of which a weak
# function may be taken in place of the model's own: so those are left out.
HOST_SOURCES := $(filter-out sim/model/common/nothing_to_do.c $(wildcard sim/model/p6/*.c sim/model/k7/*.c sim/model/netburst/*.c),$(wildcard stats/*.c sim/boxes/*.c sim/counters/*.c \
	sim/model/*.c sim/model/*/*.c sim/model/*/*/*.c)) \
	sim/devices/apic.c sim/devices/pic.c \
	$(SETTINGS_SHARED) kernel/machine/memory_map.c kernel/machine/processor_kinds.c \
	kernel/time/rtc_time.c kernel/time/clock_speed.c $(LIBRARY_SHARED) \
	$(addprefix libp5mon/,buffers.c cnt_config.c event_names.c) libp4pm/p4pm_registers.c \
	$(COUNTING_SHARED) $(NETBURST_SHARED) pmc/schedule.c $(RECORDS_SHARED)
HOST_OBJECTS := $(patsubst %.c,$(BUILD)/unit/%.o,$(HOST_SOURCES) $(filter-out host/main.c,$(TOOL_SOURCES)))
UNIT_TESTS   := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
UNIT_CFLAGS  := $(HOST_CFLAGS) -fsanitize=address,undefined -fno-sanitize-recover=all

$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/unit/tested.a
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(UNIT_CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(BUILD)/unit/tested.a -lcmocka -lZydis -lm \
		$$(pkg-config --libs $(TOOL_LIBRARIES))

# Full names (P), since folders may have files of the same name.
$(BUILD)/unit/tested.a: $(HOST_OBJECTS) $(TOOL_CARRIED)
	$(Q)rm -f $@ && ar rcsP $@ $^

$(BUILD)/unit/host/%.o: UNIT_CFLAGS += -D_GNU_SOURCE -DBAREPROBE_BUILD='"$(ID)"'
$(BUILD)/unit/host/experiments/%.o: UNIT_CFLAGS += $$(pkg-config --cflags libxml-2.0)
$(BUILD)/unit/%.o: %.c | packages
	@mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_CFLAGS) -MMD -MP -c -o $@ $<

# ---- programs that read the wire ------------------------------------------------------------------

$(BUILD)/accepted $(BUILD)/damage: $(BUILD)/%: tests/wire/%.c
$(BUILD)/speed/bench_host: tests/speed/bench_host.c
$(BUILD)/accepted $(BUILD)/damage $(BUILD)/speed/bench_host: \
		$(patsubst %.c,$(BUILD)/tool/%.o,$(TOOL_READING) $(wildcard stats/*.c) $(COUNTING_SHARED))
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^ -lm

# ---- straight code through the cores of the P6 and the K7 -------------------------------------------

P6_STREAM         := $(BUILD)/p6_stream
P6_STREAM_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,tests/p6/p6_stream.c tests/p6/straight_code.c \
	$(wildcard sim/model/p6/core/*.c) sim/model/p5/timing_table.c)

K7_STREAM         := $(BUILD)/k7_stream
K7_STREAM_OBJECTS := $(patsubst %.c,$(BUILD)/host-k7/%.o,tests/k7/k7_stream.c tests/p6/straight_code.c \
	$(addprefix sim/model/k7/,$(addsuffix .c,k7_core k7_classify k7_forms k7_rows k7_parameters)) \
	sim/model/common/block_rules.c sim/model/common/plan_table.c sim/model/p5/timing_table.c)

$(K7_STREAM): $(K7_STREAM_OBJECTS)
$(P6_STREAM): $(P6_STREAM_OBJECTS)
$(P6_STREAM) $(K7_STREAM):
	$(SAY) LD $@
	$(Q)$(CC) $(SIM_CFLAGS) -o $@ $^ -lZydis

# ---- selectors, by libpfm4 and by ourselves --------------------------------------------------------

# libpfm4 has the P6's and the K7's tables in its library of 32 bits alone, for which Debian has no
# headers' package of its own, so neither the usual name to link it by.
SELECTORS := $(BUILD)/pfm_encode $(BUILD)/evntsel_encode

$(BUILD)/pfm_encode: tests/reference/pfm_encode.c | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) -m32 $(HOST_CFLAGS) -o $@ $< -L/usr/lib/i386-linux-gnu -l:libpfm.so.4

$(BUILD)/evntsel_encode: $(patsubst %.c,$(BUILD)/tool/%.o,tests/reference/evntsel_encode.c \
		pmc/modifiers.c $(COUNTING_SHARED) $(LIBRARY_SHARED))
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^ -lm

# ---- the guest of the differential test, and the ROM that starts it in Bochs ----------------------

GUEST       := $(BUILD)/differential.elf
GUEST_FILES := $(GUEST) $(BUILD)/differential.bin $(BUILD)/differential.rom
GUEST_OBJECTS := $(call objects,$(wildcard tests/differential/guest/*.c) \
	$(wildcard tests/differential/guest/*.asm) serial/uart.c kernel/lib/string.c)

$(GUEST): $(GUEST_OBJECTS) tests/differential/guest/linker.ld
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -T tests/differential/guest/linker.ld -o $@ $(GUEST_OBJECTS)

$(BUILD)/differential.bin: $(GUEST)
	$(Q)objcopy -O binary $< $@

$(BUILD)/differential.rom: tests/differential/rom.asm | packages
	$(SAY) NASM $<
	$(Q)$(NASM) -f bin -Werror -o $@ $<

# ---- sanitizers -----------------------------------------------------------------------------------

SANITIZED        := $(BUILD)/sanitized
WITH_SANITIZERS  := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED_TESTS  ?= tests/virtual tests/reference tests/differential tests/host

# The one make in a make: all variables hang on BUILD, and here it is another.
define check_sanitized
$(MAKE) -s --no-print-directory BUILD=$(SANITIZED) SIM_CFLAGS='$(HOST_CFLAGS) $(WITH_SANITIZERS)' \
	SANITIZE='$(WITH_SANITIZERS)' $(addprefix $(SANITIZED)/,vpentium vpentium-p6 vpentium-k7 vpentium-netburst bareprobe accepted damage \
		p6_stream k7_stream) \
	$(SANITIZED)/bareprobe.elf $(SANITIZED)/bareprobe-test.elf \
	$(patsubst $(BUILD)/%,$(SANITIZED)/%,$(SUITES) $(SILICON) $(SPEED_IMAGES)) $(GUEST_FILES:$(BUILD)/%=$(SANITIZED)/%)
rm -f $(SANITIZED)/report.*
BUILD=$(SANITIZED) ASAN_OPTIONS=verify_asan_link_order=0:log_path=$(abspath $(SANITIZED))/report \
	UBSAN_OPTIONS=print_stacktrace=1:log_path=$(abspath $(SANITIZED))/report \
	LSAN_OPTIONS=print_suppressions=0:suppressions=$(abspath tests/leaks.supp) \
	$(PYTEST) $(SANITIZED_TESTS); status=$$?; \
cat $(SANITIZED)/report.* 2>/dev/null && exit 1; exit $$status
endef

DEPENDENCIES += $(HOST_OBJECTS:.o=.d) $(P6_STREAM_OBJECTS:.o=.d) $(BUILD)/host-k7/tests/k7/k7_stream.d \
	$(BUILD)/tool/tests/reference/evntsel_encode.d $(UNIT_TESTS:=.d) $(GUEST_OBJECTS:.o=.d)
