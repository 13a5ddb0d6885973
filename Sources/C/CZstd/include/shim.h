#include <zstd.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_zstd_addresses(void);
const char *redo_zstd_names(void);
