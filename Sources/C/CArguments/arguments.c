#include "arguments.h"

#include <sys/auxv.h>

static int count;
static char *const *values;

// glibc passes the arguments of main(3) to every function that runs before it.
__attribute__((constructor)) static void keep_arguments(int argument_count, char **arguments) {
    count = argument_count;
    values = arguments;
}

int redo_argument_count(void) { return count; }

const char *redo_argument(int index) { return values[index]; }

const char *redo_executable_name(void) { return (const char *)getauxval(AT_EXECFN); }
