#include <sodium.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_sodium_addresses(void);
const char *redo_sodium_names(void);
