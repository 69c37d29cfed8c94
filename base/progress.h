/* One line of progress on stderr: rewritten in place on a terminal (done/total, steps per
 * second, time left), a new line every few seconds otherwise. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what;
    int64_t total, begun_at, said; /* said: the last count that was shown */
    double began, shown;
    bool terminal, quiet;
};

struct progress progress_begin(const char *what, int64_t done, int64_t total, bool quiet);
void progress_show(struct progress *p, int64_t done); /* cheap: speaks at most a few times a second */
void progress_end(struct progress *p, int64_t done);  /* clears the line of a terminal */
