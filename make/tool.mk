# SPDX-License-Identifier: MIT
# The host command bareprobe: its objects, metrics, suites, manual pages and pictures.

TOOL_LIBRARIES := libedit libserialport sqlite3 jansson ncursesw libdw libelf zlib libxml-2.0
TOOL_SHARED    := $(wildcard stats/*.c) $(wildcard score/*.c) $(COUNTING_SHARED) $(LIBRARY_SHARED) $(SETTINGS_SHARED) $(RECORDS_SHARED) \
	$(NETBURST_SHARED) pmc/descriptions/event_facts.c pmc/descriptions/event_paragraph.c pmc/descriptions/select_register.c \
	pmc/p5/cesr_field.c pmc/schedule.c pmc/schedule_groups.c tools/bench_image.c tools/bench_work.c tools/elf32.c tools/elf32_base.c \
	tools/insn_decoder.c tools/processor_sets.c tools/processor_words.c tools/plain_text.c \
	$(MODEL_SHARED)
TOOL_CARRIED   := $(BUILD)/tool/metrics.o $(BUILD)/tool/silicon.o $(BUILD)/tool/loop_wrapper.o
TOOL_OBJECTS   := $(call HOST,$(TOOL_SOURCES) $(TOOL_SHARED)) $(TOOL_CARRIED)

# The reader of records alone, for tests and benchmarks.
TOOL_READING   := $(addprefix host/,base/fnv_hash.c base/allocation.c base/message.c base/string_set.c) $(addprefix host/data/, \
	checksum/crc16_fast.c wire/wire_reader.c wire/record_lines.c wire/record_sequence.c wire/wire_troubles.c wire/wrapped_record.c foreign_text/line_text.c \
	foreign_text/skipped_text.c wire/record_check.c wire/record_collector.c wire/sampling_records.c wire/region_count_record.c \
	wire/channel_records.c wire/program_records.c wire/score_records.c wire/record_fields.c wire/wire_line.c run/event_lookup.c \
	run/result_index.c run/run.c run/sampled_run.c run/channel_times.c written/written_text_read.c) score/verdict.c

$(TOOL): $(TOOL_OBJECTS)
	$(call progress,LD $@)
	$(Q)$(CC) $(HOST_CFLAGS) -fno-lto -o $@ $^ $$(pkg-config --libs $(TOOL_LIBRARIES)) -lZydis -lm

# `bareprobe run --suite` looks for them next to the program.
$(SUITES): $(BUILD)/%: iso/%
	$(Q)cp $< $@

$(BUILD)/teach.html: $(TOOL) $(SIM)
	$(Q)$(TOOL) explain --lessons --html $@

# The tables of real chips are next to the program, too.
$(SILICON): $(BUILD)/%: tests/data/%
	$(Q)cp $< $@

# All manual pages are made at once, from the programs' --help and docs/cli; bareprobe.1 stands for them.
PAGES_DATE = $(or $(shell git log -1 --format=%cs 2>/dev/null),$(shell date +%F))
# A listener may be compiled for another processor, so nothing is run for its pages.
MAN_PROGRAMS := $(if $(LISTENER),tools/shown_help.sh '',$(TOOL) $(SIM))
$(MAN): $(if $(LISTENER),tools/shown_help.sh,$(TOOL) $(SIM)) tools/man_pages.sh $(wildcard tools/man_*.awk docs/cli/*.md)
	$(call progress,MAN $(@D))
	$(Q)VERSION='$(ID)' tools/man_pages.sh $(@D) $(MAN_PROGRAMS) $(PAGES_DATE)

# Writes the current --help of each command into its page in docs/cli.
.PHONY: cli-pages
cli-pages: $(TOOL) $(SIM)
	@tools/cli_pages.sh docs/cli $(TOOL) $(SIM)

# A line of assembly; @progbits would be a comment on ARM.
no_executable_stack = echo '.section .note.GNU-stack,"",%progbits'

# `make scoreboard`. An emulator that cannot be installed is named on the page.
SCORED := $(TOOL) $(SIM) $(SIM_P6) $(SIM_K7) $(KERNEL) $(SUITES) $(BUILD)/grub.checked
define write_scoreboard
tools/install_packages.sh scoreboard; $(PYTHON) tools/scoreboard.py $(BUILD) docs/scoreboard.md
endef

# Files that are linked into the program, each as its name and its text.
METRICS := $(wildcard host/data/metrics/*.metric host/data/metrics/*/*.metric)
SILICON_ROWS := $(wildcard tests/data/silicon/*_inst.tsv) tests/data/silicon/rows.tsv

# IN: name of the table, its files.
define carry
$(BUILD)/tool/$(1).o: $(2) make/tool.mk
	$$(call progress,AS $$@)
	$$(Q){ echo '.section .rodata'; echo '.global $(1)_builtin_start, $(1)_builtin_end'; \
		echo '$(1)_builtin_start:'; \
		for file in $(2); do printf '.asciz "%s"\n.incbin "%s"\n.byte 0\n' $$$$file $$$$file; done; \
		echo '$(1)_builtin_end:'; $$(no_executable_stack); } | $$(CC) -x assembler -c -o $$@ -
endef
$(eval $(call carry,metrics,$(METRICS)))
$(eval $(call carry,silicon,$(SILICON_ROWS)))

# The kernel that `bareprobe explain` appends code to, with its buffer above and below 64 KB. It is empty in
# the listener, which has no `explain`.
loop_wrapper = $(if $(LISTENER),: >,nasm -f bin $(1) -o) $(@D)/loop_wrapper$(2).bin

$(BUILD)/tool/loop_wrapper.o: host/analysis/loop/loop_wrapper.asm make/tool.mk
	$(call progress,AS $@)
	$(Q)$(call loop_wrapper,$<) && $(call loop_wrapper,-DLOW_BUFFER $<,_low)
	$(Q){ echo '.section .rodata'; for name in loop_wrapper loop_wrapper_low; do \
		printf '.global %s_start, %s_end\n%s_start: .incbin "$(@D)/%s.bin"\n%s_end:\n' $$name $$name $$name $$name $$name; done; \
		$(no_executable_stack); } | $(CC) -x assembler -c -o $@ -


# Those in docs/simulator.md: a machine profile next to the measurements of its machine. BOX PATTERN PAGES
define draw_box
$(TOOL) run --machine $(1) -b 'chain/$(2):*:pages=$(3)' -e count_clocks -r 1 skip_initialization_run=yes \
	--report none --no-store -o $(BUILD)/$(1)_$(2).log && \
$(TOOL) plot latency $(BUILD)/$(1)_$(2).log silicon:$(1) -o sim/pictures/$(1)_$(2).png
endef

# Samples by three sources in one run, each with its settings file.
SKIDDING := (p5mon\n command = sampled/skid;\n experiment = profile;\n events = time_stamp;\n samples = 4000;\n
define draw_skid
n=0; for source in timer,5000 rtc,8192 event,data_read,101; do n=$$((n + 1)); \
	printf '$(SKIDDING) source = %s;\nend)\n' $$source > $(BUILD)/skid$$n.parms; done && \
$(SIM) -kernel $(KERNEL) -pm0-nmi -append exit=qemu \
	-initrd $(BUILD)/skid1.parms,$(BUILD)/skid2.parms,$(BUILD)/skid3.parms > $(BUILD)/skid.log && \
$(TOOL) plot skid $(BUILD)/skid.log -o host/pictures/skid.png
endef

# Figures that name no benchmark in the paper are drawn for the first of these programs.
$(BUILD)/paper.html: $(TOOL) $(SIM) $(KERNEL) tools/paper_page.py tools/multiplex_tables.py
	$(call progress,PAGE $@)
	$(Q)BUILD=$(BUILD) $(PYTHON) -B tools/paper_page.py $@

# For tests/SAMPLED.md: Figure 6 of the paper on multiplexing.
define draw_multiplex
rm -rf $(BUILD)/figure6 && mkdir $(BUILD)/figure6 && tools/multiplex_tables.py figure6 --logs $(BUILD)/figure6 && \
$(TOOL) plot multiplex $(BUILD)/figure6/*.log -e code_cache_miss,data_read_miss,data_write_miss -o host/pictures/multiplex.png
endef

# The pictures of docs/cli, from simulated runs, and the page of a first boot.
PICTURED := events=count_clocks,instructions_executed,data_read,data_read_miss,branch,stall repetitions=5 exit=qemu

# Counts, and samples for causes that no event counts.
STACKED := $(TOOL) run -b apps/md5,apps/lz77,apps/fft,apps/sort --no-log --report none --db $(BUILD)/stack.db

define draw_stack
rm -f $(BUILD)/stack.db && \
$(STACKED) -e count_clocks experiment=profile samples=2000 && $(STACKED) -g breakdown -r 2 && \
$(TOOL) plot stack last --db $(BUILD)/stack.db -o host/pictures/stack.png
endef

define draw_pictures
$(SIM) -kernel $(TESTED) -append 'command=reference/* $(PICTURED)' > $(BUILD)/reference.log && \
$(SIM) -kernel $(TESTED) -append 'command=host/sweep $(PICTURED)' > $(BUILD)/sweep.log && \
$(draw_stack) && \
$(TOOL) plot sweep $(BUILD)/sweep.log -o host/pictures/sweep.png && \
$(draw_skid) && $(draw_multiplex) && \
$(TOOL) html $(BUILD)/reference.log -o $(BUILD)/page.html && \
$(PYTHON) -B tests/host/browser.py $(BUILD)/page.html host/pictures/page.png 1100 1300 && \
$(call draw_box,p54c-100,linear,ordered) && $(call draw_box,p54c-100,random,ordered) && \
$(call draw_box,p55c-200,linear,coloured) && $(call draw_box,p55c-200,random,coloured) && \
iso/first_boot_picture.sh $(KERNEL) iso/first_boot.png
endef

OBJECTS += $(TOOL_OBJECTS)
