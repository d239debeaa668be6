# SPDX-License-Identifier: MIT
# Builds the kernel image and its benchmarks, the virtual Pentium and the tests, all under build/.
# `make help` lists what there is to type.

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Each step is one short line; V=1 shows the commands.
comma := ,

Q   := $(if $(V),,@)
SAY  = $(if $(V),@:,@printf '  %-5s %s\n')

BUILD  := build
KERNEL := $(BUILD)/bareprobe.elf
QUICK  := $(BUILD)/bareprobe-quick.elf
TESTED := $(BUILD)/bareprobe-test.elf
LIBP5MON := $(BUILD)/kernel/libp5mon.a
ISO    := $(BUILD)/bareprobe.iso
FLOPPY := $(BUILD)/bareprobe.img
FLOPPY_ISO := $(BUILD)/bareprobe-floppy.iso
NETBOOT := $(BUILD)/netboot
MEDIA  := $(FLOPPY) $(ISO) $(FLOPPY_ISO) $(NETBOOT)/bareprobe.0
GUEST  := $(BUILD)/differential.elf
GUEST_FILES := $(GUEST) $(BUILD)/differential.bin $(BUILD)/differential.rom
SIM    := $(BUILD)/vpentium
TOOL   := $(BUILD)/bareprobe
MAN    := $(BUILD)/man/bareprobe.1
SUITES := $(patsubst iso/%,$(BUILD)/%,$(wildcard iso/experiments/*.parms))

# Where `make install` puts things; DESTDIR goes before it, for who makes packages.
PREFIX ?= /usr/local

# What `make run` does; any can be given on the command line, as in `make run COMMAND=thesis/hello`.
# A suite has all of them; without one there are all events, 20 repetitions and the text report.
COMMAND     ?=
SUITE       ?= $(if $(COMMAND),,quick)
EVENTS      ?= $(if $(SUITE),,all)
REPETITIONS ?= $(if $(SUITE),,20)
REPORT      ?=
RUN_OPTIONS  = $(if $(SUITE),--suite '$(SUITE)') $(if $(COMMAND),--bench '$(COMMAND)') \
	$(if $(EVENTS),-e '$(EVENTS)') $(if $(REPETITIONS),-r '$(REPETITIONS)') \
	$(if $(REPORT),--report '$(REPORT)') --logs $(BUILD)/logs --db $(BUILD)/bareprobe.db

VERSION  := 0.1
REVISION := $(shell git describe --always --dirty --abbrev=7 2>/dev/null)
ID       := $(VERSION)$(if $(REVISION),-$(REVISION))

CC     := gcc
NASM   := nasm
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)
# A file's tests share what they set up, so they stay together on one of the cores. labgrid's plugin
# is of no use here and takes longer to load than most tests.
PYTEST = PYTHONPYCACHEPREFIX=$(BUILD)/pycache $(PYTHON) -m pytest -q -p no:cacheprovider -p no:labgrid \
	-n auto --dist loadfile

WARNINGS := -Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes -Wshadow

# How the kernel is optimised; -Os keeps the image small.
OPTIMIZE ?= -Os

# How the benchmarks are, and the library they share with the kernel: always alike, or their counts
# would change with the harness. (With -O2 the library takes 3 KB more.)
BENCH_OPTIMIZE   := -O2
LIBRARY_OPTIMIZE := -Os

# A plain P5: no CMOV, no MMX, no SSE; no library but our own; nothing that touches x87 state in
# the kernel. tools/p5gate holds the linked image to it.
KERNEL_CFLAGS := -m32 -march=pentium -mno-mmx -mno-sse -mgeneral-regs-only -std=gnu11 $(OPTIMIZE) -g \
	-ffreestanding -fno-builtin -fno-pic -fno-pie -fno-stack-protector -fcf-protection=none \
	-fno-asynchronous-unwind-tables -mpreferred-stack-boundary=2 -fno-strict-aliasing \
	-ffunction-sections -fdata-sections -fmacro-prefix-map=$(CURDIR)/= -ffile-prefix-map=$(CURDIR)/= \
	$(WARNINGS) -I.
BENCH_CFLAGS  := $(filter-out -mgeneral-regs-only $(OPTIMIZE),$(KERNEL_CFLAGS)) $(BENCH_OPTIMIZE) \
	-Wno-error=unused-function -Ilibp5mon -Ikernel/lib
NASMFLAGS     := -f elf32 -Werror -I./
KERNEL_LDFLAGS := -m elf_i386 -nostdlib -static --fatal-warnings -z noexecstack \
	-z max-page-size=4096 --build-id=none

KERNEL_C       := $(wildcard boot/*.c kernel/*.c kernel/lib/*.c pmc/*.c serial/*.c stats/*.c)
KERNEL_ASM     := $(wildcard boot/*.asm)
BENCH_FOLDERS := $(patsubst %/,%,$(wildcard bench/*/*/))
BENCH_FILES   := $(wildcard bench/*/*.c bench/*/*.asm bench/*/*.s)
BENCH         := $(BENCH_FILES) $(BENCH_FOLDERS)
BENCH_SHARED  := $(filter-out bench/program.c,$(wildcard bench/*.c bench/*.asm))
bench_parts     = $(patsubst %,$(BUILD)/kernel/%.o,$(wildcard $(1)/*.c $(1)/*.asm $(1)/*.s))
TEST_BENCH     := $(wildcard tests/bench/*/*.c tests/bench/*/*.asm tests/bench/*/*.s)
objects         = $(patsubst %,$(BUILD)/kernel/%.o,$(basename $(1)))
P5MON_OBJECTS  := $(call objects,$(wildcard libp5mon/*.c libp5mon/*.asm))
# The stubs alone are linked where they are called: where they are, what calling them costs is measured.
P5MON_LINKED   := $(filter-out %/stubs.o,$(P5MON_OBJECTS)) $(LIBP5MON)
BENCH_PARTS    := $(foreach folder,$(BENCH_FOLDERS),$(call bench_parts,$(folder)))
BENCH_SETTLED  := $(filter $(basename $(BENCH)),$(shell sed '/^#/d; s|^|bench/|' bench/order))
BENCH_LINKED   := $(BENCH_SHARED) $(BENCH_SETTLED) $(sort $(filter-out $(BENCH_SETTLED),$(basename $(BENCH))))
KERNEL_OBJECTS := $(call objects,$(KERNEL_C) $(KERNEL_ASM) $(BENCH_LINKED))
TEST_OBJECTS   := $(call objects,$(TEST_BENCH))

HOST_CFLAGS := -std=gnu11 -O2 -g $(WARNINGS) -I.
SIM_CFLAGS  := $(HOST_CFLAGS) -flto=auto
SIM_OBJECTS := $(patsubst %.c,$(BUILD)/host/%.o,$(wildcard sim/*.c sim/*/*.c))

