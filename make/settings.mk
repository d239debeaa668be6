# SPDX-License-Identifier: MIT
# Settings of all products: their names, the tools and the tools' flags.

# The listener is the host command without the parts that need nasm or an x86 computer. It differs in a few
# objects, so it has its own directory, unless the command line names one. If there are other goals, which
# build the whole command anyway, the listener is that one.
LISTENER := $(if $(filter-out listener,$(MAKECMDGOALS)),,$(MAKECMDGOALS))
ifneq ($(LISTENER),)
BUILD := build/listener
endif

comma := ,

KERNEL := $(BUILD)/bareprobe.elf
QUICK  := $(BUILD)/bareprobe-quick.elf
TESTED := $(BUILD)/bareprobe-test.elf
LIBP5MON := $(BUILD)/kernel/libp5mon.a
LIBPCL := $(BUILD)/kernel/libpcl.a
SIM    := $(BUILD)/vpentium
SIM_P6 := $(BUILD)/vpentium-p6
SIM_K7 := $(BUILD)/vpentium-k7
SIM_NETBURST := $(BUILD)/vpentium-netburst
# With -test, for tests. Only slow tests use those of the later processors.
SIM_TEST := $(SIM)-test
SIM_SLOW_TESTS := $(addsuffix -test,$(SIM_P6) $(SIM_K7) $(SIM_NETBURST))
TOOL   := $(BUILD)/bareprobe
MAN    := $(BUILD)/man/bareprobe.1
SILICON := $(patsubst tests/data/%,$(BUILD)/%,$(wildcard tests/data/silicon/*_mem.tsv))
SUITES := $(patsubst iso/%,$(BUILD)/%,$(wildcard iso/experiments/*.parms))

VERSION  := 0.1
REVISION := $(shell git describe --always --dirty --abbrev=7 2>/dev/null)
ID       := $(VERSION)$(if $(REVISION),-$(REVISION))

CC     := gcc
NASM   := nasm
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)

WARNINGS := -Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes -Wshadow

# Every program for the host is compiled with these flags, so that its objects can be shared. A program
# gives the same output on every host: a plain char is signed, as on x86, and a product is rounded before
# it is added, also where the processor could do both at once. Files and dates have 64 bits on a host of 32 bits:
# a machine without a battery may send any year.
# SANITIZE is empty except in `make check-sanitized`. `make DEBUG=-g` adds debug information, which costs
# a fifth of the time to compile.
DEBUG       ?= $(if $(SANITIZE),-g)
HOST_CFLAGS := -std=gnu11 -O2 $(DEBUG) -pipe $(WARNINGS) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 \
	-fsigned-char -ffp-contract=off $(SANITIZE) -I.

# Kernel sources that the host command and the unit tests are built from, too.
SETTINGS_SHARED := $(filter-out kernel/settings/experiments.c,$(wildcard kernel/settings/*.c)) \
	pmc/libpfm4/libpfm4.c pmc/modifiers.c pmc/evntsel/raw_code.c
LIBRARY_SHARED  := $(addprefix kernel/lib/,double.c format.c glob.c)
COUNTING_SHARED := pmc/documented_values.c pmc/errata.c pmc/event.c pmc/families.c \
	pmc/probe_share.c pmc/ratio.c pmc/p5/p5_events.c pmc/p5/p5_reserved.c pmc/p6/p6_event_table.c pmc/k7/k7_event_table.c \
	pmc/netburst/netburst_event_table.c \
	pmc/evntsel/selector.c
NETBURST_SHARED := $(filter-out %_table.c,$(wildcard pmc/netburst/*.c))
RECORDS_SHARED  := $(filter-out serial/uart.c,$(wildcard serial/*.c))

# ---- goals ----------------------------------------------------------------------------------------

GOALS := $(or $(MAKECMDGOALS),help)

# The single letters of make's command line, as in `make -ns`.
LETTERS := $(filter-out -%,$(firstword $(MAKEFLAGS)))
DRY_RUN := $(findstring n,$(LETTERS))

# These goals compile nothing.
BUILDING := $(filter-out help clean packages packages-% new-bench uninstall test-times deb,$(GOALS))

# ---- Debian packages ------------------------------------------------------------------------------

# The groups of tools/install_packages.sh that the goals need. Only x86 computers build all packages of `make
# deb`; the others build the listener.
DEB_ON_X86 := $(if $(filter x86_64,$(shell uname -m)),deb)
PACKAGES_OF_run    := run man install musl scoreboard $(DEB_ON_X86)
PACKAGES_OF_listener := listener deb
PACKAGES_OF_deb    := deb
PACKAGES_OF_check  := all products check check-all check-boot check-sanitized bench-sim bench-host pictures fuzz ci
PACKAGES_OF_full   := check-all ci check-boot
PACKAGES_OF_iso    := iso iso-floppy floppy netboot dist scoreboard $(DEB_ON_X86)
PACKAGES_OF_qemu   := qemu
PACKAGES_OF_fuzz   := fuzz check-all ci
PACKAGES_OF_format := format
PACKAGE_GROUPS := $(strip $(foreach group,run listener check full iso qemu fuzz format deb, \
	$(if $(filter $(PACKAGES_OF_$(group)) packages-$(group),$(GOALS)),$(group))))

# They are installed while make reads its files, since a new machine has no compiler to ask then.
ifeq ($(DRY_RUN)$(COUNTING),)
install_packages = $(shell V=$(V) tools/install_packages.sh $(1) >&2)$(if $(filter-out 0,$(.SHELLSTATUS)), \
	$(error packages are missing: see above))
$(foreach group,$(PACKAGE_GROUPS),$(call install_packages,$(group)))
endif

.PHONY: packages
packages: ;
packages-%: ;

# ---- progress -------------------------------------------------------------------------------------

# Each step of the build prints [STEP/ALL]. A dry run of the same goals counts ALL first. On a terminal
# one line shows the current step; elsewhere every hundredth step is a line. V=1 shows the commands.
SILENT  := $(findstring s,$(LETTERS))
SHOWN   := $(if $(BUILDING),$(if $(DRY_RUN)$(SILENT)$(V)$(COUNTING),,yes))
quoted   = '$(subst ','\'',$(1))'
STEPS   := $(if $(SHOWN),$(shell MAKEFLAGS=$(call quoted,n -- COUNTING=1 $(MAKEOVERRIDES)) \
	$(MAKE) -f $(firstword $(MAKEFILE_LIST)) $(GOALS) 2>/dev/null | grep -c '^STEP$$'))
STEP    :=
next_step = $(eval STEP += x)$(words $(STEP))
progress_terminal = $(if $(SHOWN),@printf '\r[%s/%s] %s\033[K\r' $(next_step) $(STEPS) '$(1)')
progress_lines    = $(if $(COUNTING),$(info STEP),$(if $(SHOWN),$(call progress_line,$(next_step),$(1))))
progress_line     = $(if $(filter %00 $(STEPS),$(1)),$(info [$(1)/$(STEPS)] $(2)))
progress = $(call progress_$(if $(MAKE_TERMOUT),terminal,lines),$(1))
Q       := $(if $(V),,@)

# IN: file, text. Writes the text into the file if it differs, so that products that depend on the file
# are made again only when the text changes. Nothing is written in a dry run.
write_text  = $(if $(BUILDING),$(eval $(1): ;)$(if $(DRY_RUN),,$(call write_changed,$(1),$(call quoted,$(2)))))
write_changed = $(shell mkdir -p $(dir $(1)); printf '%s\n' $(2) | cmp -s - $(1) || printf '%s\n' $(2) > $(1))

$(call write_text,$(BUILD)/id,$(ID))
FORCE:
