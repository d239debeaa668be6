# SPDX-License-Identifier: MIT
# Fuzzing: each tests/fuzz/fuzz_*.c is a libFuzzer program, linked with what it feeds; FUZZ=WORDS runs
# tests/differential/fuzz.py alone.

FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZED_PRODUCTS := $(if $(FUZZ),,$(FUZZERS)) $(SIM) $(GUEST_FILES)

FUZZED_SOURCES := $(HOST_SOURCES) $(addprefix sim/,load/kernel_image.c load/symbols.c devices/dealer.c options.c model_options.c silicon_options.c box_options.c cpu/kind.c) \
	$(TOOL_READING) $(addprefix host/,base/message.c metrics/formula.c metrics/metric_event.c metrics/metric_file.c)

# It brings its own file_read().
$(BUILD)/fuzz/fuzz_multiboot: $(filter-out sim/main.c sim/load/read_file.c,$(SIM_SOURCES))

$(BUILD)/fuzz/%: tests/fuzz/%.c $(FUZZED_SOURCES) | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)clang -g -O1 -std=gnu11 -I. -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -o $@ $(filter %.c,$^) \
		-lZydis -lm

define run_fuzzers
for fuzzer in $(if $(FUZZ),,$(FUZZERS)); do mkdir -p $$fuzzer.corpus; \
	words=tests/fuzz/$${fuzzer##*/}.dict; echo "$${fuzzer##*/}:"; \
	$$fuzzer $(if $(RUNS),-runs=$(RUNS),-max_total_time=$(SECONDS)) -verbosity=0 \
		-print_final_stats=1 $$(test ! -e $$words || echo -dict=$$words) \
		-artifact_prefix=$$fuzzer. $$fuzzer.corpus || exit 1; done; \
$(if $(RUNS),,$(PYTHON) -B tests/differential/fuzz.py $(or $(FUZZ),--seconds $(SECONDS)))
endef
