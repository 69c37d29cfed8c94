/* Halves brackets in step, so that a formula is evaluated for all of them in one call. */
#include "apps/adi/material/bisection.h"

#include <math.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum { TRIED = 4 /* halvings */, ROUNDS = 16 /* jumps within one bracket */, HALVINGS = 64 };

enum status bisection_make(struct bisection *b)
{
    TRY(mem_array(&b->whole, HOST, 3 * BRACKETS, sizeof *b->whole));
    b->now = b->whole + BRACKETS;
    b->rest = b->now + BRACKETS;
    TRY(mem_array(&b->at, HOST, 2 * BRACKETS, sizeof *b->at));
    b->value = b->at + BRACKETS;
    return mem_array(&b->line, HOST, BRACKETS, sizeof *b->line);
}

void bisection_free(struct bisection *b)
{
    mem_free(b->whole);
    mem_free(b->at);
    mem_free(b->line);
    *b = (struct bisection){0};
}

void places_free(struct material_places *p)
{
    mem_free(p->v);
    *p = (struct material_places){0};
}

static enum status append(struct material_places *p, double at, int64_t line)
{
    if (p->count == p->capacity) {
        const int64_t capacity = p->capacity ? 2 * p->capacity : 256;
        struct material_place *grown;
        TRY(mem_array(&grown, HOST, capacity, sizeof *grown));
        if (p->count) memcpy(grown, p->v, (size_t)p->count * sizeof *grown);
        mem_free(p->v);
        p->v = grown, p->capacity = capacity;
    }
    p->v[p->count++] = (struct material_place){at, line};
    return ST_OK;
}

/* By more than rounding and slow changes of a formula? */
static bool differ(double a, double b)
{
    return fabs(a - b) > 1e-6 * fmax(fabs(a), fabs(b));
}

bool bisection_suspects(const double *v, int64_t stride, int64_t n, int64_t i)
{
    int alike = 0;
    if (i + 1 >= n || !differ(v[i * stride], v[(i + 1) * stride])) return false;
    const double change = v[(i + 1) * stride] - v[i * stride];
    for (int64_t k = i - 2; k <= i + 2; k++) {
        if (k == i || k < 0 || k + 1 >= n) continue;
        const double ratio = (v[(k + 1) * stride] - v[k * stride]) / change;
        if (!(ratio > 0.5 && ratio < 2)) return true;
        alike++;
    }
    return alike < 2;
}

static double middle(const struct bisection *b, const struct bracket *k)
{
    const double at = k->from + (k->to - k->from) / 2;
    return k->to - k->from > b->shortest && at > k->from && at < k->to ? at : (double)NAN;
}

/* Halves all brackets that are long enough, each to the half with the larger change. `more`: one was. */
static enum status halve(struct bisection *b, int64_t count, bool *more)
{
    *more = false;
    for (int64_t i = 0; i < count; i++) {
        const double at = middle(b, &b->now[i]);
        b->line[i] = b->now[i].line;
        b->at[i] = isnan(at) ? b->now[i].from : at;
        *more |= !isnan(at);
    }
    if (!*more) return ST_OK;
    TRY(b->evaluate(b->context, count, b->line, b->at, b->value));
    for (int64_t i = 0; i < count; i++) {
        struct bracket *const k = &b->now[i];
        const double at = b->at[i], value = b->value[i];
        if (!(at > k->from)) continue;
        if (fabs(value - k->left) >= fabs(k->right - value)) k->to = at, k->right = value;
        else k->from = at, k->left = value;
    }
    return ST_OK;
}

/* Drops the brackets whose change has shrunk with their length. */
static int64_t keep_jumps(struct bisection *b, int64_t count)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++) {
        const struct bracket *const whole = &b->whole[i], *const now = &b->now[i];
        if (fabs(now->right - now->left) < fabs(whole->right - whole->left) / 2) continue;
        b->whole[kept] = *whole, b->now[kept] = *now;
        kept++;
    }
    return kept;
}

static int64_t keep_rest(struct bisection *b, int64_t count, const struct bracket *rest)
{
    if (!(rest->to > rest->from) || !differ(rest->left, rest->right)) return count;
    b->unfinished |= count == BRACKETS;
    if (count == BRACKETS) return count;
    b->rest[count] = *rest;
    return count + 1;
}

enum status bisection_run(struct bisection *b, const struct bracket *in, int64_t count, struct material_places *out)
{
    memcpy(b->rest, in, (size_t)count * sizeof *in);
    for (int round = 0; round < ROUNDS && count > 0; round++) {
        bool more = true;
        memcpy(b->whole, b->rest, (size_t)count * sizeof *in);
        memcpy(b->now, b->rest, (size_t)count * sizeof *in);
        for (int i = 0; i < TRIED; i++) TRY(halve(b, count, &more));
        const int64_t jumps = keep_jumps(b, count);
        for (int i = 0; i < HALVINGS && more && jumps; i++) TRY(halve(b, jumps, &more));
        count = 0;
        for (int64_t i = 0; i < jumps; i++) {
            const struct bracket w = b->whole[i], k = b->now[i];
            TRY(append(out, k.to, k.line));
            count = keep_rest(b, count, &(struct bracket){k.line, w.from, k.from, w.left, k.left});
            count = keep_rest(b, count, &(struct bracket){k.line, k.to, w.to, k.right, w.right});
        }
    }
    b->unfinished |= count > 0;
    return ST_OK;
}
