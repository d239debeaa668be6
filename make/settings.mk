# SPDX-License-Identifier: MIT
# What all products share: names of what is built, tools and their flags, and the Debian packages
# that a goal needs before anything is compiled for it.

comma := ,

KERNEL := $(BUILD)/bareprobe.elf
QUICK  := $(BUILD)/bareprobe-quick.elf
TESTED := $(BUILD)/bareprobe-test.elf
LIBP5MON := $(BUILD)/kernel/libp5mon.a
LIBPCL := $(BUILD)/kernel/libpcl.a
LIBP4PM  := $(BUILD)/kernel/libp4pm.a
LIBPROGRAM := $(BUILD)/kernel/libprogram.a
SIM    := $(BUILD)/vpentium
SIM_P6 := $(BUILD)/vpentium-p6
SIM_K7 := $(BUILD)/vpentium-k7
SIM_NETBURST := $(BUILD)/vpentium-netburst
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

HOST_CFLAGS := -std=gnu11 -O2 -g $(WARNINGS) -I.

# The settings of an experiment, which the listening machine reads by the kernel's own code; and what
# else of the kernel's is compiled for the host too.
SETTINGS_SHARED := $(filter-out kernel/settings/experiments.c,$(wildcard kernel/settings/*.c)) \
	pmc/modifiers.c
LIBRARY_SHARED  := $(addprefix kernel/lib/,double.c format.c glob.c)
COUNTING_SHARED := pmc/documented.c pmc/errata.c pmc/event.c pmc/families.c \
	pmc/probe_share.c pmc/ratio.c pmc/p5/p5_events.c pmc/p6/p6_event_table.c pmc/k7/k7_event_table.c \
	pmc/netburst/netburst_table.c \
	pmc/evntsel/selector.c
NETBURST_SHARED := $(filter-out %_table.c,$(wildcard pmc/netburst/*.c))
RECORDS_SHARED  := $(filter-out serial/uart.c,$(wildcard serial/*.c))

# The names of all groups of tools/install_packages.sh that the goals need.
PACKAGES_OF_run    := run man install
PACKAGES_OF_check  := all check check-boot check-sanitized bench-sim bench-host pictures fuzz
PACKAGES_OF_iso    := iso iso-floppy floppy floppy-syslinux netboot dist
PACKAGES_OF_qemu   := qemu
PACKAGES_OF_fuzz   := fuzz
PACKAGES_OF_format := format
PACKAGE_GROUPS := $(strip $(foreach group,run check iso qemu fuzz format, \
	$(if $(filter $(PACKAGES_OF_$(group)) packages-$(group),$(MAKECMDGOALS)),$(group))))

# Everything that is compiled comes behind this, which makes nothing out of date.
.PHONY: packages
packages:
	@$(foreach group,$(PACKAGE_GROUPS),tools/install_packages.sh $(group) &&) :

packages-%: packages ;

# What is in it changes; what depends on it is made again only then.
FORCE:
$(BUILD)/id: FORCE
	@mkdir -p $(@D)
	@echo '$(ID)' | cmp -s - $@ || echo '$(ID)' > $@
