# SPDX-License-Identifier: MIT
# The goals that a user types; `make help` lists them. Each product is built by a file of make/, all of
# them in build/.

MAKEFLAGS += --no-builtin-rules
# All processors, unless the command line has another -j.
MAKEFLAGS += -j$(shell nproc 2>/dev/null)
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
BUILD := build

# `make install` writes below DESTDIR/PREFIX.
PREFIX ?= /usr/local

# Variables of `make run`, as in `make run COMMAND=thesis/hello`. A suite sets all of them. The defaults
# without a suite are all events, 20 repetitions and the table.
COMMAND     ?=
SUITE       ?= $(if $(COMMAND),,quick)
EVENTS      ?= $(if $(SUITE),,all)
REPETITIONS ?= $(if $(SUITE),,20)
REPORT      ?=
SETTINGS    ?=
MEMORY      ?=
RUN_OPTIONS  = $(if $(SUITE),--suite '$(SUITE)') $(if $(COMMAND),--bench '$(COMMAND)') \
	$(if $(EVENTS),-e '$(EVENTS)') $(if $(REPETITIONS),-r '$(REPETITIONS)') $(if $(REPORT),--report '$(REPORT)') $(if $(MEMORY),--memory '$(MEMORY)') $(if $(SETTINGS),,--jobs auto) $(if $(filter -o --output% --no-log,$(SETTINGS)),,--logs $(BUILD)/logs) $(SETTINGS)

# A directory of files for the media. They replace files of the same name.
OVERLAY ?=

# Duration of each fuzzer; RUNS=N gives each N inputs instead.
SECONDS ?= 60

include make/settings.mk make/host.mk make/simulator.mk make/kernel.mk make/tool.mk make/musl.mk make/programs.mk make/media.mk \
	make/speed.mk make/tests.mk make/fuzz.mk make/deb.mk make/products.mk

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  'make run' takes SUITE=quick (default), first, thesis, machine, apps, fit or all, or COMMAND='thesis/*';"
	@echo "  and EVENTS=branches,pipe REPETITIONS=5 REPORT=records SETTINGS='state=cold' MEMORY=64 (MB) as well."
	@echo "  NO_INSTALL=1 lists the Debian packages that are missing and stops."

run: $(SIM) $(KERNEL) $(TOOL) $(SUITES) $(SILICON) ## measure a suite of benchmarks in the simulator and print the report
	@tools/left_out.sh $(BUILD) benchmarks || true
	@$(TOOL) run $(RUN_OPTIONS)

listener: $(TOOL) $(SUITES) $(SILICON) $(MAN) ## build build/listener/bareprobe: the host command alone, on any Linux computer

new-bench: ## create bench/NAME.c, a first benchmark: NAME=group/name; LANGUAGE=asm or program for other kinds
	@tools/new_bench.sh '$(NAME)' '$(LANGUAGE)'

check: products ## build everything and run the tests that take less than ten minutes together
	@$(CHECK) tests
	@tools/left_out.sh $(BUILD)

check-all: products $(SIM_SLOW_TESTS) ## make check, then every other test, the sanitizers and the fuzzers: up to 90 minutes
	@$(PARTS)

ci: products $(SIM_SLOW_TESTS) ## make check, then the most recently changed parts of check-all for 45 minutes
	@$(PARTS) --minutes 45

test-times: ## the most expensive tests of the last make check, also written into tests/README.md
	@$(PYTHON) tools/test_times.py $(BUILD)/test-times.tsv tests/README.md

check-fresh: ## try make run and make check on a minimal Debian 12; needs root and debootstrap
	@tools/try_fresh_debian.sh run check

check-boot: all ## boot each machine from each medium with 4 to 64 MB
	@WHOLE_MATRIX=1 $(PYTEST) tests/boot

floppy: $(FLOPPY) ## build/bareprobe.img, a 1.44 MB floppy; OVERLAY=FOLDER adds your files, START=score starts that suite
iso: $(ISO) ## build/bareprobe.iso, for a CD or a USB stick
iso-floppy: $(FLOPPY_ISO) ## build/bareprobe-floppy.iso, a CD that older BIOSes boot as a floppy
netboot: $(NETBOOT)/bareprobe.0 ## build build/netboot/ for a TFTP server: GRUB over PXE, or iPXE

dist: $(KERNEL) $(MEDIA) ## build build/bareprobe-VERSION.tar.gz: media, sources and checksums of the last commit
	@tools/make_dist.sh $(BUILD) $(VERSION)

deb: ## build build/deb/*.deb of the last commit: bareprobe, bareprobe-listener (also arm64, armhf), bareprobe-media

qemu: $(ISO) $(TOOL) ## boot the CD image in QEMU, which counts no events; store and print the run
	@iso/run_qemu.sh $(ISO) >$(BUILD)/qemu.log; status=$$?; \
	$(TOOL) import $(BUILD)/qemu.log && $(TOOL) show --report=text $(BUILD)/qemu.log; exit $$status

fuzz: $(FUZZED_PRODUCTS) ## run the fuzzers of settings, kernels, options and instructions: SECONDS=60 each, or RUNS=N
	@$(run_fuzzers)

teach: $(BUILD)/teach.html ## build build/teach.html, a lesson on ten loops of period books, with diagrams
paper: $(BUILD)/paper.html ## build build/paper.html: tables and figures of a paper on multiplexing; takes many minutes
man: $(MAN) ## build the manual pages in build/man/

scoreboard: $(SCORED) ## run the score in each emulator, and write docs/scoreboard.md
	@$(write_scoreboard)

install: $(TOOL) $(SIM) $(SIM_P6) $(SIM_K7) $(SIM_NETBURST) $(KERNEL) $(SUITES) $(SILICON) $(MAN) ## install bareprobe and its files below PREFIX (default /usr/local)
	@tools/install.sh install "$$DESTDIR$$PREFIX" $(BUILD)
uninstall: ## remove the installed files
	@tools/install.sh uninstall "$$DESTDIR$$PREFIX"

format: ## format the C sources with .clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')
clean: ## remove build/
	rm -rf $(BUILD)

bench-sim: $(SIM) $(KERNEL) $(SPEED_IMAGES) ## compare the simulator's speed with QEMU, cachegrind and callgrind
	@$(PYTHON) tests/speed/bench_sim.py

bench-host: $(BUILD)/speed/bench_host $(SIM) $(KERNEL) ## measure how fast bareprobe reads a log
	@$(SIM) -kernel $(KERNEL) -append 'command=thesis/program* exit=qemu' > $(BUILD)/speed/log
	@$(BUILD)/speed/bench_host $(BUILD)/speed/log

pictures: $(KERNEL) $(SIM) $(TESTED) $(TOOL) ## draw the pictures of the documents again
	@$(draw_pictures)

check-sanitized: products ## run the fast tests of vpentium and bareprobe with ASan and UBSan
	@$(check_sanitized)

all: products $(SIM_SLOW_TESTS)
	@tools/left_out.sh $(BUILD)
