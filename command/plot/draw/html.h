/* Parts of a page of HTML. */
#pragma once
#include <stdio.h>

#include "base/status.h"

/* Text of any bytes: what has a meaning in HTML is escaped, what is no UTF-8 or a control character becomes \xNN. Line
 * breaks and tabs stay. */
void html_text(FILE *page, const char *text);

/* A drawing in SVG as an image within the page, which then needs no other file; `what` stands for it where images are
 * not seen. Machines without its font take a similar one. */
enum status html_picture(FILE *page, const char *what, FILE *svg);
