/* Text made safe for a terminal: control characters of files and file names are escaped. */
#pragma once
#include <stdint.h>
#include <stdio.h>

/* Bytes of the character at `text` if it is whole, valid UTF-8 and no control character, neither of ASCII nor of
 * U+0080 ... U+009F; else 0. */
int printable_bytes(const char *text);

/* printf with every byte that is not printable as \xNN, but for line breaks at the end. */
void say(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* printable for a text from malloc, which it frees: a new one, or NULL if memory is short. */
char *printable_of(char *text);
