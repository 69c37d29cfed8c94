# make coverage: which lines the tests execute. In the flavour `coverage` each file counts, in atomic additions, since
# threads count in parallel; kernels of the device, libbandstand and the sanitized flavours are left out. All of it
# takes about an hour on two cores; COVERED=base takes the tests of one folder, in minutes.

.PHONY: coverage coverage-run
FLAGS_coverage := -g1 -O1 --coverage -fprofile-update=atomic
# Folders of tests, and the scripts in them but for those that build a program of their own.
COVERED ?= base solvers apps command papers
COVERED_PROGRAMS = $(foreach t,$(call names,$(COVERED)),$(if $(filter $t,$(PRECISE)),$(BOTH:%=$t_%),$t))
COVERED_SCRIPTS = $(filter-out %/docs.test %/allocations.test,$(wildcard $(COVERED:%=tests/%/*.test)))

coverage:
	@$(MAKE) --no-print-directory FLAVOUR=coverage CUDA=0 coverage-run
# Tests that fail under these counters, as a limit of time, are reported, and lines are counted all the same.
coverage-run: $(if $(COVERED_SCRIPTS),$O/bandstand) $(if $(filter coverage,$(FLAVOUR)),$(COVERED_PROGRAMS:%=$O/tests/%))
	@find $O -name '*.gcda' -delete
	-@BANDSTAND=$(CURDIR)/$O/bandstand BANDSTAND_BUILD=$O tests/support/run.sh \
	  $(foreach t,$(COVERED_SCRIPTS),"$(notdir $t)=$t") \
	  $(foreach t,$(call by_kind,$(filter-out $(GIVEN_RESULTS),$(COVERED_PROGRAMS))),"$t=$(call kind,$t) \
	    $(call sample,$t,$(or $(SAMPLE),12),$(or $(SAMPLE),6)) $(call one_core,$t) $O/tests/$(basename $t)")
	@scripts/coverage.sh $O
