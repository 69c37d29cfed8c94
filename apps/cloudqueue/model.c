#include "apps/cloudqueue/model.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/memory.h"

enum { LEVELS_MAX = INT32_MAX, PHASES_MAX = 1 << 20 };

/* Links between level j and j + 1 in both directions, 1 <= j < n: floor(j S / (n - 1)) - floor((j - 1) S / (n - 1))
 * with S in all. */
static int64_t links_at(const struct model *m, int64_t j)
{
    const int64_t gaps = m->of.n - 1;
    return m->links + j * m->left / gaps - (j - 1) * m->left / gaps;
}

void model_thresholds(const struct model *m, int64_t j, int64_t *on, int64_t *off)
{
    const struct cloud *const c = &m->of;
    const bool spread = c->preset == PRESET_TABLE2;
    *on = c->kappa + 1;
    *off = 0;
    if (spread && j < c->n) *on = c->k - (links_at(m, j) + 1) / 2;
    if (spread && j > 1) *off = links_at(m, j - 1) / 2 - 1;
    if (c->on) *on = c->on[c->on_count > 1 ? j - 1 : 0];
    if (c->off) *off = c->off[c->off_count > 1 ? j - 1 : 0];
    *on = j == c->n || *on > c->k - c->below ? c->k : *on + c->below;
    *off = j == 1 || *off < 0 ? -1 : *off + c->below;
}

/* So many may wait; there is no end where no buffer is given. */
static bool has_end(const struct cloud *c)
{
    return c->buffered || c->limited;
}

static int64_t room_of(const struct cloud *c)
{
    return c->limited ? 1 : c->buffer;
}

int64_t model_full(const struct model *m, int64_t j)
{
    const int64_t last = m->of.k - 1,
                  full = has_end(&m->of) ? model_place(m, j, j * m->of.kappa + room_of(&m->of)) : last;
    return full < last ? full : last;
}

bool model_cuts_above(const struct model *m, int64_t j)
{
    const struct cloud *const c = &m->of;
    const bool room = !has_end(c) || model_place(m, j, j * c->kappa + room_of(c)) > c->k - 1;
    return room && !(c->rest && j == c->n);
}

bool model_cuts_below(const struct model *m, int64_t j)
{
    return (j - 1) * m->of.kappa > m->of.below;
}

int64_t model_void(const struct model *m)
{
    int64_t count = 0;
    for (int64_t j = 1; j <= m->of.n && model_place(m, j, 0) > 0; j++) count += model_place(m, j, 0);
    return count;
}

static void serve_phys(const struct cloud *c, int64_t j, double *rate)
{
    const double first = (double)((j - 1) * c->kappa - c->below), most = (double)(j * c->kappa);
    for (int64_t p = 0; p < c->k; p++) {
        const double tasks = first + (double)p;
        rate[p] = (tasks < most ? tasks : most) * c->mu;
    }
}

/* Runs of j phases have the same quotient. */
static void serve_eq8c(const struct cloud *c, int64_t j, double *rate)
{
    const int64_t first = (j - 1) * c->kappa - c->below;
    for (int64_t p = first < 0 ? -first : 0; p < c->k;) {
        const int64_t tasks = (first + p) / j, next = (tasks + 1) * j - first, end = next < c->k ? next : c->k;
        const double served = (double)(tasks < 1 ? 1 : tasks < c->kappa ? tasks : c->kappa) * c->mu;
        for (; p < end; p++) rate[p] = served;
    }
}

static void rates(const void *of, int64_t level, double *const rate[MOVES])
{
    static void (*const serve[])(const struct cloud *c, int64_t j, double *rate) = {serve_phys, serve_eq8c};
    const struct model *const m = of;
    const struct cloud *const c = &m->of;
    const int64_t k = c->k, open = model_full(m, level + 1), empty = model_place(m, level + 1, 0);
    int64_t on, off;
    model_thresholds(m, level + 1, &on, &off);
    for (int64_t p = 0; p < k; p++) rate[MOVE_NEXT][p] = p < open ? c->lambda : 0;
    serve[c->service](c, level + 1, rate[MOVE_BACK]);
    for (int64_t p = 0; p <= empty; p++) rate[MOVE_BACK][p] = 0;
    if (level == c->n - 1) rate[MOVE_BACK][k - 1] *= m->rest.first;
    for (int64_t p = 0; p < on; p++) rate[MOVE_RISE][p] = 0;
    for (int64_t p = on; p < k; p++) rate[MOVE_RISE][p] = m->rise[p - on];
    for (int64_t p = 0; p < empty; p++) rate[MOVE_FALL][p] = 0;
    for (int64_t p = empty; p <= off; p++) rate[MOVE_FALL][p] = m->fall[p + k - 1 - off];
    for (int64_t p = off + 1; p < k; p++) rate[MOVE_FALL][p] = 0;
}

