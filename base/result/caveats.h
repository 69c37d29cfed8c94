/* Sentences that cast doubt on the input or the answers of a run, kept per thread from where they arise until the
 * framework takes them. */
#pragma once
#include <stddef.h>

/* Notes one sentence, unless the same one is noted already or there is no memory for more. */
void caveat(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

void caveats_forget(void);

/* Appends all sentences that were noted since caveats_forget to the lines out[size], as far as whole ones fit, and
 * forgets them. */
void caveats_take(char *out, size_t size);
