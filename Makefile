# bandstand. `make demo` shows it, `make test` checks it; both install what is missing first.
#
#   make [all]    build/bandstand for this machine      ARCH=x86-64-v3 for a portable one, CUDA=0 without GPU
#   make test     the whole suite                       FLAVOUR=asan | tsan | debug: other builds
#                                                       SAMPLE=1: every batch, not one in 4
#                                                       KERNELS_ONLY=1 without libraries: no runs, no results
#   make bench    every benchmark, lines of JSON into bench/results
#   make gpu-check  benchmarks, tests and sanitizers on a GPU, JSON into bench/results/GPU
#   make fuzz     every fuzzer for FUZZ_SECONDS each
#   make lint format floors install clean                V=1: whole commands

CC ?= cc
CXX ?= g++
ARCH ?= native
FLAVOUR ?= release
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
DESTDIR ?=

JOBS ?= $(shell nproc)

MAKEFLAGS += --no-builtin-rules
# One line a step; V=1 shows the commands.
step = $(if $(V),,@printf '  %-5s %s\n' $1 '$2';)
O := build/$(FLAVOUR)$(if $(KERNELS_ONLY),-kernels)
VERSION := $(shell cat VERSION)

# What each flavour adds. Sanitized builds keep frames readable; none mixes objects with another.
FLAGS_release := -O3
FLAGS_debug := -O0
FLAGS_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FLAGS_tsan := -O1 -fsanitize=thread -fno-omit-frame-pointer
FLAGS_cuhost := -O2
FLAGS_cuhost-tsan := $(FLAGS_tsan)
FLAGS_cuhost-contracted := -O2
FLAGS_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined

# KERNELS_ONLY=1 builds where there is a compiler and nothing else, for tests and benchmarks of kernels: in place of
# each file that leans on a library its namesake _none, no LAPACK, and tests/bare for cmocka.
KERNELS_ONLY ?=
# Found when first needed, so that a machine with nothing but make can still read this file.
pkg = $(if $(KERNELS_ONLY),,$(shell pkg-config $1 $(HDF5) libconfig muparser openblas))
HDF5 = $(eval HDF5 := $(shell pkg-config --exists hdf5-serial && echo hdf5-serial || echo hdf5))$(HDF5)
PKG_CFLAGS = $(eval PKG_CFLAGS := $(call pkg,--cflags))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(call pkg,--libs))$(PKG_LIBS)

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wno-sign-conversion \
  -Wdouble-promotion -Wno-missing-field-initializers $(if $(WERROR),-Werror)
# Races are looked for with clang: its OpenMP runtime tells the sanitizer what synchronizes, gcc's does not.
ifeq ($(FLAVOUR),tsan)
CC := clang
WARN := -Wall -Wextra -Wno-missing-field-initializers
endif
CPPFLAGS += -I. -D_GNU_SOURCE -DBANDSTAND_VERSION='"$(VERSION)"'
CFLAGS ?= -g
CFLAGS += $(FLAGS_$(FLAVOUR)) -march=$(ARCH) -std=c11 -ffp-contract=$(CONTRACT) -fopenmp $(WARN)
# SUITESPARSE=0 leaves it out, and with it what puts a binary under the GPL.
SUITESPARSE ?= 1
override SUITESPARSE := $(if $(KERNELS_ONLY),,$(filter-out 0,$(SUITESPARSE)))
LDLIBS = $(PKG_LIBS) $(if $(SUITESPARSE),-lklu -lumfpack -lspqr -lcholmod -lamd) -lm
CMOCKA = $(if $(KERNELS_ONLY),,-lcmocka)

