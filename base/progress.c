/* Prints and rewrites the line of progress. */
#include "base/progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/timer.h"

static const double terminal_seconds = 0.2, log_seconds = 5;

struct progress progress_begin(const char *what, int64_t done, int64_t total, bool quiet)
{
    const double now = seconds_now();
    return (struct progress){.what = what,
                             .total = total,
                             .begun_at = done,
                             .began = now,
                             .shown = now,
                             .terminal = isatty(STDERR_FILENO),
                             .quiet = quiet};
}

/* "12 s", "3 min 20 s", "5 h 12 min" */
static void print_duration(double seconds, char *out, size_t size)
{
    const long s = lround(seconds);
    if (s < 60) snprintf(out, size, "%ld s", s);
    else if (s < 3600) snprintf(out, size, "%ld min %02ld s", s / 60, s % 60);
    else snprintf(out, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

static void speak(struct progress *p, int64_t done, double now)
{
    char left[64];
    p->said = done;
    const double rate = (double)(done - p->begun_at) / (now - p->began);
    if (rate > 0) print_duration((double)(p->total - done) / rate, left, sizeof left);
    else snprintf(left, sizeof left, "?");
    fprintf(stderr, "%s%s: %lld/%lld (%.0f %%), %.3g steps/s, %s left%s", p->terminal ? "\r\033[K" : "", p->what,
            (long long)done, (long long)p->total, 100.0 * (double)done / (double)p->total, rate, left,
            p->terminal ? "" : "\n");
}

void progress_show(struct progress *p, int64_t done)
{
    if (p->quiet || p->total <= 0) return;
    const double now = seconds_now();
    if (now - p->shown < (p->terminal ? terminal_seconds : log_seconds)) return;
    p->shown = now;
    speak(p, done, now);
}

void progress_end(struct progress *p, int64_t done)
{
    if (p->quiet || p->shown == p->began) return; /* never spoke */
    if (p->terminal) fputs("\r\033[K", stderr);
    else if (p->total > 0 && p->said != done) speak(p, done, seconds_now());
}