.PHONY: help run new-bench man install uninstall check check-sanitized check-boot bench-sim bench-host pictures floppy iso iso-floppy netboot qemu fuzz format clean all packages-run packages-check packages-iso

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  'make run' takes SUITE=quick (usual), thesis, machine, apps or all, or COMMAND='thesis/*';"
	@echo "  and EVENTS=branches,pipe REPETITIONS=5 REPORT=records in place of the suite's own."
	@echo "  NO_INSTALL=1 lists the Debian packages that are missing and stops."

run: packages-run ## measure a suite of benchmarks in the virtual Pentium and print its report
	@$(MAKE) -s --no-print-directory $(KERNEL) $(SIM) $(TOOL) $(SUITES)
	@$(TOOL) run $(RUN_OPTIONS)

new-bench: ## bench/NAME.c, a benchmark to start from: NAME=group/name, or with LANGUAGE=asm in nasm
	@tools/new_bench.sh '$(NAME)' '$(LANGUAGE)'

check: packages-check ## build everything and run every test
	@$(MAKE) -s --no-print-directory all
	@$(PYTEST) tests

check-boot: packages-check ## the whole boot matrix: each machine from each medium in 4 to 64 MB
	@$(MAKE) -s --no-print-directory all
	@WHOLE_MATRIX=1 $(PYTEST) tests/boot

floppy: packages-iso ## build/bareprobe.img, a 1.44 MB floppy; OVERLAY=FOLDER adds your files
	@$(MAKE) -s --no-print-directory $(FLOPPY)

