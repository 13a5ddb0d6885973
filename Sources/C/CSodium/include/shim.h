#include <sodium.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_sodium_addresses(void);
const char *redo_sodium_names(void);
