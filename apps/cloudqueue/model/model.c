/* Rates, thresholds and number of entries of a chain; checks of its numbers. */
#include "apps/cloudqueue/model/model.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/either_precision.h"
#include "base/memory.h"

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

static void serve_phys(const struct cloud *c, int64_t j, double *rate)
{
    const double first = (double)((j - 1) * c->kappa - c->below), max = (double)(j * c->kappa);
    for (int64_t p = 0; p < c->k; p++) {
        const double tasks = first + (double)p;
        rate[p] = (tasks < max ? tasks : max) * c->mu;
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
    for (int64_t p = on; p < k; p++) rate[MOVE_RISE][p] = model_rise(m, level + 1, on, p);
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

enum status cloud_rates(const struct cloud *c)
{
    const struct {
        const char *name;
        double value;
    } rate[] = {{"lambda", c->lambda}, {"load", c->load}, {"mu", c->mu}, {"eta", c->eta}, {"nu", c->nu}};
    for (size_t r = 0; r < sizeof rate / sizeof *rate; r++)
        if (!(rate[r].value == 0 || (rate[r].value > 0 && isnormal(rate[r].value))))
            return fail(ST_CONFIG, "%s: %g must be 0, or finite and at least %.2g", rate[r].name, rate[r].value,
                        DBL_MIN);
    if (!(c->mu > 0)) return fail(ST_CONFIG, "mu: must be greater than 0");
    if (c->lambda > 0 && c->load > 0)
        return fail(ST_CONFIG, "load: give load or lambda, not both: load = %g, lambda = %g", c->load, c->lambda);
    return ST_OK;
}

static enum status check_sizes(const struct cloud *c)
{
    if (c->n < 1 || c->n > LEVELS_MAX)
        return fail(ST_CONFIG, "n: %lld levels: must be from 1 to %d", (long long)c->n, LEVELS_MAX);
    if (c->k < 2 || c->k > PHASES_MAX)
        return fail(ST_CONFIG, "k: %lld phases per level: must be from 2 to %d", (long long)c->k, PHASES_MAX);
    if (c->below < 0 || c->below > c->k - 2)
        return fail(ST_CONFIG, "below: %lld phases below 0: must be from 0 to k - 2 = %lld", (long long)c->below,
                    (long long)c->k - 2);
    if (c->kappa < 1 || c->kappa >= c->k - c->below)
        return fail(ST_CONFIG, "kappa: %lld tasks per server: must be from 1 to k - 1%s = %lld", (long long)c->kappa,
                    c->below ? " - below" : "", (long long)(c->k - c->below - 1));
    if (c->buffered && c->buffer < 0)
        return fail(ST_CONFIG, "buffer: %lld tasks cannot wait: must be at least 0", (long long)c->buffer);
    return ST_OK;
}

static enum status check_threshold(const struct cloud *c, const char *name, const int64_t *at, int64_t count,
                                   int64_t min, int64_t max)
{
    if (!at) return ST_OK;
    if (c->preset == PRESET_TABLE2)
        return fail(ST_CONFIG, "%s: not allowed, as preset table2 derives its thresholds from the number of entries",
                    name);
    if (count != 1 && count != c->n)
        return fail(ST_CONFIG, "%s: %lld thresholds: give one, or one for each of %lld levels", name, (long long)count,
                    (long long)c->n);
    for (int64_t j = 0; j < count; j++)
        if (at[j] < min || at[j] > max)
            return fail(ST_CONFIG, "%s: phase %lld must be from %lld to %lld", name, (long long)at[j], (long long)min,
                        (long long)max);
    return ST_OK;
}

/* kappa as given, or that of the preset if the caller gave none. */
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
        return fail(ST_CONFIG, "entries: required, as table2 has no matrix of %lld levels of %lld phases",
                    (long long)c->n, (long long)c->k);
    const int64_t min = c->n * (3 * c->k - 2), gaps = c->n - 1, all = c->entries - min;
    if (all < 2 * gaps || all > 2 * (c->k - c->kappa) * gaps)
        return fail(
            ST_CONFIG,
            "entries: %lld must be from %lld, one link up and one down per level, to %lld, the largest possible number",
            (long long)c->entries, (long long)(min + 2 * gaps), (long long)(min + 2 * (c->k - c->kappa) * gaps));
    m->links = gaps ? all / gaps : 0;
    m->left = gaps ? all % gaps : 0;
    return ST_OK;
}

static enum status settle(struct model *m)
{
    struct cloud *const c = &m->of;
    c->kappa = kappa_of(c);
    TRY(cloud_rates(c));
    TRY(check_sizes(c));
    TRY(check_threshold(c, "on_at", c->on, c->on_count, c->kappa, c->rest ? PHASES_MAX : c->k - c->below));
    TRY(check_threshold(c, "off_at", c->off, c->off_count, -1, c->k - c->below - 1 - c->kappa));
    c->limited = c->limited || c->preset == PRESET_EQ8_CLOSED;
    if (c->limited && c->buffered && c->buffer != 1)
        return fail(ST_CONFIG, "buffer: %lld is not allowed with limited arrivals, which mean a buffer of 1",
                    (long long)c->buffer);
    if (c->load > 0) {
        c->lambda = cloud_arrivals(c);
        if (!isnormal(c->lambda))
            return fail(ST_CONFIG, "load: %g arrivals must be finite and at least %.2g", c->lambda, DBL_MIN);
    }
    c->load = 0;
    m->rest = cloud_rest(c);
    if (c->entries && c->preset != PRESET_TABLE2) return fail(ST_CONFIG, "entries: applies only to preset table2");
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
    m->levels = (struct qbd){
        .levels = m->of.n, .phases = m->of.k, .stride = m->of.k - m->of.kappa, .rates = rates, .context = m};
    *out = m;
    return ST_OK;
}

struct model *model_free(struct model *m)
{
    if (!m) return NULL;
    mem_free(m->rise);
    return mem_free(m);
}
