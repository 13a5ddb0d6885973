#include <zstd.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_zstd_addresses(void);
const char *redo_zstd_names(void);
