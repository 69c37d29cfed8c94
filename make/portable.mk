# PORTABLE=1: one program, and one libbandstand, for every x86-64 since the first of LEVELS. What computes is compiled
# for each level, and the highest that the processor has is taken at start: docs/portable.md. Everything else is
# compiled for any x86-64, so that it can choose.

LEVELS ?= x86-64-v2 x86-64-v3 x86-64-v4
ifeq ($(PORTABLE),)
override LEVELS := $(or $(ARCH),default)
else ifneq ($(ARCH) $(FLAVOUR) $(filter -march=% -mavx% -mfma -mbmi%,$(CFLAGS)),x86-64 release )
$(error PORTABLE=1 goes with LEVELS of x86-64, without ARCH, FLAVOUR, and -march, -mavx, -mfma or -mbmi in CFLAGS)
endif
HIGHER := $(wordlist 2,9,$(LEVELS))
probe = for level in $(LEVELS); do echo "int main(void) { return __builtin_cpu_supports(\"$$level\"); }" | \
  $(CC) -march=$$level -x c -c -o /dev/null - 2>/dev/null || echo $$level; done
LACKING = $(eval LACKING := $(if $(PORTABLE),$(shell $(probe))))$(LACKING)
LEVELS_KNOWN = $(LEVELS)$(if $(LACKING),$(error PORTABLE=1: $(CC) does not know $(LACKING); gcc 12 and clang 18 do, \
  for x86-64))

# Objects of the lowest level lie where those of the only one would, in $O/double, others in $O/x86-64-v3/double. Their
# tables of functions are called set_double and set_double_x86_64_v3.
SETS = $(BOTH) $(foreach l,$(HIGHER),$(BOTH:%=$l/%))
level_of = $(patsubst %/,%,$(filter-out ./,$(dir $1)))
set_suffix = $(if $(filter $1,$(HIGHER)),_$(subst -,_,$1))
set_renamed = $(if $(call level_of,$1), \
  --redefine-sym set_$(notdir $1)=set_$(notdir $1)$(call set_suffix,$(call level_of,$1)))
level_row = LEVEL("$1",$(call set_suffix,$1),$(if $(PORTABLE),__builtin_cpu_supports("$1"),1))
ifneq ($(PORTABLE),)
$O/base/timing/traffic.o: private DEFINES += -DBANDSTAND_PORTABLE
endif
$O/precision/level.o: private DEFINES += -DBANDSTAND_LEVELS='$(foreach l,$(LEVELS),$(call level_row,$l))'

# Objects in the folder $1 are those of level $2.
define level_objects
$(foreach p,$(BOTH) either,$1/$p/%.o): override private ARCH := $2
endef
ifneq ($(PORTABLE),)
$(foreach f,$O $O/library,$(eval $(call level_objects,$f,$(firstword $(LEVELS)))) \
  $(foreach l,$(HIGHER),$(eval $(call level_objects,$f/$l,$l))))
endif
