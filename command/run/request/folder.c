/* Records the folder of a run and goes back there when the run is resumed. */
#define _GNU_SOURCE /* asprintf */
#include "command/run/request/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *folder_absolute(const char *path)
{
    char *out = NULL, *const here = *path == '/' ? NULL : getcwd(NULL, 0);
    const int made = here ? asprintf(&out, "%s/%s", here, path) : asprintf(&out, "%s", path);
    free(here);
    return made < 0 ? NULL : out;
}

bool folder_enter(struct store *checkpoint)
{
    char *began = NULL, *const here = getcwd(NULL, 0);
    if (store_has_text(checkpoint, "/config", "folder") &&
        store_get_text(checkpoint, "/config", "folder", &began) != ST_OK)
        began = NULL;
    const bool entered = here && began && strcmp(here, began) && chdir(began) == 0;
    free(here);
    free(began);
    return entered;
}
