# SPDX-License-Identifier: MIT
# musl for `bareprobe cc`: Debian's packages of musl and of gcc's library for i386, unpacked into
# build/musl. They are neither installed nor part of the repository.

MUSL          := $(BUILD)/musl
GCC_VERSION    = $(shell $(CC) -dumpversion)
# The package with gcc's library is named after gcc's version.
MUSL_PACKAGES  = musl-dev:i386 libgcc-$(firstword $(subst ., ,$(GCC_VERSION)))-dev:i386

# Downloads need a network, so they are repeated only after `make clean`.
$(MUSL)/packages:
	$(call progress,FETCH $(MUSL))
	$(Q)rm -rf $(MUSL) && mkdir -p $(MUSL)/lib
	$(Q)tools/debian_packages.sh $(BUILD)/apt $(MUSL)/unpacked $(MUSL_PACKAGES)
	$(Q)cp -R $(MUSL)/unpacked/usr/include/i386-linux-musl $(MUSL)/include
	$(Q)cp $(MUSL)/unpacked/usr/lib/i386-linux-musl/*.[ao] $(MUSL)/lib
	$(Q)cp $(MUSL)/unpacked/usr/lib/gcc/i686-linux-gnu/*/crt*.o \
		$(MUSL)/unpacked/usr/lib/gcc/i686-linux-gnu/*/libgcc.a $(MUSL)/lib
	$(Q)cp $(MUSL)/unpacked/usr/share/doc/musl-dev/copyright $(MUSL)
	$(Q)rm -rf $(MUSL)/unpacked
	$(Q)echo $(MUSL_PACKAGES) > $@

$(MUSL)/cc.specs: tools/musl/cc.specs $(MUSL)/packages
	$(Q)cp $< $@

# Functions of gcc's library that contain instructions of an i686, for a Pentium; position-independent, for
# -static-pie.
$(MUSL)/lib/libpentium.a: tools/musl/pentium_libgcc.c $(TOOL) $(MUSL)/cc.specs
	$(call progress,AR $@)
	$(Q)$(TOOL) cc -O2 -fPIE -Wall -Wextra -Werror -c -o $(MUSL)/lib/pentium_libgcc.o $<
	$(Q)rm -f $@ && ar rcs $@ $(MUSL)/lib/pentium_libgcc.o && rm $(MUSL)/lib/pentium_libgcc.o

# The regions of programs, next to musl's headers.
MUSL_REGIONS := $(patsubst pmc/program/%,$(MUSL)/include/%,$(wildcard pmc/program/bareprobe/*))

$(MUSL_REGIONS): $(MUSL)/include/%: pmc/program/% $(MUSL)/packages
	$(Q)mkdir -p $(@D) && cp $< $@

# Headers before musl's, which they include.
MUSL_HEADERS := $(patsubst tools/musl/include/%,$(MUSL)/own/%,$(wildcard tools/musl/include/sys/*))

$(MUSL_HEADERS): $(MUSL)/own/%: tools/musl/include/% $(MUSL)/packages
	$(Q)mkdir -p $(@D) && cp $< $@
$(MUSL)/lib/libpentium.a: $(MUSL_HEADERS)

MUSL_FILES := $(MUSL)/lib/libpentium.a $(MUSL_REGIONS) $(MUSL_HEADERS)

.PHONY: musl
musl: $(MUSL_FILES) ## fetch musl, the C library of programs compiled by `bareprobe cc`
