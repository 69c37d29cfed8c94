# libbandstand: solvers/ for other programs, as a shared library and an archive. Most objects are the program's own,
# which are independent of their position. Compiled again is what depends on CUDA, on other libraries, or on where the
# variables of a thread are. A portable library is one for each level: that of the lowest lies where any loader finds
# it, and the others where newer ones look first, in glibc-hwcaps/LEVEL.

.PHONY: lib
LIBRARY := $O/library
SONAME := libbandstand.so.0
LIBRARY_LACKS := $(LAPACK) solvers/transform/fftw/% solvers/transform/mkl/% solvers/tridiag/library/% \
  solvers/tridiag/gallery/% solvers/sparse/% solvers/transform/wisdom_strike.c
# From the sparse systems, chains by elimination without subtraction.
LIBRARY_CHAINS := solvers/sparse/blocktri.c $(wildcard solvers/sparse/matrix/*.c) \
  $(filter-out %/gth_block.c %/rank_one.c %/power.c %/certificate.c,$(wildcard solvers/sparse/markov/*.c)) \
  solvers/sparse/direct/error_bound.c solvers/sparse/pin.c solvers/sparse/multilevel_mode.c
LIBRARY_SOLVERS := $(filter-out $(LIBRARY_LACKS),$(call sources,solvers,c)) $(LIBRARY_CHAINS) \
  solvers/transform/fftw/fftw_none.c
LIBRARY_BASE := $(filter-out base/device/device.c base/formula/expression.c base/config/syntax.c, \
  $(wildcard base/*.c base/memory/*.c base/signals/*.c base/tuning/*.c base/config/*.c base/formula/*.c \
  base/device/*.c)) base/file/input.c base/file/text.c \
  base/timing/trace.c base/comm/comm_none.c base/library/sparse_none.c
LIBRARY_TWICE := $(addprefix library/,layout.c solving.c tridiag.c recurrence.c transform.c tree.c)
LIBRARY_DOUBLE := library/methods.c library/stationary.c
LIBRARY_ONCE := library/call.c library/plan.c library/sized.c
LIBRARY_ANEW := $(sort $(shell grep -lE 'BANDSTAND_(CUDA|KERNELS_ONLY)|"solvers/list.h"|_Thread_local' \
  $(LIBRARY_SOLVERS) $(LIBRARY_BASE)) $(filter %_none.c %_builtin.c,$(LIBRARY_BASE)))
# Races are sought only in double.
LIBRARY_BOTH := $(if $(filter tsan,$(FLAVOUR)),double,$(BOTH))
LIBRARY_FLAGS = -UBANDSTAND_CUDA -DBANDSTAND_KERNELS_ONLY -DBANDSTAND_LIBRARY -fPIC

lib: $(LIBRARY)/$(SONAME) $(LIBRARY)/libbandstand.a $(HIGHER:%=$(LIBRARY)/glibc-hwcaps/%/$(SONAME))

# objects SOURCES, SET or nothing: those of the program, or compiled again.
library_objects = $(call compiled,$2,$O,$(filter-out library/% $(LIBRARY_ANEW),$1)) \
  $(patsubst %.c,$(LIBRARY)/$(2:%=%/)%.o,$(filter library/% $(LIBRARY_ANEW),$1))
define library_precision
$(LIBRARY)/$1/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(CC) $$(DEFINES) $$(CPPFLAGS) $$(FLAGS_$(notdir $1)) $$(OPTIONS) \
	  $$(LIBRARY_FLAGS) -fvisibility=hidden -MMD -MP -c -o $$@ $$<
$(LIBRARY)/$1.a: $(call library_objects,$(LIBRARY_SOLVERS),$1)
	@rm -f $$@ && $$(AR) rcs $$@ $$^
$(LIBRARY)/$1.o: $(call library_objects,$(LIBRARY_TWICE) $(if $(filter double,$(notdir $1)),$(LIBRARY_DOUBLE)),$1) \
  $(LIBRARY)/$1.a
	$$(call step,LD,$$@) $$(LD) -r -o $$@ $$^ && $$(OBJCOPY) --localize-hidden $$@
endef
$(foreach s,$(SETS),$(eval $(call library_precision,$s)))
$(LIBRARY)/library/%.o $(LIBRARY)/base/%.o: private OPTIONS += $(LIBRARY_FLAGS)
$(LIBRARY)/%.o: %.c $O/build.flags
	@mkdir -p $(@D)
	$(call step,CC,$@) $(CC) $(DEFINES) $(CPPFLAGS) $(OPTIONS) -fvisibility=hidden -MMD -MP -c -o $@ $<
$(LIBRARY)/base.a: $(call library_objects,$(LIBRARY_BASE))
	@rm -f $@ && $(AR) rcs $@ $^
# One object, whose only names are public, and the library of it. $1 is nothing, or x86-64-v3/. The loader refuses a
# portable library on a processor without its level.
define library_level
$(LIBRARY)/$1bandstand.o: $(call library_objects,$(LIBRARY_ONCE)) $(LIBRARY_BOTH:%=$(LIBRARY)/$1%.o) $(LIBRARY)/base.a
	$$(call step,LD,$$@) $$(LD) -r -o $$@ $$^ && $$(OBJCOPY) -w --keep-global-symbol='bandstand_*' $$@
$(LIBRARY)/$(1:%=glibc-hwcaps/%)$(SONAME): $(LIBRARY)/$1bandstand.o library/bandstand.map
	@mkdir -p $$(@D)
	$$(call step,LINK,$$@) $$(CC) $$(OPTIONS) -shared -o $$@ $$< -Wl,-soname,$(SONAME) -Wl,-z,defs,-z,relro \
	  $(if $(PORTABLE),$(addprefix -Wl$(comma)-z$(comma),$(filter-out x86-64,$(or $(1:%/=%),$(firstword $(LEVELS)))))) \
	  -Wl,--version-script=library/bandstand.map $$(call theirs,$$(LDFLAGS)) -lm $$(LDLIBS)
endef
comma := ,
$(foreach l,. $(HIGHER),$(eval $(call library_level,$(filter-out ./,$l/))))
$(LIBRARY)/libbandstand.a: $(LIBRARY)/bandstand.o
	@rm -f $@ && $(AR) rcs $@ $^
