#include <zlib.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_zlib_addresses(void);
const char *redo_zlib_names(void);
