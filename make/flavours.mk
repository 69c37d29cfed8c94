# Compilers, flags and libraries of each flavour. None mixes objects with another: build/FLAVOUR.

CC ?= cc
CXX ?= g++
OBJCOPY ?= objcopy
PORTABLE ?=
ARCH ?= $(if $(PORTABLE),x86-64,native)
# ARCH= leaves it to the compiler, or to a wrapper of it.
# Every processor with AVX-512 has prefetchw, which the levels of x86-64 leave out; for Haswell, of level 3, it is none.
MACHINE = $(ARCH:%=-march=%) $(if $(filter x86-64-v4,$(ARCH)),-mprfchw)
# One line a step; V=1 shows the commands.
step = $(if $(V),,@printf '  %-5s %s\n' $1 '$2';)
# MPI=1: ranks of Open MPI, docs/cluster.md. Builds that run only kernels, or look for races, have none.
MPI ?=
override MPI := $(if $(KERNELS_ONLY),,$(if $(filter release debug asan,$(FLAVOUR)),$(filter-out 0,$(MPI))))
O := build/$(if $(PORTABLE),portable,$(FLAVOUR))$(if $(KERNELS_ONLY),-kernels)$(if $(MPI),-mpi)
# C code has no part in the races of kernels that this flavour looks for: its objects are those of cuhost.
HOST_O := $(if $(filter cuhost-tsan,$(FLAVOUR)),build/cuhost-kernels,$O)

# Sanitized builds keep frames readable. Line numbers, without variables, halve what the compiler writes down for
# debuggers.
# Functions begin at lines of the cache: else a loop is up to a tenth slower or faster, as others before it change.
FLAGS_release := -O3 -falign-functions=64
# Commands spend their time waiting for files and for solvers; -O1 compiles faster.
COLD_release := -O1
FLAGS_debug := -O0
# The address sanitizer finds accesses outside of an object or at no address; a second check for them takes a third of
# the time.
# Optimization takes longer than it saves where little is computed; HOT is added for base, solvers and applications.
FLAGS_asan := -g1 -O0 -fsanitize=address,undefined -fno-sanitize=object-size,pointer-overflow,null \
  -fno-sanitize-recover=undefined -fno-omit-frame-pointer
HOT_asan := -O1
KERNELS_asan := -O1
FLAGS_tsan := -g1 -O0 -fsanitize=thread -fno-omit-frame-pointer
HOT_tsan := -O1
# In float only the solvers are built, for the sake of their kernels. The conformance suite finds in release where a
# method of the host reads or writes outside of an array, at the pages of base/memory/guard.h.
PLAIN_asan := -fno-sanitize=all -O0
# Kernels are the code that runs in cuhost: the other C computes little, and takes longer to optimize than to run.
FLAGS_cuhost := -g1 -O0
KERNELS_cuhost := -O2
FLAGS_cuhost-tsan := $(FLAGS_tsan)
KERNELS_cuhost-tsan := -O1
FLAGS_cuhost-contracted := -g1 -O2
FLAGS_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
FLAGS_double :=
FLAGS_float := -DBANDSTAND_FLOAT $(if $(filter clang%,$(CC)),,-Werror=double-promotion -Werror=float-conversion)

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wno-sign-conversion \
  -Wdouble-promotion -Wno-missing-field-initializers -Wno-unused-parameter \
  -Werror=implicit-function-declaration $(if $(WERROR),-Werror)
# Races are detected with clang: its OpenMP runtime reports to the sanitizer what synchronizes, gcc's does not.
ifeq ($(FLAVOUR),tsan)
CC := clang
WARN := -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter -Werror=implicit-function-declaration
endif

# KERNELS_ONLY=1 builds where there is a compiler and nothing else, for tests and benchmarks of kernels: in place of
# each file that leans on a library its namesake without, no LAPACK, and tests/bare for cmocka.
KERNELS_ONLY ?=
# FFTW and parts of SuiteSparse put a binary under the GPL: FFTW=0 and SUITESPARSE=0 leave them out, and without both it
# is under no more than our licence, the LGPL of libconfig, and with CUDA the terms of the runtime that is linked into
# it, which the GPL excludes (LICENSE).
SUITESPARSE ?= 1
FFTW ?= 1
override SUITESPARSE := $(if $(KERNELS_ONLY),,$(filter-out 0,$(SUITESPARSE)))
override FFTW := $(if $(KERNELS_ONLY),,$(filter-out 0,$(FFTW)))
# Found when first needed, so that a machine with nothing but make can still read this file. Where only libbandstand is
# built, which needs none of them, it does not matter that they are missing.
MODULES = $(HDF5) libconfig muparser openblas $(if $(FFTW),fftw3 fftw3f)
LIBRARY_ALONE := $(if $(MAKECMDGOALS),$(if $(filter-out lib,$(MAKECMDGOALS)),,yes))
pkg = $(if $(KERNELS_ONLY),,$(shell pkg-config $1 $(MODULES) $(if $(LIBRARY_ALONE),2>/dev/null)))
HDF5 = $(eval HDF5 := $(shell pkg-config --exists hdf5-serial 2>/dev/null && echo hdf5-serial || echo hdf5))$(HDF5)
PKG_CFLAGS = $(eval PKG_CFLAGS := $(call pkg,--cflags))$(PKG_CFLAGS)
# pkg-config knows neither the second library of HDF5, with its dimension scales, nor the threads of FFTW.
BESIDE = -lhdf5_hl $(if $(FFTW),-lfftw3_omp -lfftw3f_omp)
PKG_LIBS = $(eval PKG_LIBS := $(if $(KERNELS_ONLY),,$(BESIDE)) $(call pkg,--libs))$(PKG_LIBS)

# Objects go into the program and into libbandstand: independent of their position, as most compilers make them unasked.
PIC = $(eval PIC := $(if $(shell $(CC) -dM -E -x c /dev/null | grep '__PI[CE]__'),,-fPIC))$(PIC)
# CPPFLAGS, CFLAGS, CXXFLAGS, LDFLAGS and LDLIBS belong to whoever builds: they are added to what is needed here, and an
# optimization or a machine in CFLAGS takes the place of ours. Not so the language, and how operations are contracted.
# Nothing is optimized at link time: one precision is machine code before it is linked. Files that call extensions of
# GNU define _GNU_SOURCE themselves: with it math.h declares each function in six more types, which takes the compiler a
# sixth of its time.
DEFINES = -I. -D_DEFAULT_SOURCE -DBANDSTAND_VERSION='"$(VERSION)"'
DEFINES += $(if $(KERNELS_ONLY),-DBANDSTAND_KERNELS_ONLY -Itests/bare)
theirs = $(filter-out -flto% -ffat-lto-objects,$1)
OPTIONS = $(if $(filter debug,$(FLAVOUR)),-g,-g1) $(FLAGS_$(FLAVOUR)) $(OPTIMIZED) $(MACHINE) $(call theirs,$(CFLAGS)) \
  -std=c11 -ffp-contract=$(CONTRACT) -fopenmp $(PIC) $(WARN)
MPI_CFLAGS = $(eval MPI_CFLAGS := $(if $(MPI),$(shell pkg-config --cflags ompi-c)))$(MPI_CFLAGS)
MPI_LIBS = $(eval MPI_LIBS := $(if $(MPI),$(shell pkg-config --libs ompi-c)))$(MPI_LIBS)
LIBS = $(PKG_LIBS) $(MPI_LIBS) -lm
LINKED = $(call theirs,$(LDFLAGS)) $(LIBS) $(LDLIBS)
CMOCKA = $(if $(KERNELS_ONLY),,-lcmocka)