int64_t model_entries(const struct model *m)
{
    const struct cloud *const c = &m->of;
    int64_t count = 0, on, off;
    for (int64_t j = 1; j <= c->n; j++) {
        const int64_t empty = model_place(m, j, 0);
        model_thresholds(m, j, &on, &off);
        count += c->k + (c->lambda > 0 ? model_full(m, j) : 0) + c->k - 1 - empty;
        count += (c->eta > 0 ? c->k - on : 0) + (c->nu > 0 && off >= empty ? off + 1 - empty : 0);
    }
    return count;
}

bool model_connected(const struct model *m)
{
    const struct cloud *const c = &m->of;
    bool up = c->eta > 0 || c->n == 1, down = c->nu > 0 || c->n == 1;
    int64_t on, off;
    for (int64_t j = 1; j <= c->n; j++) {
        model_thresholds(m, j, &on, &off);
        up = up && (on < c->k || j == c->n);
        down = down && (off >= model_place(m, j, 0) || j == 1);
    }
    return up && down && c->lambda > 0 && model_full(m, 1) == c->k - 1;
}

static enum status check_rates(const struct cloud *c)
{
    const struct {
        const char *name;
        double value;
    } rate[] = {{"lambda", c->lambda}, {"load", c->load}, {"mu", c->mu}, {"eta", c->eta}, {"nu", c->nu}};
    for (size_t r = 0; r < sizeof rate / sizeof *rate; r++)
        if (!(rate[r].value == 0 || (rate[r].value > 0 && isnormal(rate[r].value))))
            return fail(ST_CONFIG, "%s: %g is no rate, which is 0 or from %.2g on and finite", rate[r].name,
                        rate[r].value, DBL_MIN);
    if (!(c->mu > 0)) return fail(ST_CONFIG, "mu: without service there is no queue");
    if (c->lambda > 0 && c->load > 0)
        return fail(ST_CONFIG, "load: %g is one too many beside lambda = %g, which says how many tasks arrive", c->load,
                    c->lambda);
    return ST_OK;
}

static enum status check_sizes(const struct cloud *c)
{
    if (c->n < 1 || c->n > LEVELS_MAX)
        return fail(ST_CONFIG, "n: %lld levels are not from 1 to %d", (long long)c->n, LEVELS_MAX);
    if (c->k < 2 || c->k > PHASES_MAX)
        return fail(ST_CONFIG, "k: %lld phases a level are not from 2 to %d", (long long)c->k, PHASES_MAX);
    if (c->below < 0 || c->below > c->k - 2)
        return fail(ST_CONFIG, "below: %lld phases below 0 are not from 0 to k - 2 = %lld", (long long)c->below,
                    (long long)c->k - 2);
    if (c->kappa < 1 || c->kappa >= c->k - c->below)
        return fail(ST_CONFIG, "kappa: %lld tasks a server are not from 1 to k - 1%s = %lld", (long long)c->kappa,
                    c->below ? " - below" : "", (long long)(c->k - c->below - 1));
    if (c->buffered && c->buffer < 0) return fail(ST_CONFIG, "buffer: %lld tasks cannot wait", (long long)c->buffer);
    return ST_OK;
}

