# The program: sources by folder, objects of each precision pre-linked.

# A file that leans on a library has a namesake for builds without: x_none.c says that it is missing, x_builtin.c does
# what tests and benchmarks need of it.
LIBRARIES := $(if $(MPI),,base/comm/comm) \
  $(if $(WITH_CUDA),,base/device/device base/library/cusparse base/library/cufft) \
  $(if $(SUITESPARSE),,base/library/sparse) \
  $(if $(KERNELS_ONLY),base/formula/expression base/result/store base/config/syntax base/library/symmetric)
sources = $(sort $(foreach r,$1,$(wildcard $r/*.$2 $r/*/*.$2 $r/*/*/*.$2 $r/*/*/*/*.$2)))
ABSENT := $(filter-out %.h,$(wildcard $(LIBRARIES:%=%_none.c) $(LIBRARIES:%=%_builtin.c)))
SHARED := $(filter-out %_none.c %_builtin.c $(LIBRARIES:%=%.c) $(LIBRARIES:%=%_%),$(call sources,base,c)) $(ABSENT)
COMMAND := $(call sources,command,c) precision/level.c
# Two sets of everything that computes: real = double, and real = float; in a portable program two for each level. The
# program may have one for both precisions, where the other is used only for the tests of solvers.
BOTH := double float
include make/portable.mk
SOLVERS_ALONE := $(filter $(if $(filter asan cuhost,$(FLAVOUR)),float),$(BOTH))
IN_PROGRAM = $(filter-out $(SOLVERS_ALONE),$(SETS))
AS_DOUBLE = $(SOLVERS_ALONE:%=-Wl,--defsym=set_%=set_double)
LAPACK := solvers/tridiag/library/lapack.c solvers/sparse/direct/block_thomas.c
TWICE := $(filter-out $(if $(KERNELS_ONLY),$(LAPACK)) \
  $(if $(WITH_CUDA),bench/device/%_none.c apps/hines/device/%_none.c,apps/hines/device/device_part%) \
  $(if $(FFTW),%/fftw_none.c,$(filter-out %_none.c,$(wildcard solvers/transform/fftw/*.c))), \
  $(call sources,solvers apps bench verify,c))
# A source that includes base/either_precision.h is the same in both, and compiled once for a level.
ONCE := $(shell grep -l '"base/either_precision.h"' $(TWICE))
KERNELS = $(if $(WITH_CUDA),$(call sources,solvers apps bench,cu))

# Always: another flavour may have left its own program there, and a newer one.
build/bandstand: $O/bandstand FORCE
	@ln -sf $(notdir $O)/bandstand $@

$O/bandstand: $(COMMAND:%.c=$O/%.o) $(IN_PROGRAM:%=$O/%.o) $O/base.a $(if $(CUHOST),$O/cuhost.a)
	$(call step,LINK,$@) $(CC) $(OPTIONS) -o $@ $^ $(AS_DOUBLE) $(LINKED)

$O/base.a: $(SHARED:%.c=$O/%.o)
	@rm -f $@ && $(AR) rcs $@ $^
# For tests of what the commands are made of.
$O/command.a: $(patsubst %.c,$O/%.o,$(filter-out command/bandstand.c,$(COMMAND)))
	@rm -f $@ && $(AR) rcs $@ $^
$O/cuhost.a: $(patsubst %.cpp,$O/%.o,$(wildcard tests/cuhost/*.cpp) $(STANDS_IN:%=tests/cuhost/libraries/%.cpp))
	@rm -f $@ && $(AR) rcs $@ $^

$O/%.o: %.cpp $O/build.flags
	@mkdir -p $(@D)
	$(call step,CXX,$@) $(CXX) -I. $(CXX_OPTIONS) $(RUNTIME_$(FLAVOUR)) -MMD -MP -c -o $@ $<
$O/command/%.o: private OPTIMIZED = $(COLD_$(FLAVOUR))
$O/base/%.o: private OPTIMIZED = $(HOT_$(FLAVOUR))
$O/%.o: %.c $O/build.flags
	@mkdir -p $(@D)
	$(call step,CC,$@) $(CC) $(DEFINES) $(CPPFLAGS) $(PKG_CFLAGS) $(OPTIONS) -MMD -MP -c -o $@ $<

# One precision: pre-linked, and all but its one exported symbol made local. Without the groups by which a linker merges
# equal instances of templates, since those of the other precision have the same names. x.cu may lie next to x.c. The
# archive is for tests, which measure nothing: without benchmarks. $1 is double, or x86-64-v3/double.
archived = $(filter-out bench/%,$(if $(filter $1,$(SOLVERS_ALONE)), \
  $(filter solvers/% apps/cloudqueue/model/% verify/gallery/%,$2),$2))
# compiled SET or nothing, FOLDER, SOURCES: their objects.
compiled = $(foreach s,$3,$2/$(if $(filter $(ONCE),$s),$(patsubst ./%,%,$(dir $1)either/),$(1:%=%/))$(s:%.c=%).o)
define precision_rules
$O/$1.o: $(call compiled,$1,$O,$(TWICE)) $(KERNELS:%=$O/$(notdir $1)/%.o) $O/$1/precision/precision.o
	$$(call step,LD,$$@) $$(LD) -r --force-group-allocation -o $$@ $$^ && \
	  $$(OBJCOPY) --localize-hidden $(call set_renamed,$1) $$@
$O/$1.a: $(call compiled,$1,$(HOST_O),$(call archived,$1,$(TWICE))) \
  $(call compiled,$1,$O,$(call archived,$1,$(KERNELS)))
	@rm -f $$@ && $$(AR) rcs $$@ $$^
$O/$1/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(CC) $$(DEFINES) $$(CPPFLAGS) $$(PKG_CFLAGS) $$(FLAGS_$(notdir $1)) $$(OPTIONS) \
	  $$($(if $(filter $1,$(SOLVERS_ALONE)),PLAIN,HOT)_$(FLAVOUR)) -fvisibility=hidden -MMD -MP -c -o $$@ $$<
$O/$1/%.cu.o: private GPUS := $(or $(GPUS_$1),$(GPUS))
$O/$1/%.cu.o: %.cu $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CUDA,$$@) $$(COMPILE_KERNEL) $$(DEFINES) $$(filter -D%,$$(FLAGS_$1)) -MMD -MP -c -o $$@ $$<
endef
$(foreach s,$(SETS),$(eval $(call precision_rules,$s)))
define either_rule
$O/$1either/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(CC) $$(DEFINES) -DBANDSTAND_EITHER $$(CPPFLAGS) $$(PKG_CFLAGS) $$(OPTIONS) \
	  -fvisibility=hidden -MMD -MP -c -o $$@ $$<
endef
$(foreach l,. $(HIGHER),$(eval $(call either_rule,$(filter-out ./,$l/))))
# The rounding error of an operation can be computed only where each is rounded by itself.
$(foreach s,$(SETS),$O/$s/solvers/recurrence/scan_compensated.o $O/$s/solvers/tridiag/check/twice.o): \
  private CONTRACT := off
# Matrices whose condition number depends on how their elements are rounded.
$(foreach f,gallery randsvd,$(sort $(foreach s,$(SETS),$(call compiled,$s,$O,solvers/tridiag/gallery/$f.c)))): \
  private CONTRACT := off

# Objects are made again when the compiler or its flags change, and provenance also with the commit: it records them.
# In a tarball it is written in make/commit. Whoever builds may be another user than the one who has the tree.
COMMIT = $(eval COMMIT := $(shell if [ -e .git ]; then git -c safe.directory='$(CURDIR)' describe --always --dirty; \
  else grep -v Format make/commit | cut -c1-7; fi 2>/dev/null))$(COMMIT)
FLAGS_NOW = $(CC) $(LEVELS_KNOWN) $(if $(WITH_CUDA),$(COMPILE_KERNEL) $(GPUS_double) $(GPUS_float)) $(DEFINES) \
  $(CPPFLAGS) $(filter-out -Werror,$(OPTIONS)) $(HOT_$(FLAVOUR)) $(COLD_$(FLAVOUR))
DEVICE_OBJECTS := $O/base/device/device.o $O/base/library/cusparse.o $O/base/library/cufft.o
$(DEVICE_OBJECTS): DEFINES += $(if $(CUHOST),-Itests/cuhost -Itests/cuhost/libraries,-isystem $(CUDA_ROOT)/include)
$O/base/library/cusparse.o $O/base/library/cufft.o: DEFINES += -DBANDSTAND_CUDA_FOLDER='"$(CUDA_ROOT)/lib64"'
# The one file that includes <mpi.h>.
$(foreach f,comm comm_exchange comm_messages comm_pairs comm_wait,$O/base/comm/$f.o): private DEFINES += $(MPI_CFLAGS)
PROVENANCE := $O/base/result/provenance.o
$(PROVENANCE): DEFINES += -DBANDSTAND_FLAGS='"$(OPTIONS)"' -DBANDSTAND_COMMIT='"$(COMMIT)"'
$(PROVENANCE): $O/build.commit
$O/build.flags $O/build.commit: FORCE
	@mkdir -p $(@D); echo '$($@)' | cmp -s - $@ || echo '$($@)' > $@
$O/build.flags = $(FLAGS_NOW)
$O/build.commit = $(COMMIT)
.PHONY: FORCE
FORCE:

-include $(shell find $O build/fuzz -name '*.d' 2>/dev/null)
