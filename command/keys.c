/* Prints the settings of an application and of solver groups. */
#include "command/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/command.h"
#include "command/run/jobs.h"

int keys_print(const char *name)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (size_t i = 0; i < precision_double.app_count(); i++) {
        const struct app *const app = precision_double.app_at(i);
        if (count < NAMES_MAX) names[count++] = app->name;
        if (strcmp(app->name, name)) continue;
        puts("Every application:");
        options_help(stdout, settings_table);
        puts("\nThe group `solver`, or each of the list `solvers`, beside the method's own options:");
        options_help(stdout, choice_table);
        printf("\n%s, %s:\n", app->name, app->about);
        options_help(stdout, app->options);
        puts(
            "\nA dataset { file; dataset; nearest; } of any size is stretched over the grid, x fastest, its first and\n"
            "last numbers on the faces; an axis of one number is constant. Between them it is interpolated linearly,\n"
            "or takes the nearest number with nearest = true. The HDF5 file is seen from the configuration's folder.");
        return 0;
    }
    return command_misuse("run", "no application '%s'%s", name,
                          spelling_advice(name, names, count, advice, sizeof advice));
}
