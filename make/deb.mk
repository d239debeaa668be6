# SPDX-License-Identifier: MIT
# Debian packages of the last commit (debian/). tools/make_deb.sh builds them in separate directories.

# Default: amd64, arm64 and armhf on amd64; elsewhere the machine's own.
DEB_ARCHITECTURES ?=

.PHONY: deb
deb:
	@tools/make_deb.sh $(BUILD)/deb $(DEB_ARCHITECTURES)
