/* Did you mean ...? */
#pragma once
#include <stddef.h>

/* The one of `count` words nearest to `word` by edit distance (insert, delete, replace, swap), or NULL
 * if none is near enough to be worth a guess. */
const char *spelling_nearest(const char *word, const char *const *words, size_t count);
