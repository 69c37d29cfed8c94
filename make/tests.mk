# Test programs, their flavours, and the lists that `make check` and `make quick` run. A program in tests/FOLDER is
# registered by being there; those of PRECISE are built in float and in double, and those of DEVICE_TESTS run kernels.

.PHONY: check programs programs-asan programs-tsan gpu-programs
vpath test_%.c $(sort $(dir $(wildcard tests/*/test_*.c tests/*/*/test_*.c)))
names = $(basename $(notdir $(wildcard $(1:%=tests/%/test_*.c) $(1:%=tests/%/*/test_*.c))))
# One has something to wait for on several ranks only.
TESTS := $(filter-out $(if $(MPI),,test_comm_wait),$(call names,base solvers apps command papers library))
PRECISE := $(call names,solvers apps)
PROGRAMS := $(filter-out $(PRECISE),$(TESTS)) $(foreach t,$(PRECISE),$(BOTH:%=$t_%))
DEVICE_TESTS := test_conformance test_tridiag test_pivoting_device test_scan_device test_spike_device \
  test_matrix_layouts test_relayout test_batch test_adi_device test_poisson_device test_hines_device
# Those with kernels, which are run on the host under several schedules, built as `make gpu-check` builds them.
DEVICE_PROGRAMS := test_device $(foreach t,$(DEVICE_TESTS),$(BOTH:%=$t_%))
CUHOST_TESTS := $(filter-out %_float,$(DEVICE_PROGRAMS))
.PHONY: programs-cuhost programs-cuhost-tsan
# Scripts that start ranks are run only with MPI=1, and asan is the only sanitized flavour that can have it.
SCRIPTS := $(filter-out $(if $(MPI),,tests/ranks/%),$(wildcard tests/*/*.test))
ASAN := build/asan$(if $(MPI),-mpi)

# Those that scripts of tests/papers run, on results that these make.
GIVEN_RESULTS := test_papers_mutation test_papers_published

# Each test program in its flavours; sanitized builds run those that compute and those that parse. Races are sought
# where threads compute, in double: input that is refused never reaches them, and the lists of methods have none.
BUILT_tsan := test_expression test_field test_field_dataset test_library_threads \
  $(patsubst %,%_double,$(filter-out %_input test_registry test_shape test_hines_memory test_bvp_rounding \
  test_fftw_wisdom,$(PRECISE)))
BUILT_asan := $(filter-out $(PRECISE:%=%_float) test_hines_memory% test_bvp_rounding% $(GIVEN_RESULTS),$(PROGRAMS))
CUHOST_ASAN := $(filter-out $(filter-out test_conformance%,$(PRECISE:%=%_float)),$(DEVICE_PROGRAMS))
include make/suites.mk

programs: $(PROGRAMS:%=$O/tests/%)
programs-asan:
	@$(MAKE) --no-print-directory FLAVOUR=asan $(BUILT_asan:%=$(ASAN)/tests/%) \
	  $(if $(shell command -v $(CXX)),$(ASAN)/bandstand $(CUHOST_ASAN:%=$(ASAN)/tests/device/%) \
	    runtime-programs)
programs-tsan:
	@if scripts/has-tsan.sh; then $(MAKE) --no-print-directory FLAVOUR=tsan $(BUILT_tsan:%=build/tsan/tests/%); \
	else rm -rf build/tsan; fi
# Here the C, which is not optimized, is compiled without a warning.
programs-cuhost:
	@if command -v $(CXX) >/dev/null; then $(MAKE) --no-print-directory FLAVOUR=cuhost KERNELS_ONLY=1 WERROR=1 \
	  gpu-programs; \
	else rm -rf build/cuhost-kernels; fi
programs-cuhost-tsan: programs-cuhost
	@if command -v $(CXX) >/dev/null; then $(MAKE) --no-print-directory FLAVOUR=cuhost-tsan KERNELS_ONLY=1 \
	  $(CUHOST_TSAN:%=build/cuhost-tsan-kernels/tests/device/%) runtime-programs; \
	else rm -rf build/cuhost-tsan-kernels; fi
gpu-programs: $O/bandstand \
  $(if $(CUHOST),$(CUHOST_TESTS:%=$O/tests/device/%),$(DEVICE_PROGRAMS:%=$O/tests/%)) runtime-programs

# One batch in SAMPLE, fewer where a build is slow: minutes instead of an hour. In float only the kernels of the
# conformance suite are sanitized, and have no other schedules; the measured memory of hines and the many problems of
# bvp are not, as other tests reach their code, nor, by ThreadSanitizer, the times of FFTW's plans. In release 6, and 12
# of tridiagonal systems.
SAMPLE ?=
# Steps of hines take thousands of kernels, which are hours for threads that are checked; no two threads of one share
# more than the counter of spikes.
CUHOST_TSAN := $(filter-out test_batch_% test_hines_device_% %_float,$(DEVICE_PROGRAMS))
# The conformance suite runs once for each kind, in parallel: PROGRAM.KIND.
KINDS := $(shell sed -n 's/^KIND(.*, \(.*\))/\1/p' solvers/kinds.h)
by_kind = $(foreach t,$1,$(if $(filter test_conformance%,$t),$(addprefix $t.,$(or $2,$(KINDS))),$t))
# Those whose folder has kernels.
DEVICE_KINDS := $(foreach k,$(KINDS),$(if $(call sources,$(patsubst %/,%,$(dir $(wildcard solvers/*/$k.h))),cu),$k))
kind = $(patsubst .%,KIND=%,$(suffix $1))
# Tridiagonal systems have as many methods as all others: fewer batches of each. $2 of theirs, $3 of others.
sample = SAMPLE=$(if $(filter %.tridiag,$1),$2,$3)
# Programs that do not sample: fewer schedules.
whole = $(filter test_adi% test_poisson% test_hines% test_scan% test_pivoting%,$1)
one_core = $(if $(filter test_conformance%,$1),tests/support/one_core.sh)
# Checks of the sources themselves.
STATIC = floors=scripts/floors.sh words=scripts/words.sh references=scripts/references.sh \
  "headers=scripts/headers.sh $(CC) -std=c11 -D_DEFAULT_SOURCE -I. -fopenmp $(PKG_CFLAGS)"
# Those that take long come first, so that no core waits for them in the end.
RUNS = $(STATIC) \
  $(foreach t,$(SCRIPTS),$(notdir $t)=$t) \
  "cuhost-asan/papers.test=BANDSTAND=$(ASAN)/bandstand tests/command/papers.test" \
  $(if $(MPI),"asan/ranks_programs.test=BANDSTAND=$(ASAN)/bandstand PRECISIONS=double SAMPLE=96 \
    tests/ranks/ranks_programs.test") \
  $(foreach t,$(call by_kind,$(CUHOST_TSAN),$(DEVICE_KINDS)),"cuhost-tsan/$t=$(call kind,$t) $(call sample,$t,320,160) \
    ROWS_MAX=$(if $(filter %.blocktri,$t),50,99) tests/support/tsan.sh \
    build/cuhost-tsan-kernels/tests/device/$(basename $t)") \
  $(foreach t,$(call by_kind,$(CUHOST_ASAN),$(DEVICE_KINDS)),"cuhost-asan/$t=$(call kind,$t) \
    $(call sample,$t,1800,600) $(if $(filter %.blocktri,$t),ROWS_MAX=2000)$(if $(filter test_scan%,$t),ROWS_MAX=99999) \
    tests/support/seeds.sh $(if $(call whole,$t),0,1) \
    $(ASAN)/tests/device/$(basename $t)") \
  $(foreach t,$(call by_kind,$(CUHOST_TESTS),$(DEVICE_KINDS)),"cuhost/$t=$(call kind,$t) $(call sample,$t,600,192) \
    tests/support/seeds.sh $(if $(call whole,$t),2,5) build/cuhost-kernels/tests/device/$(basename $t)") \
  $(foreach t,$(call by_kind,$(BUILT_tsan)),"tsan/$t=$(call kind,$t) $(call sample,$t,120,60) tests/support/tsan.sh \
    build/tsan/tests/$(basename $t)") \
  $(foreach t,$(call by_kind,$(BUILT_asan)),"asan/$t=$(call kind,$t) CUHOST_DEVICES=0 $(call sample,$t,144,48) \
    $(call one_core,$t) $(ASAN)/tests/$(basename $t)") \
  $(foreach t,$(call by_kind,$(filter-out $(GIVEN_RESULTS),$(PROGRAMS))),"$t=$(call kind,$t) \
    $(call sample,$t,$(or $(SAMPLE),12),$(or $(SAMPLE),6)) $(call one_core,$t) $O/tests/$(basename $t)")
check: all lib programs programs-asan programs-tsan programs-cuhost programs-cuhost-tsan
	@BANDSTAND_BUILD=$O BANDSTAND_ASAN=$(ASAN) tests/support/run.sh $(RUNS)

# The inner loop: everything once in double, few batches of each, and the scripts that take seconds.
QUICK := $(filter-out $(PRECISE),$(TESTS)) $(PRECISE:%=%_double)
QUICK_SCRIPTS := $(filter %/config.test %/golden.test %/resume.test,$(SCRIPTS))
quick: all lib $(QUICK:%=$O/tests/%)
	@tests/support/run.sh $(foreach t,$(QUICK_SCRIPTS),$(notdir $t)=$t) $(STATIC) \
	  $(foreach t,$(filter-out $(GIVEN_RESULTS),$(QUICK)),"$t=SAMPLE=40 $O/tests/$t")