iso: packages-iso ## build/bareprobe.iso, for a CD or a USB stick
	@$(MAKE) -s --no-print-directory $(ISO)

iso-floppy: packages-iso ## build/bareprobe-floppy.iso, a CD that older BIOSes boot as a floppy
	@$(MAKE) -s --no-print-directory $(FLOPPY_ISO)

netboot: packages-iso ## build/netboot/, for a TFTP server: GRUB over PXE, or iPXE
	@$(MAKE) -s --no-print-directory $(NETBOOT)/bareprobe.0

qemu: packages-qemu ## boot the CD image in QEMU, where no event counts and only time is measured
	@$(MAKE) -s --no-print-directory $(ISO)
	@iso/run_qemu.sh $(ISO)

fuzz: packages-fuzz packages-check ## random settings, kernels, options and instructions, SECONDS=60 each or RUNS=N
	@$(MAKE) -s --no-print-directory $(if $(FUZZ),,$(FUZZERS)) $(SIM) $(GUEST_FILES)
	@for fuzzer in $(if $(FUZZ),,$(FUZZERS)); do mkdir -p $$fuzzer.corpus; \
		words=tests/fuzz/$${fuzzer##*/}.dict; echo "$${fuzzer##*/}:"; \
		$$fuzzer $(if $(RUNS),-runs=$(RUNS),-max_total_time=$(SECONDS)) -verbosity=0 \
			-print_final_stats=1 $$(test ! -e $$words || echo -dict=$$words) \
			-artifact_prefix=$$fuzzer. $$fuzzer.corpus || exit 1; done
	@$(if $(RUNS),,$(PYTHON) -B tests/differential/fuzz.py $(or $(FUZZ),--seconds $(SECONDS)))

man: packages-run ## build/man/, the manual pages
	@$(MAKE) -s --no-print-directory $(MAN)

install: packages-run ## bareprobe and all it needs to PREFIX (/usr/local), as root if need be
	@$(MAKE) -s --no-print-directory $(TOOL) $(SIM) $(KERNEL) $(SUITES) $(MAN)
	@tools/install.sh install '$(DESTDIR)$(PREFIX)' $(BUILD)

uninstall: ## removes what install put there
	@tools/install.sh uninstall '$(DESTDIR)$(PREFIX)'

format: packages-format ## lay the C sources out by .clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')

clean: ## remove everything that was built
	rm -rf $(BUILD)

packages-run packages-check packages-iso packages-qemu packages-format packages-fuzz: packages-%:
	@tools/install_packages.sh $*

all: $(KERNEL) $(QUICK) $(TESTED) $(GUEST_FILES) $(SIM) $(TOOL) $(SUITES) $(MAN) $(BUILD)/accepted $(BUILD)/damage $(MEDIA) unit-tests

# ---- the kernel image -----------------------------------------------------------------------

# The ratio that the thesis's Figures 3.4 and 3.6 print, benchmarks that divide, and the test for the flaw.
GATE_OPTIONS := --allow-fdiv 'figure_3_*' --allow-fdiv 'lu_*' --allow-fdiv tanh --allow-fdiv cpu_has_fdiv_flaw

# The folders of the benchmarks, so that one taken away is gone from the image.
$(KERNEL): $(KERNEL_OBJECTS) $(LIBP5MON) linker.ld bench/order $(BUILD)/benchcheck $(BUILD)/p5gate $(wildcard bench bench/*/)
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -T linker.ld -o $@.unchecked $(KERNEL_OBJECTS) $(P5MON_LINKED)
	$(Q)$(BUILD)/benchcheck $@.unchecked $(BENCH)
	$(Q)$(BUILD)/p5gate $(GATE_OPTIONS) $@.unchecked
	$(Q)mv $@.unchecked $@

# The kernel with the benchmarks of the suite quick alone, for where memory or the way there is short.
quick_globs := $(subst $(comma), ,$(shell sed -n 's/^ *command = \(.*\);.*/\1/p' iso/experiments/quick.parms))
QUICK_BENCH := $(filter $(addprefix bench/,$(subst *,%,$(quick_globs))),$(basename $(BENCH)))

$(QUICK): $(KERNEL) $(call objects,$(KERNEL_C) $(KERNEL_ASM)) $(QUICK_BENCH:%=$(BUILD)/kernel/%.o)
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) --gc-sections -T linker.ld -o $@ $(filter %.o,$^) $(LIBP5MON)

# The kernel with benchmarks that only tests want: those that fault, and regions done wrong.
$(TESTED): $(KERNEL_OBJECTS) $(TEST_OBJECTS) $(LIBP5MON) linker.ld $(BUILD)/benchcheck
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -T linker.ld -o $@.unchecked $(KERNEL_OBJECTS) $(TEST_OBJECTS) $(P5MON_LINKED)
	$(Q)$(BUILD)/benchcheck $@.unchecked $(BENCH) $(TEST_BENCH)
	$(Q)mv $@.unchecked $@

# An archive, so that an image carries only what its benchmarks call.
$(LIBP5MON): $(P5MON_OBJECTS)
	$(Q)rm -f $@ && ar rcs $@ $^

# The command on the listening machine, with what it shares with the kernel.
TOOL_LIBRARIES := libserialport sqlite3 jansson ncursesw
TOOL_CFLAGS    := $(HOST_CFLAGS) $(SANITIZE) -D_GNU_SOURCE -DBAREPROBE_BUILD='"$(ID)"'
TOOL_SHARED    := $(wildcard stats/*.c) pmc/documented.c pmc/errata.c pmc/events.c kernel/lib/double.c kernel/lib/format.c kernel/lib/glob.c \
	$(addprefix kernel/,command_line.c config.c event_list.c parms.c setting_kinds.c settings.c suggest.c word.c) \
	$(filter-out serial/uart.c,$(wildcard serial/*.c)) tools/bench_image.c tools/elf32.c
# What reads the wire, for tests and benchmarks that have no need of the rest.
TOOL_READING   := $(addprefix host/,check.c crc16_fast.c events.c hash.c memory.c places.c reader.c records.c run.c strings.c wire.c)
TOOL_OBJECTS   := $(patsubst %.c,$(BUILD)/tool/%.o,$(wildcard host/*.c host/*/*.c) $(TOOL_SHARED)) \
	$(BUILD)/tool/metrics.o

