/* Writes the configurations of manufactured problems. */
#include "verify/poisson/problem.h"

#include <stdio.h>
#include <string.h>

#include "base/either_precision.h"

const struct poisson_pair poisson_pairs[POISSON_PAIRS] = {
    {"periodic", {"periodic", "periodic"}},
    {"dirichlet", {"dirichlet", "dirichlet"}},
    {"neumann", {"neumann", "neumann"}},
    {"dirichlet to neumann", {"dirichlet", "neumann"}},
    {"neumann to dirichlet", {"neumann", "dirichlet"}},
    {"robin", {"robin", "robin"}},
    {"neumann to robin", {"neumann", "robin"}},
};

const char *const poisson_stretchings[STRETCHINGS] = {"even", "stretched", "all stretched", "eps along all axes"};

/* Along one axis, in its coordinate: a function, its derivative, and (eps u')' where eps = 1 + x^2 / 2, or 1. */
struct function {
    const char *u, *slope, *second, *second_eps;
};
static const struct function waves = {
    "(2+sin(2*pi*%c))",
    "(2*pi*cos(2*pi*%c))",
    "(-4*pi^2*sin(2*pi*%c))",
    "(2*pi*cos(2*pi*%c)*0-4*pi^2*sin(2*pi*%c))",
};
static const struct function smooth = {
    "(exp(%c/2)+sin(2*%c))",
    "(exp(%c/2)/2+2*cos(2*%c))",
    "(exp(%c/2)/4-4*sin(2*%c))",
    "(%c*(exp(%c/2)/2+2*cos(2*%c))+(1+%c^2/2)*(exp(%c/2)/4-4*sin(2*%c)))",
};

/* Copies a template with %c as the letter. */
static void put(char *out, size_t size, const char *template, char letter)
{
    size_t used = strlen(out);
    for (const char *s = template; *s && used + 1 < size; s++) {
        if (s[0] == '%' && s[1] == 'c') out[used++] = letter, s++;
        else out[used++] = *s;
    }
    out[used] = '\0';
}

static const struct function *along(const struct poisson_problem *p, int d)
{
    return p->pair[d] == 0 ? &waves : &smooth;
}

static bool is_robin(const struct poisson_problem *p, int d)
{
    return !strcmp(poisson_pairs[p->pair[d]].kind[1], "robin");
}

/* eps varies where the grid is stretched, but not around a periodic axis, nor next to Robin faces of other axes, nor
 * for transforms along all axes. */
static bool varies(const struct poisson_problem *p)
{
    for (int d = 0; d < p->dim - 1; d++)
        if (is_robin(p, d)) return false;
    return p->stretching != NONE && p->pair[p->dim - 1] != 0 && strcmp(p->method, "transforms") != 0;
}

/* Does eps have a factor 1 + x^2 / 2 of this axis? */
static bool varies_along(const struct poisson_problem *p, int d)
{
    return p->stretching == ITERATED ? p->pair[d] != 0 : d == p->dim - 1 && varies(p);
}

/* The factors of eps, except that of axis `but`, each with a sign of multiplication. */
static void put_eps(char *out, size_t size, const struct poisson_problem *p, int but)
{
    for (int d = 0; d < p->dim; d++)
        if (d != but && varies_along(p, d)) put(out, size, "(1+%c^2/2)*", "xyz"[d]);
}

/* The product over all axes, with the `which`-th function of axis `of` in place of u. */
static void product(char *out, size_t size, const struct poisson_problem *p, int of, const char *which)
{
    for (int d = 0; d < p->dim; d++) {
        if (d) put(out, size, "*", 0);
        put(out, size, d == of ? which : along(p, d)->u, "xyz"[d]);
    }
}

static void print_f(char *out, size_t size, const struct poisson_problem *p)
{
    const int last = p->dim - 1;
    *out = '\0';
    if (!p->given) {
        put(out, size, "exp(x)*cos(5*x)", 0);
        if (p->dim > 1) put(out, size, "-sin(3*y+x)", 0);
        if (p->dim > 2) put(out, size, "+z*z*x-0.3", 0);
        return;
    }
    for (int d = 0; d <= last; d++) {
        put(out, size, d ? "+" : "", 0);
        put_eps(out, size, p, d);
        product(out, size, p, d, varies_along(p, d) ? along(p, d)->second_eps : along(p, d)->second);
    }
}

