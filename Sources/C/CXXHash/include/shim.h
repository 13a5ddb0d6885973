#include <xxhash.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_xxhash_addresses(void);
const char *redo_xxhash_names(void);
