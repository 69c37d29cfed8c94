/* Parts of a page of HTML. */
#pragma once
#include <stdio.h>

#include "base/status.h"

/* Text of any bytes: special characters of HTML are escaped, and bytes that are not UTF-8, or control characters,
 * become \xNN. Line breaks and tabs stay. */
void html_text(FILE *page, const char *text);

/* A drawing in SVG as an image within the page, which then needs no other file; `what` replaces it where images are not
 * shown. Machines without its font take a similar one. */
enum status html_picture(FILE *page, const char *what, FILE *svg);