# What is shared with the kernel and the command, and checks the benchmarks of an image.
CHECK_OBJECTS := $(patsubst %,$(BUILD)/tool/%.o,$(addprefix tools/,benchcheck bench_image bench_work elf32) \
	$(addprefix kernel/,bench_values suggest word lib/double lib/format) pmc/events)

# What nasm includes: it cannot tell while it assembles (2.16 writes the first file alone with -MD).
$(BENCH_PARTS) $(P5MON_OBJECTS) $(filter $(BUILD)/kernel/bench/% $(BUILD)/kernel/tests/%,$(KERNEL_OBJECTS) $(TEST_OBJECTS)): \
	bench/bench.inc pmc/region.inc $(wildcard bench/*/*.inc bench/*/*/*.inc tests/bench/*/*.inc)

$(P5MON_OBJECTS) $(KERNEL_OBJECTS) $(BENCH_PARTS) $(TEST_OBJECTS) $(SIM_OBJECTS) $(TOOL_OBJECTS) $(CHECK_OBJECTS): Makefile

LIBRARY_CFLAGS := $(filter-out $(OPTIMIZE),$(KERNEL_CFLAGS)) $(LIBRARY_OPTIMIZE)
$(filter $(BUILD)/kernel/kernel/lib/%,$(KERNEL_OBJECTS)) $(P5MON_OBJECTS): \
	KERNEL_CFLAGS := $(LIBRARY_CFLAGS)

# What takes or returns doubles has the x87 for it; nothing in the kernel calls it.
$(call objects,$(addprefix kernel/lib/,math.c strtod.c time.c)): \
	KERNEL_CFLAGS := $(filter-out -mgeneral-regs-only,$(LIBRARY_CFLAGS))

bench_sources = $(filter $(1) $(1).c $(1).asm $(1).s,$(BENCH))
$(foreach name,$(sort $(basename $(BENCH))),$(if $(word 2,$(call bench_sources,$(name))),$(error \
	$(call bench_sources,$(name)): all of them would be benchmark $(name:bench/%=%); rename all but one)))
