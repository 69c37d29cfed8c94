# CUDA is used where nvcc is found; CUDA=0 leaves it out. In the flavours cuhost and asan g++ compiles the kernels and
# tests/cuhost runs them, without contraction: results have the bits of the host's. tsan does without. cuhost-contracted
# lets each compiler contract, as on a GPU, and bits are not compared.
# clang contracts within expressions only: which product of a b + c d it would else take differs from copy to copy of
# an inlined function, and bits would depend on which copy a thread runs.

NVCC ?= nvcc
CUDA ?= $(eval CUDA := $(if $(shell command -v $(NVCC)),1,0))$(CUDA)
# Without nvcc, programs that run kernels on the host name the usual folder.
CUDA_ROOT = $(eval CUDA_ROOT := $(shell nvcc=$$(command -v $(NVCC)) && dirname $$(dirname $$(readlink -f $$nvcc)) || \
  echo /usr/local/cuda))$(CUDA_ROOT)
CUHOST := $(if $(shell command -v $(CXX)),$(filter cuhost% asan,$(FLAVOUR)))
WITH_NVCC = $(if $(filter release debug,$(FLAVOUR)),$(filter-out 0,$(CUDA)))
WITH_CUDA = $(or $(CUHOST),$(WITH_NVCC))
DEFINES += $(if $(WITH_CUDA),-DBANDSTAND_CUDA) $(if $(CUHOST),-DBANDSTAND_CUHOST)
CONTRACTS = $(if $(filter clang%,$(notdir $(CC))),on,fast)
CONTRACT = $(if $(CUHOST),$(if $(filter %-contracted,$(FLAVOUR)),$(CONTRACTS),off),$(CONTRACTS))

LIBS += $(if $(WITH_NVCC),-L$(CUDA_ROOT)/lib64 -lcudart_static -lstdc++ -lpthread -ldl -lrt)
LIBS += $(if $(CUHOST),-lstdc++ -ldl)
# The program finds in itself what stands in for libraries; that for cuSPARSE uses LAPACK.
STANDS_IN := $(if $(CUHOST),$(if $(KERNELS_ONLY),,cusparse) cufft)
LIBS += $(STANDS_IN:%=-u %Create) $(if $(STANDS_IN),-rdynamic)

# Translated once, assembled for both: no kernel needs more than compute_80. Registers that spill, and local memory,
# are errors. GPUS_double and GPUS_float are those of one precision.
GPUS ?= -gencode arch=compute_80,code=[sm_80,sm_90,compute_80]
NVCCFLAGS ?= -O3 $(GPUS)
# Host code in these files does no more than start kernels; to optimize it would take a quarter of the time.
NVCC_OPTIONS = $(NVCCFLAGS) -Xcompiler -O1
SPILLS ?= -Xptxas -warn-spills,-warn-lmem-usage,-Werror
# CUDA's header takes 0.3 s longer in C++17, mostly for special functions that <cmath> has had since then.
NVCC_OPTIONS += -std=c++14 $(SPILLS) -Xcompiler -fvisibility=hidden
CXX_OPTIONS := -g $(FLAGS_$(FLAVOUR)) $(KERNELS_$(FLAVOUR)) -std=c++17 -ffp-contract=$(CONTRACT) $(MACHINE) \
  -Wall -Wextra -Wno-unknown-pragmas -Wno-missing-field-initializers -Wno-unused-parameter \
  -fvisibility=hidden -fno-gnu-unique $(call theirs,$(CXXFLAGS))
# Only what CUDA synchronizes is to count: the runtime goes without the sanitizer.
RUNTIME_asan := -O2
RUNTIME_cuhost-tsan := -fno-sanitize=thread -O2 -DCUHOST_TSAN
COMPILE_KERNEL = $(if $(CUHOST), \
  $(CXX) -x c++ -Itests/cuhost -Itests/cuhost/libraries -include tests/cuhost/cuhost.h $(CXX_OPTIONS), \
  $(NVCC) $(NVCC_OPTIONS))
COMPILE_PROGRAM = $(if $(CUHOST),$(COMPILE_KERNEL),$(NVCC) -O2 -std=c++14 -lineinfo $(GPUS))
