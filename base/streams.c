/* Reserves the file descriptors 0, 1 and 2 for the standard streams. */
#include "base/streams.h"

#include <fcntl.h>
#include <unistd.h>

/* The lowest number that is free is that of the next file. */
void streams_hold(void)
{
    static const int other_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", other_way[stream]) != stream) _exit(1);
}
