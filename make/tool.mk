# SPDX-License-Identifier: MIT
# bareprobe, the command on the listening machine, with what it shares with the kernel; its metrics,
# the suites and the manual pages.

TOOL_LIBRARIES := libedit libserialport sqlite3 jansson ncursesw libdw libelf zlib libxml-2.0
TOOL_CFLAGS    := $(HOST_CFLAGS) $(SANITIZE) -D_GNU_SOURCE -DBAREPROBE_BUILD='"$(ID)"'
# What the virtual Pentium's P5 knows of instructions, for `explain`.
MODEL_SHARED   := $(wildcard sim/model/*.c sim/model/common/*.c sim/model/p5/*.c sim/model/p5/x87/*.c sim/counters/*.c)
TOOL_SOURCES   := $(wildcard host/*.c host/*/*.c host/*/*/*.c)
TOOL_SHARED    := $(wildcard stats/*.c) $(COUNTING_SHARED) $(LIBRARY_SHARED) $(SETTINGS_SHARED) $(RECORDS_SHARED) \
	$(NETBURST_SHARED) tools/bench_image.c tools/bench_work.c tools/elf32.c \
	$(MODEL_SHARED)
TOOL_CARRIED   := $(BUILD)/tool/metrics.o $(BUILD)/tool/silicon.o $(BUILD)/tool/loop_wrapper.o
TOOL_OBJECTS   := $(patsubst %.c,$(BUILD)/tool/%.o,$(TOOL_SOURCES) $(TOOL_SHARED)) $(TOOL_CARRIED)

# What reads the wire, for tests and benchmarks that have no need of the rest.
TOOL_READING   := $(addprefix host/,base/hash.c base/allocate.c base/string_set.c wire/crc16_fast.c wire/reader.c \
	wire/record_check.c wire/record_collector.c wire/sampling_records.c wire/channel_records.c wire/taking.c wire/wire_line.c run/event_lookup.c \
	run/result_index.c run/run.c run/sampled_run.c run/channel_times.c)

$(TOOL): $(TOOL_OBJECTS)
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^ $$(pkg-config --libs $(TOOL_LIBRARIES)) -lZydis -lm

$(TOOL_OBJECTS) $(CHECK_OBJECTS): make/settings.mk make/tool.mk

$(BUILD)/tool/%.o: %.c | packages
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(TOOL_CFLAGS) $(XML_CFLAGS) -MMD -MP -c -o $@ $<

# Its headers lie in a folder of their own.
$(BUILD)/tool/host/experiments/%.o: XML_CFLAGS = $$(pkg-config --cflags libxml-2.0)

# What says the command's own build is compiled again when that changes.
$(patsubst %,$(BUILD)/tool/host/%.o,main export/callgrind export/speedscope): $(BUILD)/id

# `bareprobe run --suite` finds them beside the program.
$(SUITES): $(BUILD)/%: iso/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/tool/host/html/html_assets.o $(BUILD)/unit/host/html/html_assets.o: host/html/page.css \
	host/html/page.js host/html/pictures.js
$(BUILD)/tool/host/explain_page/explain_assets.o $(BUILD)/unit/host/explain_page/explain_assets.o: \
	host/explain_page/explain.css host/explain_page/lessons.txt

$(BUILD)/teach.html: $(TOOL) $(SIM)
	$(Q)$(TOOL) explain --lessons --html $@

# Likewise what was measured on silicon.
$(SILICON): $(BUILD)/%: tests/data/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

# From what the programs say with --help; bareprobe.1 stands for all of them.
PAGES_DATE = $(or $(shell git log -1 --format=%cs 2>/dev/null),$(shell date +%F))
$(MAN): $(TOOL) $(SIM) tools/man_pages.sh tools/man_page.awk
	$(SAY) MAN $(@D)
	$(Q)tools/man_pages.sh $(@D) $(TOOL) $(SIM) $(PAGES_DATE)

# What the program carries in it: the files of host/metrics/ and tests/data/silicon/, name and text.
METRICS := $(wildcard host/metrics/*.metric host/metrics/*/*.metric)
SILICON_ROWS := $(wildcard tests/data/silicon/*_inst.tsv) tests/data/silicon/rows.tsv

# IN: name of the table, files.
define carry
$(BUILD)/tool/$(1).o: $(2) make/tool.mk | packages
	@mkdir -p $$(@D)
	$$(SAY) AS $$@
	$$(Q){ echo '.section .rodata'; echo '.global $(1)_builtin_start, $(1)_builtin_end'; \
		echo '$(1)_builtin_start:'; \
		for file in $(2); do printf '.asciz "%s"\n.incbin "%s"\n.byte 0\n' $$$$file $$$$file; done; \
		echo '$(1)_builtin_end:'; echo '.section .note.GNU-stack,"",@progbits'; } | $$(CC) -x assembler -c -o $$@ -
endef
$(eval $(call carry,metrics,$(METRICS)))
$(eval $(call carry,silicon,$(SILICON_ROWS)))
$(eval $(call carry,loop_wrapper,host/loop/loop_wrapper.asm))

# Those in sim/README.md: a box of sim/boxes beside what it is named for. BOX PATTERN PAGES
define draw_box
$(TOOL) run --box $(1) -b 'chain/$(2):*:pages=$(3)' -e count_clocks -r 1 skip_initialization_run=yes \
	--report none --no-store -o $(BUILD)/$(1)_$(2).log && \
$(TOOL) plot latency $(BUILD)/$(1)_$(2).log silicon:$(1) -o sim/pictures/$(1)_$(2).png
endef

# Samples by three sources in one run: a file of settings for each.
SKIDDING := (p5mon\n command = sampled/skid;\n experiment = profile;\n events = time_stamp;\n samples = 4000;\n
define draw_skid
n=0; for source in timer,5000 rtc,8192 event,data_read,101; do n=$$((n + 1)); \
	printf '$(SKIDDING) source = %s;\nend)\n' $$source > $(BUILD)/skid$$n.parms; done && \
$(SIM) -kernel $(KERNEL) -pm0-nmi -append exit=qemu \
	-initrd $(BUILD)/skid1.parms,$(BUILD)/skid2.parms,$(BUILD)/skid3.parms > $(BUILD)/skid.log && \
$(TOOL) plot skid $(BUILD)/skid.log -o host/pictures/skid.png
endef

# Of tests/SAMPLED.md: Figure 6 of the paper on multiplexing.
define draw_multiplex
rm -rf $(BUILD)/figure6 && mkdir $(BUILD)/figure6 && tools/multiplex_tables.py figure6 --logs $(BUILD)/figure6 && \
$(TOOL) plot multiplex $(BUILD)/figure6/*.log -e code_cache_miss,data_read_miss,data_write_miss -o host/pictures/multiplex.png
endef

# The pictures in host/README.md, each from a run in the virtual Pentium, and the page of a first boot.
PICTURED := events=count_clocks,instructions_executed,data_read,data_read_miss,branch,stall repetitions=5 exit=qemu

# Counts, and samples for what no event counts.
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

DEPENDENCIES += $(TOOL_OBJECTS:.o=.d)
