# SPDX-License-Identifier: MIT
# Debian packages, built from the last commit in directories of their own (debian/, tools/make_deb.sh).

# Default: amd64, arm64 and armhf on amd64; elsewhere the machine's own.
DEB_ARCHITECTURES ?=

.PHONY: deb
deb:
	@tools/make_deb.sh $(BUILD)/deb $(DEB_ARCHITECTURES)