# CUDA is used where nvcc is found; CUDA=0 leaves it out. In the flavours cuhost and asan g++ compiles the kernels and
# tests/cuhost runs them, without contraction: results have the bits of the host's. tsan does without. cuhost-contracted
# contracts both as each compiler pleases, as on a GPU, and bits are not compared.
NVCC ?= nvcc
CUDA ?= $(eval CUDA := $(if $(shell command -v $(NVCC)),1,0))$(CUDA)
CUDA_ROOT = $(eval CUDA_ROOT := $(shell dirname $$(dirname $$(readlink -f $$(command -v $(NVCC))))))$(CUDA_ROOT)
CUHOST := $(if $(shell command -v $(CXX)),$(filter cuhost% asan,$(FLAVOUR)))
WITH_NVCC = $(if $(filter release debug,$(FLAVOUR)),$(filter-out 0,$(CUDA)))
WITH_CUDA = $(or $(CUHOST),$(WITH_NVCC))
CPPFLAGS += $(if $(KERNELS_ONLY),-DBANDSTAND_KERNELS_ONLY -Itests/bare)
CPPFLAGS += $(if $(WITH_CUDA),-DBANDSTAND_CUDA) $(if $(CUHOST),-DBANDSTAND_CUHOST)
CONTRACT := $(if $(CUHOST),$(if $(filter %-contracted,$(FLAVOUR)),fast,off),fast)
LDLIBS += $(if $(WITH_NVCC),-L$(CUDA_ROOT)/lib64 -lcudart_static -lstdc++ -lpthread -ldl -lrt)
LDLIBS += $(if $(CUHOST),-lstdc++ -ldl)
# What stands in for libraries leans on LAPACK, and is looked for in the program itself.
STANDS_IN := $(if $(KERNELS_ONLY),,$(if $(CUHOST),$(wildcard tests/cuhost/libraries/*.cpp)))
LDLIBS += $(if $(STANDS_IN),-u cusparseCreate -rdynamic)
# Registers that spill, and local memory, are errors.
GPUS ?= -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90]
NVCCFLAGS ?= -O3 $(GPUS)
SPILLS ?= -Xptxas -warn-spills,-warn-lmem-usage,-Werror
NVCCFLAGS += -std=c++20 $(SPILLS) -Xcompiler -fvisibility=hidden
CXXFLAGS := -g $(FLAGS_$(FLAVOUR)) -std=c++20 -ffp-contract=$(CONTRACT) $(if $(filter %-contracted,$(FLAVOUR)),-march=$(ARCH)) -Wall -Wextra -Wno-unknown-pragmas \
  -Wno-missing-field-initializers -fvisibility=hidden -fno-gnu-unique
# Only what CUDA synchronizes is to count: the runtime goes without the sanitizer.
RUNTIME_cuhost-tsan := -fno-sanitize=thread -O2 -DCUHOST_TSAN
COMPILE_KERNEL = $(if $(CUHOST),$(CXX) -x c++ -Itests/cuhost -include tests/cuhost/cuhost.h $(CXXFLAGS),$(NVCC) $(NVCCFLAGS))

# Two sets of everything that computes: real = double, and real = float.
ABSENT := $(if $(WITH_CUDA),,device cusparse) $(if $(KERNELS_ONLY),expression store syntax) $(if $(SUITESPARSE),,sparse)
SHARED := $(filter-out %_none.c $(foreach a,$(ABSENT),base/$a%.c),$(wildcard base/*.c)) $(ABSENT:%=base/%_none.c)
COMMAND := $(wildcard command/*.c command/*/*.c)
TWICE := $(filter-out $(if $(KERNELS_ONLY),solvers/tridiag/lapack.c solvers/blocktri/block_thomas.c) $(if $(WITH_CUDA),%_none.c), \
  $(wildcard solvers/*.c solvers/*/*.c apps/*.c apps/*/*.c bench/*.c verify/*.c))
KERNELS = $(if $(WITH_CUDA),$(wildcard solvers/*.cu solvers/*/*.cu apps/*/*.cu bench/*.cu))
BOTH := double float
FLAGS_double :=
FLAGS_float := -DBANDSTAND_FLOAT $(if $(filter clang%,$(CC)),,-Werror=double-promotion -Werror=float-conversion)
TESTS := $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
TESTS_TWICE := test_solvers test_ranges test_single test_lass test_recurrence test_plan test_relayout test_batch test_adi test_adi_input test_adi_device test_fused \
  test_bvp test_bvp_input test_blocktri test_hbisa test_matrix test_krylov test_certain test_cloudqueue test_cloudqueue_input test_chain_files
# Those with kernels, which are run on the host under several schedules.
DEVICE_PROGRAMS := test_device $(foreach t,test_solvers test_blocktri test_relayout test_batch test_adi_device,$(BOTH:%=$t_%))
FUZZERS := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))

.PHONY: all demo test check bench format lint floors fuzz install clean deps deps-test FORCE
DEVICE_FLAVOURS := cuhost cuhost-tsan
.PHONY: programs programs-asan programs-tsan $(DEVICE_FLAVOURS:%=programs-%)
all: build/bandstand

# Always: another flavour may have left its own program there, and a newer one.
build/bandstand: $O/bandstand FORCE
	@ln -sf $(notdir $O)/bandstand $@

$O/bandstand: $(COMMAND:%.c=$O/%.o) $(BOTH:%=$O/%.o) $O/base.a $(if $(CUHOST),$O/cuhost.a)
	$(call step,LINK,$@) $(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LDLIBS)

$O/base.a: $(SHARED:%.c=$O/%.o)
	@rm -f $@ && $(AR) rcs $@ $^

$O/cuhost.a: $(patsubst %.cpp,$O/%.o,$(wildcard tests/cuhost/*.cpp) $(STANDS_IN))
	@rm -f $@ && $(AR) rcs $@ $^
$O/%.o: %.cpp $O/build.flags
	@mkdir -p $(@D)
	$(call step,CXX,$@) $(CXX) -I. $(CXXFLAGS) $(RUNTIME_$(FLAVOUR)) -MMD -MP -c -o $@ $<

# For tests of what the commands are made of.
$O/command.a: $(patsubst %.c,$O/%.o,$(filter-out command/bandstand.c,$(COMMAND)))
	@rm -f $@ && $(AR) rcs $@ $^

# One precision: pre-linked, and all but its one exported symbol made local. Without the groups by which a linker tells
# equal instances of templates, since those of the other precision have the same names. x.cu may lie beside x.c.
define precision_rules
$O/$1.o: $(TWICE:%.c=$O/$1/%.o) $(KERNELS:%=$O/$1/%.o) $O/$1/precision/precision.o
	$$(call step,LD,$$@) $$(LD) -r --force-group-allocation -o $$@ $$^ && objcopy --localize-hidden $$@
$O/$1.a: $(TWICE:%.c=$O/$1/%.o) $(KERNELS:%=$O/$1/%.o)
	@rm -f $$@ && $$(AR) rcs $$@ $$^
$O/$1/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(CC) $$(CPPFLAGS) $$(PKG_CFLAGS) $$(FLAGS_$1) $$(CFLAGS) -fvisibility=hidden \
	  -MMD -MP -c -o $$@ $$<
$O/$1/%.cu.o: %.cu $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CUDA,$$@) $$(COMPILE_KERNEL) $$(CPPFLAGS) $$(filter -D%,$$(FLAGS_$1)) -MMD -MP -c -o $$@ $$<
endef
$(foreach p,$(BOTH),$(eval $(call precision_rules,$p)))
# Test programs; those in tests/device/ try what is on a device, played by tests/cuhost, and nothing else.
define test_rules
$O/$1/%: tests/%.c $O/command.a $O/base.a $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $$(@D)
	$$(call step,TEST,$$@) $$(CC) $$(CPPFLAGS) $$(PKG_CFLAGS) $$(CFLAGS) -MMD -MP -o $$@ $$(filter %.c,$$^) $$(filter %.o,$$^) $$(filter %.a,$$^) \
	  $$(LDFLAGS) $(CMOCKA) $$(LDLIBS)
endef
define test_rules_twice
$O/$2/%_$1: tests/%.c tests/every_thread.c $O/$1.a $O/base.a $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $$(@D)
	$$(call step,TEST,$$@) $$(CC) $$(CPPFLAGS) $$(PKG_CFLAGS) $$(FLAGS_$1) $$(CFLAGS) -MMD -MP -o $$@ \
	  $$(filter %.c,$$^) $$(filter %.a,$$^) $$(LDFLAGS) $(CMOCKA) $$(LDLIBS)
$O/$2/test_solvers_$1: $(wildcard tests/cases.? tests/mirror.? tests/reference.?)
$(foreach t,test_relayout test_single test_lass,$O/$2/$t_$1): $(wildcard tests/cases.? tests/reference.?)
$O/$2/test_recurrence_$1: $(wildcard tests/cases.? tests/chains.? tests/reference.?)
$(foreach t,test_blocktri test_hbisa test_matrix,$O/$2/$t_$1): $(wildcard tests/blocks*.? tests/cases.? tests/reference.?)
endef
$(foreach d,tests tests/device,$(eval $(call test_rules,$d)) \
  $(foreach p,$(BOTH),$(eval $(call test_rules_twice,$p,$d))))
$O/tests/test_resume: $(BOTH:%=$O/%.o)
$O/tests/device/%: private CPPFLAGS += -DBANDSTAND_CUHOST_TESTS $(if $(filter %-contracted,$(FLAVOUR)),-DBANDSTAND_CONTRACTED)
# What an operation rounds off can be computed only where each is rounded by itself.
$(BOTH:%=$O/%/solvers/recurrence/scan_compensated.o): private CONTRACT := off

$O/%.o: %.c $O/build.flags
	@mkdir -p $(@D)
	$(call step,CC,$@) $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Objects are made anew when the compiler or its flags change, and provenance also with the commit: it records them.
COMMIT = $(eval COMMIT := $(shell git describe --always --dirty 2>/dev/null))$(COMMIT)
FLAGS_NOW = $(CC) $(ARCH) $(if $(WITH_CUDA),$(COMPILE_KERNEL)) $(CPPFLAGS) $(CFLAGS)
$O/base/device.o $O/base/cusparse.o: CPPFLAGS += $(if $(CUHOST),-Itests/cuhost,-isystem $(CUDA_ROOT)/include)
$O/base/cusparse.o: CPPFLAGS += -DBANDSTAND_CUDA_FOLDER='"$(CUDA_ROOT)/lib64"'
$O/base/provenance.o: CPPFLAGS += -DBANDSTAND_FLAGS='"$(CFLAGS)"' -DBANDSTAND_COMMIT='"$(COMMIT)"'
$O/base/provenance.o: $O/build.commit
$O/build.flags $O/build.commit: FORCE
	@mkdir -p $(@D); echo '$($@)' | cmp -s - $@ || echo '$($@)' > $@
$O/build.flags = $(FLAGS_NOW)
$O/build.commit = $(COMMIT)
FORCE:

# Everything below is for people: install what is missing, build, show, check.
deps:
	@scripts/install-deps.sh
deps-test:
	@scripts/install-deps.sh test

demo: deps
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@scripts/demo.sh

test: deps-test
	@$(MAKE) --no-print-directory -j$(JOBS) check

# Each test program in its flavours; sanitized builds run those that compute and those that parse.
PROGRAMS := $(filter-out $(TESTS_TWICE),$(TESTS)) $(foreach t,$(TESTS_TWICE),$(BOTH:%=$t_%))
PARALLEL := $(filter test_expression test_field $(TESTS_TWICE:%=%_double),$(PROGRAMS))
programs: $(PROGRAMS:%=$O/tests/%)
programs-asan:
	@$(MAKE) --no-print-directory FLAVOUR=asan programs \
	  $(if $(shell command -v $(CXX)),$(DEVICE_PROGRAMS:%=build/asan/tests/device/%))
programs-tsan:
	@if scripts/has-tsan.sh; then $(MAKE) --no-print-directory FLAVOUR=tsan $(PARALLEL:%=build/tsan/tests/%); \
	else rm -rf build/tsan; fi
$(DEVICE_FLAVOURS:%=programs-%): programs-%:
	@if command -v $(CXX) >/dev/null; then $(MAKE) --no-print-directory FLAVOUR=$* \
	  $(patsubst %,build/$*/tests/device/%,$(filter-out $(if $(filter %-tsan,$*),%_float),$(DEVICE_PROGRAMS))) $(if $(filter cuhost,$*),build/cuhost/bandstand); \
	else rm -rf build/$*; fi
# One batch in SAMPLE, fewer where a build is slow: minutes instead of an hour. What an application does in float, and
# nothing else, is not sanitized twice; races are looked for in double.
SAMPLE ?= 4
check: all programs programs-asan programs-tsan $(DEVICE_FLAVOURS:%=programs-%)
	@tests/run.sh floors=scripts/floors.sh $(foreach t,$(PROGRAMS),"$t=SAMPLE=$(SAMPLE) $O/tests/$t") \
	  $(foreach t,$(wildcard tests/*.test),$(notdir $t)=$t) \
	  $(foreach t,$(filter-out test_adi%float test_bvp%float test_cloudqueue_input_float,$(PROGRAMS)),"asan/$t=CUHOST_DEVICES=0 SAMPLE=16 build/asan/tests/$t") \
	  $(foreach t,$(PARALLEL),"tsan/$t=SAMPLE=12 tests/tsan.sh build/tsan/tests/$t") \
	  $(foreach t,$(DEVICE_PROGRAMS),"cuhost/$t=SAMPLE=72 tests/seeds.sh $(if $(filter test_adi_device_float test_blocktri_float,$t),5,20) build/cuhost/tests/device/$t") \
	  $(foreach t,$(filter-out test_adi_device_float,$(DEVICE_PROGRAMS)),"cuhost-asan/$t=SAMPLE=144 tests/seeds.sh 2 build/asan/tests/device/$t") \
	  "cuhost/papers.test=BANDSTAND=build/cuhost/bandstand tests/papers.test" \
	  $(foreach t,$(filter-out test_batch_% %_float,$(DEVICE_PROGRAMS)),"cuhost-tsan/$t=SAMPLE=40 ROWS_MAX=99 tests/tsan.sh build/cuhost-tsan/tests/device/$t")

# What only a GPU can tell, on a machine that has one and nvcc, be the libraries there or not.
.PHONY: gpu-check gpu-programs
gpu-check:
	@scripts/gpu-check
gpu-programs: $O/bandstand $(DEVICE_PROGRAMS:%=$O/tests/$(if $(CUHOST),device/)%) $O/tests/cuhost/semantics $O/tests/cuhost/planted
COMPILE_PROGRAM = $(if $(CUHOST),$(COMPILE_KERNEL),$(NVCC) -O2 -std=c++20 -lineinfo $(GPUS))
$O/tests/cuhost/%: tests/cuhost/%.cu $O/build.flags $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $(@D)
	$(call step,CUDA,$@) $(COMPILE_PROGRAM) -I. -o $@ $< $(if $(CUHOST),-x none $O/cuhost.a)

bench: all
	@mkdir -p bench/results; to=bench/results/$$(hostname)-$$(date +%F).jsonl; \
	build/bandstand bench --json > $$to && echo $$to

# Fuzzers need clang and run on one thread: without the pragmas. They record no provenance.
FUZZED := $(filter-out base/provenance.c base/device%.c base/cusparse%.c,$(SHARED)) base/device_none.c $(filter solvers/% apps/cloudqueue/%,$(TWICE))
fuzz: $(FUZZERS:%=build/fuzz/%)
	@for f in $(FUZZERS); do mkdir -p build/fuzz/corpus/$$f && \
	  build/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=4096 -artifact_prefix=build/fuzz/ \
	  build/fuzz/corpus/$$f fuzz/corpus/$${f#fuzz_} || exit 1; done
# What they all need is compiled once.
COMPILE_FUZZED = $(if $(filter ccache,$(CC)),ccache) clang $(filter-out -DBANDSTAND_CUDA,$(CPPFLAGS)) $(PKG_CFLAGS) -std=c11 -g \
  -Wno-unknown-pragmas $(FLAGS_fuzz) -MMD -MP
build/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(call step,FUZZ,$@) $(COMPILE_FUZZED) -c -o $@ $<
build/fuzz/fuzzed.a: $(FUZZED:%.c=build/fuzz/%.o)
	@rm -f $@ && $(AR) rcs $@ $^
.PRECIOUS: build/fuzz/%.o
build/fuzz/%: fuzz/%.c build/fuzz/fuzzed.a
	@mkdir -p $(@D)
	$(call step,FUZZ,$@) $(COMPILE_FUZZED) -fsanitize=fuzzer -o $@ $< build/fuzz/fuzzed.a $(LDLIBS) -lgomp

format:
	clang-format -i $(shell git ls-files '*.c' '*.h')
lint:
	clang-format --dry-run --Werror $(shell git ls-files '*.c' '*.h')
	cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
	  -I. $(SHARED) $(TWICE) $(COMMAND)
floors:
	@scripts/floors.sh

install: all
	install -D -m 755 build/bandstand $(DESTDIR)$(PREFIX)/bin/bandstand
	install -D -m 644 command/bandstand.1 $(DESTDIR)$(PREFIX)/share/man/man1/bandstand.1
	install -D -m 644 command/completion.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/bandstand
	cd configs && find . -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/bandstand/configs/{} \;

clean:
	rm -rf build

-include $(shell find $O build/fuzz -name '*.d' 2>/dev/null)
