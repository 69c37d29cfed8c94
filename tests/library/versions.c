/* A program of the public header, for the test that compiles it with headers of several versions: it passes and
 * receives the members of the structs of its header, whatever follows them in memory. Built with -DNEWER, it also sets
 * a member that the library does not know. Prints the sizes of the structs, and fails where an answer is wrong. */
#include <bandstand.h>

#include <stdio.h>
#include <string.h>

enum { N = 50, BATCH = 3 };

/* A struct of the caller, and following bytes that the library must not touch. */
struct given {
    struct {
        struct bandstand_layout it;
        unsigned char behind[64];
    } layout;
    struct {
        struct bandstand_options it;
        unsigned char behind[64];
    } options;
    struct {
        struct bandstand_outcome it;
        unsigned char behind[64];
    } outcome;
};

static double off[N * BATCH], diag[N * BATCH], x[N * BATCH];

/* Right sides of which the unknown in row i of system s is i + s. */
static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int s = 0; s < BATCH; s++) {
            const int at = i * BATCH + s;
            off[at] = -1;
            diag[at] = 4;
            x[at] = 4 * (i + s) - (i > 0 ? i + s - 1 : 0) - (i < N - 1 ? i + s + 1 : 0);
        }
}

static int wrong(void)
{
    for (int i = 0; i < N; i++)
        for (int s = 0; s < BATCH; s++) {
            const double error = x[i * BATCH + s] - (i + s);
            if (!(error < 1e-12 && error > -1e-12)) return 1;
        }
    return 0;
}

static int untouched(const unsigned char *behind)
{
    for (int i = 0; i < 64; i++)
        if (behind[i] != 0xa5) return 0;
    return 1;
}

int main(void)
{
    static struct given g;
    static const struct bandstand_options options = BANDSTAND_OPTIONS;
    static const struct bandstand_outcome outcome = BANDSTAND_OUTCOME;
    struct bandstand_plan *plan;
    memset(&g, 0xa5, sizeof g);
    g.layout.it = bandstand_interleaved(N, BATCH);
    g.options.it = options;
    g.options.it.method = "thomas_simd";
    g.outcome.it = outcome;
    g.outcome.it.unsolved = 7;
    printf("%zu %zu %zu\n", g.layout.it.size, g.options.it.size, g.outcome.it.size);
    fill();
    int status = bandstand_dtridiag_plan(&plan, &g.layout.it, &g.options.it);
    if (status == BANDSTAND_OK) status = bandstand_dtridiag_solve(plan, off, diag, off, NULL, x, NULL, &g.outcome.it);
    bandstand_plan_free(plan);
    if (status != BANDSTAND_OK) return printf("status %d: %s\n", status, bandstand_message()), 1;
    if (wrong() || g.outcome.it.unsolved != -1) return printf("a wrong answer\n"), 1;
    if (!untouched(g.layout.behind) || !untouched(g.options.behind) || !untouched(g.outcome.behind))
        return printf("bytes behind a struct were written\n"), 1;
#ifdef NEWER
    g.layout.it.later = 1;
    if (bandstand_dtridiag_plan(&plan, &g.layout.it, NULL) != BANDSTAND_MISUSE ||
        !strstr(bandstand_message(), "later version"))
        return printf("a member of a later version is not refused: %s\n", bandstand_message()), 1;
#endif
    return 0;
}
