# The tests of a folder are one program, suite_FOLDER, which runs the one that it is called by: each is a link to it. A
# program for each would be three hundred of ten to thirty MB. Those in $O/tests/device/ try what is on a device, played
# by tests/cuhost, and nothing else.

BUILT := $(or $(BUILT_$(FLAVOUR)),$(if $(KERNELS_ONLY),$(DEVICE_PROGRAMS)),$(PROGRAMS))
# Those of a folder, $1, in a precision, _$2, as they are in a list, $3.
named = $(filter $(call names,$1),$(patsubst %$(2:%=_%),%,$(filter %$(2:%=_%),$3)))
# gold, where it is, takes half the time. (lld does not take archives in their order.)
LINKER = $(eval LINKER := $(if $(shell command -v ld.gold),-fuse-ld=gold))$(LINKER)
COMPILE_TEST = $(CC) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) -Wno-missing-prototypes $(if $(filter release,$(FLAVOUR)),-O1)

# suite FOLDER, PRECISION or nothing, SUBFOLDER of $O/tests or nothing, names, what is linked.
define suite
$O/tests/$3suite_$1$(2:%=_%): $(4:%=$O/$(2:%=%/)tests/$3$1/%.o) tests/support/suite/main.c \
  tests/support/suite/$(if $2,every_thread,leaks).c $5 $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $$(@D); printf 'TEST(%s)\n' $4 > $$@.list
	$$(call step,TEST,$$@) $$(COMPILE_TEST) $(if $2,$$(FLAGS_$2)) -DSUITE='"$$@.list"' $$(LINKER) -o $$@ \
	  $$(filter %.c,$$^) $$(filter %.o,$$^) $$(filter %.a,$$^) $$(LDFLAGS) $(CMOCKA) $$(LDLIBS)
$(4:%=$O/tests/$3%$(2:%=_%)): $O/tests/$3suite_$1$(2:%=_%)
	@ln -sf $$(<F) $$@
$O/$(2:%=%/)tests/$3$1/%.o: %.c $O/build.flags
	@mkdir -p $$(@D)
	$$(call step,CC,$$@) $$(COMPILE_TEST) $(if $2,$$(FLAGS_$2)) -Dmain=$$*_main -MMD -MP -c -o $$@ $$<
endef
suites = $(if $4,$(eval $(call suite,$1,$2,$3,$4,$5)))
$(call suites,base,,,$(call named,base,,$(BUILT)),$O/base.a)
$(call suites,command,,,$(call named,command,,$(BUILT)),$O/command.a $(BOTH:%=$O/%.o) $O/base.a)
$(foreach p,$(BOTH),$(foreach f,solvers apps, \
  $(call suites,$f,$p,,$(call named,$f,$p,$(BUILT)),$O/$p/support.a $O/$p.a $O/base.a)))
ifneq ($(CUHOST),)
$O/tests/device/% $(BOTH:%=$O/%/tests/device/%): private CPPFLAGS += -DBANDSTAND_CUHOST_TESTS \
  $(if $(filter %-contracted,$(FLAVOUR)),-DBANDSTAND_CONTRACTED)
$(call suites,base,,device/,$(call named,base,,$(DEVICE_PROGRAMS)),$O/base.a)
$(foreach p,$(BOTH),$(foreach f,solvers apps, \
  $(call suites,$f,$p,device/,$(call named,$f,$p,$(DEVICE_PROGRAMS)),$O/$p/support.a $O/$p.a $O/base.a)))
endif

# What tests share, compiled once for each precision.
SUPPORT := $(wildcard tests/support/*.c tests/conformance/*.c)
define support_rules
$O/$1/support.a: $(SUPPORT:%.c=$O/$1/%.o)
	@rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach p,$(BOTH),$(eval $(call support_rules,$p)))

$O/tests/cuhost/%: tests/cuhost/%.cu $O/build.flags $(if $(CUHOST),$O/cuhost.a)
	@mkdir -p $(@D)
	$(call step,CUDA,$@) $(COMPILE_PROGRAM) -I. -o $@ $< $(if $(CUHOST),-x none $O/cuhost.a)