$(foreach folder,$(BENCH_FOLDERS),$(if $(call bench_parts,$(folder)),,$(error \
	$(folder)/: no source in it; a folder in a group is a benchmark of its .c, .asm and .s files)))

# A benchmark's name is its path, less the folder all benchmarks are in and the ending. What its
# sources define is seen by no other benchmark; what several share stands in bench/ itself.
LOCALIZE = $(if $(filter $(call objects,$(BENCH_SHARED)),$@),:,objcopy --keep-global-symbol=none)

# WORK of bench/bench.h for the GNU assembler, which does not know what it assembles: file, name.
work_in_gas = printf '%s\n' '.macro WORK text:req' '.pushsection .bench_work, "", @progbits' \
	'.asciz "$(1)", "$(2)", "\text"' '.popsection' '.endm'

define bench_rules
$(BUILD)/kernel/$(1)/%.o: $(1)/%.c
	@mkdir -p $$(@D)
	$$(SAY) CC $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -MMD -MP -c -o $$@ $$<
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.asm
	@mkdir -p $$(@D)
	$$(SAY) NASM $$<
	$$(Q)$$(NASM) $$(NASMFLAGS) -DBENCH_NAME="'$$*'" -o $$@ $$<
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.o: $(1)/%.s bench/program.c bench/bench.h
	@mkdir -p $$(@D)
	$$(SAY) AS $$<
	$$(Q)$$(call work_in_gas,$$<,$$*) | as --32 -o $$@.code - $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) -DBENCH_NAME='"$$*"' -c -o $$@.main bench/program.c
	$$(Q)$$(LINK_PARTS) -o $$@ $$@.code $$@.main && rm $$@.code $$@.main
	$$(Q)$$(LOCALIZE) $$@
endef
$(foreach folder,bench tests/bench,$(eval $(call bench_rules,$(folder))))

# A folder's sources are compiled one by one, and are one benchmark from there on.
LINK_PARTS := ld -m elf_i386 -z noexecstack -r

# A program for an operating system is compiled as for one, and what it warns of is its own affair.
HOSTED_CFLAGS := -fhosted -fno-builtin -w
if_hosted      = $(if $(wildcard $(1)/hosted.c),$(2))

define bench_folder_rules
$(BUILD)/kernel/$(1).o: $(1) $(call bench_parts,$(1)) $(call if_hosted,$(1),bench/hosted.ld)
	$$(SAY) LD $(1)/
	$$(Q)$$(LINK_PARTS) $(call if_hosted,$(1),-T bench/hosted.ld) -o $$@ $$(filter %.o,$$^)
	$$(Q)$$(LOCALIZE) $$@

$(BUILD)/kernel/$(1)/%.c.o: $(1)/%.c
	@mkdir -p $$(@D)
	$$(SAY) CC $$<
	$$(Q)$$(CC) $$(BENCH_CFLAGS) $(call if_hosted,$(1),$$(HOSTED_CFLAGS)) -DBENCH_NAME='"$(2)"' \
		-MMD -MP -c -o $$@ $$<

$(BUILD)/kernel/$(1)/%.asm.o: $(1)/%.asm
	@mkdir -p $$(@D)
	$$(SAY) NASM $$<
	$$(Q)$$(NASM) $$(NASMFLAGS) -I$(1)/ -DBENCH_NAME="'$(2)'" -o $$@ $$<

$(BUILD)/kernel/$(1)/%.s.o: $(1)/%.s
	@mkdir -p $$(@D)
	$$(SAY) AS $$<
	$$(Q)$$(call work_in_gas,$$<,$(2)) | as --32 -I$(1) -o $$@ - $$<
endef
$(foreach folder,$(BENCH_FOLDERS),$(eval $(call bench_folder_rules,$(folder),$(folder:bench/%=%))))

