# SPDX-License-Identifier: MIT
# Boot media for real machines: floppy, CD, USB stick, network.

ISO        := $(BUILD)/bareprobe.iso
FLOPPY     := $(BUILD)/bareprobe.img
FLOPPY_ISO := $(BUILD)/bareprobe-floppy.iso
NETBOOT    := $(BUILD)/netboot
MEDIA      := $(FLOPPY) $(ISO) $(FLOPPY_ISO) $(NETBOOT)/bareprobe.0

MEDIA_FILES := $(wildcard iso/* iso/experiments/* iso/programs/* pmc/program/bareprobe/*.inc) $(BUILD)/overlay

# The entry that the menu starts at once, the name of the overlay directory, and the check sums of its files. The
# media depend on them.
$(BUILD)/overlay: FORCE
	@{ echo "$$START $$OVERLAY"; [ -z "$$OVERLAY" ] || find "$$OVERLAY" -type f -exec cksum {} + | sort; } > $@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The boot loaders on the media pass the P5 gate too.
$(BUILD)/grub.checked: iso/check_grub.sh iso/media.sh iso/boot_floppy.asm iso/loader_memory.asm \
	iso/read_limit.inc $(BUILD)/p5gate
	$(call progress,GATE GRUB)
	$(Q)iso/check_grub.sh $(BUILD)/p5gate && touch $@

$(FLOPPY) $(ISO) $(NETBOOT)/bareprobe.0: $(KERNEL) $(BUILD)/grub.checked $(MEDIA_FILES)

$(FLOPPY):
	$(call progress,IMAGE $@)
	$(Q)iso/make_floppy.sh $(KERNEL) $@ "$$OVERLAY"

$(ISO):
	$(call progress,IMAGE $@)
	$(Q)iso/make_iso.sh $(KERNEL) $@ "$$OVERLAY"

$(FLOPPY_ISO): $(FLOPPY)
	$(call progress,IMAGE $@)
	$(Q)iso/make_iso_floppy.sh $(FLOPPY) $@

$(NETBOOT)/bareprobe.0:
	$(call progress,IMAGE $(NETBOOT)/)
	$(Q)iso/make_netboot.sh $(KERNEL) $(NETBOOT) "$$OVERLAY"
