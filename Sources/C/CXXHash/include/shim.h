#include <xxhash.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_xxhash_addresses(void);
const char *redo_xxhash_names(void);
