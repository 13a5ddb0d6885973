#include <libical/ical.h>

// For SharedLibrary.load: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_ical_addresses(void);
const char *redo_ical_names(void);
