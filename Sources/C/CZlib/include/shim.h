#include <zlib.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_zlib_addresses(void);
const char *redo_zlib_names(void);
