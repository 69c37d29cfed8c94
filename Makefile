# bandstand. `make demo` shows it, `make test` checks it; both install what is missing first.
#
#   make [all]      build/bandstand for this machine
#   make demo       build, run applications, draw pictures into output/
#   make test       the whole suite
#   make quick      a sample of the suite, for the inner loop
#   make bench      every benchmark, lines of JSON into bench/results
#   make gpu-check  benchmarks, tests and sanitizers on a GPU, JSON into bench/results/GPU
#   make fuzz       every fuzzer for FUZZ_SECONDS each
#   make coverage   lines that the tests execute, by folder: an hour; COVERED=base, only its tests: minutes
#   make lint       format, warnings of cppcheck; make format, make floors: what may include what
#   make lib        libbandstand, the solvers for other programs, shared and static; make install-lib
#   make reference  docs/reference.md: methods, settings and answers, from the program's own tables
#   make install    what is built, man page, completion, documents, configurations into PREFIX; make uninstall
#   make dist       a tarball of this commit
#   make clean      removes build/
#
#   PORTABLE=1            for x86-64-v2 and later, as fast as one built there: docs/portable.md
#   ARCH=x86-64-v3        for such machines, instead of this one
#   FLAVOUR=asan          sanitized; also tsan, debug
#   CUDA=0 SUITESPARSE=0  without them, as FFTW=0; KERNELS_ONLY=1: a compiler is enough, no runs, no results
#   MPI=1                 ranks of Open MPI, into build/release-mpi: docs/cluster.md; make MPI=1 deps-mpi
#   SAMPLE=1              tests take every batch, not one in 6
#   V=1                   whole commands

FLAVOUR ?= release
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60

MAKEFLAGS += --no-builtin-rules
VERSION := $(shell cat VERSION)
.PHONY: all help demo deps deps-mpi deps-test test quick bench gpu-check reference format lint floors clean
all: build/bandstand

include make/flavours.mk
include make/cuda.mk
include make/build.mk
include make/library.mk
include make/tests.mk
include make/coverage.mk
include make/fuzz.mk
include make/install.mk
include make/dist.mk

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

deps:
	@scripts/install-deps.sh $(if $(MPI),mpi)
deps-mpi:
	@scripts/install-deps.sh mpi
deps-test:
	@scripts/install-deps.sh test $(if $(MPI),mpi)

demo: deps
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@scripts/demo.sh

test: deps-test
	@$(MAKE) --no-print-directory -j$(JOBS) check

bench: all
	@mkdir -p bench/results; to=bench/results/$$(hostname)-$$(date +%F).jsonl; \
	build/bandstand bench --json > $$to && echo $$to

# Checks that need a GPU, on a machine that has one and nvcc, with or without the libraries.
gpu-check:
	@scripts/gpu-check

# Methods for the device are those of a program that runs kernels on the host.
reference: $O/bandstand
	@$(MAKE) --no-print-directory FLAVOUR=cuhost KERNELS_ONLY=1 build/cuhost-kernels/bandstand
	@scripts/reference.py $< build/cuhost-kernels/bandstand > $O/reference.md && cp $O/reference.md docs/reference.md

format:
	clang-format -i $(shell git ls-files '*.c' '*.h')
lint:
	@clang-format --dry-run --Werror $(shell git ls-files '*.c' '*.h')
	@cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
	  -I. $(SHARED) $(TWICE) $(COMMAND)
floors:
	@scripts/floors.sh

clean:
	rm -rf build
