# The tests of a folder are one program, suite_FOLDER, which runs the one that it is called by: each is a link to it. A
# program for each would be three hundred of ten to thirty MB. Those in $O/tests/device/ try what is on a device, played
# by tests/cuhost, and nothing else.

BUILT := $(or $(BUILT_$(FLAVOUR)),$(if $(KERNELS_ONLY),$(DEVICE_PROGRAMS)),$(PROGRAMS))
# Those of a folder, $1, in a precision, _$2, as they are in a list, $3.
named = $(filter $(call names,$1),$(patsubst %$(2:%=_%),%,$(filter %$(2:%=_%),$3)))
# gold, where it is, takes half the time. (lld does not take archives in their order.)
LINKER = $(eval LINKER := $(if $(shell command -v ld.gold),-fuse-ld=gold))$(LINKER)
COMPILE_TEST = $(CC) $(DEFINES) $(CPPFLAGS) $(PKG_CFLAGS) $(OPTIONS) \
  -Wno-missing-prototypes $(if $(filter release,$(FLAVOUR)),-O1)

# program NAME, FOLDER, PRECISION or nothing, SUBFOLDER of $O/tests or nothing, tests in it, what is linked, and how.
define program
$O/tests/$4$1$(3:%=_%): $(5:%=$(HOST_O)/$(3:%=%/)tests/$4$2/%.o) tests/support/suite/main.c \
  tests/support/suite/$(if $3,every_thread,leaks).c $6 $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $$(@D); printf 'TEST(%s)\n' $5 > $$@.list
	$$(call step,TEST,$$@) $$(COMPILE_TEST) $(if $3,$$(FLAGS_$3)) -DSUITE='"$$@.list"' $$(LINKER) -o $$@ \
	  $$(filter %.c,$$^) $$(filter %.o,$$^) $$(filter %.a,$$^) $7 $(CMOCKA) $$(LINKED)
$(patsubst %,$O/tests/$4%$(3:%=_%),$(filter-out $1,$5)): $O/tests/$4$1$(3:%=_%)
	@ln -sf $$(<F) $$@
endef
# objects FOLDER, PRECISION or nothing, SUBFOLDER of $O/tests or nothing.
define objects
$O/$(2:%=%/)tests/$3$1/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(COMPILE_TEST) $(if $2,$$(FLAGS_$2)) -Dmain=$$*_main -MMD -MP -c -o $$@ $$<
endef
# FOLDER, PRECISION or nothing, SUBFOLDER or nothing, tests, what is linked, and how. Without libraries, as on a machine
# with a GPU that one has for an hour, each is its own program: one that does not compile does not take others with it.
suites = $(if $4,$(eval $(call objects,$1,$2,$3)) $(if $(KERNELS_ONLY), \
  $(foreach t,$4,$(eval $(call program,$t,$1,$2,$3,$t,$5,$6))),$(eval $(call program,suite_$1,$1,$2,$3,$4,$5,$6))))
$(call suites,base,,,$(call named,base,,$(BUILT)),$(HOST_O)/base.a)
$(call suites,library,,,$(call named,library,,$(BUILT)),$(LIBRARY)/libbandstand.a)
$(foreach f,command papers,$(call suites,$f,,,$(call named,$f,,$(BUILT)), \
  $O/command.a $(IN_PROGRAM:%=$O/%.o) $(HOST_O)/base.a,$(AS_DOUBLE)))
$(foreach p,$(BOTH),$(foreach f,solvers apps, \
  $(call suites,$f,$p,,$(call named,$f,$p,$(BUILT)),$(HOST_O)/$p/support.a $O/$p.a $(HOST_O)/base.a)))
ifneq ($(CUHOST),)
$O/tests/device/% $(BOTH:%=$O/%/tests/device/%): private DEFINES += -DBANDSTAND_CUHOST_TESTS \
  $(if $(filter %-contracted,$(FLAVOUR)),-DBANDSTAND_CONTRACTED)
$(call suites,base,,device/,$(call named,base,,$(DEVICE_PROGRAMS)),$(HOST_O)/base.a)
$(foreach p,$(BOTH),$(foreach f,solvers apps, \
  $(call suites,$f,$p,device/,$(call named,$f,$p,$(DEVICE_PROGRAMS)),$(HOST_O)/$p/support.a $O/$p.a $(HOST_O)/base.a)))
endif

# Sources that tests share, compiled once for each precision.
SUPPORT := $(wildcard tests/support/*.c tests/support/adi/*.c tests/support/cut/*.c \
  tests/support/poisson/*.c tests/conformance/*.c)
define support_rules
$O/$1/support.a: $(SUPPORT:%.c=$O/$1/%.o)
	@rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach p,$(BOTH),$(eval $(call support_rules,$p)))

# Tests of tests/cuhost: kernels, right ones and those with planted bugs, and its calls, in C.
.PHONY: runtime-programs
RUNTIME_TESTS := semantics planted $(if $(CUHOST),api $(STANDS_IN:%=libraries/api_%))
runtime-programs: $(RUNTIME_TESTS:%=$O/tests/cuhost/%)
$O/tests/cuhost/%: tests/cuhost/%.cu $O/build.flags $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $(@D)
	$(call step,CUDA,$@) $(COMPILE_PROGRAM) -I. -o $@ $< $(if $(CUHOST),-x none $O/cuhost.a)
$O/tests/cuhost/%: tests/cuhost/%.c $O/build.flags $O/cuhost.a
	@mkdir -p $(@D)
	$(call step,TEST,$@) $(COMPILE_TEST) -Itests/cuhost -Itests/cuhost/libraries -o $@ $< $O/cuhost.a $(LINKED)
