/* Numbers in the text of a configuration: how long one is, and whether its type can hold it. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct number_literal {
    size_t length; /* characters, without a suffix L */
    bool valid;    /* it is a number */
    bool real;     /* with a point or an exponent; else an integer, perhaps hexadecimal */
    bool fits;     /* into 64 bits; a double neither overflows nor underflows to 0 */
};

/* The number at the beginning of `text`, which begins with a digit, a sign or a point. */
struct number_literal number_literal_at(const char *text);
