# SPDX-License-Identifier: MIT
# Programs of the tests: unit tests, readers of records, the guest of the differential tests, and all host
# programs with the address and undefined-behaviour sanitizers.

# The tests of a file share their fixtures, so they stay together in one worker. Some wait for a terminal or
# an emulator, so there is one worker more than processors. labgrid's plugin takes longer to load than most
# tests.
WORKERS ?= $(shell expr $(JOBS) + 1)
PYTEST = env PYTHONPYCACHEPREFIX=$(BUILD)/pycache PYTHONDONTWRITEBYTECODE= $(PYTHON) -m pytest -q \
	-p no:cacheprovider -p no:labgrid -n $(WORKERS) --dist loadfile

# The fast tier leaves out what is marked `full`. It records the processor time of each test.
CHECK = TEST_TIMES=$(BUILD)/test-times.tsv $(PYTEST) -m 'not full'
PARTS = $(PYTHON) tests/parts.py --pytest '$(PYTEST)'

# Each tests/unit/*.c is a program, linked with an archive of the code under test. The linker could take a
# weak function from an archive although the model defines its own, so the file with weak ones is left out.
TESTED_SOURCES := $(filter-out sim/model/common/model_defaults.c host/main.c,$(sort $(TOOL_SOURCES) $(TOOL_SHARED) \
	$(SIM_TESTED) kernel/machine/memory_map.c kernel/machine/processor_kinds.c \
	kernel/time/rtc_time.c kernel/time/clock_speed.c $(wildcard kernel/chart/*.c) \
	$(addprefix libp5mon/,buffers.c cnt_config.c event_names.c) libp4pm/p4pm_registers.c \
	pmc/plausibility/plausibility.c))
TESTED_OBJECTS := $(call HOST,$(TESTED_SOURCES))
UNIT_TESTS     := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
UNIT_OBJECTS   := $(UNIT_TESTS:$(BUILD)/%=$(BUILD)/host/%.o)

# The kernel refers to them as weak functions, since the small image lacks them.
UNIT_NEEDS := -Wl,-u,suggestions_offer -Wl,-u,foreign_event_refuse -Wl,-u,grouped_events_split \
	-Wl,-u,raw_code_read
$(BUILD)/tests/unit/test_event_list: UNIT_NEEDS += -Wl,-u,notation_event_read

# The tests themselves need no speed.
$(UNIT_OBJECTS): OPTIMIZE_HOST := -O0

# Each has an object, so that a change of the tested code only links the test again.
$(UNIT_TESTS): $(BUILD)/tests/unit/%: $(BUILD)/host/tests/unit/%.o $(BUILD)/tests/tested.a
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto $(UNIT_NEEDS) -o $@ $^ -lcmocka -lZydis -lm $$(pkg-config --libs $(TOOL_LIBRARIES))

# Full names (P), since directories have files of the same name; thin (T), since nothing is copied.
$(BUILD)/tests/tested.a: $(TESTED_OBJECTS) $(TOOL_CARRIED)
	$(Q)rm -f $@ && ar rcsPT $@ $^

# ---- programs that read the wire ------------------------------------------------------------------

WIRE_READERS := $(BUILD)/accepted $(BUILD)/damage $(BUILD)/speed/bench_host
READING_OBJECTS := $(call HOST,$(TOOL_READING) host/base/message.c $(wildcard stats/*.c) $(COUNTING_SHARED))

$(BUILD)/accepted: $(BUILD)/host/tests/wire/accepted.o
$(BUILD)/damage: $(BUILD)/host/tests/wire/damage.o
$(BUILD)/speed/bench_host: $(BUILD)/host/tests/speed/bench_host.o
$(WIRE_READERS): $(READING_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^ -lm

# ---- straight code through the cores of the P6, the K7 and the Pentium 4 -----------------------------

P6_STREAM         := $(BUILD)/p6_stream
P6_STREAM_OBJECTS := $(call HOST,tests/p6/p6_stream.c tests/p6/straight_code.c \
	$(wildcard sim/model/p6/core/*.c) sim/model/common/block_rules.c \
	sim/model/common/decoded_insn.c sim/model/p5/timing_table.c tools/insn_decoder.c)

K7_STREAM         := $(BUILD)/k7_stream
K7_STREAM_OBJECTS := $(call HOST,tests/k7/k7_stream.c tests/p6/straight_code.c \
	$(addprefix sim/model/k7/,$(addsuffix .c,k7_account k7_core k7_classify k7_forms k7_rows k7_parameters)) \
	$(addprefix sim/model/common/,block_rules.c decoded_insn.c plan_table.c) sim/model/p5/timing_table.c tools/insn_decoder.c)

P4_STREAM         := $(BUILD)/p4_stream
P4_STREAM_OBJECTS := $(call HOST,tests/p4/p4_stream.c tests/p6/straight_code.c \
	$(addprefix sim/model/netburst/netburst_,$(addsuffix .c,core classify kinds occupancy parameters)) \
	$(addprefix sim/model/common/,block_rules.c decoded_insn.c plan_table.c) sim/model/p5/timing_table.c tools/insn_decoder.c)

$(K7_STREAM): $(K7_STREAM_OBJECTS)
$(P6_STREAM): $(P6_STREAM_OBJECTS)
$(P4_STREAM): $(P4_STREAM_OBJECTS)
$(P6_STREAM) $(K7_STREAM) $(P4_STREAM):
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) $(SIM_LTO) -o $@ $^ -lZydis

# ---- event selectors, by libpfm4 and by this project -------------------------------------------------

# libpfm4 has the tables of the P6 and the K7 only in its 32-bit library. Debian has no package of headers
# for that one, and so no link of the usual name.
SELECTORS := $(BUILD)/pfm_encode $(BUILD)/evntsel_encode

$(BUILD)/pfm_encode: tests/reference/pfm_encode.c
	$(call progress,CC $<)
	$(Q)$(CC) -m32 $(filter-out $(SANITIZE),$(HOST_CFLAGS)) -o $@ $< -L/usr/lib/i386-linux-gnu -l:libpfm.so.4

$(BUILD)/evntsel_encode: $(call HOST,tests/reference/evntsel_encode.c \
		pmc/libpfm4/libpfm4.c pmc/modifiers.c pmc/evntsel/raw_code.c $(NETBURST_SHARED) $(COUNTING_SHARED) $(LIBRARY_SHARED))
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^ -lm

# ---- the counter of a program's instructions on this host ------------------------------------------

STEP_COUNT         := $(BUILD)/step_count
STEP_COUNT_OBJECTS := $(call HOST,$(wildcard tests/process/*.c))

$(STEP_COUNT): $(STEP_COUNT_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^

# ---- other orders of random loops, executed ---------------------------------------------------------

ORDER_TRIALS  := $(BUILD)/reordering_trials
ORDER_GUEST   := $(BUILD)/trial_guest.elf
ORDER_OBJECTS := $(call HOST,$(wildcard tests/reordering/*.c))

$(ORDER_TRIALS): $(ORDER_OBJECTS) $(BUILD)/tests/tested.a
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto $(UNIT_NEEDS) -o $@ $^ -lZydis -lm $$(pkg-config --libs $(TOOL_LIBRARIES))

$(ORDER_GUEST): tests/reordering/trial_guest.asm
	$(call progress,NASM $<)
	$(Q)$(NASM) -f bin -Werror -o $@ $<

# ---- the guest of the differential test, and the ROM that starts it in Bochs ----------------------

GUEST       := $(BUILD)/differential.elf
GUEST_FILES := $(GUEST) $(BUILD)/differential.bin $(BUILD)/differential.rom
GUEST_OBJECTS := $(call objects,$(wildcard tests/differential/guest/*.c) \
	$(wildcard tests/differential/guest/*.asm) serial/uart.c kernel/lib/string.c)

$(GUEST): $(GUEST_OBJECTS) tests/differential/guest/linker.ld
	$(call progress,LD $@)
	$(Q)ld $(KERNEL_LDFLAGS) -T tests/differential/guest/linker.ld -o $@ $(GUEST_OBJECTS)

$(BUILD)/differential.bin: $(GUEST)
	$(Q)objcopy -O binary $< $@

$(BUILD)/differential.rom: tests/differential/rom.asm
	$(call progress,NASM $<)
	$(Q)$(NASM) -f bin -Werror -o $@ $<

# ---- sanitizers -----------------------------------------------------------------------------------

SANITIZED        := $(BUILD)/sanitized
WITH_SANITIZERS  := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED_TESTS  ?= tests/unit tests/virtual tests/reference tests/differential tests/host

# This is the one make within make: every variable depends on BUILD, which has another value here. Kernel
# images, manual pages and benchcheck have no sanitizer and are taken as they are.
SANITIZED_PRODUCTS := $(SIM) $(SIM_TEST) $(SIM_P6) $(SIM_K7) $(SIM_NETBURST) $(TOOL) $(BUILD)/accepted $(BUILD)/damage $(P6_STREAM) \
	$(K7_STREAM) $(P4_STREAM) $(ORDER_TRIALS) $(SELECTORS) $(UNIT_TESTS) $(SUITES) $(SILICON)
SANITIZED_COPIES   := $(KERNEL) $(QUICK) $(TESTED) $(BUILD)/musl $(BUILD)/programs $(SPEED_IMAGES) $(GUEST_FILES) $(ORDER_GUEST) $(BUILD)/benchcheck $(BUILD)/p5gate $(BUILD)/man \
	$(BUILD)/kernel/bench/thesis/program2.o \
	$(patsubst %.c,$(BUILD)/kernel/%.o,$(wildcard tests/bench/reference/*.c))

define check_sanitized
$(MAKE) --no-print-directory BUILD=$(SANITIZED) SANITIZE='$(WITH_SANITIZERS) -O1' \
	$(SANITIZED_PRODUCTS:$(BUILD)/%=$(SANITIZED)/%)
$(foreach file,$(SANITIZED_COPIES),mkdir -p $(dir $(file:$(BUILD)/%=$(SANITIZED)/%)); \
	cp -ruT $(file) $(file:$(BUILD)/%=$(SANITIZED)/%);)
rm -f $(SANITIZED)/report.*
BUILD=$(SANITIZED) ASAN_OPTIONS=verify_asan_link_order=0:log_path=$(abspath $(SANITIZED))/report \
	UBSAN_OPTIONS=print_stacktrace=1:log_path=$(abspath $(SANITIZED))/report \
	LSAN_OPTIONS=print_suppressions=0:suppressions=$(abspath tests/leaks.supp) \
	$(PYTEST) -m 'not full' $(SANITIZED_TESTS); status=$$?; \
cat $(SANITIZED)/report.* 2>/dev/null && exit 1; exit $$status
endef

OBJECTS += $(TESTED_OBJECTS) $(call HOST,tests/wire/accepted.c tests/wire/damage.c tests/speed/bench_host.c \
	tests/reference/evntsel_encode.c) $(UNIT_OBJECTS) $(ORDER_OBJECTS) $(P6_STREAM_OBJECTS) $(K7_STREAM_OBJECTS) $(P4_STREAM_OBJECTS) $(GUEST_OBJECTS) \
	$(STEP_COUNT_OBJECTS)
