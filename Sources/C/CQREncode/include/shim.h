#include <qrencode.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_qrencode_addresses(void);
const char *redo_qrencode_names(void);