static enum status check_threshold(const struct cloud *c, const char *name, const int64_t *at, int64_t count,
                                   int64_t least, int64_t most)
{
    if (!at) return ST_OK;
    if (c->preset == PRESET_TABLE2)
        return fail(ST_CONFIG, "%s: the number of entries settles the thresholds of table2", name);
    if (count != 1 && count != c->n)
        return fail(ST_CONFIG, "%s: %lld thresholds are neither one nor one for each of %lld levels", name,
                    (long long)count, (long long)c->n);
    for (int64_t j = 0; j < count; j++)
        if (at[j] < least || at[j] > most)
            return fail(ST_CONFIG, "%s: phase %lld is not from %lld to %lld", name, (long long)at[j], (long long)least,
                        (long long)most);
    return ST_OK;
}

/* Of the preset, where the caller has left it open. */
static int64_t kappa_of(const struct cloud *c)
{
    if (c->kappa) return c->kappa;
    return c->preset == PRESET_TABLE2       ? (c->k < 16 ? 1 : c->k / 8)
           : c->preset == PRESET_EQ8_OPEN   ? c->k / 2
           : c->preset == PRESET_EQ8_CLOSED ? c->k - 2
                                            : 0;
}

static enum status spread(struct model *m)
{
    struct cloud *const c = &m->of;
    for (int i = 0; i < CLOUD_NAMES && !c->entries; i++)
        if (cloud_names[i].n == c->n && cloud_names[i].k == c->k) c->entries = cloud_names[i].entries;
    if (!c->entries)
        return fail(ST_CONFIG, "entries: table2 has no matrix of %lld levels of %lld phases: say how many entries",
                    (long long)c->n, (long long)c->k);
    const int64_t least = c->n * (3 * c->k - 2), gaps = c->n - 1, all = c->entries - least;
    if (all < 2 * gaps || all > 2 * (c->k - c->kappa) * gaps)
        return fail(
            ST_CONFIG,
            "entries: %lld entries are not from %lld, one link up and one down a level, to %lld, all there can be",
            (long long)c->entries, (long long)(least + 2 * gaps), (long long)(least + 2 * (c->k - c->kappa) * gaps));
    m->links = gaps ? all / gaps : 0;
    m->left = gaps ? all % gaps : 0;
    return ST_OK;
}

/* Arrivals, and what level j serves of tasks enough, per unit of time. */
static double arrivals_of(const struct cloud *c)
{
    return c->load > 0 ? c->load * (double)c->n * (double)c->kappa * c->mu : c->lambda;
}

static double service_of(const struct cloud *c, int64_t j)
{
    return c->service == SERVICE_PHYS ? (double)(j * c->kappa) * c->mu : (double)c->kappa * c->mu;
}

/* Of m numbers, or without end, by rho = 1 + (lambda - service) / service: right to its digits for rho near 1 too. */
static struct rest rest_of(const struct cloud *c, int64_t above)
{
    const double service = service_of(c, c->n), growth = log1p((c->lambda - service) / service);
    if (!c->rest) return (struct rest){.first = 1, .last = 1, .numbers = 1};
    if (!has_end(c)) return (struct rest){.first = 1 - c->lambda / service, .more = c->lambda / (service - c->lambda)};
    const int64_t numbers = c->kappa + room_of(c) - above + 1;
    const double m = (double)numbers, first = growth == 0 ? 1 / m : expm1(growth) / expm1(m * growth);
    struct rest rest = {.first = first, .last = first * exp((m - 1) * growth), .rises = growth > 0, .numbers = numbers};
    if (fabs(m * growth) < 1e-3) rest.more = (m - 1) / 2 + (m * m - 1) / 12 * growth;
    else rest.more = m * exp(m * growth) / expm1(m * growth) - exp(growth) / expm1(growth);
    return rest;
}

/* The largest threshold, or what it is if none is given. */
static int64_t largest(const int64_t *at, int64_t count, int64_t usual)
{
    int64_t most = at ? at[0] : usual;
    for (int64_t j = 1; j < count; j++) most = at[j] > most ? at[j] : most;
    return most;
}

/* Where more tasks come than are served, what is beyond the window outweighs it by more than this many powers of e: no
 * state of it can stand for that. */
static const double growth_most = 60;