$(BUILD)/kernel/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(KERNEL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/kernel/%.o: %.asm
	@mkdir -p $(@D)
	$(SAY) NASM $<
	$(Q)$(NASM) $(NASMFLAGS) -o $@ $<

# The build's name is in main.c alone; it is compiled again when the name changes.
$(BUILD)/kernel/kernel/main.o: KERNEL_CFLAGS += -DBAREPROBE_BUILD='"$(ID)"'
$(BUILD)/kernel/kernel/main.o: $(BUILD)/id
$(BUILD)/id: FORCE
	@mkdir -p $(@D)
	@echo '$(ID)' | cmp -s - $@ || echo '$(ID)' > $@
FORCE:

# ---- programs of the host ----------------------------------------------------------------------

$(SIM): $(SIM_OBJECTS)
	$(SAY) LD $@
	$(Q)$(CC) $(SIM_CFLAGS) -o $@ $^ -lZydis -lm

$(TOOL): $(TOOL_OBJECTS)
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^ $$(pkg-config --libs $(TOOL_LIBRARIES)) -lm

$(BUILD)/tool/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tool/host/main.o: $(BUILD)/id

# `bareprobe run --suite` finds them beside the program.
$(SUITES): $(BUILD)/%: iso/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/tool/host/html/assets.o $(BUILD)/unit/host/html/assets.o: host/html/page.css host/html/page.js

# From what the programs say with --help; bareprobe.1 stands for all of them.
PAGES_DATE = $(or $(shell git log -1 --format=%cs 2>/dev/null),$(shell date +%F))
$(MAN): $(TOOL) $(SIM) tools/man_pages.sh tools/man_page.awk
	$(SAY) MAN $(@D)
	$(Q)tools/man_pages.sh $(@D) $(TOOL) $(SIM) $(PAGES_DATE)

# The program's own metrics: the files of host/metrics/, name and text, in one table.
METRICS := $(wildcard host/metrics/*.metric)
$(BUILD)/tool/metrics.o: $(METRICS) Makefile
	@mkdir -p $(@D)
	$(SAY) AS $@
	$(Q){ echo '.section .rodata'; echo '.global metrics_builtin_start, metrics_builtin_end'; \
		echo 'metrics_builtin_start:'; \
		for file in $(METRICS); do printf '.asciz "%s"\n.incbin "%s"\n.byte 0\n' $$file $$file; done; \
		echo 'metrics_builtin_end:'; echo '.section .note.GNU-stack,"",@progbits'; } | $(CC) -x assembler -c -o $@ -

$(BUILD)/host/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(SIM_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/benchcheck: $(CHECK_OBJECTS)
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^

$(BUILD)/p5gate: tools/p5gate.c tools/elf32.c tools/elf32.h
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(HOST_CFLAGS) -o $@ $(filter %.c,$^) -lZydis

# ---- boot media ----------------------------------------------------------------------------------

# A folder whose files are put onto the media too, in place of those of their names.
OVERLAY ?=
MEDIA_FILES := $(wildcard iso/* iso/experiments/*) $(BUILD)/overlay \
	$(if $(OVERLAY),$(shell find $(OVERLAY) -type f))

# The folder's name, written anew where it is another.
$(BUILD)/overlay: FORCE
	@mkdir -p $(@D)
	@echo '$(OVERLAY)' | cmp -s - $@ || echo '$(OVERLAY)' > $@

# Of GRUB what is on the media has passed the gate too.
$(BUILD)/grub.checked: iso/check_grub.sh iso/media.sh $(BUILD)/p5gate
	$(SAY) GATE GRUB
	$(Q)iso/check_grub.sh $(BUILD)/p5gate && touch $@

$(FLOPPY) $(ISO) $(NETBOOT)/bareprobe.0: $(KERNEL) $(BUILD)/grub.checked $(MEDIA_FILES)

$(FLOPPY):
	$(SAY) IMAGE $@
	$(Q)iso/make_floppy.sh $(KERNEL) $@ $(OVERLAY)

$(ISO):
	$(SAY) IMAGE $@
	$(Q)iso/make_iso.sh $(KERNEL) $@ $(OVERLAY)

$(FLOPPY_ISO): $(FLOPPY)
	$(SAY) IMAGE $@
	$(Q)iso/make_iso_floppy.sh $(FLOPPY) $@

$(NETBOOT)/bareprobe.0:
	$(SAY) IMAGE $(NETBOOT)/
	$(Q)iso/make_netboot.sh $(KERNEL) $(NETBOOT) $(OVERLAY)

# ---- unit tests: each tests/unit/*.c is a program, linked with what it tests --------------------

HOST_SOURCES := $(wildcard stats/*.c sim/model/*.c) $(addprefix kernel/,bench_values.c command_line.c config.c event_list.c memory_map.c parms.c processor.c rtc_time.c setting_kinds.c settings.c speed.c suggest.c word.c) \
	$(addprefix libp5mon/,buffers.c config.c event_names.c) kernel/lib/double.c kernel/lib/format.c kernel/lib/glob.c \
	pmc/documented.c pmc/errata.c pmc/events.c pmc/schedule.c sim/devices/pic.c \
	$(filter-out serial/uart.c,$(wildcard serial/*.c))
HOST_OBJECTS := $(patsubst %.c,$(BUILD)/unit/%.o,$(HOST_SOURCES) $(filter-out host/main.c,$(wildcard host/*.c host/*/*.c)))
UNIT_TESTS   := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
UNIT_CFLAGS  := $(HOST_CFLAGS) -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: unit-tests
unit-tests: $(UNIT_TESTS)

