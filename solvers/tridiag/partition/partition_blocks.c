/* Pass 1 of `partition`, in vector lanes. */
#include "solvers/tridiag/partition/partition_blocks.h"

#define GROWTH RC(8.0)
#define TINY (REAL_EPS * REAL_EPS * REAL_EPS * REAL_EPS) /* a factor that is negligible */

INLINE vec not_tiny(vec v)
{
    return (vec)((vec_bits)v & (vec_bits)((v > vec_all(TINY)) | (v < -vec_all(TINY))));
}

static bool bounded(vec v)
{
    bool all = true;
    for (int q = 0; q < LANES; q++) all &= v[q] <= GROWTH && v[q] >= -GROWTH;
    return all;
}

/* `apart`: u has no influence left, and the first row does not depend on these rows: `first` is not updated. */
INLINE void reduce_rows(const struct lane_block *m, struct partition_pass *k, struct partition_relation *first,
                        bool apart)
{
    for (int r = 0; r < ROWS; r++) {
        const vec w = lane_chain_pivot(&k->chain, m->a[r], m->b[r], m->c[r]);
        const vec l = m->a[r] * w;
        k->chain.y = m->d[r] * w - l * k->chain.y;
        if (apart) continue;
        k->left *= -l;
        first->one += first->right * k->chain.y;
        first->left += first->right * k->left;
        first->right *= -(m->c[r] * w);
    }
}

INLINE struct partition_relation reduce_piece(const struct lane_runs *f, int64_t from, int64_t to,
                                              struct partition_pass *pass, bool plain, bool apart)
{
    struct partition_pass k = *pass;
    struct partition_relation first = {vec_all(0), vec_all(0), vec_all(apart ? 0 : 1)};
    for (int64_t i = from; i < to; i += STEP) {
        if (plain) lane_block_fetch(f, i + f->ahead);
        for (int r = 0; r < STEP; r += ROWS) {
            struct lane_block m;
            if (plain) lane_block_load(f, i + r, &m);
            else lane_runs_load(f, i + r, &m);
            reduce_rows(&m, &k, &first, apart);
            if (r % CHAIN == CHAIN - ROWS) lane_chain_scale(&k.chain);
        }
    }
    *pass = k;
    return first;
}

/* The relation of the first row of a block. `reach` is the factor of it in x of the first row of the run. */
static struct partition_relation first_of(const struct lane_runs *f, int64_t from, int64_t to, struct partition_pass *k,
                                          vec *reach)
{
    const bool plain = from >= f->plain && to <= f->edge;
    const bool apart = !any_lane((vec_bits)k->left | (vec_bits)*reach);
    const struct partition_relation first = plain && apart ? reduce_piece(f, from, to, k, true, true)
                                            : plain        ? reduce_piece(f, from, to, k, true, false)
                                                           : reduce_piece(f, from, to, k, false, false);
    *reach = not_tiny(*reach * first.right);
    return first;
}

/* x before a block. */
static struct partition_relation before_of(struct partition_pass *k)
{
    const vec h = k->chain.q / k->chain.p;
    k->chain.q = h, k->chain.p = vec_all(1);
    k->left = not_tiny(k->left);
    return (struct partition_relation){k->chain.y, k->left, -h};
}

bool partition_block_reduce(const struct lane_runs *f, int64_t from, int64_t to, struct partition_pass *k, vec *reach,
                            struct partition_block *out)
{
    out->before = before_of(k);
    out->first = first_of(f, from, to, k, reach);
    return bounded(out->before.left) && bounded(out->first.left) && bounded(out->first.right);
}

void partition_block_end(struct partition_pass *k, struct partition_relation *last)
{
    *last = before_of(k);
}

void partition_block_join(struct partition_relation *first, const struct partition_block *before)
{
    const struct partition_relation a = before->first, next = *first;
    *first =
        (struct partition_relation){a.one + a.right * next.one, a.left + a.right * next.left, a.right * next.right};
}
