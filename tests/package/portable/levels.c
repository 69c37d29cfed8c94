/* Prints the level and the precisions of the sets that a portable program would run. BANDSTAND_LEVEL as in the program.
 */
#include <stdio.h>
#include <stdlib.h>

#include "precision/level.h"
#include "precision/precision.h"

int main(void)
{
    if (level_choose(getenv("BANDSTAND_LEVEL")) != ST_OK) {
        puts(fail_text());
        return 2;
    }
    printf("%s %s %s\n", level_name(), precision_double->name, precision_float->name);
    return 0;
}
