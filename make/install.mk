# Installs what `make` has built and builds nothing: root may have another compiler, no nvcc and no commit. Documents
# keep their places towards each other, so that links between them hold.

PREFIX ?= /usr/local
DESTDIR ?=
.PHONY: install uninstall
BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
MAN := $(SHARE)/man/man1
COMPLETIONS := $(SHARE)/bash-completion/completions
DOC := $(SHARE)/doc/bandstand
FOLDERS = $(BIN) $(MAN) $(COMPLETIONS) $(dir $(DOC))
DOCUMENTS = LICENSE AUTHORS CITATION.cff $(wildcard docs/pictures/* docs/ci/*) apps/app.h apps/list.h \
  $(filter-out build/%,$(wildcard *.md */*.md */*/*.md */*/*/*.md))
built = $(if $(wildcard $1),$1,$(error $1 is not built: `make` builds it, `make install` does not))

install:
	install -D -m 755 $(call built,$O/bandstand) $(BIN)/bandstand
	install -D -m 644 command/bandstand.1 $(MAN)/bandstand.1
	install -D -m 644 command/completion.bash $(COMPLETIONS)/bandstand
	find configs -type f -exec install -D -m 644 {} $(SHARE)/bandstand/{} \;
	for f in $(DOCUMENTS); do install -D -m 644 $$f $(DOC)/$$f || exit; done

# Folders that are empty then go too, but for those that every system has.
uninstall:
	rm -f $(BIN)/bandstand $(MAN)/bandstand.1 $(COMPLETIONS)/bandstand
	rm -rf $(SHARE)/bandstand $(DOC)
ifeq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	@{ cd $(DESTDIR)$(PREFIX) && rmdir -p $(FOLDERS:$(DESTDIR)$(PREFIX)/%=%); \
	  cd $(or $(DESTDIR),/) && rmdir $(if $(DESTDIR),-p .$(PREFIX),$(PREFIX)); } 2>/dev/null || :
endif
