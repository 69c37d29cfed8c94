# Fuzzers need clang and run on one thread: without the pragmas. They record no provenance.

.PHONY: fuzz
FUZZERS := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))
FUZZED := $(filter-out base/result/provenance.c base/device/device%.c base/library/cu%.c,$(SHARED)) \
  base/device/device_none.c $(filter solvers/% apps/cloudqueue/% apps/hines/morphology/%,$(TWICE))
COMPILE_FUZZED = $(if $(filter ccache,$(CC)),ccache) clang $(filter-out -DBANDSTAND_CUDA,$(DEFINES)) \
  $(CPPFLAGS) $(PKG_CFLAGS) -std=c11 -g -Wno-unknown-pragmas $(FLAGS_fuzz) -MMD -MP

fuzz: $(FUZZERS:%=build/fuzz/%)
	@for f in $(FUZZERS); do mkdir -p build/fuzz/corpus/$$f && \
	  build/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=4096 -artifact_prefix=build/fuzz/ \
	  build/fuzz/corpus/$$f fuzz/corpus/$${f#fuzz_} || exit 1; done

# Sources that all of them need are compiled once.
build/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(call step,FUZZ,$@) $(COMPILE_FUZZED) -c -o $@ $<
build/fuzz/fuzzed.a: $(FUZZED:%.c=build/fuzz/%.o)
	@rm -f $@ && $(AR) rcs $@ $^
.PRECIOUS: build/fuzz/%.o
build/fuzz/%: fuzz/%.c build/fuzz/fuzzed.a
	@mkdir -p $(@D)
	$(call step,FUZZ,$@) $(COMPILE_FUZZED) -fsanitize=fuzzer -o $@ $< build/fuzz/fuzzed.a $(LINKED) -lgomp
