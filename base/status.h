/* The status that a function returns, and the sentence that explains a failure, kept per thread. */
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

enum status {
    ST_OK,
    ST_STOPPED, /* a signal asked for the end; nothing is lost */
    ST_FAILED,  /* the run cannot go on: non-finite values, a check that does not hold */
    ST_NOMEM,   /* memory is short: exit 2, since a smaller problem helps */
    ST_IO,      /* a file cannot be read or written */
    ST_DEVICE,  /* a GPU, a library or a program that is needed is missing or fails */
    ST_REFUSED, /* the method cannot do what is asked, and says why */
    ST_CONFIG,  /* the input is wrong: exit 2 */
    STATUS_COUNT
};

/* Records one sentence, without a final newline, and returns `s`. */
enum status fail(enum status s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix" before the sentence recorded last and returns `s`. */
enum status fail_within(enum status s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The sentence recorded last in this thread. */
const char *fail_text(void);

/* 0 fine, 1 the run failed, 2 misuse, bad input or too little memory. */
int status_exit(enum status s);

#define TRY(call) \
    do { \
        const enum status try_ = (call); \
        if (try_ != ST_OK) return try_; \
    } while (0)

#ifdef __cplusplus
}
#endif