/* u outside of a Robin face with h = 3: u + eps du/dn / h. */
static void print_ambient(char *out, size_t size, const struct poisson_problem *p, int d, int side)
{
    put(out, size, side ? "+" : "-", 0);
    put_eps(out, size, p, -1);
    product(out, size, p, d, along(p, d)->slope);
    put(out, size, "/3", 0);
}

static void print_face(char *out, size_t size, const struct poisson_problem *p, int d, int side)
{
    const char *const kind = poisson_pairs[p->pair[d]].kind[side];
    char value[1024] = "", head[128];
    const bool dirichlet = !strcmp(kind, "dirichlet"), robin = !strcmp(kind, "robin"), of_u = dirichlet || robin;
    snprintf(head, sizeof head, "%c_%s = { kind = \"%s\";%s", "xyz"[d], side ? "upper" : "lower", kind,
             robin ? " h = 3.0;" : "");
    put(out, size, head, 0);
    if (p->given && strcmp(kind, "periodic")) {
        put(out, size, dirichlet ? " value = \"" : robin ? " ambient = \"" : side ? " flux = \"" : " flux = \"-", 0);
        if (!of_u) put_eps(value, sizeof value, p, -1);
        product(value, sizeof value, p, d, of_u ? along(p, d)->u : along(p, d)->slope);
        if (robin) print_ambient(value, sizeof value, p, d, side);
        put(out, size, value, 0);
        put(out, size, "\";", 0);
    }
    put(out, size, " };", 0);
}

static void print_grid(char *out, size_t size, const struct poisson_problem *p)
{
    char sizes[128];
    snprintf(sizes, sizeof sizes, "grid = { n = [%lld%s", (long long)p->n[0], p->dim > 1 ? ", " : "");
    put(out, size, sizes, 0);
    for (int d = 1; d < p->dim; d++) {
        snprintf(sizes, sizeof sizes, "%lld%s", (long long)p->n[d], d < p->dim - 1 ? ", " : "");
        put(out, size, sizes, 0);
    }
    put(out, size, "]; upper = [1.0", 0);
    for (int d = 1; d < p->dim; d++) put(out, size, ", 1.0", 0);
    put(out, size, "]; centering = \"", 0);
    put(out, size, p->node ? "node\";" : "cell\";", 0);
    if (p->stretching == LAST || p->stretching == ALL) put(out, size, " places = \"(s+s^2)/2\";", 0);
    if (p->stretching != ALL || p->dim == 1) return;
    put(out, size, " places_along = { x = \"s-sin(2*pi*s)/12\";", 0);
    put(out, size, p->dim > 2 ? " y = \"(4*s-s^2)/3\"; };" : " };", 0);
}

void poisson_problem_print(char *out, size_t size, const struct poisson_problem *p)
{
    char f[2048], exact[512] = "", eps[128] = "";
    *out = '\0';
    print_f(f, sizeof f, p);
    product(exact, sizeof exact, p, -1, NULL);
    print_grid(out, size, p);
    put(out, size, " }; transform = \"", 0);
    put(out, size, p->transform, 0);
    put(out, size, "\"; f = \"", 0);
    put(out, size, f, 0);
    put(out, size, "\";", 0);
    put_eps(eps, sizeof eps, p, -1);
    if (*eps) {
        put(out, size, " iteration = { tolerance = 1e-14; }; eps = \"", 0);
        put(out, size, eps, 0);
        put(out, size, "1\";", 0);
    }
    if (p->given) {
        put(out, size, " exact = \"", 0);
        put(out, size, exact, 0);
        put(out, size, "\";", 0);
    }
    put(out, size, " boundary = {", 0);
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++) print_face(out, size, p, d, side);
    put(out, size, " };", 0);
}