$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/unit/tested.a
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(UNIT_CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(BUILD)/unit/tested.a -lcmocka -lZydis -lm \
		$$(pkg-config --libs $(TOOL_LIBRARIES))

# Full names (P), since folders have files of the same name.

$(BUILD)/unit/tested.a: $(HOST_OBJECTS) $(BUILD)/tool/metrics.o
	$(Q)rm -f $@ && ar rcsP $@ $^

$(BUILD)/unit/host/%.o: UNIT_CFLAGS += -D_GNU_SOURCE -DBAREPROBE_BUILD='"$(ID)"'
$(BUILD)/unit/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_CFLAGS) -MMD -MP -c -o $@ $<


# ---- the virtual Pentium's speed: each program with work() is a kernel of its own -----------------

SPEED_PROGRAMS := crc32 matrix nothing quicksort
SPEED_IMAGES   := $(SPEED_PROGRAMS:%=$(BUILD)/speed/%.elf)
SPEED_CFLAGS    = $(filter-out -mgeneral-regs-only -O%,$(KERNEL_CFLAGS)) -O2
SPEED_START    := $(BUILD)/kernel/tests/speed/start.o $(BUILD)/kernel/tests/speed/main.o

bench-sim: packages-check ## how fast the virtual Pentium is, beside a real one and QEMU
	@$(MAKE) -s --no-print-directory $(SIM) $(SPEED_IMAGES)
	@$(PYTHON) tests/speed/bench_sim.py

bench-host: packages-check ## how fast bareprobe reads a log
	@$(MAKE) -s --no-print-directory $(BUILD)/speed/bench_host $(SIM) $(KERNEL)
	@$(SIM) -kernel $(KERNEL) -append 'command=thesis/program* exit=qemu' > $(BUILD)/speed/log
	@$(BUILD)/speed/bench_host $(BUILD)/speed/log

# ---- the pictures in host/README.md, each from a run in the virtual Pentium -----------------------

PICTURED := events=count_clocks,instructions_executed,data_read,data_read_miss,branch,stall repetitions=5 exit=qemu

pictures: packages-check ## draw the pictures of host/README.md again
	@$(MAKE) -s --no-print-directory $(SIM) $(TESTED) $(TOOL)
	@$(SIM) -kernel $(TESTED) -append 'command=reference/* $(PICTURED)' > $(BUILD)/reference.log
	@$(SIM) -kernel $(TESTED) -append 'command=host/sweep $(PICTURED)' > $(BUILD)/sweep.log
	@$(TOOL) plot stack $(BUILD)/reference.log -o host/pictures/stack.png
	@$(TOOL) plot sweep $(BUILD)/sweep.log -o host/pictures/sweep.png
	@$(TOOL) html $(BUILD)/reference.log -o $(BUILD)/page.html
	@$(PYTHON) -B tests/host/browser.py $(BUILD)/page.html host/pictures/page.png 1100 1300

