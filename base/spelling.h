/* "Did you mean ...?": the word of a list that is nearest to a misspelt one. */
#pragma once
#include <stddef.h>

/* The one of `count` words nearest to `word` by edit distance (insert, delete, replace, swap), or NULL
 * if none is near enough to be worth a guess. */
const char *spelling_nearest(const char *word, const char *const *words, size_t count);

/* Advice on a word that is not in the list: "; did you mean 'pcr'?", or "; one of thomas, pcr". Returns `buffer`. */
const char *spelling_advice(const char *word, const char *const *words, size_t count, char *buffer, size_t size);
