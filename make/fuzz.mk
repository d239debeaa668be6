# SPDX-License-Identifier: MIT
# Fuzzers: each tests/fuzz/fuzz_*.c is a libFuzzer program, linked with the code that it feeds.
# FUZZ=OPTIONS runs only tests/differential/fuzz.py.

FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZED_PRODUCTS := $(if $(FUZZ),,$(FUZZERS)) $(SIM) $(GUEST_FILES)

# The sources that a fuzzer may need are compiled once, into an archive.
FUZZED_SOURCES := $(sort $(filter-out host/% tools/%,$(TESTED_SOURCES)) $(TOOL_READING) tools/elf32.c tools/elf32_base.c tools/insn_decoder.c \
	tools/processor_words.c tools/plain_text.c \
	$(addprefix sim/,loader/kernel_image.c loader/symbols.c devices/queue_port.c model_options.c silicon_options.c \
		vpentium_options.c option_table.c option_parsers.c option_message.c machine_options.c cpu/cpu_kind.c) \
	$(addprefix host/,base/message.c $(addprefix data/metrics/,formula.c metric_event.c metric_file.c named_table.c peer_event_names.c)))
FUZZED_OBJECTS := $(FUZZED_SOURCES:%.c=$(BUILD)/fuzz/%.o)
# This one brings its own file_contents_read().
FUZZED_SIM_OBJECTS := $(patsubst %.c,$(BUILD)/fuzz/%.o,$(filter-out sim/vpentium_main.c sim/loader/file_contents.c, \
	$(SIM_COMMON) $(SIM_BY_MODEL) $(SIM_ONLY_p5)))
FUZZ_CFLAGS    := -g -O1 -std=gnu11 -I. -D_GNU_SOURCE

$(BUILD)/fuzz/%.o: %.c make/fuzz.mk
	$(call progress,CC $< (fuzz))
	$(Q)clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<

$(BUILD)/fuzz/fuzzed.a: $(FUZZED_OBJECTS)
	$(Q)rm -f $@ && ar rcsPT $@ $^

$(BUILD)/fuzz/fuzz_multiboot: $(FUZZED_SIM_OBJECTS)

$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(BUILD)/fuzz/fuzzed.a
	$(call progress,CC $<)
	$(Q)clang $(FUZZ_CFLAGS) -fsanitize=fuzzer,address,undefined $(UNIT_NEEDS) -Wl,-u,netburst_table \
		-o $@ $< $(filter %.o,$^) $(BUILD)/fuzz/fuzzed.a -lZydis -lm

OBJECTS += $(FUZZED_OBJECTS) $(FUZZED_SIM_OBJECTS)

define run_fuzzers
for fuzzer in $(if $(FUZZ),,$(FUZZERS)); do mkdir -p $$fuzzer.corpus; \
	words=tests/fuzz/$${fuzzer##*/}.dict; echo "$${fuzzer##*/}:"; \
	$$fuzzer $(if $(RUNS),-runs=$(RUNS),-max_total_time=$(SECONDS)) -verbosity=0 \
		-print_final_stats=1 $$(test ! -e $$words || echo -dict=$$words) \
		-artifact_prefix=$$fuzzer. $$fuzzer.corpus || exit 1; done; \
$(if $(RUNS),,$(PYTHON) -B tests/differential/fuzz.py $(or $(FUZZ),--seconds $(SECONDS)))
endef