$(BUILD)/speed/bench_host: tests/speed/bench_host.c
$(BUILD)/accepted $(BUILD)/damage: $(BUILD)/%: tests/wire/%.c
$(BUILD)/speed/bench_host $(BUILD)/accepted $(BUILD)/damage: \
		$(patsubst %.c,$(BUILD)/tool/%.o,$(TOOL_READING) $(wildcard stats/*.c) pmc/errata.c pmc/events.c)
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(TOOL_CFLAGS) -o $@ $^ -lm

$(BUILD)/speed/%.elf: $(SPEED_START) $(BUILD)/kernel/tests/speed/%.o
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -e start -Ttext 0x100000 -o $@ $^

$(BUILD)/kernel/tests/speed/%.o: KERNEL_CFLAGS := $(SPEED_CFLAGS)

# ---- the host's programs under the address and undefined-behaviour sanitizers ---------------------

SANITIZED        := $(BUILD)/sanitized
WITH_SANITIZERS  := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED_TESTS  ?= tests/virtual tests/reference tests/differential tests/host

check-sanitized: packages-check ## run the tests of vpentium and bareprobe with ASan and UBSan in them
	@$(MAKE) -s --no-print-directory BUILD=$(SANITIZED) SIM_CFLAGS='$(HOST_CFLAGS) $(WITH_SANITIZERS)' \
		SANITIZE='$(WITH_SANITIZERS)' $(addprefix $(SANITIZED)/,vpentium bareprobe accepted damage) \
		$(SANITIZED)/bareprobe.elf $(SANITIZED)/bareprobe-test.elf \
		$(SUITES:$(BUILD)/%=$(SANITIZED)/%) \
		$(GUEST_FILES:$(BUILD)/%=$(SANITIZED)/%)
	@rm -f $(SANITIZED)/report.*
	@BUILD=$(SANITIZED) ASAN_OPTIONS=verify_asan_link_order=0:log_path=$(abspath $(SANITIZED))/report \
		UBSAN_OPTIONS=print_stacktrace=1:log_path=$(abspath $(SANITIZED))/report \
		LSAN_OPTIONS=print_suppressions=0:suppressions=$(abspath tests/leaks.supp) \
		$(PYTEST) $(SANITIZED_TESTS); status=$$?; \
	cat $(SANITIZED)/report.* 2>/dev/null && exit 1; exit $$status

# ---- the guest of the differential test, and the ROM that starts it in Bochs ----------------------

GUEST_OBJECTS := $(call objects,$(wildcard tests/differential/guest/*.c) \
	$(wildcard tests/differential/guest/*.asm) serial/uart.c kernel/lib/string.c)

$(GUEST): $(GUEST_OBJECTS) tests/differential/guest/linker.ld
	$(SAY) LD $@
	$(Q)ld $(KERNEL_LDFLAGS) -T tests/differential/guest/linker.ld -o $@ $(GUEST_OBJECTS)

$(BUILD)/differential.bin: $(GUEST)
	$(Q)objcopy -O binary $< $@

$(BUILD)/differential.rom: tests/differential/rom.asm
	$(SAY) NASM $<
	$(Q)$(NASM) -f bin -Werror -o $@ $<

# ---- fuzzing: each tests/fuzz/fuzz_*.c is a libFuzzer program, linked with what it feeds ---------

SECONDS ?= 60
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

FUZZED_SOURCES := $(HOST_SOURCES) $(addprefix sim/,kernel_image.c symbols.c options.c model_options.c) \
	$(TOOL_READING) host/message.c host/metrics/formula.c host/metrics/metric_file.c

# It brings its own file_read().
$(BUILD)/fuzz/fuzz_multiboot: $(filter-out sim/main.c sim/file.c,$(wildcard sim/*.c sim/devices/*.c))

$(BUILD)/fuzz/%: tests/fuzz/%.c $(FUZZED_SOURCES)
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)clang -g -O1 -std=gnu11 -I. -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -o $@ $(filter %.c,$^) \
		-lZydis -lm

-include $(KERNEL_OBJECTS:.o=.d) $(BENCH_PARTS:.o=.d) $(P5MON_OBJECTS:.o=.d) $(GUEST_OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(SIM_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) \
	$(CHECK_OBJECTS:.o=.d) $(HOST_OBJECTS:.o=.d) $(UNIT_TESTS:=.d)
