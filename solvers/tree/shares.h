/* Work of different sizes in runs of about equal work, one for each thread. */
#pragma once
#include <stdint.h>

/* first[t] of `threads` + 1: the part with which run t begins, if part k of `count` is weight[k] of the work. */
static inline void shares_cut(int64_t *first, int threads, const int64_t *weight, int64_t count)
{
    int64_t all = 0, before = 0, k = 0;
    for (int64_t i = 0; i < count; i++) all += weight[i];
    for (int t = 0; t < threads; t++) {
        while (k < count && (double)before + (double)weight[k] / 2 < (double)all * t / threads) before += weight[k++];
        first[t] = k;
    }
    first[threads] = count;
}
