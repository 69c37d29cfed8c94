/* The frame of a call of a public function: what of the caller's thread is set aside meanwhile, and the status. */
#pragma once
#include <locale.h>

#include "base/arithmetic.h"
#include "base/status.h"

/* State of the caller's thread. */
struct call {
    int threads;     /* of its parallel regions */
    locale_t locale; /* of its numbers in text */
    struct arithmetic_mode arithmetic;
};

/* Until call_end, parallel regions of this thread that specify no number of threads take `threads`, numbers in text
 * have a decimal point, and no exception of floating-point arithmetic is trapped. */
struct call call_begin(int threads);

/* Restores the thread and returns the public status of `s`. */
int call_end(struct call call, enum status s);

/* The public status of `s`. */
int call_status(enum status s);

/* Records the sentence of a misuse: ST_CONFIG. */
enum status misuse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
