#include <qrencode.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_qrencode_addresses(void);
const char *redo_qrencode_names(void);
