# Installs what `make` and `make lib` have built and builds nothing: root may have another compiler, no nvcc and no
# commit. Documents keep their places towards each other, so that links between them hold.

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
.PHONY: install install-program library-alone uninstall install-lib uninstall-lib
BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
MAN := $(SHARE)/man/man1
COMPLETIONS := $(SHARE)/bash-completion/completions
DOC := $(SHARE)/doc/bandstand
LIB := $(DESTDIR)$(LIBDIR)
INCLUDE := $(DESTDIR)$(PREFIX)/include
FOLDERS = $(BIN) $(MAN) $(COMPLETIONS) $(dir $(DOC)) $(INCLUDE) $(LIB)/pkgconfig
DOCUMENTS = LICENSE AUTHORS CITATION.cff $(wildcard docs/pictures/* docs/ci/* library/examples/*) apps/app.h \
  apps/list.h library/bandstand.h \
  $(filter-out build/%,$(wildcard *.md */*.md */*/*.md */*/*/*.md))
# built FILE, COMMAND: the file, which the command builds.
built = $(if $(wildcard $1),$1,$(error $1 is not built: `$2` builds it, `make install` does not))
LIBRARY_IS_BUILT := $(wildcard $(LIBRARY)/$(SONAME))
PROGRAM_IS_BUILT := $(wildcard $O/bandstand)

install: $(if $(LIBRARY_IS_BUILT),install-lib) \
  $(if $(PROGRAM_IS_BUILT),install-program,$(if $(LIBRARY_IS_BUILT),library-alone,install-program))
install-program:
	install -D -m 755 $(call built,$O/bandstand,make) $(BIN)/bandstand
	install -D -m 644 command/bandstand.1 $(MAN)/bandstand.1
	install -D -m 644 command/completion.bash $(COMPLETIONS)/bandstand
	find configs -type f -exec install -D -m 644 {} $(SHARE)/bandstand/{} \;
	install -D -m 644 -t $(SHARE)/bandstand/peers/hines bench/peers/hines/*.py
	for f in $(DOCUMENTS); do install -D -m 644 $$f $(DOC)/$$f || exit; done
library-alone: install-lib
	@echo 'installed only libbandstand: the program is not built, which `make` does'

install-lib:
	install -D -m 755 $(call built,$(LIBRARY)/$(SONAME),make lib) $(LIB)/libbandstand.so.$(VERSION)
	ln -sf libbandstand.so.$(VERSION) $(LIB)/$(SONAME)
	ln -sf $(SONAME) $(LIB)/libbandstand.so
	for l in $(HIGHER); do \
	  install -D -m 755 $(LIBRARY)/glibc-hwcaps/$$l/$(SONAME) $(LIB)/glibc-hwcaps/$$l/$(SONAME) || exit; done
	install -D -m 644 $(LIBRARY)/libbandstand.a $(LIB)/libbandstand.a
	install -D -m 644 -t $(INCLUDE) library/bandstand.h library/bandstand.f90
	mkdir -p $(LIB)/pkgconfig
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' library/bandstand.pc.in \
	  >$(LIB)/pkgconfig/bandstand.pc
uninstall-lib:
	rm -f $(LIB)/libbandstand.* $(LIB)/pkgconfig/bandstand.pc $(INCLUDE)/bandstand.h $(INCLUDE)/bandstand.f90
	rm -f $(LIB)/glibc-hwcaps/*/$(SONAME)
	@rmdir $(LIB)/glibc-hwcaps/* $(LIB)/glibc-hwcaps 2>/dev/null || :

# Folders that are empty then go too, but for those that every system has.
OWN_FOLDERS := share/man/man1 share/bash-completion/completions share/bash-completion share/doc lib/pkgconfig
uninstall: uninstall-lib
	rm -f $(BIN)/bandstand $(MAN)/bandstand.1 $(COMPLETIONS)/bandstand
	rm -rf $(SHARE)/bandstand $(DOC)
ifneq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	@cd $(PREFIX) && rmdir $(OWN_FOLDERS) 2>/dev/null || :
else
	@{ cd $(DESTDIR)$(PREFIX) && rmdir -p $(FOLDERS:$(DESTDIR)$(PREFIX)/%=%); \
	  cd $(or $(DESTDIR),/) && rmdir $(if $(DESTDIR),-p .$(PREFIX),$(PREFIX)); } 2>/dev/null || :
endif
