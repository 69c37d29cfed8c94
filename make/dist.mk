# A tarball of the commit that is checked out, the same bytes whenever it is made; it builds without git.

DIST ?= build/bandstand-$(VERSION).tar.gz
.PHONY: dist
dist:
	@mkdir -p $(dir $(DIST)); git archive --format=tar --prefix=bandstand-$(VERSION)/ HEAD | gzip -n9 > $(DIST)
	@echo $(DIST)