enum status cloud_widen(struct cloud *of, int64_t above, int64_t below)
{
    const int64_t kappa = of->kappa, off = largest(of->off, of->off_count, 0), room = room_of(of),
                  all = (of->n - 1) * kappa;
    int64_t least = largest(of->on, of->on_count, kappa + 1), most = PHASES_MAX;
    if (of->preset != PRESET_FREE) return fail(ST_CONFIG, "k: required: the preset makes kappa and thresholds of it");
    if (kappa < 1)
        return fail(ST_CONFIG, "kappa: required, tasks that a server works on at a time: from 1 to %d", PHASES_MAX - 1);
    if (least < kappa + off) least = kappa + off;
    if (has_end(of)) most = kappa + (room > off ? room : off);
    if (above < least) above = least;
    if (above > most) above = most;
    const double growth = has_end(of) ? log(arrivals_of(of) / service_of(of, of->n)) : 0;
    of->rest = !has_end(of) || (above < kappa + room && (double)(kappa + room - above + 1) * growth < growth_most);
    if (has_end(of) && above < kappa + room && !of->rest) above = most;
    of->below = below < 0 ? 0 : below < all ? below : all;
    of->k = above + of->below + 1;
    if (of->k > PHASES_MAX)
        return fail(ST_CONFIG,
                    "k: to keep what is cut off below 1e-9 a level needs %lld phases, beyond the %d there can be; "
                    "give k, and below",
                    (long long)of->k, PHASES_MAX);
    return ST_OK;
}

enum status cloud_settles(const struct cloud *of)
{
    const double come = arrivals_of(of), served = service_of(of, of->eta > 0 ? of->n : 1);
    if (has_end(of) || come < served) return ST_OK;
    return fail(
        ST_CONFIG,
        "%s: %g tasks come and %g can be served per unit of time, so that the line grows for ever: arrivals must "
        "be fewer, or buffer say how many may wait",
        of->load > 0 ? "load" : "lambda", come, served);
}

static enum status settle(struct model *m)
{
    struct cloud *const c = &m->of;
    c->kappa = kappa_of(c);
    TRY(check_rates(c));
    TRY(check_sizes(c));
    TRY(check_threshold(c, "on_at", c->on, c->on_count, c->kappa, c->rest ? PHASES_MAX : c->k - c->below));
    TRY(check_threshold(c, "off_at", c->off, c->off_count, -1, c->k - c->below - 1 - c->kappa));
    c->limited = c->limited || c->preset == PRESET_EQ8_CLOSED;
    if (c->limited && c->buffered && c->buffer != 1)
        return fail(ST_CONFIG, "buffer: %lld is one too many beside limited arrivals, which are a buffer of 1",
                    (long long)c->buffer);
    if (c->load > 0) {
        c->lambda = c->load * (double)c->n * (double)c->kappa * c->mu;
        if (!isnormal(c->lambda)) return fail(ST_CONFIG, "load: %g arrivals are beyond all numbers", c->lambda);
    }
    c->load = 0;
    m->rest = rest_of(c, c->k - 1 - c->below);
    if (c->entries && c->preset != PRESET_TABLE2) return fail(ST_CONFIG, "entries: only table2 asks for a number");
    return c->preset == PRESET_TABLE2 ? spread(m) : ST_OK;
}

static enum status tabulate(struct model *m)
{
    const int64_t k = m->of.k, kappa = m->of.kappa;
    TRY(mem_array(&m->rise, HOST, 2 * k, sizeof *m->rise));
    m->fall = m->rise + k;
    for (int64_t d = 0; d < k; d++) {
        const double servers = (double)(d / kappa + 1);
        m->rise[d] = servers * m->of.eta;
        m->fall[k - 1 - d] = servers * m->of.nu;
    }
    return ST_OK;
}

enum status model_make(struct model **out, const struct cloud *of)
{
    struct model *m;
    *out = NULL;
    TRY(mem_alloc(&m, HOST, sizeof *m));
    m->of = *of;
    enum status s = settle(m);
    if (s == ST_OK) s = tabulate(m);
    if (s != ST_OK) {
        model_free(m);
        return s;
    }
    m->levels =
        (struct levels){.levels = m->of.n, .phases = m->of.k, .far = m->of.k - m->of.kappa, .rates = rates, .of = m};
    *out = m;
    return ST_OK;
}

struct model *model_free(struct model *m)
{
    if (!m) return NULL;
    mem_free(m->rise);
    return mem_free(m);
}
